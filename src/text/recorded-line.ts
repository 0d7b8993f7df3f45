// The line below a comparison's sentence on the page: what was recorded, and which functions moved to another file.

import type { ComparisonSummary } from '../model/comparison.ts';
import type { FunctionNames } from '../model/profile.ts';
import { reasonForFactor, measureOf } from './basis-text.ts';
import { formatRelative } from './difference.ts';
import { capitalized, formatComparedWeight } from './format.ts';
import { movedText } from './moved-code.ts';

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
