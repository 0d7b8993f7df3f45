// Formats numbers, weights, dates and lists of names, always with English separators, as in perf's own output.

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** `1 sample`, `2 samples`. */
export function formatNumberOf(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`;
}

/** A share of 0 to 1 as a percentage, with enough decimals to distinguish small ones. */
export function formatShare(share: number): string {
  if (!(share > 0)) return '0%';
  const percent = share * 100;
  if (percent < 0.001) return '<0.001%';
  const decimals = percent >= 10 ? 1 : percent >= 0.1 ? 2 : 3;
  return `${percent.toFixed(decimals)}%`;
}

/** Clock events and off-CPU time are in nanoseconds; other events have no unit. */
export function formatWeight(weight: number, event: string): string {
  return isClock(event) ? formatDuration(weight) : formatScaled(weight);
}

/** The unit of an event's weights as recorded; empty if they have none. */
export function unitOf(event: string): string {
  return isClock(event) ? 'ns' : '';
}

function isClock(event: string): boolean {
  return /^(?:cpu-clock|task-clock|offcpu-time)(?::|$)/.test(event);
}

const WHEN = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Date and time in the local time zone. `time` is in milliseconds since 1970. */
export function formatWhen(time: number): string {
  return WHEN.format(time);
}

/** Joins facts with middle dots, and allows line breaks only between them. */
export function inOneLine(...facts: readonly (string | false)[]): string {
  const known = facts.filter((fact) => fact !== false);
  return known.map((fact) => fact.replaceAll(' ', '\u00a0')).join('\u00a0· ');
}

const MAX_NAMES = 3;

export function formatNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${listed} and ${formatCount(more)} more` : listed;
}

/** Units of time and their lengths in nanoseconds, longest first. */
export const DURATIONS = { s: 1e9, ms: 1e6, µs: 1e3, ns: 1 };

/** With three significant digits. */
export function formatDuration(nanoseconds: number): string {
  return inUnit(nanoseconds, DURATIONS) ?? `${threeDigits(nanoseconds)} ns`;
}

function formatScaled(value: number): string {
  const whole = Number.isInteger(value);
  return inUnit(value, { T: 1e12, G: 1e9, M: 1e6 }) ?? (whole ? formatCount(value) : threeDigits(value));
}

export function formatBytes(bytes: number): string {
  return inUnit(bytes, { GB: 1e9, MB: 1e6, kB: 1e3 }) ?? formatNumberOf(bytes, 'byte');
}

function inUnit(value: number, units: Readonly<Record<string, number>>): string | undefined {
  const unit = unitFor(value, units);
  return unit && `${threeDigits(value / unit[1])} ${unit[0]}`;
}

/** `units` maps names to sizes, largest first. Undefined if the value is less than the smallest size. */
export function unitFor(
  value: number,
  units: Readonly<Record<string, number>>,
): [name: string, size: number] | undefined {
  return Object.entries(units).find(([, size]) => value >= size);
}

function threeDigits(value: number): string {
  return value >= 1000 ? formatCount(value) : String(Number(value.toPrecision(3)));
}
