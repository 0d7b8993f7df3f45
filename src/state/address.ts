// What is looked at as text, for the part of a URL behind `#`: short, readable, and exact.
//
//   view=table&level=python&threads=24720,24723&time=1.2-3.45&filter=hide~function~memcpy~/lib/libc.so.6&search=parse
//
// Only what is not as it is at the beginning is written. What makes no sense is left out when it is read: a link may come
// from another version, or have been cut.

import { FILTER_ACTIONS, type Filter, type Target, type TimeRange } from '../model/filter.ts';
import { LEVELS, type Level } from '../model/levels.ts';
import { GROUPINGS, type Grouping } from '../model/session.ts';
import type { Seen } from '../model/tree.ts';
import { TABLE_COLUMNS, VIEW_NAMES, type Sorting, type ViewName } from './store.ts';

/** A function by what a person reads: its clean name as recorded, and its module ('' where it has none). */
export interface FunctionName {
  readonly name: string;
  readonly module: string;
}

/** Everything that a link says of a view. What is undefined is as it is when a recording is opened. */
export interface Address {
  readonly view?: ViewName | undefined;
  readonly level?: Level | undefined;
  /** By its name. */
  readonly event?: string | undefined;
  /** Numbers of threads, or `.ROW` of `Recording.threadList` where a number does not tell. */
  readonly threads?: readonly string[] | undefined;
  /** In nanoseconds since the first sample. */
  readonly range?: TimeRange | undefined;
  readonly filters?: readonly Filter[] | undefined;
  /** Boxes of the tree, which is numbered the same for the same recording and choice of samples; in the table a row. */
  readonly zoomed?: number | undefined;
  readonly selected?: number | undefined;
  readonly seen?: Seen | undefined;
  /** Which half of the sandwich these are boxes of. */
  readonly half?: 'callers' | 'callees' | undefined;
  /** In the middle of the sandwich. */
  readonly sandwiched?: FunctionName | undefined;
  readonly inverted?: 'flame' | 'icicle' | undefined;
  readonly grouping?: Grouping | undefined;
  readonly sorting?: Sorting | undefined;
  readonly search?: string | undefined;
}

const SECOND = 1e9;
/** More than a person has a use for: each goes through all stacks. */
export const MOST_FILTERS = 200;
const BETWEEN = '~';
const OFF = '!';

/** As `key=value&…`, '' for nothing. */
export function writeAddress(address: Address): string {
  const { range, sorting, sandwiched } = address;
  const parts: (readonly [key: string, value: string | undefined])[] = [
    ['view', address.view],
    ['level', address.level],
    ['event', address.event && escaped(address.event)],
    ['threads', address.threads?.join(',')],
    ['time', range && `${seconds(range.from)}-${seconds(range.to)}`],
    ...(address.filters ?? []).map((filter) => ['filter', filterText(filter)] as const),
    ['function', sandwiched && `${escaped(sandwiched.name)}${BETWEEN}${escaped(sandwiched.module)}`],
    ['half', address.half],
    ['inverted', address.inverted],
    ['by', address.grouping],
    ['sort', sorting && `${sorting.isDescending ? '-' : ''}${sorting.column}`],
    ['zoom', address.zoomed?.toString()],
    ['box', address.selected?.toString()],
    ['seen', address.seen && seenText(address.seen)],
    ['search', address.search && escaped(address.search)],
  ];
  const written = parts.filter(([, value]) => value !== undefined && value !== '');
  // Programs that find links in text take a dot at the end for that of the sentence.
  return written
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
    .replace(/\.$/, '%2E');
}

