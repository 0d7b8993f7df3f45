// How times are written on the time axis and in chips: all in one unit, with enough decimals. Without the axis, so that the initial
// script does not need it.

import type { TimeRange } from '../../model/filter.ts';
import { DURATIONS, largestUnit } from '../../text/format.ts';

/** How times are formatted. */
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
