// Sentences about the sides of a comparison.

import { groupBy } from '../model/lists.ts';
import type { ComparisonSummary, ComparedRow, FunctionMove, Basis } from '../model/comparison.ts';
import { type FunctionNames, threadKey } from '../model/profile.ts';
import { formatRelative } from './difference.ts';
import { capitalized, formatComparedWeight, formatNumberOf, formatList } from './format.ts';
import { pathOf } from '../model/function-names.ts';
import { shortPath } from '../model/paths.ts';
import { labelOf, threadName } from './labels.ts';
import type { Recording, SampleSelection } from '../model/session.ts';
import { isMisleading, type Diagnosis, type FindingId, type SideDiagnosis } from '../model/findings.ts';
import { CPU_TIME } from '../model/events.ts';

type Facts = Pick<
  ComparisonSummary,
  'basis' | 'measure' | 'totals' | 'cpu' | 'runs' | 'factor' | 'factorSe' | 'moves'
>;

export function recordedLine(facts: Facts, names: FunctionNames): string {
  const lines = [recordedText(facts), scaledText(facts), movedText(facts, names)];
  return lines.filter((text) => text !== '').join(' ');
}

function recordedText({ measure, cpu: [a, b], runs }: Facts): string {
  const [weightA, weightB] = [a, b].map((weight) => formatComparedWeight(weight, measure));
  const perRun = runs.some((count) => count > 1) ? ' per recording' : '';
  return `${capitalized(measureOf(measure))} as recorded: ${weightA} → ${weightB}${perRun} (${formatRelative(b - a, a)}).`;
}

/** As in the sentence: smaller common factors are only noise, or not worth a word. */
const MIN_SCALING = 0.05;

/** At equal work, the sentence says it. On the other bases, a time range or the number of requests explains most of it. */
function scaledText({ basis, factor, factorSe }: Facts): string {
  if (basis !== 'cpu' || Math.abs(Math.log(factor)) <= Math.max(MIN_SCALING, 2 * factorSe)) return '';
  return `Most code uses about ${timesText(factor)} in B: if that means ${reasonForFactor(factor)}, compare for the same work.`;
}

/** `3 % less`, `52 % more`, `3.1 times as much`. */
function timesText(ratio: number): string {
  if (ratio >= 2) return `${ratio.toFixed(1)} times as much`;
  const percent = Math.round(100 * Math.abs(ratio - 1));
  return `${Math.max(1, percent)} % ${ratio < 1 ? 'less' : 'more'}`;
}

interface MoveFacts {
  readonly moves: readonly FunctionMove[];
  readonly totals: readonly Pick<ComparedRow, 'index'>[];
}

/**
 * `parse moved from a.py to b.py.`, `12 functions moved from a.py to b.py, and 2 others.` Empty if nothing moved. Names the two
 * files that most functions moved between, if one of these is large enough to be tested.
 */
export function movedText({ moves, totals }: MoveFacts, names: FunctionNames): string {
  const isTested = new Set(totals.map(({ index }) => index));
  const moved = moves.filter(({ mark }) => mark === 'moved');
  const byFiles = groupBy(moved, (move) => filesOf(move, names));
  const groups = [...byFiles].filter(([, group]) => group.some(({ to }) => isTested.has(to)));
  const [first, ...others] = groups.sort(([, x], [, y]) => y.length - x.length);
  if (!first) return '';
  const [files, [{ to }, ...rest]] = first;
  const what = rest.length === 0 ? labelOf(names, to).name : formatNumberOf(rest.length + 1, 'function');
  const more = others.reduce((count, [, group]) => count + group.length, 0);
  return `${what} moved ${files}${more > 0 ? `, and ${formatNumberOf(more, 'other')}` : ''}.`;
}

/** `from a.py to sub/b.py`, without the folders that both files are in. */
function filesOf({ from, to }: FunctionMove, names: FunctionNames): string {
  const [a, b] = [from, to].map((func) => shortPath(pathOf(names, func) ?? '').split('/'));
  let common = 0;
  while (common < Math.min(a.length, b.length) - 1 && a[common] === b[common]) common++;
  return `from ${a.slice(common).join('/')} to ${b.slice(common).join('/')}`;
}

/** Maximum numbers of threads, and of different parts of a side, that are listed. */
const MAX_LISTED = 3;

interface Part extends Partial<Pick<SampleSelection, 'range' | 'threads'>> {
  readonly recording: Pick<Recording, 'start' | 'threadList'>;
}

/** `0 to 10 s, threads worker and main 7`; empty for whole recordings. */
export function sidePart(parts: readonly Part[]): string {
  const texts = new Set(parts.map(partText).filter((text) => text !== ''));
  return formatList([...texts], MAX_LISTED);
}

function partText({ recording: { start, threadList }, range, threads }: Part): string {
  const seconds = (time: number) => Number(((time - start) / 1e9).toFixed(6));
  return [
    ...(range ? [`${seconds(range.from)} to ${seconds(range.to)} s`] : []),
    ...(threads ? [threadsText(threads, threadList)] : []),
  ].join(', ');
}

