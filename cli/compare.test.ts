// Compares small recordings of a program that calls its functions in turn.

import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { memoryFile } from '../src/bytes/random-access.ts';
import { writeTar } from '../src/bytes/tar-writer.ts';
import { runCommand, runToEnd } from '../fixtures/run-command.ts';
import { isSideDiagnosis } from '../src/model/findings.ts';
import { compareCommand } from './compare.ts';
import { sourcesElement } from '../src/sharing/one-file.ts';
import { repeatFileOptions } from './compare-arguments.ts';
import { writeOutput } from './output.ts';
import { archiveMember } from './pack.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-compare-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const FUNCTIONS = ['load', 'parse', 'check', 'score', 'hash', 'sort', 'render', 'store', 'emit', 'log'];

interface Program {
  readonly rounds?: number;
  /** Samples of each function per round; 2 unless given. */
  readonly cost?: Readonly<Record<string, number>>;
  readonly event?: string;
  readonly folder?: string;
  /** Prefix of the functions' names. */
  readonly prefix?: string;
  /** Number of the first round; makes recordings of the same program differ. */
  readonly first?: number;
  readonly hasTimes?: boolean;
  /** The weight of a sample; empty if the recording has no periods. */
  readonly period?: string;
}

/** Writes a recording with samples of 1 ms. Rounds differ by one sample per function. */
function record(
  name: string,
  {
    rounds = 100,
    cost = {},
    event = 'cpu-clock',
    folder = '/srv',
    prefix = '',
    first = 0,
    hasTimes = true,
    period = '1000000',
  }: Program = {},
) {
  const lines: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [i, each] of FUNCTIONS.entries()) {
      const samples = (cost[each] ?? 2) + (((first + round) * 7 + i * 3) % 5 === 0 ? 1 : 0);
      for (let j = 0; j < samples; j++)
        lines.push(`py::main:${folder}/app.py py::${prefix}${each}:${folder}/app.py`);
    }
  }
  const text = lines.map((stack, i) => {
    const frames = stack.split(' ').toReversed();
    const time = hasTimes ? ` ${(i / 1000).toFixed(6)}:` : '';
    const thread = i % 2 === 0 ? 7 : 8;
    return [
      `app 7/${thread}${time} ${period.padStart(10)} ${event}: `,
      ...frames.map((frame, k) => `\t${4096 + k} ${frame} (/tmp/perf-7.map)`),
      '',
      '',
    ].join('\n');
  });
  const path = join(FOLDER, `${name}.perf`);
  writeFileSync(path, text.join(''));
  return path;
}

const BASE = record('base', { rounds: 500 });
const SLOW = record('slow', { rounds: 500, cost: { score: 4 } });

/** Expects the command to fail with this exit code, and returns its error message. */
async function failing(exitCode: number | undefined, ...args: string[]): Promise<string> {
  const { reason } = await runToEnd(compareCommand, ...args);
  if (!reason) throw new Error('The command succeeded.');
  expect('exitCode' in reason ? reason.exitCode : undefined).toBe(exitCode);
  return reason.message;
}

test('prints the sentence, facts and the functions that changed', async () => {
  const { out } = await runCommand(compareCommand, BASE, SLOW);
  const lines = out.split('\n');
  expect(lines[0]).toMatch(
    /^B uses 9\.\d % ± \d\.\d % more CPU time for the same work\. Changed for certain: score \+9\d % \(\+9\.\d % of all code\)\.$/,
  );
  expect(lines[2]).toBe(`A  ${BASE}: 11 s of CPU time, 11,000 samples`);
  expect(out).toContain(
    'Basis matched (the amount of work is not known); CPU time B/A 1.091; most code ×1.000',
  );
  expect(out).toContain('Self, 10 tested functions: 1 changed, 0 no change, 9 cannot tell');
  expect(out).toMatch(/1\.100 s {2}2\.100 s {2}\+1\.000 s .* more {2}score {2}\(app\.py\)/);
});

test('prints tab-separated lines of all tested functions', async () => {
  const { out } = await runCommand(compareCommand, '--tsv', BASE, SLOW);
  const [header, first, ...others] = out.trimEnd().split('\n');
  expect(header).toBe('kind\tkey\ta\tb\td\tlo\thi\tp\tq\tverdict\tmark');
  expect(first).toMatch(/^self\tpy::score:\/srv\/app\.py\t1100000000\t2100000000\t1000000000\t.*\tmore\t$/);
  expect(others.filter((line) => line.startsWith('self'))).toHaveLength(9);
  expect(others.filter((line) => line.startsWith('total'))).toHaveLength(11);
});

