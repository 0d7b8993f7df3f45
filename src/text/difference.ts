// Formats the values, differences, intervals and verdicts of comparisons. Negative numbers have the minus sign U+2212.

import {
  isCertain,
  leanOf,
  type Basis,
  type ComparedRow,
  type Difference,
  type MatchMark,
  type Verdict,
} from '../model/comparison.ts';
import { capitalized, DURATIONS, formatCount, formatComparedWeight, largestUnit, unitOf } from './format.ts';

/** What values of a comparison are measured in. */
export interface ValueScale {
  readonly basis: Basis;
  /** As in `Comparison`. */
  readonly measure: string;
}

/** `3.10 s`, `120 ms/s`, `2.40 ms/request`, `12.3 %`. */
export function formatValue(value: number, { basis, measure }: ValueScale): string {
  if (basis === 'share') return `${digits(100 * value, 1)} %`;
  return `${formatComparedWeight(value, measure)}${PER[basis]}`;
}

const PER: Readonly<Record<Basis, string>> = {
  matched: '',
  cpu: '',
  rate: '/s',
  work: '/request',
  share: '',
};

/** For values under a heading that already says “per second” or “per request”. */
export function withoutPer({ basis, measure }: ValueScale): ValueScale {
  return { basis: PER[basis] === '' ? basis : 'cpu', measure };
}

function withoutSign(text: string): string {
  return text.replace(/^[+−]/, '');
}

/** Differences below this share of the values are rounding errors of the scaled weights. */
const ROUNDING = 1e-9;

/** b − a; 0 if only rounding makes them differ. */
export function differenceBetween(a: number, b: number): number {
  return Math.abs(b - a) <= ROUNDING * Math.max(a, b) ? 0 : b - a;
}

/** `+3.10 s`, `−120 ms/s`; differences of shares are percentage points: `+1.2 points`. */
export function formatChange(value: number, scale: ValueScale): string {
  return signed(value, (size) => {
    const text = formatValue(size, scale);
    return scale.basis === 'share' ? text.replace(' %', ' points') : text;
  });
}

/** `+2.4 to +3.8 s`, in one unit. */
export function formatInterval({ lo, hi }: Pick<Difference, 'lo' | 'hi'>, scale: ValueScale): string {
  const { basis, measure } = scale;
  const largest = Math.max(Math.abs(lo), Math.abs(hi));
  const [name, size] = basis === 'share' ? ['points', 0.01] : unitFor(largest, measure);
  const decimals = decimalsFor(largest / size);
  const ends = [lo, hi].map((end) => signed(end / size, (value) => digits(value, decimals)));
  const unit = name === '' ? '' : ` ${name}`;
  return `${ends.join(' to ')}${unit}${PER[basis]}`;
}

/** `+9.2 %` of the whole; `new` if the whole is nothing. */
export function formatRelative(value: number, whole: number, decimals = 1): string {
  if (whole === 0) return value === 0 ? '–' : 'new';
  return `${signed((100 * value) / whole, (percent) => digits(percent, decimals))} %`;
}

/** `−3 % to +9 %` of A's value, at least −100 %: nothing takes less than no time. Undefined if A has none. */
export function formatRelativeInterval({
  a,
  lo,
  hi,
}: Pick<Difference, 'a' | 'lo' | 'hi'>): string | undefined {
  if (a === 0) return undefined;
  const decimals = Math.max(Math.abs(lo), Math.abs(hi)) < 0.02 * a ? 1 : 0;
  return `${formatRelative(Math.max(lo, -a), a, decimals)} to ${formatRelative(hi, a, decimals)}`;
}

/** A difference and its verdict. */
type Judged = Pick<ComparedRow, 'a' | 'd' | 'lo' | 'hi' | 'verdict'>;

/** The verdict in a few words: `more`, `no change within 2 %`, `cannot tell: −3 % to +9 %`. `row` is undefined if it is not tested. */
export function verdictText(row: Judged | undefined, scale: ValueScale): string {
  const [verdict, details] = verdictParts(row, scale);
  const oneSided = row?.verdict === 'unsure' ? oneSidedAs(row) : undefined;
  if (oneSided) return `cannot tell whether it is ${oneSided}${details}`;
  const lean = leanOf(row);
  return lean === undefined ? `${verdict}${details}` : `cannot tell, probably ${lean}${details}`;
}

/** What it means, if it is certain, that only one side has samples of a function. */
function oneSidedAs({ a, d }: Judged): 'new' | 'gone' | undefined {
  return a === 0 ? 'new' : a + d === 0 ? 'gone' : undefined;
}

