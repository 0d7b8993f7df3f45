// The ticks of a time axis: at round times, all in one unit, with enough decimals to tell them apart. Times are in nanoseconds
// from the origin of the axis.

import { ticks, tickStep } from 'd3';
import { DURATIONS, largestUnit } from '../../text/format.ts';
import type { TimeRange } from '../../model/filter.ts';

interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Units of typed times, in nanoseconds. */
const UNITS: Readonly<Record<string, number>> = { ...DURATIONS, us: DURATIONS.µs };

/**
 * Parses a time such as `2`, `2.5` or `300 ms`, by default in the unit of the scale. Returns nanoseconds, or undefined if it is not
 * a time.
 */
export function readTime(text: string, { unit }: TimeScale): number | undefined {
  const [, number, name] = /^\s*(\d+(?:[.,]\d*)?|[.,]\d+)\s*([nmµu]?s)?\s*$/i.exec(text) ?? [];
  if (!number) return undefined;
  return Number(number.replace(',', '.')) * (name ? UNITS[name.toLowerCase()] : unit);
}

/** Returns about `count` ticks at round times, at most 1.5 × `count`; none if the range is empty. */
export function ticksOf(from: number, to: number, count: number): Tick[] {
  if (!(to > from)) return [];
  const most = Math.max(1, Math.floor(count));
  const scale = timeScale(Math.max(Math.abs(from), Math.abs(to)), tickStep(from, to, most));
  return ticks(from, to, most).map((at) => ({ at, label: timeText(at, scale) }));
}

/** A tick with its position on the screen in CSS pixels. */
export interface PlacedTick extends Tick {
  readonly x: number;
  /** The side of the tick with the label; undefined if there is no room for it. */
  readonly side: 'right' | 'left' | undefined;
}

/**
 * Labels are to the right of their ticks, but the last one is to the left if it would be cut off at `width`. `labelWidth` returns
 * the width of a label, including the space beside it.
 */
export function placeTicks(
  ticks: readonly Tick[],
  width: number,
  xOf: (at: number) => number,
  labelWidth: (label: string) => number,
): PlacedTick[] {
  let free = -Infinity;
  return ticks.map((tick) => {
    const x = xOf(tick.at);
    const room = labelWidth(tick.label);
    const side = x + room <= width ? 'right' : x - room >= free ? 'left' : undefined;
    free = side === 'right' ? x + room : x;
    return { ...tick, x, side };
  });
}

/** How times are written on the time axis and in chips: all in one unit, with enough decimals. */
export interface TimeScale {
  /** Nanoseconds per unit. */
  readonly unit: number;
  readonly name: string;
  readonly decimals: number;
}

/** Returns the format for times up to `largest` that are at least `step` apart. */
export function timeScale(largest: number, step: number): TimeScale {
  const [name, unit] = largestUnit(largest, DURATIONS) ?? ['ns', 1];
  // The tolerance avoids an extra decimal if rounding makes the step slightly less than a power of ten.
  const decimals = Math.max(0, Math.min(9, Math.ceil(Math.log10(unit / step) - 1e-9)));
  return { unit, name, decimals };
}

export function timeText(time: number, { unit, name, decimals }: TimeScale): string {
  return `${(time / unit).toFixed(decimals)} ${name}`;
}

/** Returns a format that distinguishes adjacent pixels of a timeline and gives a range of this length at least three digits. */
export function scaleOf({ from, to }: TimeRange, length = to - from): TimeScale {
  return timeScale(to - from, Math.min((to - from) / 1000, Math.max(1, length / 100)));
}