test('prints JSON, and the names of moved functions', async () => {
  const moved = record('moved', { folder: '/home/ci', rounds: 500 });
  const { out } = await runCommand(compareCommand, '--json', '--level', 'python', BASE, moved);
  const json: unknown = JSON.parse(out);
  expect(json).toMatchObject({
    version: 1,
    basis: 'matched',
    factor: 1,
    runs: [1, 1],
    level: 'python',
    explained: [],
  });
  expect(json).toMatchObject({ matched: { 'py::score:/home/ci/app.py': 'path' } });
});

test('prints Markdown', async () => {
  const { out } = await runCommand(compareCommand, '--markdown', BASE, SLOW);
  expect(out).toMatch(/^\*\*B uses 9\.\d %/);
  expect(out).toContain('| `score` `app.py` | self | 1.100 s | 2.100 s | +1.000 s |');
  expect(out).toMatch(
    /<sub>CPU time 11 s → 12 s; functions by total: \d+ changed, \d+ no change, \d+ cannot tell; 1 \+ 1 recordings; 11,000 \+ 12,000 samples of cpu-clock; .*<\/sub>\n$/,
  );
});

test('--to html writes a page that shows the comparison', async () => {
  const page = join(FOLDER, 'page.html');
  const selected = [
    '--range-a',
    '0,5',
    '--threads-b',
    '8',
    '--basis',
    'share',
    '--filter',
    'drop:function:log',
  ];
  await runCommand(
    compareCommand,
    BASE,
    SLOW,
    ...selected,
    '--rename',
    'hash=sort',
    '--to',
    'html',
    '-o',
    page,
  );
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('data-name="base.perf"');
  expect(html).toContain('data-name="slow.perf"');
  const [, findings = ''] = /data-findings="([^"]*)"/.exec(html) ?? [];
  expect(isSideDiagnosis(JSON.parse(findings.replaceAll('&#34;', '"')))).toBe(true);
  expect(html).toContain(
    'data-address="v=2&#38;mend=0&#38;event=cpu-clock&#38;filter=drop~function~py::log:/srv/app.py&#38;a=0~0-5&#38;b=1~~7/8&#38;basis=share&#38;rename=hash~sort"',
  );
  expect(html).not.toContain(`id="${sourcesElement(0)}"`);
  const folded = Array.from(
    { length: 300 },
    (_, i) => `main (/srv/app.py:${i % 9});work (/srv/app.py:20) 9\n`,
  );
  const lined = join(FOLDER, 'lined.html');
  const archives = ['a.tar', 'b.tar'].map((name) => join(FOLDER, name));
  for (const archive of archives) {
    const files = { 'recording.txt': folded.join(''), 'srv/app.py': 'def main(): pass\n' };
    const members = Object.entries(files).map(([path, text]) =>
      archiveMember(path, memoryFile(new TextEncoder().encode(text))),
    );
    await writeOutput(archive, writeTar(members), false);
  }
  await runCommand(compareCommand, ...archives, '--to', 'html', '--sources', '-o', lined);
  const withSources = readFileSync(lined, 'utf8');
  for (const i of [0, 1]) expect(withSources).toContain(`id="${sourcesElement(i)}"`);
  expect(await failing(undefined, BASE, SLOW, '--to', 'html')).toMatch(/needs both --to html and -o OUT/);
  expect(await failing(undefined, BASE, SLOW, '--to', 'html', '-o', '-')).toMatch(/needs a file/);
  expect(await failing(undefined, BASE, SLOW, '--to', 'svg', '-o', 'x')).toMatch(/^Invalid --to svg/);
});

