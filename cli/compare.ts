// `pyrograph compare`: prints what changed between two recordings or groups of recordings, and what is noise.

import { statSync } from 'node:fs';
import {
  compare as compareOn,
  type BasisOptions,
  functionDifference,
  keysNamed,
} from '../src/compare/compare.ts';
import { WRITERS, type SideParts } from '../src/compare/comparison-formats.ts';
import {
  NotComparableError,
  prepareComparison,
  type Prepared,
  type PrepareOptions,
} from '../src/compare/prepare.ts';
import type { Sides } from '../src/compare/statistics/run.ts';
import type { Comparison, Difference } from '../src/model/comparison.ts';
import { isSelection } from '../src/store/selection.ts';
import type { Recording } from '../src/model/session.ts';
import { WALL_TIME } from '../src/model/events.ts';
import { sidePart } from '../src/text/sides-text.ts';
import { comparedLines, type RecordingOnSide } from '../workers/compare/compared-lines.ts';
import {
  comparedRecording,
  filteredProfile,
  type RecordingPart,
} from '../workers/compare/compared-recording.ts';
import { withDecidedPatterns } from '../workers/compare/filter-stacks.ts';
import { sideDiagnosisOf } from '../workers/diagnosis.ts';
import { escapeTable } from '../src/text/visible-text.ts';
import { localViews } from '../workers/views/views.ts';
import { defineCommand, ExitError, type CliCommand } from './command.ts';
import {
  basisOptions,
  LIMIT_EXCEEDED,
  limitText,
  parseLimit,
  parseMinEffect,
  parseRename,
  repeatFileOptions,
  sidesOf,
  type Limit,
  type SideFiles,
  type SideName,
} from './compare-arguments.ts';
import { asText } from './compare-output.ts';
import { pageFileOf, writePage, type PagePart, type PageView } from './compared-page.ts';
import { openAt, OPENING_HELP, OPENING_OPTIONS, type OpenedAt } from './opening.ts';
import { recordingsIn } from './store/selection-source.ts';
import { FILTER_HELP, filtersOnAll, rangeOption, threadsOf } from './selection.ts';
import { exceeds } from '../src/compare/statistics/verdicts.ts';

const NOT_COMPARABLE = 3;
/** With this many recordings on each side, limits apply to CPU time, which also shows uniform slowdowns. */
const MANY_RECORDINGS = 3;

const COMPARE_HELP = `Prints what changed from A, the baseline, to B: a summary in one sentence, then the functions that certainly
changed. It measures noise, so that two recordings of the same program do not differ.

Usage: pyrograph compare [OPTION]… A B
       pyrograph compare [OPTION]… --a FILE… --b FILE…

A and B are recordings, or archives of a recording and its symbol files. To compare two time ranges or threads of a recording,
give the file once, with --range-a and --range-b, or --threads-a and --threads-b.

Options:
  --a FILE…         recordings of A; three or more per side are best
  --b FILE…         recordings of B
  --group NAME=FILE…  the same with a name for the side; A first
  --basis BASIS     how weights are normalized: auto (default), or
                      matched  equal work, estimated from the functions that did not change
                      cpu      CPU time: every recording did the same work to completion
                      rate     CPU time per second: a service under the same load
                      work     CPU time per unit of work, with --work
                      share    shares of the samples
  --work NA,NB      units of work, such as requests, per recording of A and of B
  --range-a S,E     only this time range of A, in seconds since its first sample, ends included
  --range-b S,E     only this time range of B
  --threads-a T,…   only these threads of A: names, thread IDs or PID/TID
  --threads-b T,…   only these threads of B
${FILTER_HELP}
  --wall            compare wall time: which waits got longer, without idle threads
  --rename OLD=NEW  function OLD of A is called NEW in B; repeat for several
  --min-effect P%   smallest difference that counts, as a share of the larger side (default: 0.5%)
  --fail-above [NAME=]P%  exit with code 1 if the total, or that of a function, certainly grew by more; repeat for several
  --tsv             print tab-separated lines for all tested functions
  --json            print JSON with exact numbers
  --markdown        print Markdown for a pull request comment
  --to html         also write one page that shows the comparison in a browser, with -o
  -o, --output OUT  page to write
  --sources         embed the sources that the archives of the recordings contain
${OPENING_HELP.level}
${OPENING_HELP.event}
${OPENING_HELP.mend}
  --no-lookup       use only the given files
  --symfs DIR       treat DIR as the root directory of the recorded machine; use / to trust the local files
  --help            show this help

Exit code: 0 compared, 1 a limit is exceeded, 2 a usage error or an unreadable file, 3 not comparable.
`;

