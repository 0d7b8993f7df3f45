// Estimates noise from the variation within a recording or a pair of recordings: comparing.md, “Noise”.

import type { Sums } from './quantities.ts';
import type { Run } from './run.ts';
import { BLOCKS } from './selected-samples.ts';

/** Degrees of freedom of a variance estimated from many samples. */
export const MANY_DF = 30;

/** Numbers of blocks to try; those above ALWAYS_USABLE need SAMPLES_PER_BLOCK. */
const BLOCK_COUNTS = [64, 32, 16, 8];
const ALWAYS_USABLE = 16;
const SAMPLES_PER_BLOCK = 25;

/** Blocks are compared in pairs if that reduces the sum of squared steps to at most this share. */
const MAX_PAIRED_SHARE = 0.5;

export interface Variance {
  readonly variance: number;
  /** Degrees of freedom: how precisely the variance is known. */
  readonly df: number;
}

/** One row of the sums of one recording, multiplied by a scale. */
export interface Quantity {
  readonly run: Run;
  readonly sums: Sums;
  readonly row: number;
  readonly scale: number;
}

export function usableBlockCounts(runs: readonly Run[]): number[] {
  const fewest = Math.min(...runs.map(({ samples }) => samples));
  return BLOCK_COUNTS.filter((count) => count <= ALWAYS_USABLE || fewest >= SAMPLES_PER_BLOCK * count);
}

/** Scaled weight per block. On ratio bases, minus the row's expected share of the block. */
function residual({ run, sums, row, scale }: Quantity, isRatio: boolean): Float64Array {
  const share = isRatio ? sums.weight[row] / run.weight : 0;
  const residuals = new Float64Array(BLOCKS);
  for (let k = 0; k < BLOCKS; k++)
    residuals[k] = scale * (sums.blocks[row * BLOCKS + k] - share * run.blocks[k]);
  return residuals;
}

/** The scaled variance if samples are independent, with one more sample that happened not to occur. No estimate may be lower. */
export function floorOf({ run, sums, row, scale }: Quantity, isRatio: boolean): number {
  const inside = sums.squares[row];
  const share = isRatio ? sums.weight[row] / run.weight || 0 : 0;
  const outside = run.squares - inside;
  return scale ** 2 * ((1 - share) ** 2 * inside + share ** 2 * outside + run.meanWeight ** 2);
}

/** The largest variance over the numbers of blocks. Bursts count as noise, slow trends do not. */
export function blockNoise(series: Float64Array, blockCounts: readonly number[]): number {
  return Math.max(0, ...blockCounts.map((count) => vonNeumann(stepsOf(coarsen(series, count)), count)));
}

/** The variance of a value of one recording. */
export function noiseOf(quantity: Quantity, isRatio: boolean, blockCounts: readonly number[]): number {
  return Math.max(floorOf(quantity, isRatio), blockNoise(residual(quantity, isRatio), blockCounts));
}

/** The variance of b − a with one recording per side. */
export function pairNoise(
  a: Quantity,
  b: Quantity,
  isRatio: boolean,
  blockCounts: readonly number[],
): Variance {
  const floor = floorOf(a, isRatio) + floorOf(b, isRatio);
  return atLeast(floor, pairedBlockNoise(residual(a, isRatio), residual(b, isRatio), blockCounts));
}

export function atLeast(floor: number, noise: Variance): Variance {
  return noise.variance > floor ? noise : { variance: floor, df: MANY_DF };
}

/**
 * Compares block k with block k, which cancels phases of the program that both recordings have. The degrees of freedom follow from
 * the fourth powers of the steps, because a few bursts determine a variance only roughly.
 */
export function pairedBlockNoise(a: Float64Array, b: Float64Array, blockCounts: readonly number[]): Variance {
  let worst: Variance = { variance: 0, df: MANY_DF };
  for (const count of blockCounts) {
    const coarseA = coarsen(a, count);
    const coarseB = coarsen(b, count);
    const apart = addSteps(stepsOf(coarseA), stepsOf(coarseB));
    const paired = stepsOf(coarseB.map((value, k) => value - coarseA[k]));
    const steps = paired.squares <= MAX_PAIRED_SHARE * apart.squares ? paired : apart;
    const variance = vonNeumann(steps, count);
    if (variance <= worst.variance) continue;
    const df = (3 * steps.squares ** 2) / steps.fourths - 2;
    worst = { variance, df: Math.max(1, Math.min(MANY_DF, df)) };
  }
  return worst;
}

/** Adds independent variances. The degrees of freedom follow Satterthwaite's approximation. */
export function addVariances(parts: readonly Variance[]): Variance {
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  const spread = parts.reduce((sum, part) => sum + part.variance ** 2 / part.df, 0);
  return { variance, df: variance ** 2 / spread };
}

/** Sums of the second and fourth powers of the steps between neighboring blocks. */
interface Steps {
  readonly squares: number;
  readonly fourths: number;
}

function stepsOf(series: Float64Array): Steps {
  let squares = 0;
  let fourths = 0;
  for (let k = 1; k < series.length; k++) {
    const square = (series[k] - series[k - 1]) ** 2;
    squares += square;
    fourths += square * square;
  }
  return { squares, fourths };
}

function addSteps(a: Steps, b: Steps): Steps {
  return { squares: a.squares + b.squares, fourths: a.fourths + b.fourths };
}

/** Von Neumann's estimate. */
function vonNeumann({ squares }: Steps, count: number): number {
  return (count / (2 * (count - 1))) * squares;
}

/** Merges neighboring blocks into `count` blocks. */
function coarsen(series: Float64Array, count: number): Float64Array {
  const size = series.length / count;
  const sums = new Float64Array(count);
  for (let k = 0; k < count; k++) for (let i = k * size; i < (k + 1) * size; i++) sums[k] += series[i];
  return sums;
}
