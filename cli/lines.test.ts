// The source lines of a profile by py-spy, as printed by every command that has them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../fixtures/run-command.ts';
import { compareCommand } from './compare.ts';
import { fold } from './fold.ts';
import { lines } from './lines.ts';
import { top } from './top.ts';

const FILE = fileURLToPath(new URL('../fixtures/profilers/py-spy.txt', import.meta.url));
const LINELESS = fileURLToPath(new URL('../fixtures/recordings/rules.python.folded', import.meta.url));

test('lines are printed hottest first', async () => {
  const { out, error } = await runCommand(lines, FILE, '-n', '4');
  expect(error).toBe('');
  expect(out.split('\n').slice(2)).toEqual([
    'self           total           line',
    '  17  56.67 %     17  56.67 %  leaf  (pkg/job.py:3)',
    '   7  23.33 %      7  23.33 %  work  (app.py:4)',
    '   3  10.00 %      3  10.00 %  <lambda>  (<string>:1)',
    '   2   6.67 %      2   6.67 %  work  (/opt/my tool (2)/run:9)',
    '… and 7 more rows',
    '',
  ]);
});

test('lines are a grouping of top, with its options', async () => {
  const { out } = await runCommand(
    top,
    FILE,
    '--by',
    'line',
    '--level',
    'python',
    '--sort',
    'total',
    '--json',
  );
  const [first] = JSON.parse(out).rows;
  expect(first).toEqual({
    name: 'leaf',
    path: 'pkg/job.py',
    line: 3,
    self: 17,
    selfSamples: 2,
    total: 17,
    totalSamples: 2,
  });
  const filter = ['--filter', 'only:line:7:Job.run'];
  const { out: filtered } = await runCommand(
    top,
    FILE,
    '--by',
    'line',
    '--level',
    'python',
    ...filter,
    '--json',
  );
  expect(JSON.parse(filtered)).toMatchObject({ weight: 12, length: 4 });
});

test('lines and top print the same JSON', async () => {
  const ofLines = await runCommand(lines, FILE, '--json');
  const ofTop = await runCommand(top, FILE, '--by', 'line', '--level', 'python', '--json');
  expect(JSON.parse(ofLines.out)).toEqual(JSON.parse(ofTop.out));
});

test('fold adds lines to names', async () => {
  const { out } = await runCommand(fold, FILE, '--lines', '--level', 'python');
  expect(out).toContain(
    'MainThread;py::<module>:app.py:20;py::main:app.py:15;py::Job.run:pkg/job.py:7;py::leaf:pkg/job.py:3 12\n',
  );
});

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-lines-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Samples in two functions; line 42 of `price_cart` has this share of 1,000. */
function profileWith(name: string, slow: number): string {
  const file = join(FOLDER, name);
  const samples = Array.from({ length: 3000 }, (_, i) => {
    const line = (i * 7919) % 1000 < slow ? 42 : 43 + (i % 3);
    const leaf = i % 4 === 0 ? `total (/srv/app.py:${7 + (i % 2)})` : `price_cart (/srv/app.py:${line})`;
    return `main (/srv/app.py:90);${leaf} 1\n`;
  });
  writeFileSync(file, samples.join(''));
  return file;
}

test('compare says which lines got slower', async () => {
  const files = [profileWith('a.txt', 100), profileWith('b.txt', 500)];
  const { out } = await runCommand(compareCommand, ...files, '--markdown');
  expect(out).toContain('Lines:\n\n- `app.py:42` in `price_cart` +');
  // The time is only in another line of the same function.
  expect(out).not.toContain('`app.py:7`');
  const { out: json } = await runCommand(compareCommand, ...files, '--json');
  const { lines: rows, self } = JSON.parse(json);
  expect(rows[0]).toMatchObject({ key: 'py::price_cart:/srv/app.py:42', verdict: 'more' });
  const whole = self.find((row: { key: string }) => row.key.includes('price_cart'));
  expect(['same', 'unsure']).toContain(whole.verdict);
  const { out: same } = await runCommand(compareCommand, files[0], files[0], '--markdown');
  expect(same).not.toContain('Lines:');
});

test.each([
  ['lines', lines, []],
  ['top', top, ['--by', 'line']],
  ['fold', fold, ['--lines']],
] as const)('%s says that there are no lines', async (_name, command, options) => {
  const { error } = await runCommand(command, LINELESS, ...options);
  expect(error).toContain('No source lines are known');
});
