// What the weights of an event are counted in. A Profile has no column for it: it follows from the event's name.

/** perf's clocks, with the letters of perf's modifiers behind them (tools/perf/Documentation/perf-list.txt, v6.12). */
const CLOCK = /^(?:cpu|task)-clock(?::\w+)?$/;
const NAMED = /^(.+) \(([^()]+)\)$/;
const COUNT = 'count';
/** A unit that is smaller by a power of ten: behind a number it reads as one, `334618e-3 count`. */
const SMALLER = /^e-(\d{1,3}) (.+)$/s;

export interface TypeAndUnit {
  readonly type: string;
  readonly unit: string;
}

/** `cpu-clock` is counted in nanoseconds, `space (bytes)` in bytes, anything else is a count. */
export function typeAndUnit(event: string): TypeAndUnit {
  const [, type, unit] = NAMED.exec(event) ?? [];
  return type !== undefined && unit !== usualUnit(type) && !SMALLER.test(unit)
    ? { type, unit }
    : { type: event, unit: usualUnit(event) };
}

/** The event of which typeAndUnit() says this. */
export function eventOf({ type, unit }: TypeAndUnit): string {
  return unit === '' || unit === usualUnit(type) ? type : `${type} (${unit})`;
}

/** The unit of which 10 ** `power` are one `unit`. */
export function inPowerOfTen(unit: string, power: number): string {
  return power === 0 ? unit : `e-${power} ${unit}`;
}

/** The unit and the power of which inPowerOfTen() made this. */
export function powerOfTenIn(unit: string): { readonly unit: string; readonly power: number } {
  const [, power, plain] = SMALLER.exec(unit) ?? [];
  return plain === undefined ? { unit, power: 0 } : { unit: plain, power: Number(power) };
}

function usualUnit(type: string): string {
  return CLOCK.test(type) ? 'nanoseconds' : COUNT;
}
