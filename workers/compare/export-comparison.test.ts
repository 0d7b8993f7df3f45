// Compares recordings as the page and as the command line do, and expects the same text.

import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compareCommand } from '../../cli/compare.ts';
import { comparedOptions, slowProgram, viewsOfComparison } from '../../fixtures/compared-views.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import type { ComparedPart } from '../../src/model/comparison.ts';
import { COMPARISON_EXPORTS } from '../../src/model/exports.ts';
import type { Filter } from '../../src/model/filter.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-export-comparison-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

function record(name: string, share: number): string {
  const path = join(FOLDER, name);
  writeFileSync(path, slowProgram(share));
  return path;
}

const A = record('a.perf', 0.2);
const B = record('b.perf', 0.5);
// A is newer than B, which both must say.
utimesSync(A, 2e9, 2e9);

const ONLY_SLOW: Filter = {
  action: 'only',
  isOn: true,
  target: { by: 'function', name: 'py::slow:/app/work.py', module: '' },
};

test.each(COMPARISON_EXPORTS)('%s is as on the command line', async (to) => {
  expect(await exported(to, [])).toBe((await runCommand(compareCommand, A, B, `--${to}`)).out);
});

test('with filters', async () => {
  const { out } = await runCommand(compareCommand, A, B, '--json', '--filter', 'only:function:slow');
  expect(await exported('json', [ONLY_SLOW])).toBe(out);
});

test('with time ranges and threads', async () => {
  const split = ['--range-a', '0,4', '--threads-b', 'python'];
  const { out } = await runCommand(compareCommand, A, B, '--markdown', ...split);
  expect(out).toContain('A: 0 to 4 s; B: thread python;');
  // Starts at 100 s; the command line includes the end.
  const a = { range: { from: 100e9, to: 104e9 + 1 } };
  expect(await exported('markdown', [], { a, b: { threads: [0] } })).toBe(out);
});

test('the notes of both are complete', async () => {
  expect(await exported('markdown', [])).toContain('A is newer than B');
});

async function exported(
  to: (typeof COMPARISON_EXPORTS)[number],
  filters: readonly Filter[],
  part: Readonly<Partial<Record<'a' | 'b', Partial<ComparedPart>>>> = {},
): Promise<string> {
  const [a, b] = [A, B].map((path) => sourceOf(readFileSync(path), path));
  const compared = await viewsOfComparison(
    a,
    b,
    [A, B].map((path) => statSync(path).mtimeMs),
  );
  const whole = comparedOptions(compared);
  const { comparison } = whole;
  const side = (name: 'a' | 'b') => comparison[name].map((each) => ({ ...each, ...part[name] }));
  const options = { ...whole, filters, comparison: { ...comparison, a: side('a'), b: side('b') } };
  return (await compared.exported({ options, to })).content.text();
}