test('compares ranges and threads of one recording', async () => {
  const ranges = await runCommand(compareCommand, BASE, '--range-a', '0,5', '--range-b', '5,10');
  expect(ranges.out).toContain(`A  ${BASE}, 0 to 5 s: 5 s of CPU time`);
  expect(ranges.out).toContain(`B  ${BASE}, 5 to 10 s: 5 s of CPU time`);
  expect(ranges.out).toContain('Basis rate (two ranges of time)');
  const threads = await runCommand(compareCommand, BASE, '--threads-a', '7', '--threads-b', '7/8');
  expect(threads.out).toContain(`A  ${BASE}, thread app 7: 5.5 s of CPU time, 5,500 samples`);
  const markdown = await runCommand(
    compareCommand,
    BASE,
    '--range-a',
    '0,5',
    '--threads-b',
    '8',
    '--markdown',
  );
  expect(markdown.out).toContain('<sub>A: 0 to 5 s; B: thread app 8; CPU time');
});

test('says if only one side is a range of time', async () => {
  const { out } = await runCommand(compareCommand, BASE, '--range-b', '5,10');
  expect(out).toContain(`A  ${BASE}: 11 s of CPU time`);
  expect(out).toContain('Basis rate (a side is a range of time)');
});

test('the end of a range is included', async () => {
  const { out } = await runCommand(
    compareCommand,
    BASE,
    '--range-a',
    '0,10.999',
    '--range-b',
    '0,5',
    '--json',
  );
  expect(JSON.parse(out)).toMatchObject({ samples: [11_000, 5001] });
});

test('without times, there is no rate', async () => {
  const timeless = record('timeless', { rounds: 500, hasTimes: false });
  const { out } = await runCommand(compareCommand, BASE, timeless, '--range-a', '0,5');
  expect(out).toContain('Basis matched (the amount of work is not known)');
  expect(await failing(undefined, BASE, timeless, '--basis', 'rate')).toBe(
    '--basis rate needs times, which a recording lacks: use matched or cpu or work or share.',
  );
});

test('a period of 1 is a period, unlike none', async () => {
  const compared = async (period: string) => {
    const files = ['a', 'b'].map((name) => record(`period-${period}-${name}`, { rounds: 500, period }));
    return JSON.parse((await runCommand(compareCommand, ...files, '--work', '1,1', '--json')).out);
  };
  expect(await compared('1')).toMatchObject({ basis: 'work', cpu: [11_000, 11_000] });
  expect(await compared('')).toMatchObject({ basis: 'matched', why: 'the samples have no periods' });
  const [a, b] = ['a', 'b'].map((name) => join(FOLDER, `period--${name}.perf`));
  const { out } = await runCommand(compareCommand, a, b);
  expect(out).toContain(`A  ${a}: 11,000 samples\n`);
  const share = await runCommand(
    compareCommand,
    a,
    record('slow-periodless', { cost: { score: 4 }, period: '', rounds: 500 }),
  );
  expect(share.out, 'values are numbers of samples').toMatch(/^ *1,?\d\d\d +2,?\d\d\d /m);
});

test('the ratio is named after what was measured', async () => {
  const [cycles, more] = [2, 3].map((slow) =>
    record(`cycles-${slow}`, { event: 'cycles:u', cost: { slow } }),
  );
  expect((await runCommand(compareCommand, cycles, more)).out).toContain('; Cycles B/A 1.');
});

test('modifiers of events may be left out', async () => {
  const precise = record('precise', { rounds: 500, event: 'cpu-clock:ppp' });
  const { out } = await runCommand(compareCommand, BASE, precise, '--event', 'cpu-clock', '--json');
  expect(JSON.parse(out)).toMatchObject({ event: 'cpu-clock', samples: [11_000, 11_000] });
});

test('names are no Markdown', async () => {
  const [before, after] = [2, 6].map((score) =>
    record(`markup-${score}`, { rounds: 500, cost: { score }, prefix: '__<x>_' }),
  );
  const { out } = await runCommand(compareCommand, before, after, '--markdown');
  expect(out.split('\n')[0]).toContain(': `__<x>_score` +');
});

test('filters both sides before the comparison', async () => {
  const { out } = await runCommand(
    compareCommand,
    BASE,
    SLOW,
    '--filter',
    'only:function:score',
    '--basis',
    'cpu',
  );
  expect(out).toContain(`A  ${BASE}: 1.1 s of CPU time, 1,100 samples`);
  expect(out).toContain(`B  ${SLOW}: 2.1 s of CPU time, 2,100 samples`);
  const hidden = ['--filter', 'drop:function:score', '--filter', 'hide:function:main', '--json'];
  const json: unknown = JSON.parse((await runCommand(compareCommand, BASE, SLOW, ...hidden)).out);
  expect(json).toMatchObject({ samples: [9900, 9900], self: { length: 9 }, totals: { length: 9 } });
});