/** The verdict as short as in tables, and what narrow ones leave out. */
export function verdictParts(
  row: Judged | undefined,
  scale: ValueScale,
): readonly [verdict: string, details: string] {
  if (!row) return ['too small', ' to test'];
  if (isCertain(row.verdict)) return [row.verdict, ''];
  if (row.verdict === 'same') {
    return ['no change', ` within ${limitOf(row, scale).text}`];
  }
  const lean = oneSidedAs(row) ?? leanOf(row);
  const interval = formatRelativeInterval(row) ?? formatInterval(row, scale);
  return [lean === undefined ? 'cannot tell' : `maybe ${lean}`, `: ${interval}`];
}

/** `3 changed`, `20 no change`, `12 cannot tell` and, if there are any, `2 small`. A row that is not tested has no verdict. */
export function verdictCounts(verdicts: readonly (Verdict | undefined)[]): string[] {
  const countOf = (matches: (verdict: Verdict | undefined) => boolean) => verdicts.filter(matches).length;
  const small = countOf((verdict) => verdict === undefined);
  return [
    `${formatCount(countOf((verdict) => verdict !== undefined && isCertain(verdict)))} changed`,
    `${formatCount(countOf((verdict) => verdict === 'same'))} no change`,
    `${formatCount(countOf((verdict) => verdict === 'unsure'))} cannot tell`,
    ...(small > 0 ? [`${formatCount(small)} small`] : []),
  ];
}

/** The verdict in plain words: `3.10 s more, certain: +2.4 to +3.8 s.` */
export function verdictSentence(row: Judged | undefined, scale: ValueScale): string {
  if (row?.verdict === 'same') {
    const { text, isOfA } = limitOf(row, scale);
    return `No change within ${text}${isOfA ? '' : `, ${SMALLEST}`}.`;
  }
  if (!row || !isCertain(row.verdict)) return capitalized(`${verdictText(row, scale)}.`);
  const size = withoutSign(formatChange(row.d, scale));
  const what =
    CERTAIN[row.verdict === 'new' || row.verdict === 'gone' ? row.verdict : row.d > 0 ? 'more' : 'less'];
  return `${what(size)}, certain: ${formatInterval(row, scale)}.`;
}

/** The smallest difference that counts (comparing.md, “Verdicts”). */
const SMALLEST = 'at most 0.5 % of all code';

const CERTAIN = {
  more: (size: string) => `${size} more`,
  less: (size: string) => `${size} less`,
  new: (size: string) => `New in B: ${size} more`,
  gone: (size: string) => `Gone in B: ${size} less`,
};

const MARKS: Readonly<Record<MatchMark, string>> = {
  '': '',
  path: 'other folder',
  moved: 'moved',
  renamed: 'renamed',
  inserted: 'added call',
  removed: 'removed call',
};

/** How a function was matched, in two words at most; empty if it has the same name and file in both. */
export function markText(mark: MatchMark): string {
  return MARKS[mark];
}

/** Beyond this share of A's value, a limit is given as a value. */
const MAX_RELATIVE_LIMIT = 0.1;

/**
 * The limit within which nothing changed: the interval's end that is farther from zero, rounded up. For small functions it is
 * a value, because it is only small compared with all code.
 */
function limitOf(
  { a, lo, hi }: Judged,
  scale: ValueScale,
): { readonly text: string; readonly isOfA: boolean } {
  const limit = Math.max(Math.abs(lo), Math.abs(hi));
  const isOfA = limit <= MAX_RELATIVE_LIMIT * a;
  if (!isOfA) return { text: withoutSign(formatChange(limit, scale)), isOfA };
  const percent = (100 * limit) / a;
  return { text: `${percent < 1 ? Math.ceil(10 * percent) / 10 : Math.ceil(percent)} %`, isOfA };
}

function unitFor(value: number, measure: string): readonly [name: string, size: number] {
  if (unitOf(measure) === 'ns') return largestUnit(value, DURATIONS) ?? ['ns', 1];
  return largestUnit(value, { T: 1e12, G: 1e9, M: 1e6 }) ?? ['', 1];
}

/** Two digits, at least. */
function decimalsFor(value: number): number {
  return value >= 10 || value === 0 ? 0 : value >= 1 ? 1 : 2;
}

/** Without a sign if it is rounded to zero. */
function signed(value: number, format: (value: number) => string): string {
  const text = format(Math.abs(value));
  return /[1-9]/.test(text) ? `${signOf(value)}${text}` : text;
}

function signOf(value: number): string {
  return value < 0 ? '−' : value > 0 ? '+' : '';
}

function digits(value: number, decimals: number): string {
  return value >= 1000 ? formatCount(value) : value.toFixed(decimals);
}
