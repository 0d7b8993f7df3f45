// Places on the strip and what they stand for: columns of it, and times of the recording.

import type { TimeRange } from '../model/filter.ts';
import type { Lane, Timeline } from '../model/session.ts';
import type { Columns } from './range-gestures.ts';
import { weightBetween } from './rebin.ts';
import { timeScale, type TimeScale } from './time-axis.ts';

type Extent = Pick<Timeline, 'from' | 'to' | 'columns'>;

/** Where a range lies; the ends of it that lie beyond the strip are its ends. Not rounded to whole columns. */
export function columnsOf({ from, to, columns }: Extent, range: TimeRange | undefined): Columns | undefined {
  if (!range) return undefined;
  const place = (time: number) =>
    Math.max(0, Math.min(columns, ((time - from) / (to - from || 1)) * columns));
  return { from: place(range.from), to: place(range.to) };
}

/** Undefined for all of the strip. */
export function rangeOf({ from, to, columns }: Extent, range: Columns): TimeRange | undefined {
  if (range.from <= 0 && range.to >= columns) return undefined;
  const time = (column: number) => (column >= columns ? to : from + (column / columns) * (to - from));
  return { from: time(range.from), to: time(range.to) };
}

/** Nanoseconds from the strip's left end. */
export function timeOf({ from, to, columns }: Extent, column: number): number {
  return (column / columns) * (to - from);
}

/** The strip's times with as many places as tell its pixels apart, and three digits of a range that is `length` long. */
export function scaleOf({ from, to }: Pick<Extent, 'from' | 'to'>, length = to - from): TimeScale {
  return timeScale(to - from, Math.min((to - from) / 1000, Math.max(1, length / 100)));
}

/** What lies in a range of these lanes. The number of samples is exact where all samples of a lane weigh the same. */
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
