// Computes the common factor M, which is the ratio B/A of most code, the spread τ of unchanged code around it, and the variance of
// ln M: comparing.md, “The common factor”.

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

/** Maximum influence of a unit on M. */
const MAX_INFLUENCE = 0.05;
/** Share of the influence that is cut at each end of the sorted ratios. */
const TRIMMED = 0.25;
/** This many mean sample weights are added to every weight, so that the logarithm of few samples has no bias. */
const HALF_SAMPLE = 0.5;
/** Units with fewer mean sample weights in a recording say nothing about noise. */
const MIN_MEAN_WEIGHTS = 3;

/** Minimum spread between unchanged code, which differs by memory layout, caches and other programs. */
export const MIN_SPREAD = 0.015;
/** The spread if fewer units than this are measured precisely enough. */
const UNKNOWN_SPREAD = 0.1;
const MIN_UNITS = 5;
/** A change of speed rarely affects all code alike, so this share of ln M counts as spread, up to a factor of 1.3. */
const UNEVEN = 0.35;
const MAX_UNEVEN_LOG = Math.log(1.3);
/** Units with a higher variance say nothing about the spread; BASE_VARIANCE is assumed for every unit. */
const MAX_VARIANCE = 0.045;
const BASE_VARIANCE = 0.03 ** 2;
/** The spread is estimated from the units that deviate least; a normal distribution truncated to them has KEPT_VARIANCE. */
const KEPT = 0.75;
const KEPT_VARIANCE = 0.368;
/** There is a second factor if this share of the influence deviates in one direction by more than this and by more than noise. */
const MIN_SECOND_SHARE = 0.15;
const MIN_SECOND_LOG = 0.1;
const MIN_SECOND_ERRORS = 3;
/** Factor on the variance of ln M, because a trimmed mean is less precise than the mean. */
const TRIMMING_COST = 1.2;
/** The noise of M if the sides have no unit in common. */
const UNKNOWN_FACTOR: Variance = { variance: 0.01, df: 3 };

/** Self weights of the units that determine M. */
export interface FactorData {
  /** A's recordings, then B's. */
  readonly runs: readonly Run[];
  readonly countA: number;
  /** Per recording; a row is a unit. */
  readonly sums: readonly Sums[];
  /** Per row: the unit's share of all samples of both sides. */
  readonly pool: readonly number[];
}

export interface CommonFactor {
  /** Per recording: its factor relative to the mean of both sides. */
  readonly perRun: readonly number[];
  /** Geometric mean of the factors of B's recordings. */
  readonly meanB: number;
  /** M = meanB / meanA. */
  readonly factor: number;
  readonly tau: number;
  /** True if parts of the program scaled differently, so that no single factor holds for all code. */
  readonly isUneven: boolean;
  /** Of ln M. */
  readonly noise: Variance;
  /** Parts of its variance before TRIMMING_COST: the noise of the samples, and what several recordings per side do not reduce. */
  readonly ofSamples: number;
  readonly ofCode: number;
}

/** A unit that every recording has samples of. */
interface Unit {
  readonly row: number;
  /** Its share of the influence of all these units. */
  readonly influence: number;
  /** How far it deviates from M, and the sampling variance of that. */
  readonly deviation: number;
  readonly variance: number;
}

/** `expected` is the ratio of the units of work if they are known, else 1. */
export function commonFactor(data: FactorData, expected: number): CommonFactor {
  const { runs, countA, pool } = data;
  const perRun = runs.map((run, i) =>
    pool.length === 0
      ? run.weight
      : Math.exp(
          trimmedMean(
            pool.map((share, row) => Math.log(weightOf(data, i, row) / share)),
            pool.map(influenceOf),
          ),
        ),
  );
  const meanB = geometricMean(perRun.slice(countA));
  const factor = meanB / geometricMean(perRun.slice(0, countA));
  const blockCounts = usableBlockCounts(runs);
  const units = unitsOf(data, perRun, blockCounts);
  const uneven = UNEVEN * Math.min(Math.abs(Math.log(factor / expected)), MAX_UNEVEN_LOG);
  const spread = spreadOf(units);
  const tau = Math.max(spread ?? UNKNOWN_SPREAD, runs.length === 2 ? uneven : 0);
  const second = secondFactorVariance(units, tau);
  const sampling = samplingNoise(data, units, blockCounts);
  const concentration = units.reduce((sum, { influence }) => sum + influence ** 2, 0);
  const isKnown = units.length > 0;
  return {
    perRun,
    meanB,
    factor,
    tau,
    isUneven: second > 0,
    noise: isKnown ? trimmed(sampling, tau ** 2 * concentration + second) : UNKNOWN_FACTOR,
    ofSamples: isKnown ? sampling.variance : UNKNOWN_FACTOR.variance / TRIMMING_COST,
    // More recordings tell an unknown spread.
    ofCode: (spread ?? MIN_SPREAD) ** 2 * concentration + second,
  };
}

