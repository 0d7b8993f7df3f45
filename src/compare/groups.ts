// The variance between several recordings of a side, stabilized by what is inside the recordings: comparing.md, “Groups”.

import { mean, MIN_SPREAD } from './factor.ts';
import { noiseOf, type Quantity, type Variance } from './noise.ts';

/** Weight of the prior against the variance between recordings, in degrees of freedom. */
const PRIOR_DF = 6;
/** Limits of the prior's scale, and the number of rows that determine it. */
const MIN_SCALE = 0.1;
const MAX_SCALE = 10;
const MIN_ROWS = 10;

/** What the recordings of both sides say about the noise of one row. */
export interface GroupNoise {
  /** Sum of the squared deviations of the values from the mean of their side, and its degrees of freedom. */
  readonly squares: number;
  readonly df: number;
  /** The variance of one recording's value, from what is inside the recordings. */
  readonly prior: number;
}

/** `spread` is the variance by which unchanged functions differ between two recordings. */
export function groupNoise(
  quantities: readonly Quantity[],
  countA: number,
  isRatio: boolean,
  blockCounts: readonly number[],
  spread: number,
): GroupNoise {
  const values = quantities.map(({ sums, row, scale }) => scale * sums.x[row]);
  const squares = squaredDeviations(values.slice(0, countA)) + squaredDeviations(values.slice(countA));
  const inside = quantities.map((quantity) => noiseOf(quantity, isRatio, blockCounts));
  return { squares, df: values.length - 2, prior: mean(inside) + spread / 2 };
}

/** The least run-to-run noise of all code together, and of functions against each other. */
export const GROUP_SPREAD = MIN_SPREAD;

/** By how much the priors of a table are too small or too large: the median, corrected to the mean of its distribution. */
export function priorScale(rows: readonly GroupNoise[]): number {
  const ratios = rows.filter(({ prior }) => prior > 0).map(({ squares, df, prior }) => squares / df / prior);
  if (ratios.length < MIN_ROWS) return 1;
  const { df } = rows[0];
  const median = ratios.sort((a, b) => a - b)[ratios.length >> 1];
  return Math.max(MIN_SCALE, Math.min(MAX_SCALE, median / (1 - 2 / (9 * df)) ** 3));
}

/** The variance of the difference of the sides' means. */
export function groupVariance(
  { squares, df, prior }: GroupNoise,
  scale: number,
  countA: number,
  countB: number,
): Variance {
  const pooled = (PRIOR_DF * scale * prior + squares) / (PRIOR_DF + df);
  return { variance: pooled * (1 / countA + 1 / countB), df: PRIOR_DF + df };
}

function squaredDeviations(values: readonly number[]): number {
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0);
}