const OPTIONS = {
  ...OPENING_OPTIONS,
  a: { type: 'string', multiple: true },
  b: { type: 'string', multiple: true },
  group: { type: 'string', multiple: true },
  basis: { type: 'string', default: 'auto' },
  work: { type: 'string' },
  'range-a': { type: 'string' },
  'range-b': { type: 'string' },
  'threads-a': { type: 'string' },
  'threads-b': { type: 'string' },
  filter: { type: 'string', multiple: true },
  wall: { type: 'boolean', default: false },
  rename: { type: 'string', multiple: true },
  'min-effect': { type: 'string', default: '0.5%' },
  'fail-above': { type: 'string', multiple: true },
  tsv: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  to: { type: 'string' },
  output: { type: 'string', short: 'o' },
  sources: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
} as const;

const comparing = defineCommand('compare', COMPARE_HELP, OPTIONS, async ({ values, positionals }) => {
  const limits = (values['fail-above'] ?? []).map(parseLimit);
  const options = basisOptions(values);
  const isSplit = SPLITS.some((option) => values[option] !== undefined);
  const named = await withEachRecording(sidesOf(values, positionals, isSplit));
  const printed = printerOf(values);
  const pageFile = pageFileOf(values.to, values.output, values.sources);
  const minEffect = parseMinEffect(values['min-effect']);
  const renames = (values.rename ?? []).map(parseRename);
  const { sides, recordingsOn, level, parts, ...page } = await selectedSides(named, values);
  const prepared = prepareOrExit(sides, { level, renames, minEffect });
  requireRenamed(prepared);
  const on = basisFor(prepared, options, limits);
  const comparison = compareOn(prepared, on);
  const failures = limits.flatMap((limit) => exceededLimits(prepared, comparison, on, limit));
  const sentence = [...failures, comparison.sentence].join(' ');
  const lines = await comparedLines(recordingsOn, minEffect, on);
  const text = printed({ ...comparison, sentence, lines }, parts, failures, named);
  // The other formats escape names in any case.
  process.stdout.write(values.tsv && process.stdout.isTTY ? escapeTable(text) : text);
  if (pageFile) {
    const { event } = comparison;
    await writePage(pageFile, { ...page, renames, options: on, level, event, isMended: values.mend });
  }
  if (failures.length > 0) throw new ExitError(LIMIT_EXCEEDED, failures.join(' '));
});

export const compareCommand: CliCommand = Object.assign(
  (args: string[]) => comparing(repeatFileOptions(args)),
  {
    help: COMPARE_HELP,
    options: comparing.options,
  },
);

const SPLITS = ['range-a', 'range-b', 'threads-a', 'threads-b'] as const;

/** Each recording of a store is one observation. */
async function withEachRecording(named: Record<SideName, SideFiles>): Promise<Record<SideName, SideFiles>> {
  const expanded = async ({ name, files }: SideFiles): Promise<SideFiles> => {
    const each: string[][] = [];
    for (const file of files) each.push(isSelection(file) ? await recordingsIn(file) : [file]);
    const isOne = name === '' && files.length === 1 && isSelection(files[0]);
    return { name: isOne ? files[0] : name, files: each.flat() };
  };
  return { a: await expanded(named.a), b: await expanded(named.b) };
}

type SelectionValues = Parameters<typeof openAt>[2] &
  Partial<Record<(typeof SPLITS)[number], string | undefined>> & {
    readonly filter?: readonly string[] | undefined;
    readonly wall: boolean;
  };

type Printer = (
  comparison: Comparison,
  parts: SideParts,
  exceeded: readonly string[],
  sides: Record<SideName, SideFiles>,
) => string;

function printerOf({ tsv, json, markdown }: { tsv: boolean; json: boolean; markdown: boolean }): Printer {
  if ([tsv, json, markdown].filter(Boolean).length > 1)
    throw new Error('Use only one of --tsv, --json and --markdown.');
  return tsv ? WRITERS.tsv : json ? WRITERS.json : markdown ? WRITERS.markdown : asText;
}

interface SelectedSides extends Pick<PageView, 'recordings' | 'pageParts' | 'filters' | 'level'> {
  readonly sides: Sides;
  readonly recordingsOn: Readonly<Record<SideName, readonly RecordingOnSide[]>>;
  readonly parts: SideParts;
}

