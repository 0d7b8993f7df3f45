// A time axis: round places on it that are far enough apart, and times in one unit with as many places as tell
// neighbours apart. Times are nanoseconds since wherever the axis counts from.

import { ticks, tickStep } from 'd3';

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** How times are printed. */
export interface TimeScale {
  /** Nanoseconds to one of it. */
  readonly unit: number;
  readonly name: string;
  readonly places: number;
}

const UNITS: readonly (readonly [number, string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** For times up to `largest` of which some are only `step` apart. */
export function timeScale(largest: number, step: number): TimeScale {
  const [unit, name] = UNITS.find(([size]) => largest >= size) ?? UNITS[UNITS.length - 1];
  // A step that is a power of ten but for rounding needs no place more.
  const places = Math.max(0, Math.min(9, Math.ceil(Math.log10(unit / step) - 1e-9)));
  return { unit, name, places };
}

export function timeText(time: number, { unit, name, places }: TimeScale): string {
  return `${(time / unit).toFixed(places)} ${name}`;
}

/** Round places from `from` to `to`, about `count` of them, half as many again at most; none without length. */
export function ticksOf(from: number, to: number, count: number): Tick[] {
  if (!(to > from)) return [];
  const most = Math.max(1, Math.floor(count));
  const scale = timeScale(Math.max(Math.abs(from), Math.abs(to)), tickStep(from, to, most));
  return ticks(from, to, most).map((at) => ({ at, label: timeText(at, scale) }));
}

/** A tick at its place on the screen, in CSS pixels. */
export interface PlacedTick extends Tick {
  readonly x: number;
  /** On which side of it its label stands; undefined where there is no room for it. */
  readonly side: 'right' | 'left' | undefined;
}

/**
 * Labels stand on the right of their ticks, and the last on its left where it would be cut at `width`. `roomFor` is how much
 * a label takes with what is left free beside it.
 */
export function placedTicks(
  ticks: readonly Tick[],
  width: number,
  xOf: (at: number) => number,
  roomFor: (label: string) => number,
): PlacedTick[] {
  let free = -Infinity;
  return ticks.map((tick) => {
    const x = xOf(tick.at);
    const room = roomFor(tick.label);
    const side = x + room <= width ? 'right' : x - room >= free ? 'left' : undefined;
    free = side === 'right' ? x + room : x;
    return { ...tick, x, side };
  });
}
