// Compares recordings as the page and as the command line do, and expects the same text.

import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compare } from '../cli/compare.ts';
import { comparedOptions, slowProgram, viewsOfComparison } from '../fixtures/compared-views.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { COMPARISON_EXPORTS } from '../src/model/exports.ts';
import type { Filter } from '../src/model/filter.ts';

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
  expect(await exported(to, [])).toBe((await runCommand(compare, A, B, `--${to}`)).out);
});

test('with filters', async () => {
  const { out } = await runCommand(compare, A, B, '--json', '--filter', 'only:function:slow');
  expect(await exported('json', [ONLY_SLOW])).toBe(out);
});

test('the notes of both are complete', async () => {
  expect(await exported('markdown', [])).toContain('A is newer than B');
});

async function exported(
  to: (typeof COMPARISON_EXPORTS)[number],
  filters: readonly Filter[],
): Promise<string> {
  const [a, b] = [A, B].map((path) => sourceOf(readFileSync(path), path));
  const compared = await viewsOfComparison(
    a,
    b,
    [A, B].map((path) => statSync(path).mtimeMs),
  );
  const options = { ...comparedOptions(compared), filters };
  return (await compared.exported({ options, to })).content.text();
}
