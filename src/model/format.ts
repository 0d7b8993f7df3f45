// Numbers as a person reads them. English separators everywhere, as in perf's own output.

import type { Recording } from './session.ts';

/** The name of an event; empty in a recording without any sample, which has none. */
export function eventName({ events }: Recording, event: number): string {
  return events.at(event)?.name ?? '';
}

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** `1 sample`, `2 samples`. */
export function formatNumberOf(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`;
}

/** A share of 0 to 1 as a percentage, with enough places to tell small ones apart. */
export function formatShare(share: number): string {
  if (!(share > 0)) return '0%';
  const percent = share * 100;
  if (percent < 0.001) return '<0.001%';
  const places = percent >= 10 ? 1 : percent >= 0.1 ? 2 : 3;
  return `${percent.toFixed(places)}%`;
}

/** Clock events and off-CPU time count nanoseconds; all others are plain numbers of whatever the event counts. */
export function formatWeight(weight: number, event: string): string {
  return isClock(event) ? formatDuration(weight) : formatScaled(weight);
}

/** What the numbers of an event are, as recorded; empty where they are plain numbers. */
export function unitOf(event: string): string {
  return isClock(event) ? 'ns' : '';
}

function isClock(event: string): boolean {
  return /^(?:cpu-clock|task-clock|offcpu-time)(?::|$)/.test(event);
}

const WHEN = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A day and a time, milliseconds since 1970, where the person is. */
export function formatWhen(time: number): string {
  return WHEN.format(time);
}

/** Facts beside each other; where the line is too short it breaks between them. */
export function inOneLine(...facts: readonly string[]): string {
  return facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join('\u00a0· ');
}

/** So many names of files are told. */
const MOST_NAMES = 3;

export function formatNames(names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${told} and ${formatCount(more)} more` : told;
}

const DURATIONS: readonly (readonly [number, string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** Nanoseconds with three places that count. */
export function formatDuration(nanoseconds: number): string {
  const [unit, name] = DURATIONS.find(([size]) => nanoseconds >= size) ?? DURATIONS[DURATIONS.length - 1];
  return `${places(nanoseconds / unit)} ${name}`;
}

const SCALES: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
];

function formatScaled(value: number): string {
  const scale = SCALES.find(([size]) => value >= size);
  if (scale) return `${places(value / scale[0])} ${scale[1]}`;
  return Number.isInteger(value) ? formatCount(value) : places(value);
}

const BYTES: readonly (readonly [number, string])[] = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
];

export function formatBytes(bytes: number): string {
  const unit = BYTES.find(([size]) => bytes >= size);
  return unit ? `${places(bytes / unit[0])} ${unit[1]}` : formatNumberOf(bytes, 'byte');
}

function places(value: number): string {
  return value >= 1000 ? formatCount(value) : String(Number(value.toPrecision(3)));
}
