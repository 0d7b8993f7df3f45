// `pyrograph tests`: prints the slowest tests of a run of `pytest --flame`, and which changed since earlier runs.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { mean } from '../src/compare/statistics/factor.ts';
import { compareSuite, MIN_TESTS, type TestChange } from '../src/compare/statistics/suite.ts';
import { isBelow } from '../src/model/paths.ts';
import { GALLERY_INDEX, readGallery, type GalleryEntry } from '../src/sharing/gallery.ts';
import { formatRelative } from '../src/text/difference.ts';
import { formatNumberOf } from '../src/text/format.ts';
import { defineCommand, ExitError, parseRows } from './command.ts';
import { LIMIT_EXCEEDED, limitText, parseGrowth } from './compare-arguments.ts';
import { NotShownError, openAt } from './opening.ts';
import { print } from './print.ts';
import { topOf } from './top.ts';

/** In seconds of CPU time. What is shorter varies more than others. */
const MIN_CPU = 0.1;
/** The archives contain all that is needed. The time of C code belongs to the Python function that calls it. */
const OPENING = { level: 'python', 'no-lookup': true } as const;

const TESTS_HELP = `Prints the slowest tests in a folder that pytest --flame has written, each with the function of the project that has the
most time of its own. With --against, it also prints which tests certainly use more or less CPU time than in an earlier run. They are
compared with the other tests, because the speed of the machine changes all of them.

Usage: pyrograph tests [OPTION]… DIR… [--against DIR]…

Several folders on a side are runs of the same tests: with three or more, smaller changes are certain.

Options:
  --against DIR     folder of an earlier run; repeat for several
  --root DIR        folder of the project (default: the current one)
  -n, --rows ROWS   number of slowest tests (default: 5); 0 for all
  --fail-above P%   exit with code 1 if a test certainly uses this much more CPU time
  --help            show this help

Exit code: 0, 1 if a limit is exceeded, 2 a usage error or an unreadable file.
`;

const OPTIONS = {
  against: { type: 'string', multiple: true },
  root: { type: 'string', default: '.' },
  rows: { type: 'string', short: 'n', default: '5' },
  'fail-above': { type: 'string' },
} as const;

export const tests = defineCommand('tests', TESTS_HELP, OPTIONS, async ({ values, positionals }) => {
  const runs = positionals.map(readRun);
  const [run] = runs;
  if (!run) throw new Error('Missing DIR. Usage: pyrograph tests [OPTION]… DIR… [--against DIR]…');
  const before = (values.against ?? []).map(readRun);
  const limit = parseGrowth(values['fail-above']);
  const functions = new FunctionTimes();
  const slowest = run.entries.toSorted((x, y) => (y.duration ?? 0) - (x.duration ?? 0));
  for (const entry of slowest.slice(0, parseRows(values.rows))) {
    const hottest = hottestText(await functions.of(run, entry), resolve(values.root));
    print(`${(entry.duration ?? 0).toFixed(3).padStart(8)} s  ${entry.title}${hottest}`);
  }
  if (before.length === 0) return;
  print('');
  print(`Compared with ${before.map(({ folder }) => folder).join(', ')}:`);
  const failed = await printChanges(before, runs, limit, functions);
  if (failed > 0)
    throw new ExitError(LIMIT_EXCEEDED, `${formatNumberOf(failed, 'test')} exceeded the limit.`);
});

interface TestRun {
  readonly folder: string;
  readonly entries: readonly GalleryEntry[];
}

function readRun(folder: string): TestRun {
  const index = join(folder, GALLERY_INDEX);
  if (!existsSync(index)) throw new Error(`${folder} has no recordings of a run of pytest --flame.`);
  return { folder, entries: readGallery(readFileSync(index, 'utf8')).entries };
}

interface FunctionTime {
  readonly name: string;
  readonly path: string | undefined;
  /** Own time as a share of the test. */
  readonly share: number;
}

/** Reads each recording once. */
class FunctionTimes {
  private readonly known = new Map<string, Promise<readonly FunctionTime[]>>();

  of({ folder }: TestRun, { file }: GalleryEntry): Promise<readonly FunctionTime[]> {
    const path = join(folder, dirname(GALLERY_INDEX), file);
    const found = this.known.get(path) ?? readFunctions(path);
    this.known.set(path, found);
    return found;
  }
}

