// What the weights of an event are counted in. A Profile has no column for it: it follows from the event's name.

/** perf's clocks, with the letters of perf's modifiers behind them (tools/perf/Documentation/perf-list.txt, v6.12). */
const CLOCK = /^(?:cpu|task)-clock(?::\w+)?$/;
const NAMED = /^(.+) \(([^()]+)\)$/;
const COUNT = 'count';

export interface TypeAndUnit {
  readonly type: string;
  readonly unit: string;
}

/** `cpu-clock` is counted in nanoseconds, `space (bytes)` in bytes, anything else is a count. */
export function typeAndUnit(event: string): TypeAndUnit {
  const [, type, unit] = NAMED.exec(event) ?? [];
  return type !== undefined && unit !== usualUnit(type)
    ? { type, unit }
    : { type: event, unit: usualUnit(event) };
}

/** The event of which typeAndUnit() says this. */
export function eventOf({ type, unit }: TypeAndUnit): string {
  return unit === '' || unit === usualUnit(type) ? type : `${type} (${unit})`;
}

function usualUnit(type: string): string {
  return CLOCK.test(type) ? 'nanoseconds' : COUNT;
}
