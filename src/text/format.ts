// Formats numbers, weights, dates and lists of names, always with English separators, as in perf's own output.

import { isWallTime, CPU_TIME } from '../model/events.ts';

/** Not by Intl.NumberFormat, whose data take a command of the terminal 20 ms to load. */
const BEFORE_THOUSANDS = /\B(?=(?:\d{3})+$)/g;

export function formatCount(count: number): string {
  return `${Math.round(count)}`.replace(BEFORE_THOUSANDS, ',');
}

/** `1 sample`, `2 samples`. */
export function formatNumberOf(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`;
}

/** Formats a share between 0 and 1 as a percentage, with more decimals for smaller shares. */
export function formatShare(share: number): string {
  if (!(share > 0)) return '0%';
  const percent = share * 100;
  if (percent < 0.001) return '<0.001%';
  const decimals = percent >= 10 ? 1 : percent >= 0.1 ? 2 : 3;
  return `${percent.toFixed(decimals)}%`;
}

/** Formats a value, given as formatted `text`, as a dash if it is zero. */
export function orDash(value: number, text: string): string {
  return value === 0 ? '–' : text;
}

/** Times are in nanoseconds; other events have no unit. */
export function formatWeight(weight: number, event: string): string {
  return inUnits(weight, event, threeDigits);
}

/** As `formatWeight`, but always with three digits, such as `20.0 s`: values that are compared look equally exact. */
export function formatComparedWeight(weight: number, event: string): string {
  return weight === 0 ? '0' : inUnits(weight, event, exactlyThreeDigits);
}

function inUnits(weight: number, event: string, digits: Digits): string {
  return isClock(event) ? durationText(weight, digits) : scaledText(weight, digits);
}

/** The unit of an event's weights as recorded; empty if they have none. */
export function unitOf(event: string): string {
  return isClock(event) ? 'ns' : '';
}

/** What is counted besides weights: samples, or pieces of wall time. */
export function partNoun(measure: string): string {
  return isWallTime(measure) ? 'piece' : 'sample';
}

/** What shares are of: `15% of all samples`, `15% of the time`. */
export function wholeOf(measure: string): string {
  return isWallTime(measure) ? 'the time' : 'all samples';
}

export function selectedOf(measure: string): string {
  return isWallTime(measure) ? 'the selected time' : 'all selected samples';
}

/** `12 samples`, `12 pieces`. */
export function formatParts(count: number, measure: string): string {
  return formatNumberOf(count, partNoun(measure));
}

/** perf's events, and those of other profilers that have their unit in their name (formats/event-unit.ts). */
const CLOCK = /^(?:cpu-clock|task-clock|offcpu-time)(?::|$)| \(nanoseconds\)$/;

function isClock(event: string): boolean {
  return isWallTime(event) || CLOCK.test(event);
}

/** Created on first use, because that takes 20 ms, and most threads format no dates. */
let dateTime: Intl.DateTimeFormat | undefined;

/** Formats a date and time in the local time zone. `time` is in milliseconds since 1970. */
export function formatDateTime(time: number): string {
  dateTime ??= new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
  return dateTime.format(time);
}

/** Joins facts with middle dots, and allows line breaks only between them. */
export function joinFacts(...facts: readonly (string | false)[]): string {
  const known = facts.filter((fact) => fact !== false);
  return known.map((fact) => fact.replaceAll(' ', '\u00a0')).join('\u00a0· ');
}

/** For example “a, b and c”, or “a, b and 3 more”. */
export function formatList(items: readonly string[], max = items.length): string {
  const all = items.length > max ? [...items.slice(0, max), `${items.length - max} more`] : items;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
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
  return durationText(nanoseconds, threeDigits);
}

/** Formats a number less than a thousand of some unit, or any number of the largest one. */
type Digits = (value: number) => string;

function durationText(nanoseconds: number, digits: Digits): string {
  return inUnit(nanoseconds, DURATIONS, digits) ?? `${digits(nanoseconds)} ns`;
}

function scaledText(value: number, digits: Digits): string {
  const whole = Number.isInteger(value);
  return inUnit(value, { T: 1e12, G: 1e9, M: 1e6 }, digits) ?? (whole ? formatCount(value) : digits(value));
}

export function formatBytes(bytes: number): string {
  return inUnit(bytes, { GB: 1e9, MB: 1e6, kB: 1e3 }, threeDigits) ?? formatNumberOf(bytes, 'byte');
}

function inUnit(value: number, units: Readonly<Record<string, number>>, digits: Digits): string | undefined {
  const unit = largestUnit(value, units);
  return unit && `${digits(value / unit[1])} ${unit[0]}`;
}

/**
 * Returns the largest unit that is not greater than the value; undefined if there is none. `units` maps names to sizes,
 * largest first.
 */
export function largestUnit(
  value: number,
  units: Readonly<Record<string, number>>,
): [name: string, size: number] | undefined {
  return Object.entries(units).find(([, size]) => value >= size);
}

function threeDigits(value: number): string {
  return value >= 1000 ? formatCount(value) : String(Number(value.toPrecision(3)));
}

function exactlyThreeDigits(value: number): string {
  return value >= 999.5 ? formatCount(value) : value.toPrecision(3);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Quotes names in messages. */
export function quoted(name: string): string {
  return `“${name}”`;
}

/** The message of any thrown value, as part of a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Such as `9.06 s CPU`, `1.2 s off CPU` or `31.2 G cycles`. Omits modifiers such as `:u`. */
export function totalText(weight: number, event: string): string {
  const [name] = event.split(':');
  const text = formatWeight(weight, event);
  if (name === 'cpu-clock' || name === 'task-clock') return `${text} CPU`;
  if (name === CPU_TIME) return `${text} CPU time`;
  return name === 'offcpu-time' ? `${text} off CPU` : `${text} ${name}`.trim();
}
