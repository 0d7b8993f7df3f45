// The first lines of a comparison on the page: what changed for certain, and how that fits what was recorded.

import { isCertain, isSetAside, type ComparisonSummary } from '../model/comparison.ts';
import type { FunctionNames } from '../model/profile.ts';
import { totalVerdict } from '../model/total-verdict.ts';
import { BASIS_TEXT, causeOf, measureOf } from './basis-text.ts';
import {
  formatChange,
  formatMargin,
  formatRelative,
  formatRelativeInterval,
  formatWithMargin,
} from './difference.ts';
import { capitalized, formatComparedWeight, formatList } from './format.ts';
import { labelOf } from './labels.ts';
import { movedText } from './moved-code.ts';

export interface Headline {
  /** How much more or less B uses, how exactly that is known, and where it comes from. */
  readonly change: string;
  /** What was recorded, which part of it is not a change of the code, and which functions moved to another file. */
  readonly recorded: string;
}

type Facts = Pick<
  ComparisonSummary,
  | 'basis'
  | 'measure'
  | 'total'
  | 'delta'
  | 'explained'
  | 'self'
  | 'totals'
  | 'cpu'
  | 'runs'
  | 'factor'
  | 'factorSe'
  | 'work'
  | 'moves'
>;

export function headlineOf(facts: Facts, names: FunctionNames): Headline {
  const lines = [recordedText(facts), movedText(facts, names)];
  return { change: changeText(facts, names), recorded: lines.filter((text) => text !== '').join(' ') };
}

function changeText(facts: Facts, names: FunctionNames): string {
  const { basis, total, delta } = facts;
  const measure = measureOf(facts.measure);
  const functions = functionsText(facts, names);
  if (hasNoDifference(facts)) return 'No difference at all: A and B have the same samples.';
  if (basis === 'share') return `Shares of ${measure}: ${functions || 'no function changed for certain'}.`;
  const quantity = basis === 'cpu' ? measure : `${measure} ${BASIS_TEXT[basis].suffix}`;
  const where = functions === '' ? 'No function changed for certain.' : `Changed for certain: ${functions}.`;
  const verdict = totalVerdict(total, delta);
  if (verdict === 'same') return `No change in ${quantity} (${formatWithMargin(total, total.a)}). ${where}`;
  if (verdict === 'unsure')
    return `Cannot tell whether ${quantity} changed (${formatRelativeInterval(total) ?? '–'}). ${where}`;
  const size = formatRelative(Math.abs(total.d), total.a).slice(1);
  const change = `B uses ${size} ${formatMargin(total, total.a)} ${verdict} ${quantity}`;
  if (functions === '') return `${change}. No single function explains it.`;
  return `${change}: ${facts.explained.length > 0 ? partsText(facts, names) : functions}.`;
}

/** True if the same samples are compared with each other. */
function hasNoDifference({ total, self, totals }: Facts): boolean {
  return totals.length > 0 && [total, ...self, ...totals].every(({ d }) => d === 0);
}

/** The difference of all code that the listed functions do not explain. */
export function unexplained({ total, explained }: Pick<Facts, 'total' | 'explained'>): number {
  return total.d - sumOf(explained);
}

/** The functions that explain the difference of all code, without the value of what they leave, which may be noise. */
function partsText(facts: Facts, names: FunctionNames): string {
  const { explained, total } = facts;
  const ofAll = (d: number) => formatRelative(d, total.a);
  const others = explained.slice(MAX_NAMED);
  const parts = explained.slice(0, MAX_NAMED).map(({ index, d }, i) => {
    return `${labelOf(names, index).name} ${ofAll(d)}${i === 0 ? ' of all code' : ''}`;
  });
  if (others.length > 0) parts.push(`${others.length} more ${ofAll(sumOf(others))}`);
  const hasRest = /[1-9]/.test(ofAll(unexplained(facts)));
  return `${formatList(parts)}${hasRest ? '; the rest is small or not certain' : ''}`;
}

function sumOf(parts: readonly { readonly d: number }[]): number {
  return parts.reduce((sum, { d }) => sum + d, 0);
}

const MAX_NAMED = 4;

/** The functions that explain the difference or, if none does, those that changed; empty if there are none. */
function functionsText(
  { basis, measure, explained, self, totals, total }: Facts,
  names: FunctionNames,
): string {
  const certain = [self, totals.filter((row) => !isSetAside(row))].map((rows) =>
    rows.filter(({ verdict }) => isCertain(verdict)),
  );
  const named = [explained, ...certain].find(({ length }) => length > 0) ?? [];
  const texts = named.map(({ index, d }, i) => {
    const { name } = labelOf(names, index);
    if (basis === 'share') return `${name} ${formatChange(d, { basis, measure })}`;
    return `${name} ${formatRelative(d, total.a)}${i === 0 ? ' of all code' : ''}`;
  });
  return formatList(texts, MAX_NAMED);
}

function recordedText({ basis, measure, cpu: [a, b], runs, factor, factorSe, work }: Facts): string {
  const [weightA, weightB] = [a, b].map((weight) => formatComparedWeight(weight, measure));
  const perRun = runs.some((count) => count > 1) ? ' per recording' : '';
  const recorded = `${capitalized(measureOf(measure))} as recorded: ${weightA} → ${weightB}${perRun} (${formatRelative(b - a, a)}).`;
  const ratio = work ? (factor * work[0]) / work[1] : factor;
  const most = `Most functions use about ${timesText(ratio)}${work ? ' per request' : ''} in B`;
  const cause = causeOf(ratio, work !== undefined);
  if (Math.abs(Math.log(ratio)) <= Math.max(MIN_SCALING, 2 * factorSe)) return recorded;
  if (basis === 'matched') return `${recorded} ${most}: ${cause}, not counted as a change.`;
  // On the other bases, a time range or the number of requests explains most of it.
  if (basis === 'cpu') return `${recorded} ${most}: if that means ${cause}, compare for the same work.`;
  return recorded;
}

/** As in the terminal's sentence: smaller common factors are only noise, or not worth a word. */
const MIN_SCALING = 0.05;

/** `3 % less`, `52 % more`, `3.1 times as much`. */
function timesText(ratio: number): string {
  if (ratio >= 2) return `${ratio.toFixed(1)} times as much`;
  const percent = Math.round(100 * Math.abs(ratio - 1));
  return `${Math.max(1, percent)} % ${ratio < 1 ? 'less' : 'more'}`;
}