/** The noise of ln M if recordings multiply the noise of the samples by `less`. */
export function noiseWithRuns({ ofSamples, ofCode }: CommonFactor, less: number): Variance {
  return trimmed({ variance: less * ofSamples, df: MANY_DF }, ofCode);
}

function trimmed(sampling: Variance, ofCode: number): Variance {
  const { variance, df } = addVariances([sampling, { variance: ofCode, df: MANY_DF }]);
  return { variance: TRIMMING_COST * variance, df };
}

function influenceOf(share: number): number {
  return Math.min(share, MAX_INFLUENCE);
}

/** The weight of a unit, which is never 0. */
function weightOf({ runs, sums }: FactorData, run: number, row: number): number {
  return sums[run].weight[row] + HALF_SAMPLE * runs[run].meanWeight;
}

/** The rows of units that every recording has samples of. Others may be new or gone. */
export function presentRows({ runs, sums, pool }: FactorData): number[] {
  return [...pool.keys()].filter((row) =>
    runs.every(({ meanWeight }, i) => sums[i].weight[row] >= MIN_MEAN_WEIGHTS * meanWeight),
  );
}

function unitsOf(data: FactorData, perRun: readonly number[], blockCounts: readonly number[]): Unit[] {
  const { countA, pool } = data;
  const rows = presentRows(data);
  const total = rows.reduce((sum, row) => sum + influenceOf(pool[row]), 0);
  return rows.map((row) => {
    const logs = perRun.map((factor, run) => Math.log(weightOf(data, run, row) / factor));
    return {
      row,
      influence: influenceOf(pool[row]) / total,
      deviation: mean(logs.slice(countA)) - mean(logs.slice(0, countA)),
      variance: relativeVariance(data, row, blockCounts),
    };
  });
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

/** The spread of units around M in excess of their noise, from those that deviate least. Undefined if too few are known. */
function spreadOf(units: readonly Unit[]): number | undefined {
  const measured = units.filter(({ variance }) => variance <= MAX_VARIANCE);
  if (measured.length < MIN_UNITS) return undefined;
  const standardized = ({ deviation, variance }: Unit) =>
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

/** What a second factor adds to the variance of ln M, as when start-up and requests scale differently; 0 if there is none. */
function secondFactorVariance(units: readonly Unit[], tau: number): number {
  const ofDirection = [1, -1].map((sign) => {
    const far = units.filter(
      ({ deviation, variance }) =>
        sign * deviation > Math.max(MIN_SECOND_LOG, MIN_SECOND_ERRORS * Math.sqrt(variance + tau ** 2)),
    );
    const share = far.reduce((sum, { influence }) => sum + influence, 0);
    if (far.length < MIN_UNITS || share <= MIN_SECOND_SHARE) return 0;
    const distance = far.reduce((sum, { deviation, influence }) => sum + influence * deviation, 0) / share;
    return share * (1 - share) * distance ** 2;
  });
  return Math.max(...ofDirection);
}

/** The variance of ln(b/a), where a and b are a unit's shares. */
function relativeVariance(data: FactorData, row: number, blockCounts: readonly number[]): number {
  const { runs, countA, sums } = data;
  const quantities = runs.map((run, i): Quantity => ({
    run,
    sums: sums[i],
    row,
    scale: 1 / weightOf(data, i, row),
  }));
  if (runs.length === 2) return pairNoise(quantities[0], quantities[1], true, blockCounts).variance;
  return sumOfSides(
    quantities.map((quantity) => noiseOf(quantity, true, blockCounts)),
    countA,
  );
}

/**
 * The noise of ln M that comes from the samples. It is estimated from the mean of all units per block of time, because functions that
 * are called together are not independent.
 */
function samplingNoise(data: FactorData, units: readonly Unit[], blockCounts: readonly number[]): Variance {
  const { runs, countA } = data;
  const quantities = runs.map((run, i) =>
    units.map(({ row, influence }): Quantity => ({
      run,
      sums: data.sums[i],
      row,
      scale: influence / weightOf(data, i, row),
    })),
  );
  const series = runs.map((run, i) => factorSeries(run, quantities[i]));
  const floors = quantities.map((each) => each.reduce((sum, quantity) => sum + floorOf(quantity, true), 0));
  if (runs.length === 2)
    return atLeast(floors[0] + floors[1], pairedBlockNoise(series[0], series[1], blockCounts));
  const ofRuns = series.map((each, i) => Math.max(floors[i], blockNoise(each, blockCounts)));
  return { variance: sumOfSides(ofRuns, countA), df: MANY_DF };
}

function factorSeries({ blocks, weight }: Run, units: readonly Quantity[]): Float64Array {
  return blocks.map((all, k) =>
    units.reduce((sum, { sums, row, scale }) => sum + scale * sums.blocks[row * BLOCKS + k], -all / weight),
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
