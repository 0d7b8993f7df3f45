// Computes the common factor M, which is the ratio B/A of most functions, the spread τ of unchanged functions around it, and the
// variance of ln M: comparing.md, “The common factor”.

import type { Sums } from './quantities.ts';
import {
  addVariances,
  atLeast,
  blockNoise,
  floorOf,
  MANY_DF,
  noiseOf,
  pairedBlockNoise,
  pairNoise,
  usableBlockCounts,
  type Quantity,
  type Variance,
} from './noise.ts';
import type { Run } from './run.ts';
import { BLOCKS } from './selected-samples.ts';

/** Functions with at least this share, and this many times the mean sample weight in every recording, determine M. */
const MIN_SHARE = 0.002;
const MIN_MEAN_WEIGHTS = 10;
/** If there are fewer such functions, all functions that every recording contains determine M. */
const MIN_FUNCTIONS = 5;
/** Maximum influence of a function on M. */
const MAX_INFLUENCE = 0.05;
/** Share of the influence that is cut at each end of the sorted ratios. */
const TRIMMED = 0.25;

/** Minimum spread between unchanged functions, which differ by memory layout, caches and other programs. */
export const MIN_SPREAD = 0.015;
/** The spread if too few functions are measured precisely enough. */
const UNKNOWN_SPREAD = 0.1;
/** A change of speed rarely affects all code alike, so this share of ln M counts as spread, up to a factor of 1.3. */
const UNEVEN = 0.35;
const MAX_UNEVEN_LOG = Math.log(1.3);
/** Functions with a higher variance say nothing about the spread; BASE_VARIANCE is assumed for every function. */
const MAX_VARIANCE = 0.045;
const BASE_VARIANCE = 0.03 ** 2;
/** The spread is estimated from the functions that deviate least; a normal distribution truncated to them has KEPT_VARIANCE. */
const KEPT = 0.75;
const KEPT_VARIANCE = 0.368;
/** Factor on the variance of ln M, because a trimmed mean is less precise than the mean. */
const TRIMMING_COST = 1.2;
/** The noise of M if the sides have no function in common. */
const UNKNOWN_FACTOR: Variance = { variance: 0.01, df: 3 };

/** Self weights of the functions that determine M. */
export interface FactorData {
  /** A's recordings, then B's. */
  readonly runs: readonly Run[];
  readonly countA: number;
  /** Per recording; a row is a function. */
  readonly sums: readonly Sums[];
  /** Per row: mean of the shares on both sides. */
  readonly reference: readonly number[];
}

export interface CommonFactor {
  /** Per recording: its factor relative to the mean of both sides. */
  readonly perRun: readonly number[];
  /** Geometric mean of the factors of B's recordings. */
  readonly meanB: number;
  /** M = meanB / meanA. */
  readonly factor: number;
  readonly tau: number;
  /** Of ln M. */
  readonly noise: Variance;
}

/** The functions that determine M, with the mean of their shares on both sides. `self` has the self weights per recording. */
export function qualifyingFunctions(
  runs: readonly Run[],
  countA: number,
  self: readonly Float64Array[],
  keys: number,
): { readonly key: number; readonly reference: number }[] {
  const everywhere = [];
  for (let key = 0; key < keys; key++) {
    if (!self.every((weights) => weights[key] > 0)) continue;
    const shares = runs.map(({ weight }, i) => self[i][key] / weight);
    const reference = (mean(shares.slice(0, countA)) + mean(shares.slice(countA))) / 2;
    everywhere.push({ key, reference });
  }
  const qualifying = everywhere.filter(
    ({ key, reference }) =>
      reference >= MIN_SHARE &&
      runs.every(({ meanWeight }, i) => self[i][key] >= MIN_MEAN_WEIGHTS * meanWeight),
  );
  return qualifying.length >= MIN_FUNCTIONS ? qualifying : everywhere;
}

/** `expected` is the ratio of the units of work if they are known, else 1. */
export function commonFactor(data: FactorData, expected: number): CommonFactor {
  const { runs, countA, reference } = data;
  const influence = reference.map((share) => Math.min(share, MAX_INFLUENCE));
  const perRun = runs.map(({ weight }, run) =>
    reference.length === 0
      ? weight
      : Math.exp(
          trimmedMean(
            reference.map((share, row) => Math.log(data.sums[run].weight[row] / share)),
            influence,
          ),
        ),
  );
  const meanA = geometricMean(perRun.slice(0, countA));
  const meanB = geometricMean(perRun.slice(countA));
  const factor = meanB / meanA;
  const isPair = runs.length === 2;
  const uneven = UNEVEN * Math.min(Math.abs(Math.log(factor / expected)), MAX_UNEVEN_LOG);
  const tau = Math.max(spreadOf(data, perRun), isPair ? uneven : 0);
  return { perRun, meanB, factor, tau, noise: noiseOfFactor(data, influence, tau) };
}

