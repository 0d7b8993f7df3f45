// Converts between columns of the timeline and times in the recording.

import type { TimeRange } from '../../model/filter.ts';
import type { Lane, Timeline } from '../../model/session.ts';
import type { ColumnRange, Edge } from '../chart/range-gestures.ts';
import { weightBetween } from '../boxes/rebin.ts';
import { ticksOf } from './time-axis.ts';

export type TimeAxis = Pick<Timeline, 'from' | 'to' | 'columns'>;

/** The columns of a time range, clamped to the timeline. Not rounded to whole columns. */
export function columnsOfRange(
  { from, to, columns }: TimeAxis,
  range: TimeRange | undefined,
): ColumnRange | undefined {
  if (!range) return undefined;
  const column = (time: number) =>
    Math.max(0, Math.min(columns, ((time - from) / (to - from || 1)) * columns));
  return { from: column(range.from), to: column(range.to) };
}

/** Undefined for the complete timeline. */
export function rangeOf({ from, to, columns }: TimeAxis, range: ColumnRange): TimeRange | undefined {
  if (range.from <= 0 && range.to >= columns) return undefined;
  const time = (column: number) => (column >= columns ? to : from + (column / columns) * (to - from));
  return { from: time(range.from), to: time(range.to) };
}

/**
 * The range after its start or end is set to `time`, in nanoseconds from the left end of the timeline. If that would make the
 * range empty or reversed, the other end moves to its end of the timeline. Undefined for the complete timeline.
 */
export function withEnd(
  { from, to }: TimeAxis,
  range: TimeRange | undefined,
  edge: Edge,
  time: number,
): TimeRange | undefined {
  const at = Math.max(from, Math.min(to, from + time));
  const other = range?.[edge === 'from' ? 'to' : 'from'];
  const changed =
    edge === 'from'
      ? { from: at, to: other !== undefined && other > at ? other : to }
      : { from: other !== undefined && other < at ? other : from, to: at };
  // An empty range would select nothing.
  if (changed.from >= changed.to) return range;
  return changed.from <= from && changed.to >= to ? undefined : changed;
}

/** Minimum distance between stops, in CSS pixels. */
const STOP_DISTANCE = 12;

/** The columns that a range of a timeline snaps to: round times a few pixels (and at least a nanosecond) apart, and both ends. */
export function stopsOf(extent: TimeAxis, width: number): readonly number[] {
  const { from, to, columns } = extent;
  const times = ticksOf(0, to - from, Math.min(to - from, width / STOP_DISTANCE));
  const inside = times.map(({ at }) => (at / (to - from)) * columns).filter((at) => at > 0 && at < columns);
  return [0, ...inside, columns];
}

/** In nanoseconds from the left end of the timeline. */
export function timeOf({ from, to, columns }: TimeAxis, column: number): number {
  return (column / columns) * (to - from);
}

/** Sums these lanes over a range. The number of samples is exact if all samples of a lane have the same weight. */
export function amountIn(lanes: readonly Lane[], range: ColumnRange): { weight: number; samples: number } {
  let weight = 0;
  let samples = 0;
  for (const lane of lanes) {
    const inside = weightBetween(lane, range.from, range.to);
    weight += inside;
    samples += lane.weight > 0 ? (inside / lane.weight) * lane.samples : 0;
  }
  return { weight, samples: Math.round(samples) };
}
