import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../fixtures/run-command.ts';
import { costLines } from '../workers/costs.ts';
import { costs, costsText } from './costs.ts';
import { openAt } from './opening.ts';
import { top } from './top.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-costs-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const WORK = 'py::work:/srv/app.py (/tmp/perf-7.map)';
const EVAL = '_PyEval_EvalFrameDefault (/usr/bin/python3.13)';
const SAMPLES = [
  [1, [WORK, EVAL]],
  [2, [WORK, EVAL]],
  [3, [WORK, EVAL, 'gc_collect_main (/usr/bin/python3.13)']],
  [4, [WORK, EVAL, 'scan_once_unicode (/usr/lib/_json.cpython-313-x86_64-linux-gnu.so)']],
  [5, []],
] as const;

/** Each sample has a weight of 0.5 s. */
const RECORDING = join(FOLDER, 'out.perf');
writeFileSync(
  RECORDING,
  SAMPLES.map(([time, stack]) => {
    const frames = stack.toReversed().map((frame, i) => `\t${4096 + i} ${frame}`);
    return [`app 7/7 ${time}.000000: 500000000 cpu-clock: `, ...frames, '', ''].join('\n');
  }).join(''),
);

test('prints tab-separated sums for other programs', async () => {
  const { out } = await runCommand(costs, RECORDING);
  expect(out.split('\n')).toEqual([
    'cpu-clock\tbytecode\t1000000000\t2',
    'cpu-clock\tgc\t500000000\t1',
    'cpu-clock\tlibraries\t500000000\t1',
    'cpu-clock\tunknown\t500000000\t1',
    '',
  ]);
});

test('--by groups by function, and --parts lists parts', async () => {
  const { out } = await runCommand(costs, '--by', 'function', '--parts', RECORDING);
  expect(out.split('\n')).toEqual([
    'cpu-clock\t[no stack]\tunknown\tno stack\t500000000\t1',
    'cpu-clock\tpy::work:/srv/app.py\tbytecode\t\t1000000000\t2',
    'cpu-clock\tpy::work:/srv/app.py\tgc\t\t500000000\t1',
    'cpu-clock\tpy::work:/srv/app.py\tlibraries\tjson\t500000000\t1',
    '',
  ]);
});

test('counts only the selected samples', async () => {
  expect((await runCommand(costs, '--time', '1.5-2.5', RECORDING)).out).toBe('cpu-clock\tgc\t500000000\t1\n');
  const { out } = await runCommand(costs, '--filter', 'only:function:gc_collect_main', RECORDING);
  expect(out).toBe('cpu-clock\tgc\t500000000\t1\n');
});

test('says that the level has no effect', async () => {
  const { out, error } = await runCommand(costs, '--level', '1', RECORDING);
  expect(error).toBe('pyrograph: --level has no effect: costs are judged on the stacks as recorded.\n');
  expect(out).toBe((await runCommand(costs, RECORDING)).out);
});

test('prints JSON', async () => {
  const { out } = await runCommand(costs, '--json', '--by', 'thread', RECORDING);
  expect(JSON.parse(out)).toEqual({
    file: RECORDING,
    rows: [
      { event: 'cpu-clock', thread: 'app 7', cost: 'bytecode', weight: 1e9, samples: 2 },
      { event: 'cpu-clock', thread: 'app 7', cost: 'gc', weight: 5e8, samples: 1 },
      { event: 'cpu-clock', thread: 'app 7', cost: 'libraries', weight: 5e8, samples: 1 },
      { event: 'cpu-clock', thread: 'app 7', cost: 'unknown', weight: 5e8, samples: 1 },
    ],
  });
});

test('prints a table with seconds and shares', async () => {
  const opened = await openAt('costs', [RECORDING], { level: 'raw', 'no-lookup': true });
  expect(costsText(opened, { parts: true }).split('\n')).toEqual([
    `${RECORDING}: 2.500 s, 5 samples of cpu-clock`,
    '',
    '1.000 s  40.00 %  Running bytecode',
    '0.500 s  20.00 %  Garbage collection',
    '0.500 s  20.00 %  Compiled libraries  json',
    '0.500 s  20.00 %  Unknown  no stack',
    '',
  ]);
});

test('weights without a unit are numbers, as in `top`', async () => {
  const counts = join(FOLDER, 'counts.perf');
  writeFileSync(counts, `app 7/7 1.000000: cpu-clock: \n\t1000 ${EVAL}\n\n`);
  const opened = await openAt('costs', [counts], { level: 'raw', 'no-lookup': true });
  expect(costsText(opened, {}).split('\n').slice(2)).toEqual(['1  100.00 %  Running bytecode', '']);
});

test('names functions as on the page, in the table only', async () => {
  const opened = await openAt('costs', [RECORDING], { level: 'raw', 'no-lookup': true });
  const table = costsText(opened, { by: 'function' });
  expect(table).toMatch(/Garbage collection {2}work \(app\.py\)$/m);
  expect(table).not.toContain('py::');
  expect(costLines(opened.open, { by: 'function' })).toContain('\tpy::work:/srv/app.py\tgc\t');
});

test('`top` groups by cost and by part, without the total, which is the same', async () => {
  const printed = async (...args: string[]) =>
    (await runCommand(top, ...args, RECORDING)).out.split('\n').slice(2, -1);
  expect(await printed('--by', 'cost')).toEqual([
    ' weight           cost',
    '1.000 s  40.00 %  Running bytecode',
    '0.500 s  20.00 %  Compiled libraries',
    '0.500 s  20.00 %  Garbage collection',
    '0.500 s  20.00 %  Unknown',
  ]);
  expect(await printed('--by', 'part', '--filter', 'drop:cost:bytecode')).toEqual([
    ' weight           part',
    '0.500 s  33.33 %  Garbage collection',
    '0.500 s  33.33 %  json  (Compiled libraries)',
    '0.500 s  33.33 %  no stack  (Unknown)',
  ]);
});

test('a filter keeps the samples with a part of a cost', async () => {
  const { out } = await runCommand(
    top,
    '--by',
    'part',
    '--json',
    '--filter',
    'only:cost:libraries:json',
    RECORDING,
  );
  expect(JSON.parse(out)).toMatchObject({
    samples: 1,
    rows: [{ name: 'json', cost: 'libraries', self: 500_000_000, total: 500_000_000 }],
  });
  const none = await runCommand(top, '--filter', 'only:cost:libraries:re', RECORDING);
  expect(none.out).toContain('0 samples');
});
