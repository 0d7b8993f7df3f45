// Derives the unit of an event's weights from the event's name, because a Profile does not store units.

/** perf's clock events, with optional modifiers (tools/perf/Documentation/perf-list.txt, v6.12). */
const CLOCK = /^(?:cpu|task)-clock(?::\w+)?$/;
const NAME_AND_UNIT = /^(.+) \(([^()]+)\)$/;
const COUNT = 'count';
/** A unit scaled down by a power of ten. After a number it reads as an exponent: `334618e-3 count`. */
const SCALED = /^e-(\d{1,3}) (.+)$/s;

export interface TypeAndUnit {
  readonly type: string;
  readonly unit: string;
}

/** The unit is nanoseconds for `cpu-clock`, bytes for `space (bytes)`, and a count for other events. */
export function parseEventName(event: string): TypeAndUnit {
  const [, type, unit] = NAME_AND_UNIT.exec(event) ?? [];
  return type !== undefined && unit !== defaultUnit(type) && !SCALED.test(unit)
    ? { type, unit }
    : { type: event, unit: defaultUnit(event) };
}

/** The inverse of `parseEventName`. */
export function eventName({ type, unit }: TypeAndUnit): string {
  return unit === '' || unit === defaultUnit(type) ? type : `${type} (${unit})`;
}

/** `unit` divided by 10 ** `power`. */
export function withPowerOfTen(unit: string, power: number): string {
  return power === 0 ? unit : `e-${power} ${unit}`;
}

/** The inverse of `withPowerOfTen`. */
export function parsePowerOfTen(unit: string): { readonly unit: string; readonly power: number } {
  const [, power, plain] = SCALED.exec(unit) ?? [];
  return plain === undefined ? { unit, power: 0 } : { unit: plain, power: Number(power) };
}

function defaultUnit(type: string): string {
  return CLOCK.test(type) ? 'nanoseconds' : COUNT;
}