/** Of `#key=value&…`, with or without `#`. Keys that are not known are passed over. */
export function readAddress(hash: string): Address {
  const values = (key: string) =>
    hash
      .replace(/^#/, '')
      .split('&')
      .filter((part) => part.startsWith(`${key}=`))
      .map((part) => part.slice(key.length + 1));
  const one = (key: string) => values(key).at(-1);
  const among = <T extends string>(key: string, known: readonly T[]) =>
    known.find((each) => each === one(key));
  const filters = values('filter')
    .slice(0, MOST_FILTERS)
    .map(readFilter)
    .filter((filter) => filter !== undefined);
  const [name, module] = (one('function') ?? '').split(BETWEEN).map(unescaped);
  return {
    view: VIEW_ALIASES[one('view') ?? ''] ?? among('view', VIEW_NAMES),
    level: among('level', LEVEL_NAMES),
    event: textOf(one('event')),
    threads: one('threads')
      ?.split(',')
      .filter((thread) => THREAD.test(thread)),
    range: readRange(one('time') ?? ''),
    filters: filters.length > 0 ? filters : undefined,
    zoomed: readNumber(one('zoom')),
    selected: readNumber(one('box')),
    seen: readSeen(one('seen') ?? ''),
    half: among('half', ['callers', 'callees'] as const),
    sandwiched: name ? { name, module: module ?? '' } : undefined,
    inverted: among('inverted', ['flame', 'icicle'] as const),
    grouping: among('by', GROUPINGS),
    sorting: readSorting(one('sort') ?? ''),
    search: textOf(one('search')),
  };
}

const LEVEL_NAMES = LEVELS.map(({ name }) => name);
const THREAD = /^(?:\d{1,10}|\.\d{1,7})$/;
/** As speedscope names its views (https://github.com/jlfwong/speedscope#url-parameters). */
const VIEW_ALIASES: Readonly<Record<string, ViewName>> = { 'time-ordered': 'time', 'left-heavy': 'flame' };

/** Whole nanoseconds, without zeros that say nothing. */
function seconds(time: number): string {
  return (Math.round(time) / SECOND).toFixed(9).replace(/\.?0+$/, '');
}

function readRange(text: string): TimeRange | undefined {
  const [, from, to] = /^(\d+(?:\.\d*)?)-(\d+(?:\.\d*)?)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const range = { from: Math.round(Number(from) * SECOND), to: Math.round(Number(to) * SECOND) };
  return range.from < range.to ? range : undefined;
}

/** Exact enough for the same pixels, where boxes end close to the middle of one too. */
function seenText({ from, to, past }: Seen): string {
  const digits = Math.min(15, Math.max(0, Math.ceil(-Math.log10(to - from))) + 8);
  const text = (share: number) =>
    Number(share.toFixed(digits))
      .toFixed(digits)
      .replace(/\.?0+$/, '');
  const rows = past.toFixed(2).replace(/\.?0+$/, '');
  return `${text(from)}-${text(to)}${rows === '0' ? '' : BETWEEN + rows}`;
}

function readSeen(text: string): Seen | undefined {
  const read = (each: string): Seen | undefined => {
    const [, from, to, past] =
      /^(\d(?:\.\d{1,15})?)-(\d(?:\.\d{1,15})?)(?:~(\d{1,7}(?:\.\d+)?))?$/.exec(each) ?? [];
    const seen = { from: Number(from), to: Number(to), past: Number(past ?? 0) };
    return seen.from < seen.to && seen.to <= 1 ? seen : undefined;
  };
  const seen = read(text);
  // As exact as it would be written.
  return seen && read(seenText(seen));
}

function filterText({ action, target, isOn }: Filter): string {
  const fields = [action, ...(target ? targetFields(target) : [])];
  return (isOn ? '' : OFF) + fields.map(escaped).join(BETWEEN);
}

function targetFields(target: Target): string[] {
  switch (target.by) {
    case 'function':
      return [target.by, target.name, ...(target.module === '' ? [] : [target.module])];
    case 'kind':
      return [target.by, String(target.kind)];
    case 'pattern':
      return [target.by, target.query];
    case 'file':
    case 'module':
    case 'package':
      return [target.by, target.path];
  }
}

function readFilter(text: string): Filter | undefined {
  const isOn = !text.startsWith(OFF);
  const [name, ...fields] = text
    .slice(isOn ? 0 : OFF.length)
    .split(BETWEEN)
    .map(unescaped);
  const action = FILTER_ACTIONS.find((each) => each === name);
  if (!action) return undefined;
  const target = readTarget(fields);
  return target || action === 'recursion' ? { action, target, isOn } : undefined;
}

function readTarget([by, value, module]: readonly (string | undefined)[]): Target | undefined {
  if (!value) return undefined;
  switch (by) {
    case 'function':
      return { by, name: value, module: module ?? '' };
    case 'file':
    case 'module':
    case 'package':
      return { by, path: value };
    case 'kind':
      return /^\d{1,2}$/.test(value) ? { by, kind: Number(value) } : undefined;
    case 'pattern':
      return { by, query: value };
    case undefined:
    default:
      return undefined;
  }
}

function readSorting(text: string): Sorting | undefined {
  const isDescending = text.startsWith('-');
  const column = TABLE_COLUMNS.find((each) => each === text.slice(isDescending ? 1 : 0));
  return column && { column, isDescending };
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function textOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : unescaped(value);
}

/** Percent signs for all but what every program takes for a part of a link, and is no sign of ours. */
export function escaped(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:2F|3A)/g, (sign) => decodeURIComponent(sign));
}

/** Undefined where percent signs make no text. */
function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
