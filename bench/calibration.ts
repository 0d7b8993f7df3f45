// How often a comparison is wrong: false flags between runs of one program, and changes that it detects; beside naive methods.

import { join } from 'node:path';
import { falseDiscoveryRates, exceeds } from '../src/compare/statistics/verdicts.ts';
import { compare } from '../src/compare/compare.ts';
import { isPythonKey } from '../src/compare/match/function-key.ts';
import { prepareComparison } from '../src/compare/prepare.ts';
import type { ComparedRecording } from '../src/compare/statistics/run.ts';
import { twoSidedP } from '../src/compare/statistics/student-t.ts';
import { isCertain, type ComparedRow, type Comparison } from '../src/model/comparison.ts';
import type { Level } from '../src/model/levels.ts';
import { comparedRecording } from '../workers/compare/compared-recording.ts';
import { localViews } from '../workers/views/views.ts';
import { openFiles } from './file-source.ts';
import type { Row } from './report.ts';

const MIN_EFFECT = 0.005;
const LIMIT = 0.05;
/** With this many degrees of freedom, Student's t is practically the normal distribution. */
const MANY_DF = 1e6;
const SCORE = 'py::score:site-packages/shopkit/score.py';
const RUNS = Array.from({ length: 8 }, (_, i) => `base-${i + 1}`);
const SERVICES = Array.from({ length: 6 }, (_, i) => `service-${i + 1}`);

/** Ways to call a function different. The naive ones see only the sums of the sides. */
const METHODS = ['Pyrograph', 'counts', 'shares', 'Poisson counts', 'Poisson shares'] as const;
type Method = (typeof METHODS)[number];

type Sides = readonly [a: readonly string[], b: readonly string[]];

/** Keys of the flagged functions, by self and by total weight, and the number of tests. */
type Flags = Readonly<
  Record<
    Method,
    { readonly self: readonly string[]; readonly totals: readonly string[]; readonly tests: number }
  >
>;

export async function calibrationRows(folder: string): Promise<Row[]> {
  const recordings = await openAll(folder);
  const flagsOf = (pairs: readonly Sides[], level: Level) =>
    pairs.map((sides) =>
      flags(compared(recordings, sides, level, 'matched'), compared(recordings, sides, level, 'cpu')),
    );
  const same = pairsOf(RUNS);
  const services = pairsOf(SERVICES);
  const splits = splitsOf(RUNS);
  const inflated = (names: readonly string[]): Sides[] =>
    RUNS.flatMap((base) => names.map((name): Sides => [[base], [name]]));
  const alarms = [...same, ...services, ...splits, ...splits.map(([a, b]): Sides => [b, a])].filter((sides) =>
    isAlarm(recordings, sides),
  );
  return [
    falseFlags('28 pairs of runs of one program, python-c', flagsOf(same, 'python-c'), 2),
    falseFlags('28 pairs of runs of one program, python', flagsOf(same, 'python'), 2),
    falseFlags('35 splits of 8 runs into 4 + 4, python-c', flagsOf(splits, 'python-c'), 0),
    falseFlags('15 pairs of a service, python-c', flagsOf(services, 'python-c'), 3),
    {
      name: '--fail-above 5% between runs of one program (43 pairs, 70 of groups)',
      figures: [{ label: 'false alarms', value: alarms.length, unit: 'comparisons' }],
      maxValue: 0,
    },
    detections(
      '+10 % in a function, 24 pairs, python',
      flagsOf(inflated(['score110-1', 'score110-2', 'score110-3']), 'python'),
      1,
    ),
    detections(
      '+25 % and +100 %, 16 pairs, python',
      flagsOf(inflated(['score125-1', 'score200-1']), 'python'),
      16,
    ),
  ];
}

async function openAll(folder: string): Promise<ReadonlyMap<string, ComparedRecording>> {
  const names = [...RUNS, ...SERVICES, 'score110-1', 'score110-2', 'score110-3', 'score125-1', 'score200-1'];
  const opened = new Map<string, ComparedRecording>();
  for (const name of names) {
    const open = await openFiles([join(folder, `${name}.perf.zst`)]);
    opened.set(name, comparedRecording(localViews(open), open.recording.defaultEvent));
  }
  return opened;
}

function compared(
  recordings: ReadonlyMap<string, ComparedRecording>,
  [a, b]: Sides,
  level: Level,
  basis: 'matched' | 'cpu',
): Comparison {
  const side = (names: readonly string[]) => names.flatMap((name) => recordings.get(name) ?? []);
  const prepared = prepareComparison(
    { a: side(a), b: side(b) },
    { level, renames: [], minEffect: MIN_EFFECT },
  );
  return compare(prepared, { basis });
}

/** As `compare --fail-above` chooses the basis. */
function isAlarm(recordings: ReadonlyMap<string, ComparedRecording>, sides: Sides): boolean {
  const { total } = compared(recordings, sides, 'python-c', sides[0].length >= 3 ? 'cpu' : 'matched');
  return exceeds(total, LIMIT, total.a);
}

