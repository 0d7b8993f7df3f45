// The line below the sentence of a comparison: that the sides are different programs, or how many more recordings would make a change
// of the total certain: comparing.md, “What would tell”.

import { DIFFERENT_PROGRAMS, type Difference, isCertainTotal } from '../../model/comparison.ts';
import { formatNumberOf } from '../../text/format.ts';
import type { EstimateContext } from './estimate.ts';
import { noiseWithRuns } from './factor.ts';
import type { OwnFunctions } from '../match/function-sides.ts';
import { groupDf } from './groups.ts';
import { twoSidedQuantile } from './student-t.ts';

/** The change to show, as a share of A. */
const CHANGE = 0.1;
/** Two-sided: a true change of this size is certain, at 5 %, in four of five comparisons. */
const CERTAINTY_P = 0.05;
const POWER_P = 0.4;
/** Nobody makes more recordings. */
const MAX_MORE = 50;

/** Programs that share less than this of their own functions are different ones. */
const MIN_SHARED = 0.1;

/** Often empty. */
export function hintOf(
  own: OwnFunctions,
  context: EstimateContext,
  total: Difference,
  delta: number,
): string {
  return differentPrograms(own) || whatWouldTell(context, total, delta);
}

function differentPrograms({ a, b, shared }: OwnFunctions): string {
  const fewer = Math.min(a, b);
  if (fewer === 0 || shared >= MIN_SHARED * fewer) return '';
  return `${DIFFERENT_PROGRAMS}: they share ${shared === 0 ? 'none' : shared} of their ${a} and ${formatNumberOf(b, 'own function')}.`;
}

/** Empty if the total changed for certain, if a change of 10 % would show, or if shares are compared. */
function whatWouldTell(context: EstimateContext, total: Difference, delta: number): string {
  if (context.basis === 'share' || total.a === 0 || total.se === 0 || isCertainTotal(total, delta)) return '';
  for (let more = 0; more <= MAX_MORE; more++) {
    if (!shows(total.a, more === 0 ? total : errorWith(context, total, more))) continue;
    if (more === 0) return '';
    return `About ${formatNumberOf(more, 'more recording')} a side would show a change of 10 %.`;
  }
  const instead =
    context.basis === 'matched'
      ? 'record the same work on both sides, and compare CPU time'
      : 'use a quieter machine';
  return `More recordings alone would not show a change of 10 %: ${instead}.`;
}

type Error = Pick<Difference, 'se' | 'df'>;

function shows(a: number, { se, df }: Error): boolean {
  return (twoSidedQuantile(CERTAINTY_P, df) + twoSidedQuantile(POWER_P, df)) * se <= CHANGE * a;
}

/** The standard error of the total if each side had `more` recordings on top, as noisy as these. */
function errorWith(
  { basis, factor, runs, countA }: EstimateContext,
  { a, se }: Difference,
  more: number,
): Error {
  const countB = runs.length - countA;
  const less = (1 / (countA + more) + 1 / (countB + more)) / (1 / countA + 1 / countB);
  if (basis !== 'matched') return { se: se * Math.sqrt(less), df: groupDf(runs.length + 2 * more) };
  // On equal work, a total of all samples has no other noise.
  const other = Math.max(0, se ** 2 - a ** 2 * factor.noise.variance);
  const { variance, df } = noiseWithRuns(factor, less);
  return { se: Math.sqrt(other * less + a ** 2 * variance), df };
}