/** The mean of the middle half by weight; values on its borders count in part. */
function trimmedMean(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const from = total * TRIMMED;
  const to = total * (1 - TRIMMED);
  let before = 0;
  let sum = 0;
  let counted = 0;
  for (const row of [...values.keys()].sort((i, j) => values[i] - values[j] || weights[i] - weights[j])) {
    const inside = Math.max(0, Math.min(before + weights[row], to) - Math.max(before, from));
    sum += values[row] * inside;
    counted += inside;
    before += weights[row];
  }
  return counted > 0 ? sum / counted : 0;
}

/** The spread of functions around M in excess of their noise, from those that deviate least. */
function spreadOf(data: FactorData, perRun: readonly number[]): number {
  const { runs, countA, sums, reference } = data;
  const blockCounts = usableBlockCounts(runs);
  const measured = reference
    .map((_, row) => {
      const logs = perRun.map((factor, run) => Math.log(sums[run].weight[row] / factor));
      const deviation = mean(logs.slice(countA)) - mean(logs.slice(0, countA));
      return { deviation, variance: relativeVariance(data, row, blockCounts) };
    })
    .filter(({ variance }) => variance <= MAX_VARIANCE);
  if (measured.length < MIN_FUNCTIONS) return UNKNOWN_SPREAD;
  const standardized = ({ deviation, variance }: { deviation: number; variance: number }) =>
    Math.abs(deviation) / Math.sqrt(variance + BASE_VARIANCE);
  const kept = measured
    .sort((a, b) => standardized(a) - standardized(b))
    .slice(0, Math.floor(KEPT * measured.length + 0.5));
  let excess = 0;
  let weights = 0;
  for (const { deviation, variance } of kept) {
    const weight = 1 / (variance + BASE_VARIANCE);
    excess += weight * (deviation ** 2 / KEPT_VARIANCE - variance);
    weights += weight;
  }
  return Math.max(MIN_SPREAD, Math.sqrt(Math.max(0, excess / weights)));
}

/** The variance of ln(b/a), where a and b are a function's shares. */
function relativeVariance(data: FactorData, row: number, blockCounts: readonly number[]): number {
  const { runs, countA, sums } = data;
  const quantities = runs.map((run, i): Quantity => ({
    run,
    sums: sums[i],
    row,
    scale: 1 / sums[i].weight[row],
  }));
  if (runs.length === 2) return pairNoise(quantities[0], quantities[1], true, blockCounts).variance;
  return sumOfSides(
    quantities.map((quantity) => noiseOf(quantity, true, blockCounts)),
    countA,
  );
}

/**
 * The noise of ln M. It is estimated from the mean of all functions per block of time, because functions that are called together
 * are not independent.
 */
function noiseOfFactor(data: FactorData, influence: readonly number[], tau: number): Variance {
  const { runs, countA, sums } = data;
  if (influence.length === 0) return UNKNOWN_FACTOR;
  const total = influence.reduce((sum, each) => sum + each, 0);
  const share = influence.map((each) => each / total);
  const blockCounts = usableBlockCounts(runs);
  const series = runs.map((run, i) => factorSeries(run, sums[i], share));
  const floors = runs.map((run, i) =>
    share.reduce(
      (sum, each, row) => sum + floorOf({ run, sums: sums[i], row, scale: each / sums[i].weight[row] }, true),
      0,
    ),
  );
  const sampling =
    runs.length === 2
      ? atLeast(floors[0] + floors[1], pairedBlockNoise(series[0], series[1], blockCounts))
      : {
          variance: sumOfSides(
            series.map((each, i) => Math.max(floors[i], blockNoise(each, blockCounts))),
            countA,
          ),
          df: MANY_DF,
        };
  const spread = { variance: tau ** 2 * share.reduce((sum, each) => sum + each ** 2, 0), df: MANY_DF };
  const { variance, df } = addVariances([sampling, spread]);
  return { variance: TRIMMING_COST * variance, df };
}

function factorSeries({ blocks, weight }: Run, sums: Sums, share: readonly number[]): Float64Array {
  return blocks.map((all, k) =>
    share.reduce(
      (sum, each, row) => sum + (each * sums.blocks[row * BLOCKS + k]) / sums.weight[row],
      -all / weight,
    ),
  );
}

/** The variance of the difference between the means of the sides. */
function sumOfSides(variances: readonly number[], countA: number): number {
  const countB = variances.length - countA;
  return variances.reduce((sum, each, i) => sum + each / (i < countA ? countA : countB) ** 2, 0);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map((value) => Math.log(value))));
}
