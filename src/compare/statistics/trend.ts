// A quantity of many recordings over versions or time: the mean of each group with its interval, and where the level changes. Noise is
// that between successive recordings, which a few changes of level hardly raise, so that even groups of one recording have an interval.

import { mean, MIN_SPREAD } from './factor.ts';
import { twoSidedP, twoSidedQuantile } from './student-t.ts';
import { differenceOf } from './verdicts.ts';
import type { Difference, LevelChange } from '../../model/comparison.ts';

/** One recording. */
export interface Observation {
  readonly value: number;
  /** Variance of the value if samples are independent. No estimate of noise is below its mean. */
  readonly floor: number;
}

interface TrendPoint {
  readonly value: number;
  /** The 95 % interval. */
  readonly lo: number;
  readonly hi: number;
  /** Set where the level changes: from that of the groups since the last change to that of the groups up to the next. */
  readonly change?: LevelChange | undefined;
}

const INTERVAL_P = 0.05;
/** Probability that a series without a change has one marked. */
const FALSE_ALARM_P = 0.01;
/** Smaller changes of the level are not marked. */
const MIN_CHANGE = 0.03;
/** Loss of a squared t-value that is exceeded at the true place of a change with a probability of 5 %. */
const MAX_LOSS = 7.35;
/** Weight of the least noise that is possible, as degrees of freedom. */
const PRIOR_DF = 3;
/** Successive differences know the variance as precisely as this share of their number of values. */
const DF_OF_STEPS = 2 / 3;

interface Noise {
  readonly variance: number;
  readonly df: number;
}

interface Series {
  readonly groups: readonly (readonly number[])[];
  /** Per group: the sum of the values in all groups before it, and their number; then those of all. */
  readonly sums: readonly { readonly value: number; readonly count: number }[];
  /** Of one recording. */
  readonly noise: Noise;
  /** Of the mean of one group, whatever its number of recordings. */
  readonly ofGroups: Noise;
}

/** Per group. `areOrdered` is false for groups that do not follow each other, such as machines; then nothing is a change. */
export function trendOf(
  groups: readonly (readonly Observation[])[],
  areOrdered = true,
  /** Number of series that are tested together. */
  families = 1,
): TrendPoint[] {
  const values = groups.map((group) => group.map(({ value }) => value));
  const floor = mean(groups.flat().map((each) => each.floor));
  const starts = areOrdered ? startsOfLevels(values, floor, FALSE_ALARM_P / families) : [0];
  // The steps to other levels are no noise.
  const series = seriesOn(values, starts, floor);
  const { noise } = series;
  return values.map((group, i) => {
    const value = mean(group);
    const half = twoSidedQuantile(INTERVAL_P, noise.df) * Math.sqrt(noise.variance / group.length);
    const level = starts.indexOf(i);
    const end = starts[level + 1] ?? groups.length;
    const change = level > 0 ? changeAt(series, starts[level - 1], i, end) : undefined;
    return { value, lo: Math.max(0, value - half), hi: value + half, change };
  });
}

/** `starts` are the first groups of the levels. */
function seriesOn(groups: Series['groups'], starts: readonly number[], floor: number): Series {
  const levels = starts.map((start, i) => groups.slice(start, starts[i + 1]));
  const sums = [{ value: 0, count: 0 }];
  for (const [i, group] of groups.entries())
    sums.push({
      value: sums[i].value + mean(group) * group.length,
      count: sums[i].count + group.length,
    });
  return {
    groups,
    sums,
    noise: noiseOfSteps(
      levels.map((level) => level.flat()),
      floor,
    ),
    ofGroups: noiseOfSteps(
      levels.map((level) => level.map(mean)),
      0,
    ),
  };
}

/** The variance of one value, from the differences between successive ones (von Neumann), and at least what is known of it. */
function noiseOfSteps(levels: readonly (readonly number[])[], floor: number): Noise {
  let squares = 0;
  let steps = 0;
  for (const values of levels)
    for (let i = 1; i < values.length; i++, steps++) squares += (values[i] - values[i - 1]) ** 2 / 2;
  const df = DF_OF_STEPS * steps;
  const prior = floor + (MIN_SPREAD * mean(levels.flat())) ** 2;
  const variance = (PRIOR_DF * prior + (steps > 0 ? (df * squares) / steps : 0)) / (PRIOR_DF + df);
  return { variance: Math.max(prior, variance), df: PRIOR_DF + df };
}

/** Divides the groups where that separates them best, and both parts again. */
function startsOfLevels(groups: Series['groups'], floor: number, probability: number): number[] {
  const series = seriesOn(groups, [0], floor);
  const starts = [0];
  const pending = [[0, groups.length]];
  for (let part = pending.pop(); part; part = pending.pop()) {
    const [from, to] = part;
    const at = bestSplit(series, from, to, probability);
    if (at === undefined) continue;
    starts.push(at);
    pending.push([from, at], [at, to]);
  }
  return starts.sort((a, b) => a - b);
}

/** The group at which the level changes most certainly; undefined if it does not. */
function bestSplit(series: Series, from: number, to: number, probability: number): number | undefined {
  const places = to - from - 1;
  let best: { readonly at: number; readonly p: number } | undefined;
  for (let at = from + 1; at < to; at++) {
    const { a, d, se, df } = differenceBetween(series, from, at, to);
    if (!(se > 0) || Math.abs(d) < MIN_CHANGE * a) continue;
    const p = twoSidedP(d / se, df);
    if (p * places <= probability && p < (best?.p ?? 1)) best = { at, p };
  }
  return best?.at;
}

/**
 * The change at a group, and where else between `from` and `to` it can be: at groups that separate the levels almost as well. The
 * distribution of that loss is known (Hansen, Sample Splitting and Threshold Estimation, 2000).
 */
function changeAt(series: Series, from: number, at: number, to: number): LevelChange {
  const scores: { readonly at: number; readonly score: number }[] = [];
  for (let place = from + 1; place < to; place++) {
    const { d, se } = differenceBetween(series, from, place, to);
    scores.push({ at: place, score: (d / se) ** 2 });
  }
  const best = Math.max(...scores.map(({ score }) => score));
  const possible = scores.filter(({ score }) => score >= best - MAX_LOSS).map((each) => each.at);
  return {
    ...differenceBetween(series, from, at, to),
    earliest: Math.min(at, ...possible),
    latest: Math.max(at, ...possible),
  };
}

/** Between the groups up to `at` and those from it on. Groups may differ by more than their recordings tell. */
function differenceBetween(
  { sums, noise, ofGroups }: Series,
  from: number,
  at: number,
  to: number,
): Difference {
  const countA = sums[at].count - sums[from].count;
  const countB = sums[to].count - sums[at].count;
  const ofRecordings = noise.variance * (1 / countA + 1 / countB);
  const ofMeans = ofGroups.variance * (1 / (at - from) + 1 / (to - at));
  const larger =
    ofMeans > ofRecordings
      ? { variance: ofMeans, df: ofGroups.df }
      : { variance: ofRecordings, df: noise.df };
  const a = (sums[at].value - sums[from].value) / countA;
  const b = (sums[to].value - sums[at].value) / countB;
  return differenceOf(a, b, larger);
}
