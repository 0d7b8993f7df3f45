// Compares recordings as the page and as the command line do, and expects the same text.

import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compare } from '../cli/compare.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { COMPARISON_EXPORTS } from '../src/model/exports.ts';
import type { Filter } from '../src/model/filter.ts';
import { ALL_SAMPLES } from '../src/model/session.ts';
import { ComparedViews } from './compared-views.ts';
import { openProfile } from './pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';
import { Views } from './views.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-export-comparison-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Ten seconds in which every tenth sample has no Python frames, and `slow` has this share of the others. */
function record(name: string, share: number): string {
  const lines = Array.from({ length: 2000 }, (_, i) => {
    const leaf = (i * 7919) % 1000 < share * 1000 ? 'slow' : `f${i % 20}`;
    const python = [leaf, 'main'].map((name) => `py::${name}:/app/work.py`);
    const frames = i % 10 === 0 ? ['_PyEval_EvalFrameDefault'] : python;
    return [
      `python 1 ${(100 + i / 200).toFixed(6)}:    5000000 cpu-clock: `,
      ...frames.map((frame) => `\t7f0000001000 ${frame} (/tmp/perf-1.map)`),
      '',
    ];
  });
  const path = join(FOLDER, name);
  writeFileSync(path, lines.flat().join('\n'));
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
  const views = await Promise.all([A, B].map(async (path) => new Views(await opened(path), NO_NAMES)));
  const dates = new Map([A, B].map((path, id) => [id, statSync(path).mtimeMs]));
  const compared = new ComparedViews(new Map(views.entries()), () => NO_NAMES, dates);
  const side = (recording: number) => [{ recording, range: undefined, threads: undefined }];
  const comparison = {
    a: side(0),
    b: side(1),
    basis: undefined,
    work: undefined,
    renames: [],
    width: 'b',
    hidesGhosts: false,
    onlyCertain: false,
  } as const;
  const event = compared.recording.defaultEvent;
  const options = {
    ...ALL_SAMPLES,
    filters,
    level: 'python-c',
    event,
    foldImports: false,
    comparison,
  } as const;
  return (await compared.exported({ options, to })).content.text();
}

const unused = () => Promise.reject(new Error('No names are searched.'));
const NO_NAMES = { match: unused, search: unused };

async function opened(path: string) {
  const outcome = await openProfile([sourceOf(readFileSync(path), path)], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return outcome.value;
}