/** Opens each file once. */
async function selectedSides(
  named: Record<SideName, SideFiles>,
  values: SelectionValues,
): Promise<SelectedSides> {
  const files = [...new Set([...named.a.files, ...named.b.files])];
  const opened: OpenedAt[] = [];
  for (const file of files) {
    const each = await openAt('compare', [file], values);
    if (values.wall) requireWallTime(each, file);
    opened.push(values.wall ? { ...each, event: wallEventIn(each) } : each);
  }
  const filters = filtersOnAll(
    opened.map(({ open }) => open.recording),
    values.filter,
  );
  const [{ level }] = opened;
  const views = opened.map(({ open }) => localViews(open));
  const decided = await Promise.all(filters.map((each) => withDecidedPatterns(each, views)));
  const partsOn = (side: SideName) =>
    named[side].files.map((file): PagePart => {
      const recording = files.indexOf(file);
      return { recording, ...partOf(opened[recording].open.recording, side, values) };
    });
  const pageParts = { a: partsOn('a'), b: partsOn('b') };
  const sideOf = (side: SideName) =>
    Promise.all(
      pageParts[side].map(async ({ recording, range, threads }) => {
        const { open, event } = opened[recording];
        const part = { range, threads, date: dateOf(files[recording]), diagnosis: sideDiagnosisOf(open) };
        const filters = decided[recording];
        const filtered = await filteredProfile(views[recording], level, filters);
        const compared = { ...comparedRecording(views[recording], event, part), filtered };
        return { views: views[recording], part: compared, filters };
      }),
    );
  const textOf = (side: SideName) =>
    sidePart(
      pageParts[side].map(({ recording, range, threads }) => {
        return { recording: opened[recording].open.recording, range, threads };
      }),
    );
  const recordingsOn = { a: await sideOf('a'), b: await sideOf('b') };
  const compared = (side: SideName) => recordingsOn[side].map(({ part }) => part);
  return {
    sides: { a: compared('a'), b: compared('b') },
    recordingsOn,
    level,
    parts: { a: textOf('a'), b: textOf('b') },
    recordings: opened.map(({ open }) => open),
    pageParts,
    filters: filters[0],
  };
}

function wallEventIn({ open }: OpenedAt): number {
  return open.recording.events.findIndex(({ name }) => name === WALL_TIME);
}

function requireWallTime({ open }: OpenedAt, file: string): void {
  if (open.wall) return;
  throw new ExitError(
    NOT_COMPARABLE,
    `${file} does not say when threads waited; record it with: pyrograph record --wall -- PROGRAM`,
  );
}

function partOf(recording: Recording, side: SideName, values: SelectionValues): RecordingPart {
  const option = `range-${side}` as const;
  const text = values[option];
  const threads = values[`threads-${side}`]?.split(',');
  const range = text === undefined ? undefined : rangeOption(recording, text, `--${option}`, ',');
  return {
    range,
    threads: threads?.flatMap((each) => threadsOf(recording, each)),
  };
}

/** When a file was written, in milliseconds since 1970; undefined for standard input. */
function dateOf(file: string): number | undefined {
  return file === '-' ? undefined : statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function prepareOrExit(sides: Sides, options: PrepareOptions): Prepared {
  try {
    return prepareComparison(sides, options);
  } catch (error) {
    if (error instanceof NotComparableError) throw new ExitError(NOT_COMPARABLE, error.message);
    throw error;
  }
}

/** A misspelled name must not pass as “no rename”. */
function requireRenamed({ stacks }: Prepared): void {
  const [unknown] = stacks.functions.unknownRenames;
  if (!unknown) return;
  const { rename, side, name } = unknown;
  throw new Error(`--rename ${rename.join('=')}: ${side.toUpperCase()} has no function ${name}.`);
}

function basisFor({ sides, bases }: Prepared, options: BasisOptions, limits: readonly Limit[]): BasisOptions {
  const { basis, work } = options;
  if (basis && !bases.includes(basis)) {
    const needed = basis === 'rate' && bases.includes('cpu') ? 'times' : 'periods';
    throw new Error(`--basis ${basis} needs ${needed}, which a recording lacks: use ${bases.join(' or ')}.`);
  }
  if (basis === 'share' && limits.some(({ name }) => name === ''))
    throw new Error('Shares always add up to 100 %: with --basis share, name a function in --fail-above.');
  const isMany = Math.min(sides.a.length, sides.b.length) >= MANY_RECORDINGS;
  if (limits.length === 0 || basis || work || !isMany || !bases.includes('cpu')) return options;
  return { ...options, basis: 'cpu', why: 'three or more recordings per side' };
}

/** `price_cart grew by 62 % ± 30 %, limit 10 %.` for each function or total that exceeds the limit. */
function exceededLimits(
  prepared: Prepared,
  { total }: Pick<Comparison, 'total'>,
  options: BasisOptions,
  { name, share }: Limit,
): string[] {
  const limit = `${limitText(share)}.`;
  if (name === '') {
    return exceeds(total, share, total.a) ? [`The total grew by ${growth(total, total.a)}, ${limit}`] : [];
  }
  const keys = keysNamed(prepared, name);
  if (keys.length === 0) throw new Error(`--fail-above ${name}: neither side has this function.`);
  return keys.flatMap((key) => {
    const difference = functionDifference(prepared, options, key);
    const isNew = difference.a === 0;
    const base = isNew ? total.a : difference.a;
    if (!exceeds(difference, share, base)) return [];
    const size = growth(difference, base);
    return [isNew ? `${name} is new: ${size} of all code, ${limit}` : `${name} grew by ${size}, ${limit}`];
  });
}

/** Smaller percentages have a decimal. */
const MIN_WHOLE = 20;

/** With the 95 % interval. */
function growth({ d, lo, hi }: Difference, base: number): string {
  const percents = [d, (hi - lo) / 2].map((value) => (100 * value) / base);
  const decimals = percents[0] < MIN_WHOLE ? 1 : 0;
  return percents.map((percent) => `${percent.toFixed(decimals)} %`).join(' ± ');
}