test('a filter changes neither what counts as equal work nor the interval of a function', async () => {
  const rowOf = async (...filter: string[]) => {
    const { out } = await runCommand(compareCommand, BASE, SLOW, '--tsv', ...filter);
    return out
      .split('\n')
      .find((line) => line.startsWith('total\tpy::score:'))
      ?.split('\t');
  };
  const all = await rowOf();
  const only = await rowOf('--filter', 'only:function:score');
  expect(only?.slice(0, 6)).toEqual(all?.slice(0, 6));
  expect(Number(only?.[6])).toBeCloseTo(Number(all?.[6]), -3);
});

test('a filter may match on one side only', async () => {
  const renamed = record('renamed', { rounds: 500, prefix: 'new_' });
  const args = ['--a', BASE, renamed, '--b', BASE, '--filter', 'drop:function:new_score'];
  const { out } = await runCommand(compareCommand, ...args);
  expect(out).toContain('20,900 samples');
  expect(await failing(3, BASE, renamed, '--filter', 'only:function:new_score')).toMatch(
    /^A has only 0 samples/,
  );
  expect(await failing(undefined, BASE, SLOW, '--filter', 'only:function:typo')).toBe(
    '--filter only:function:typo matches nothing in any of the recordings.',
  );
});

test('says if A is newer than B', async () => {
  const note = 'Note: A is newer than B: check that A is the baseline.';
  const newer = record('newer', { rounds: 500, cost: { score: 4 } });
  utimesSync(newer, 2e9, 2e9);
  expect((await runCommand(compareCommand, newer, BASE)).out).toContain(note);
  expect((await runCommand(compareCommand, BASE, newer)).out).not.toContain(note);
  expect((await runCommand(compareCommand, BASE, SLOW)).out).not.toContain(note);
});

test('--rename matches two functions', async () => {
  const args = [BASE, SLOW, '--rename', 'log=score', '--tsv'];
  const { out } = await runCommand(compareCommand, ...args);
  expect(out).toMatch(/py::score:.*\trenamed$/m);
  expect(await failing(undefined, BASE, SLOW, '--rename', 'typo=score')).toBe(
    '--rename typo=score: A has no function typo.',
  );
  expect(await failing(undefined, BASE, SLOW, '--rename', 'log=operator==')).toBe(
    '--rename log=operator==: B has no function operator==.',
  );
});

test('says which recordings may mislead', async () => {
  const path = join(FOLDER, 'without-support.perf');
  const frames = ['_PyEval_EvalFrameDefault', 'Py_RunMain', '_start'].map(
    (name, i) => `\t${4096 + i} ${name}+0x1 (/usr/bin/python3.13)`,
  );
  const samples = Array.from({ length: 300 }, (_, i) =>
    [`app 7/7 ${i + 1}.000000: 1000000 cpu-clock: `, ...frames, '', ''].join('\n'),
  );
  writeFileSync(path, samples.join(''));
  const { out } = await runCommand(compareCommand, path, path);
  expect(out).toContain(
    'Note: A and B may mislead: No Python functions were recorded. See pyrograph doctor.',
  );
});

