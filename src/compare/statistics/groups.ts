// The variance between several recordings per side, stabilized by the noise within each recording: comparing.md, “Groups”.

import { mean, MIN_SPREAD } from './factor.ts';
import { noiseOf, type Quantity, type Variance } from './noise.ts';

/** Weight of the prior, as degrees of freedom, compared with the variance between recordings. */
export const PRIOR_DF = 6;
/** Limits of the prior's scale, and the minimum number of rows to estimate it. */
const MIN_SCALE = 0.1;
const MAX_SCALE = 10;
const MIN_ROWS = 10;

/** The noise of one row, from the recordings of both sides. */
export interface GroupNoise {
  /** Sum of squared deviations from the means of the sides, and its degrees of freedom. */
  readonly squares: number;
  readonly df: number;
  /** The variance of one recording's value, estimated from the noise within the recordings. */
  readonly prior: number;
}

/** `spread` is the variance between two recordings of functions that did not change. */
export function groupNoise(
  quantities: readonly Quantity[],
  countA: number,
  isRatio: boolean,
  blockCounts: readonly number[],
  spread: number,
): GroupNoise {
  const values = quantities.map(({ sums, row, scale }) => scale * sums.weight[row]);
  const squares = squaredDeviations(values.slice(0, countA)) + squaredDeviations(values.slice(countA));
  const inside = quantities.map((quantity) => noiseOf(quantity, isRatio, blockCounts));
  return { squares, df: values.length - 2, prior: mean(inside) + spread / 2 };
}

/** Minimum run-to-run noise, of all code together and of single functions. */
export const GROUP_SPREAD = MIN_SPREAD;

/** The factor by which the priors of a table are too small: the median of the ratios, corrected to the mean of their distribution. */
export function priorScale(rows: readonly GroupNoise[]): number {
  const ratios = rows.filter(({ prior }) => prior > 0).map(({ squares, df, prior }) => squares / df / prior);
  if (ratios.length < MIN_ROWS) return 1;
  const { df } = rows[0];
  const median = ratios.sort((a, b) => a - b)[ratios.length >> 1];
  return Math.max(MIN_SCALE, Math.min(MAX_SCALE, median / (1 - 2 / (9 * df)) ** 3));
}

/** The variance of the difference between the means of the sides. */
export function groupVariance(
  { squares, df, prior }: GroupNoise,
  scale: number,
  countA: number,
  countB: number,
): Variance {
  const pooled = (PRIOR_DF * scale * prior + squares) / (PRIOR_DF + df);
  return { variance: pooled * (1 / countA + 1 / countB), df: groupDf(countA + countB) };
}

/** Degrees of freedom of the variance between this many recordings of both sides. */
export function groupDf(recordings: number): number {
  return PRIOR_DF + recordings - 2;
}

function squaredDeviations(values: readonly number[]): number {
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0);
}