/** The functions of a recording, the most own time first; none without a sample. */
async function readFunctions(path: string): Promise<readonly FunctionTime[]> {
  try {
    const opened = await openAt('tests', [path], OPENING);
    const selection = { threads: undefined, range: undefined, filters: [], foldImports: true };
    const { rows, weight } = await topOf(opened, selection, 'function', 'self');
    return rows.map(({ name, path, self }) => ({ name, path, share: self / weight }));
  } catch (error) {
    if (error instanceof NotShownError) return [];
    throw error;
  }
}

function hottestText(functions: readonly FunctionTime[], root: string): string {
  const own = functions.find(({ path = '', share }) => share > 0 && isBelow(path, root));
  const { name, share } = own ?? functions[0] ?? { name: '', share: 0 };
  return share > 0 ? `  ${Math.round(100 * share)}% in ${name}` : '';
}

/** A test in each of the runs that recorded it. */
interface TestOnSides {
  readonly title: string;
  readonly a: readonly Measured[];
  readonly b: readonly Measured[];
}

interface Measured {
  readonly run: TestRun;
  readonly entry: GalleryEntry;
  /** In seconds. */
  readonly cpu: number;
}

/** Returns how many tests exceed the limit. */
async function printChanges(
  before: readonly TestRun[],
  runs: readonly TestRun[],
  limit: number | undefined,
  functions: FunctionTimes,
): Promise<number> {
  const recorded = runs[0].entries.map(({ file, title }): TestOnSides => {
    return { title, a: measuredIn(before, file), b: measuredIn(runs, file) };
  });
  const known = recorded.filter(({ a, b }) => Math.min(a.length, b.length) > 0);
  const compared = known.filter(({ a, b }) => Math.min(meanCpu(a), meanCpu(b)) >= MIN_CPU);
  const logs = compared.map(({ a, b }) => Math.log(meanCpu(b) / meanCpu(a)));
  const { tests: changes, common, smallestCertain } = compareSuite(logs);
  let failed = 0;
  for (const [i, test] of compared.entries()) {
    const change = changes[i];
    if (!change.isCertain) continue;
    const isTooMuch = limit !== undefined && change.atLeast > 1 + limit;
    if (isTooMuch) failed++;
    const name = await mostChanged(test, change.ratio, functions);
    print(`${test.title}: ${changeText(change, isTooMuch ? limit : undefined)}${name}`);
  }
  if (!changes.some(({ isCertain }) => isCertain)) print('No certain change.');
  if (compared.length > 0) print(referenceText(compared.length, common, smallestCertain));
  printCount('too short', known.length - compared.length);
  printCount('not recorded before', recorded.length - known.length);
  return failed;
}

function measuredIn(runs: readonly TestRun[], file: string): Measured[] {
  return runs.flatMap((run) => {
    const entry = run.entries.find((each) => each.file === file);
    return entry?.cpu === undefined ? [] : [{ run, entry, cpu: entry.cpu }];
  });
}

/** The geometric mean. */
function meanCpu(side: readonly Measured[]): number {
  return Math.exp(mean(side.map(({ cpu }) => Math.log(cpu))));
}

function changeText({ ratio, lo, hi }: TestChange, limit: number | undefined): string {
  const [size, from, to] = [ratio, lo, hi].map((each) => formatRelative(each - 1, 1, 0));
  if (limit === undefined) return `CPU time ${size} (${from} to ${to})`;
  return `CPU time grew by ${size.slice(1)} (${from} to ${to}), ${limitText(limit)}`;
}

/** The function whose own time explains most of a change by this ratio; empty if the recordings have no samples. */
async function mostChanged({ a, b }: TestOnSides, ratio: number, functions: FunctionTimes): Promise<string> {
  const change = new Map<string, number>();
  const add = async (side: readonly Measured[], weight: number) => {
    for (const { run, entry } of side)
      for (const { name, share } of await functions.of(run, entry))
        change.set(name, (change.get(name) ?? 0) + (weight * share) / side.length);
  };
  // Both as shares of A's time, and the change as positive.
  const sign = Math.sign(ratio - 1);
  await add(a, -sign);
  await add(b, sign * ratio);
  const [most] = [...change].sort(([, x], [, y]) => y - x);
  return most ? `, most of it in ${most[0]}` : '';
}

function referenceText(count: number, common: number | undefined, smallestCertain: number): string {
  const certain = `only a change by more than ×${smallestCertain.toFixed(2)} is certain`;
  if (common === undefined)
    return `Fewer than ${MIN_TESTS} tests do not show how much the speed of the machine changed: ${certain}.`;
  return `CPU time of ${count} tests changed by ×${common.toFixed(2)} (the machine, or code of all tests); compared with that, ${certain}.`;
}

function printCount(reason: string, count: number): void {
  if (count > 0) print(`Not compared, ${reason}: ${count}`);
}
