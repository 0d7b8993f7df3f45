// Compares runs of a suite in which each test calls a function of its own.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runToEnd } from '../fixtures/run-command.ts';
import { tests } from './test-runs.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-tests-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const NAMES = ['login', 'search', 'basket', 'order', 'invoice', 'refund'];

/** Writes the folder of a run. `samples` of 1 ms each per test. */
function runOf(name: string, samples: Readonly<Record<string, number>>): string {
  const folder = join(FOLDER, name);
  mkdirSync(join(folder, 'profiles'), { recursive: true });
  const recordings = Object.entries(samples).map(([each, count]) => {
    const file = `${each}.perf`;
    const sampled = Array.from({ length: count }, (_, i) => {
      const leaf = i % 10 === 0 ? 'py::check:/srv/shop/checks.py' : `py::${each}:/srv/shop/app.py`;
      return `python 7 ${(i / 1000).toFixed(6)}: 1000000 cpu-clock:\n\t1 ${leaf} (/tmp/perf-7.map)\n\t2 py::test:/srv/shop/test.py (/tmp/perf-7.map)\n\n`;
    });
    writeFileSync(join(folder, 'profiles', file), sampled.join(''));
    return { file, title: `test.py::${each}`, size: 1, duration: count / 1000, cpu: count / 1000 };
  });
  writeFileSync(join(folder, 'profiles', 'index.json'), JSON.stringify({ recordings }));
  return folder;
}

const ofAll = (count: (i: number) => number) => Object.fromEntries(NAMES.map((name, i) => [name, count(i)]));
const BEFORE = runOf(
  'before',
  ofAll((i) => 300 + 20 * i),
);
/** All tests are slower by a third, and one takes twice as long. */
const AFTER = runOf('after', { ...ofAll((i) => 400 + 27 * i), basket: 900, quick: 20, added: 250 });

test('names the slowest tests and their hottest own functions', async () => {
  const { out, error } = await runToEnd(tests, '-n', '2', '--root', '/srv/shop', AFTER);
  expect(error).toBe('');
  expect(out.split('\n')).toEqual([
    '   0.900 s  test.py::basket  90% in basket',
    '   0.535 s  test.py::refund  90% in refund',
    '',
  ]);
});

test('calls a test changed that differs more than the others do', async () => {
  const args = ['--rows', '1', AFTER, '--against', BEFORE, '--fail-above', '10%'];
  const { out, reason } = await runToEnd(tests, ...args);
  expect(out.split('\n').slice(1)).toEqual([
    '',
    `Compared with ${BEFORE}:`,
    expect.stringMatching(
      /^test\.py::basket: CPU time grew by 9\d % \(\+\d\d % to \+\d+ %\), limit 10 %, most of it in basket$/,
    ),
    expect.stringMatching(/^CPU time of 6 tests changed by ×1\.34 .* ×1\.\d+ is certain\.$/),
    'Not compared, not recorded before: 2',
    '',
  ]);
  expect(reason?.message).toBe('1 test exceeded the limit.');
});

test('a run against itself has no change', async () => {
  const { out, reason } = await runToEnd(tests, AFTER, '--against', AFTER, '--fail-above', '0%');
  expect(out).toContain('No certain change.\nCPU time of 7 tests changed by ×1.00');
  expect(out).toContain('Not compared, too short: 1\n');
  expect(reason).toBeUndefined();
});

test('a limit is of all tests', async () => {
  const { reason } = await runToEnd(tests, AFTER, '--against', BEFORE, '--fail-above', 'basket=10%');
  expect(reason?.message).toMatch(/^Invalid --fail-above basket=10%: /);
});

test('a folder without a run is an error', async () => {
  const { reason } = await runToEnd(tests, FOLDER);
  expect(reason?.message).toBe(`${FOLDER} has no recordings of a run of pytest --flame.`);
});
