// Estimates the difference of a quantity between the sides, with its variance.

import type { Basis, Difference } from '../../model/comparison.ts';
import { isRatioBasis } from './basis.ts';
import { mean, type CommonFactor } from './factor.ts';
import { groupNoise, GROUP_SPREAD, groupVariance, type GroupNoise } from './groups.ts';
import { addVariances, MANY_DF, pairNoise, type Quantity, type Variance } from './noise.ts';
import type { Sums } from './quantities.ts';
import type { Run } from './run.ts';
import { differenceOf } from './verdicts.ts';

/** With one recording per side, the run-to-run noise of all code together is unknown; this is assumed on bases that include it. */
const ASSUMED_RUN_NOISE = 0.1;

/** The input that all rows of all tables share. */
export interface EstimateContext {
  readonly basis: Basis;
  /** A's recordings, then B's: all samples of which the rows are shares. */
  readonly runs: readonly Run[];
  readonly countA: number;
  /** Per recording: the factor by which its weights are multiplied. */
  readonly scales: readonly number[];
  readonly blockCounts: readonly number[];
  readonly factor: CommonFactor;
  /** Mean values of the sides, after the filters. */
  readonly totalA: number;
  readonly totalB: number;
  /** Mean value of both sides for all samples of `runs`. */
  readonly whole: number;
}

/** Mean values of the sides. */
export function valuesOf(
  { scales, countA }: EstimateContext,
  sums: readonly Sums[],
  row: number,
): [number, number] {
  const values = scales.map((scale, i) => scale * sums[i].weight[row]);
  return [mean(values.slice(0, countA)), mean(values.slice(countA))];
}

/** `priorScale` is that of the table; it has no effect with one recording per side. */
export function estimate(
  context: EstimateContext,
  sums: readonly Sums[],
  row: number,
  noise: GroupNoise | undefined,
  priorScale: number,
): Difference {
  const { runs, countA } = context;
  const [a, b] = valuesOf(context, sums, row);
  const ofFactor = context.basis === 'matched' ? a ** 2 * context.factor.noise.variance : 0;
  if (!noise) return differenceOf(a, b, pairVariance(context, sums, row, a, b, ofFactor));
  const { variance, df } = groupVariance(noise, priorScale, countA, runs.length - countA);
  return differenceOf(a, b, { variance: variance + ofFactor, df });
}

/** Undefined with one recording per side. */
export function groupNoiseOf(
  context: EstimateContext,
  sums: readonly Sums[],
  row: number,
): GroupNoise | undefined {
  const { runs, countA, blockCounts, basis } = context;
  if (runs.length === 2) return undefined;
  const [a, b] = valuesOf(context, sums, row);
  const spread = spreadVariance(context, a, b, GROUP_SPREAD, GROUP_SPREAD);
  return groupNoise(quantitiesOf(context, sums, row), countA, isRatioBasis(basis), blockCounts, spread);
}

/** The variance of b − a with one recording per side. */
function pairVariance(
  context: EstimateContext,
  sums: readonly Sums[],
  row: number,
  a: number,
  b: number,
  ofFactor: number,
): Variance {
  const [quantityA, quantityB] = quantitiesOf(context, sums, row);
  const noise = pairNoise(quantityA, quantityB, isRatioBasis(context.basis), context.blockCounts);
  const spread = spreadVariance(context, a, b, context.factor.tau, ASSUMED_RUN_NOISE);
  return addVariances([noise, { variance: spread + ofFactor, df: MANY_DF }]);
}

/** The variance between two recordings of code that did not change. */
function spreadVariance(
  { whole, basis }: EstimateContext,
  a: number,
  b: number,
  ofFunctions: number,
  ofAllCode: number,
): number {
  const value = (a + b) / 2;
  const share = Math.min(1, value / (whole || 1));
  const together = isRatioBasis(basis) ? 0 : 2 * ofAllCode ** 2 * value ** 2;
  return ofFunctions ** 2 * value ** 2 * (1 - share) ** 2 + together;
}

function quantitiesOf({ runs, scales }: EstimateContext, sums: readonly Sums[], row: number): Quantity[] {
  return runs.map((run, i) => ({ run, sums: sums[i], row, scale: scales[i] }));
}