describe('limits', () => {
  test('of the total and of a function', async () => {
    const total = /^The total grew by 9\.\d % ± \d\.\d %, limit 2 %\.$/;
    expect(await failing(1, BASE, SLOW, '--fail-above', '2%')).toMatch(total);
    const both = await failing(1, BASE, SLOW, '--fail-above', 'score=50%', '--fail-above', '1.5');
    expect(both).toMatch(
      /^score grew by 9\d % ± \d+ %, limit 50 %\. The total grew by 9\..*, limit 1\.5 %\.$/,
    );
    await runCommand(compareCommand, BASE, SLOW, '--fail-above', '20%', '--fail-above', 'parse=5%');
    expect(await failing(undefined, BASE, SLOW, '--fail-above', 'typo=5%')).toContain('typo');
  });

  test('of a function that is new', async () => {
    const without = record('without', { rounds: 500, cost: { score: -1 } });
    const expected = /^score is new: 11\.\d % ± \d\.\d % of all code, limit 5 %\.$/;
    expect(await failing(1, without, BASE, '--fail-above', 'score=5%')).toMatch(expected);
    await runCommand(compareCommand, without, BASE, '--fail-above', 'score=20%');
  });

  test.each(['--markdown', '--json', '--level=python-c'])(
    'come before everything else with %s',
    async (format) => {
      const { out } = await runToEnd(compareCommand, BASE, SLOW, '--fail-above', 'score=50%', format);
      expect(out).toMatch(
        /^(?:\*\*|\{[^]*"sentence": ")?score grew by 9\d % ± \d+ %, limit 50 %\. B uses 9\.\d % ± \d\.\d % more/,
      );
    },
  );

  test('apply to CPU time if each side has three recordings', async () => {
    const groups = ['a', 'b'].map((side, i) =>
      [0, 1, 2].map((first) => record(`${side}${first}`, { first, rounds: 40 + 20 * i })),
    );
    const args = ['--a', ...groups[0], '--b', ...groups[1]];
    expect(await failing(1, ...args, '--fail-above', '10%')).toMatch(
      /^The total grew by 50 % ± \d+ %, limit 10 %\.$/,
    );
    const { out } = await runCommand(compareCommand, ...args);
    expect(out).toContain('No certain difference in CPU time for the same work');
    const named = ['--group', `old=${groups[0][0]}`, ...groups[0].slice(1), '--group', `new=${groups[1][0]}`];
    expect((await runCommand(compareCommand, ...named)).out).toMatch(
      /^A {2}old: 880 ms of CPU time each on average/m,
    );
  });
});

describe('exit codes', () => {
  test('3 if the sides are not comparable', async () => {
    expect(await failing(3, BASE, record('short', { rounds: 5 }))).toMatch(/^B has only 110 samples/);
    expect(await failing(3, BASE, record('cycles', { event: 'cycles' }))).toBe(
      'The recordings have different events: cpu-clock, cycles.',
    );
    const other = record('other', { prefix: 'other_' });
    expect(await failing(3, BASE, other)).toBe('The sides have no function in common.');
  });

  test.each([
    ['one file', [BASE], /^Missing files of B/],
    ['three files', [BASE, SLOW, BASE], /^More than two files/],
    ['one side', ['--a', BASE], /^Missing files of B/],
    ['both notations', ['--a', BASE, '--json', BASE], /^Unexpected/],
    ['one group', ['--group', `x=${BASE}`], /^Use --group twice/],
    ['a group without a name', ['--group', BASE, SLOW], /^Invalid --group/],
    ['no work', ['--basis', 'work', BASE, SLOW], /^--basis work needs --work/],
    ['no work on one side', ['--work', '1,0', BASE, SLOW], /^Invalid --work 1,0/],
    [
      'a limit of all shares',
      ['--basis', 'share', '--fail-above', '5%', BASE, SLOW],
      /^Shares always add up to 100 %/,
    ],
    ['two formats', ['--json', '--tsv', BASE, SLOW], /^Use only one/],
    ['no effect', ['--min-effect', '0', BASE, SLOW], /^Invalid --min-effect 0:/],
    ['a negative effect', ['--min-effect', '-1%', BASE, SLOW], /^Invalid --min-effect -1%: use a percentage/],
    ['an invalid limit', ['--fail-above', 'x', BASE, SLOW], /^Invalid --fail-above x/],
    ['a limit of no function', ['--fail-above', '=5%', BASE, SLOW], /^Invalid --fail-above =5%: use /],
    ['an invalid range', [BASE, '--range-a', '5'], /^Invalid --range-a 5/],
    ['an invalid rename', ['--rename', 'x', BASE, SLOW], /^Invalid --rename x/],
    ['a missing file', [BASE, join(FOLDER, 'missing')], /missing/],
  ])('2 for %s', async (_, args, message) => {
    expect(await failing(undefined, ...args)).toMatch(message);
  });
});

test('--a, --b and --group take all files that follow', () => {
  expect(repeatFileOptions('--a x y --json --b - z'.split(' '))).toEqual(
    '--a x --a y --json --b - --b z'.split(' '),
  );
  expect(repeatFileOptions('--group old=x y --group new=z'.split(' '))).toEqual(
    '--group old=x --group old=y --group new=z'.split(' '),
  );
  expect(repeatFileOptions(['--level', 'raw', 'x', 'y'])).toEqual(['--level', 'raw', 'x', 'y']);
});
