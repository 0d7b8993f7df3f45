// Converts between columns of the timeline and times in the recording.

import type { TimeRange } from '../model/filter.ts';
import type { Lane, Timeline } from '../model/session.ts';
import type { Columns } from './range-gestures.ts';
import { weightBetween } from './rebin.ts';
import { timeScale, type TimeScale } from './time-axis.ts';

type Extent = Pick<Timeline, 'from' | 'to' | 'columns'>;

/** The columns of a time range, clamped to the timeline. Not rounded to whole columns. */
export function columnsOf({ from, to, columns }: Extent, range: TimeRange | undefined): Columns | undefined {
  if (!range) return undefined;
  const column = (time: number) =>
    Math.max(0, Math.min(columns, ((time - from) / (to - from || 1)) * columns));
  return { from: column(range.from), to: column(range.to) };
}

/** Undefined for the complete timeline. */
export function rangeOf({ from, to, columns }: Extent, range: Columns): TimeRange | undefined {
  if (range.from <= 0 && range.to >= columns) return undefined;
  const time = (column: number) => (column >= columns ? to : from + (column / columns) * (to - from));
  return { from: time(range.from), to: time(range.to) };
}

/** In nanoseconds from the left end of the timeline. */
export function timeOf({ from, to, columns }: Extent, column: number): number {
  return (column / columns) * (to - from);
}

/** Returns a format that distinguishes adjacent pixels of the timeline and gives a range of this length at least three digits. */
export function scaleOf({ from, to }: Pick<Extent, 'from' | 'to'>, length = to - from): TimeScale {
  return timeScale(to - from, Math.min((to - from) / 1000, Math.max(1, length / 100)));
}

/** Sums these lanes over a range. The number of samples is exact if all samples of a lane have the same weight. */
export function amountIn(lanes: readonly Lane[], range: Columns): { weight: number; samples: number } {
  let weight = 0;
  let samples = 0;
  for (const lane of lanes) {
    const inside = weightBetween(lane, range.from, range.to);
    weight += inside;
    samples += lane.weight > 0 ? (inside / lane.weight) * lane.samples : 0;
  }
  return { weight, samples: Math.round(samples) };
}