/** Threads have their ID unless all threads of the same name are selected. */
function threadsText(threads: readonly number[], list: Recording['threadList']): string {
  const selected = new Set(threads);
  const partly = new Set(list.filter((_, row) => !selected.has(row)).map(({ comm }) => comm));
  const names = threads.map((row) => {
    const { comm } = list[row];
    return comm === '' || partly.has(comm) ? threadName(list[row]) : comm;
  });
  const count = new Set(threads.map((row) => threadKey(list[row]))).size;
  return `${count === 1 ? 'thread' : 'threads'} ${formatList([...new Set(names)], MAX_LISTED)}`;
}

interface SideProblem {
  /** What is before and after the title in the sentence. */
  readonly before: string;
  /** That of a finding; empty if the sentence is not about one. */
  readonly title: string;
  readonly after: string;
  readonly id: FindingId | undefined;
}

type Sides = Readonly<Record<'a' | 'b', readonly SideDiagnosis[]>>;

/** What is wrong with the recordings of a comparison, one sentence per problem. */
export function sideProblems(sides: Sides): SideProblem[] {
  const titles = new Set(
    [...sides.a, ...sides.b].flatMap(({ findings }) => findings.map(({ title }) => title)),
  );
  return [...[...titles].map((title) => findingProblem(sides, title)), ...modeProblem(sides)];
}

export function problemText({ before, title, after }: SideProblem): string {
  return `${before}${title.replaceAll('`', '')}${after}`;
}

/** A finding of one side or of both. */
function findingProblem({ a, b }: Sides, title: string): SideProblem {
  const found = [a, b].map((side) =>
    side.flatMap(({ findings }) => findings.filter((each) => each.title === title)),
  );
  const [{ id, severity }] = found.flat();
  const names = found.flatMap((each, i) => (each.length > 0 ? ['AB'[i]] : []));
  if (isMisleading({ severity }))
    return { before: `${names.join(' and ')} may mislead: `, title, after: '.', id };
  const shares = found.flatMap((each, i) =>
    each.length > 0
      ? [`${Math.round(100 * Math.max(...each.map(({ share }) => share)))} % of ${'AB'[i]}`]
      : [],
  );
  const after = ` (${shares.join(', ')}): what changed there is not attributed to the code that calls it.`;
  return { before: '', title, after, id };
}

const MODE_TEXT: Readonly<Record<Diagnosis['mode'], string>> = {
  none: 'without call stacks',
  fp: 'with frame pointers',
  dwarf: 'with copies of the stack',
};

/** Other ways to record find other callers of the same code. */
function modeProblem({ a, b }: Sides): SideProblem[] {
  const [modeA, modeB] = [a, b].map((side) => {
    const modes = new Set(side.map(({ mode }) => mode));
    return modes.size === 1 ? [...modes][0] : undefined;
  });
  if (modeA === undefined || modeB === undefined || modeA === modeB) return [];
  const before = `A was recorded ${MODE_TEXT[modeA]}, B ${MODE_TEXT[modeB]}: stacks of the same code differ.`;
  return [{ before, title: '', after: '', id: undefined }];
}

interface BasisText {
  /** Completes a measure such as “CPU time”. */
  readonly suffix: string;
  /** When to use it. */
  readonly use: string;
}

/** What a comparison compares on each basis, in words, and when to use it. */
export const BASIS_TEXT: Readonly<Record<Exclude<Basis, 'share'>, BasisText>> = {
  matched: {
    suffix: 'for the same work',
    use: 'If the amount of work or the machine may differ: A is scaled as most functions differ',
  },
  cpu: { suffix: 'as recorded', use: 'If all recordings did the same work on the same machine' },
  rate: { suffix: 'per second', use: 'For a service under the same load' },
  work: { suffix: 'per request', use: 'If you know how many requests each recording served' },
};

/** `CPU time for the same work`. */
export function basisLabel(basis: Basis, measure: string): string {
  const text = measureOf(measure);
  return basis === 'share' ? `Share of ${text}` : capitalized(`${text} ${BASIS_TEXT[basis].suffix}`);
}

/** `per second` and `per request`, for headings of values that leave it out; empty on other bases. */
export function perText(basis: Basis): string {
  return basis === 'rate' || basis === 'work' ? BASIS_TEXT[basis].suffix : '';
}

export function basisUse(basis: Basis): string {
  return basis === 'share' ? 'If one function shrinks, all others grow' : BASIS_TEXT[basis].use;
}

/** What is measured, in words: `CPU time`, `time off CPU`, `cycles`, `samples`. `measure` is as in `Comparison`. */
export function measureOf(measure: string): string {
  const [name] = measure.split(':');
  if (name === 'cpu-clock' || name === 'task-clock' || name === CPU_TIME) return 'CPU time';
  if (name === 'offcpu-time') return 'time off CPU';
  // Weights are shown with their unit.
  return name === '' ? 'samples' : name.replace(/ \(nanoseconds\)$/, '');
}

/** Why most code uses this many times as much in B, if it is the same code. */
function reasonForFactor(factor: number): string {
  return factor < 1 ? 'less work or a faster machine' : 'more work or a slower machine';
}