function flags({ functions: matched }: Comparison, cpu: Comparison): Flags {
  const certain = (rows: readonly ComparedRow[]) =>
    rows.filter(({ verdict }) => isCertain(verdict)).map(({ key }) => key);
  const tests = matched.self.length + matched.totals.length;
  const naive = (method: Method) => {
    const self = naiveFlags(cpu, cpu.functions.selfA, cpu.functions.selfB, method);
    const totals = naiveFlags(cpu, cpu.functions.totalA, cpu.functions.totalB, method);
    return { self: self.flagged, totals: totals.flagged, tests: self.tests + totals.tests };
  };
  return {
    Pyrograph: { self: certain(matched.self), totals: certain(matched.totals), tests },
    counts: naive('counts'),
    shares: naive('shares'),
    'Poisson counts': naive('Poisson counts'),
    'Poisson shares': naive('Poisson shares'),
  };
}

/** “counts” and “shares” flag every difference of 0.5 %; “Poisson” tests it as one of independent samples, too. */
function naiveFlags(
  { keys, total, cpu, samples, runs }: Comparison,
  a: Float64Array,
  b: Float64Array,
  method: Method,
) {
  const isShare = method.endsWith('shares');
  const delta = MIN_EFFECT * (isShare ? 1 : Math.max(total.a, total.b));
  const rows = keys
    .map((key, i) => ({
      key,
      a: isShare ? a[i] / total.a : a[i],
      b: isShare ? b[i] / total.b : b[i],
      countA: (a[i] / cpu[0]) * (samples[0] / runs[0]),
      countB: (b[i] / cpu[1]) * (samples[1] / runs[1]),
    }))
    .filter((row) => Math.max(row.a, row.b) >= delta);
  const isLarge = (row: { a: number; b: number }) => Math.abs(row.b - row.a) >= delta;
  if (!method.startsWith('Poisson'))
    return { flagged: rows.filter(isLarge).map(({ key }) => key), tests: rows.length };
  const [allA, allB] = [samples[0] / runs[0], samples[1] / runs[1]];
  const p = rows.map(({ countA, countB }) => {
    const share = (countA + countB) / (allA + allB);
    const z = isShare
      ? (countB / allB - countA / allA) / Math.sqrt(share * (1 - share) * (1 / allA + 1 / allB))
      : (countB - countA) / Math.sqrt(countA + countB);
    return Number.isFinite(z) ? twoSidedP(z, MANY_DF) : 1;
  });
  const rates = familyRates(rows, p);
  const flagged = rows.filter((row, i) => isLarge(row) && rates[i] <= 0.05);
  return { flagged: flagged.map(({ key }) => key), tests: rows.length };
}

/** Python functions and all others are separate families. */
function familyRates(rows: readonly { readonly key: string }[], p: readonly number[]): number[] {
  const rates: number[] = p.map(() => 1);
  for (const isPython of [true, false]) {
    const family = [...rows.keys()].filter((i) => isPythonKey(rows[i].key) === isPython);
    const q = falseDiscoveryRates(family.map((i) => p[i]));
    for (const [j, i] of family.entries()) rates[i] = q[j];
  }
  return rates;
}

/** Comparisons of unchanged programs with a flag, and the share of tests that flag. */
function falseFlags(name: string, all: readonly Flags[], maxValue: number): Row {
  const figureOf = (method: Method) => {
    const flagged = all.map((flags) => flags[method].self.length + flags[method].totals.length);
    return { label: method, value: flagged.filter((count) => count > 0).length, unit: 'with a false flag' };
  };
  const [own, ...others] = METHODS.map(figureOf);
  const { self, totals, tests } = sumOf(all.map((flags) => flags.Pyrograph));
  const share = { label: 'Pyrograph', value: (100 * (self + totals)) / tests, unit: '% of tests' };
  return { name, figures: [own, share, ...others], maxValue };
}

function sumOf(all: readonly Flags[Method][]) {
  return all.reduce(
    (sum, { self, totals, tests }) => ({
      self: sum.self + self.length,
      totals: sum.totals + totals.length,
      tests: sum.tests + tests,
    }),
    { self: 0, totals: 0, tests: 0 },
  );
}

/** Comparisons that flag the total of the changed function, and those that flag another Python function's self weight. */
function detections(name: string, all: readonly Flags[], minValue: number): Row {
  const figuresOf = (method: Method) => {
    const found = all.filter((flags) => flags[method].totals.includes(SCORE));
    const blamed = all.filter((flags) => flags[method].self.some((key) => key !== SCORE && isPythonKey(key)));
    return [
      { label: method, value: found.length, unit: 'detected' },
      { label: method, value: blamed.length, unit: 'blame another function' },
    ];
  };
  const [own, ...others] = METHODS.flatMap(figuresOf);
  return { name, figures: [own, ...others], minValue };
}

function pairsOf(names: readonly string[]): Sides[] {
  return names.flatMap((a, i) => names.slice(i + 1).map((b): Sides => [[a], [b]]));
}

/** All ways to split the names into halves; the first name is in the first half. */
function splitsOf(names: readonly string[]): Sides[] {
  const half = names.length / 2;
  const subsets = (from: number, count: number): string[][] =>
    count === 0
      ? [[]]
      : names
          .slice(from)
          .flatMap((name, i) => subsets(from + i + 1, count - 1).map((rest) => [name, ...rest]));
  return subsets(1, half - 1).map((rest): Sides => {
    const a = [names[0], ...rest];
    return [a, names.filter((name) => !a.includes(name))];
  });
}
