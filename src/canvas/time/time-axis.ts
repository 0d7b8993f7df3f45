// The ticks of a time axis: at round times, all in one unit, with enough decimals to tell them apart. Times are in nanoseconds
// from the origin of the axis.

import { ticks, tickStep } from 'd3';
import { DURATIONS } from '../../text/format.ts';
import { timeScale, timeText, type TimeScale } from './time-scale.ts';

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
