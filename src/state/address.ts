// What is looked at as text, for the part of a URL behind `#`: short, readable, and exact.
//
//   view=table&level=python&threads=24720,24723&time=1.2-3.45&filter=hide~function~memcpy~/lib/libc.so.6&search=parse
//
// Only what is not as it is at the beginning is written. What makes no sense is left out when it is read: a link may come
// from another version, or have been cut.

import { FILTER_ACTIONS, type Filter, type Target, type TimeRange } from '../model/filter.ts';
import { LEVELS, type Level } from '../model/levels.ts';
import { NONE } from '../model/profile.ts';
import { GROUPINGS, type Grouping } from '../model/session.ts';
import type { Seen } from '../model/tree.ts';
import { escaped, shortText, textOf, unescaped } from './address-text.ts';
import { TABLE_COLUMNS, VIEW_NAMES, type Sorting, type ViewName } from './store.ts';

/** A function by what a person reads: its clean name as recorded, and its module ('' where it has none). */
export interface FunctionName {
  readonly name: string;
  readonly module: string;
}

/** A recording that a link does not lead to, but belongs to. */
export interface RecordingName {
  /** What its file is called, without folders. */
  readonly name: string;
  /** Tells it from others of the same name (link.ts); undefined in what somebody wrote by hand. */
  readonly print: string | undefined;
}

/** Everything that a link says of a view. What is undefined is as it is when a recording is opened. */
export interface Address {
  readonly recording?: RecordingName | undefined;
  readonly view?: ViewName | undefined;
  readonly level?: Level | undefined;
  /** By its name. */
  readonly event?: string | undefined;
  /** Numbers of threads, or `.ROW` of `Recording.threadList` where a number does not tell. */
  readonly threads?: readonly string[] | undefined;
  /** In nanoseconds since the first sample. */
  readonly range?: TimeRange | undefined;
  readonly filters?: readonly Filter[] | undefined;
  /** Only of what was read: how many filters it does not tell, too many or none that this version knows. */
  readonly leftOut?: number | undefined;
  /**
   * Boxes of the tree, which is numbered the same for the same recording and choice of samples; in the table a row, NONE for
   * that of what has no such thing.
   */
  readonly zoomed?: number | undefined;
  readonly selected?: number | undefined;
  readonly seen?: Seen | undefined;
  /** What the zoomed box is called: for whom the link is opened without its recording. */
  readonly zoomedName?: string | undefined;
  /** Where a person is in the other half of the sandwich. */
  readonly beside?: Pick<Address, 'zoomed' | 'selected' | 'seen'> | undefined;
  /** Which half of the sandwich the boxes are of. */
  readonly half?: 'callers' | 'callees' | undefined;
  /** In the middle of the sandwich. */
  readonly sandwiched?: FunctionName | undefined;
  readonly inverted?: 'flame' | 'icicle' | undefined;
  readonly grouping?: Grouping | undefined;
  readonly sorting?: Sorting | undefined;
  /** Words that the rows of the table have. */
  readonly words?: string | undefined;
  /** What callees in the call tree are sorted by, where it is not total. */
  readonly treeSorting?: 'self' | undefined;
  /** Boxes of the call tree: where its open rows end. */
  readonly ends?: readonly number[] | undefined;
  /** Kinds of code that are lit up. */
  readonly lit?: readonly number[] | undefined;
  readonly search?: string | undefined;
}

const SECOND = 1e9;
/** More than a person has a use for: each goes through all stacks. */
export const MOST_FILTERS = 200;
const BETWEEN = '~';
const OFF = '!';
/** No row is open, which is not as at first; or the row of what has no such thing. */
const NOTHING = 'none';
/** Of these keys no value has a percent sign, but from programs that escape what is behind it. */
export const PLAIN_KEYS = [
  'view',
  'level',
  'threads',
  'time',
  'half',
  'inverted',
  'by',
  'sort',
  'order',
  'open',
  'zoom',
  'box',
  'seen',
  'zoom2',
  'box2',
  'seen2',
  'lit',
  'profile',
  'example',
] as const;
/** What is escaped in values of these is theirs. */
export const TEXT_KEYS = [
  'recording',
  'zoomed',
  'event',
  'filter',
  'function',
  'words',
  'search',
  'title',
  'profileURL',
  'profileIndex',
] as const;
/** What makes no entry of its own in the way back. */
const BESIDES: readonly Key[] = [
  'box',
  'seen',
  'box2',
  'seen2',
  'search',
  'sort',
  'words',
  'order',
  'open',
  'lit',
];
/** All that stands before a `=` in a link. */
export type Key = (typeof PLAIN_KEYS | typeof TEXT_KEYS)[number];
/** Each opens what leads to it. */
const MOST_NUMBERS = 1000;

/** As `key=value&…`, '' for nothing. */
export function writeAddress(address: Address): string {
  const { recording, range, sorting, sandwiched, beside } = address;
  const parts: (readonly [key: Key, value: string | undefined])[] = [
    ['recording', recording && [recording.name, recording.print ?? ''].map(escaped).join(BETWEEN)],
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
    ['words', address.words && escaped(address.words)],
    ['order', address.treeSorting],
    ['open', address.ends && (address.ends.join(',') || NOTHING)],
    ['zoomed', address.zoomedName && escaped(address.zoomedName)],
    ['zoom', address.zoomed?.toString()],
    ['box', address.selected === NONE ? NOTHING : address.selected?.toString()],
    ['seen', address.seen && seenText(address.seen)],
    ['zoom2', beside?.zoomed?.toString()],
    ['box2', beside?.selected?.toString()],
    ['seen2', beside?.seen && seenText(beside.seen)],
    ['lit', address.lit?.join(',')],
    ['search', address.search && escaped(address.search)],
  ];
  // An event may have no name.
  const written = parts.filter(([key, value]) => value || (value === '' && key === 'event'));
  // Programs that find links in text take a dot at the end for that of the sentence.
  return written
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
    .replace(/\.$/, '%2E');
}

/**
 * Each `key=value` of what stands behind `#`, with or without that. Programs that take a link for HTML write `&amp;` for what
 * is between them; others escape that, or all of it, also twice.
 */
function partsOf(hash: string): string[] {
  let text = hash.replace(BEGINNING, '');
  for (let times = 0; times < MOST_ESCAPES && !text.includes('='); times++)
    text = (unescaped(text) ?? text).replace(BEGINNING, '');
  return text
    .replace(ESCAPED_BETWEEN, '&')
    .split(BETWEEN_PARTS)
    .flatMap((part) => (PLAIN_PART.test(part) ? (unescaped(part) ?? part).split(BETWEEN_PARTS) : part));
}

/** What a link says under these keys: the value of one, the last where it stands twice, and the text of all that is said. */
export function saidUnder(
  keys: readonly Key[],
  hash: string,
): { readonly source: string; readonly value: (key: Key) => string | undefined } {
  const said = partsOf(hash).filter((part) => keys.some((key) => part.startsWith(`${key}=`)));
  return {
    source: said.join('&'),
    value: (key) => said.findLast((part) => part.startsWith(`${key}=`))?.slice(key.length + 1),
  };
}

/** A link without what makes no entry of its own in the way back: two that are left with the same show the same picture. */
export function pictureIn(hash: string): string {
  return hash.replace(ALL_BESIDES, '').replace(/^&/, '');
}

const ALL_BESIDES = new RegExp(`(?:^|&)(?:${BESIDES.join('|')})=[^&]*`, 'g');
const BEGINNING = /^(?:#|%(?:25)*23)+/;
const MOST_ESCAPES = 4;
const BETWEEN_PARTS = /&(?:amp;)?/;
/** In a value of ours `=` is escaped: before one, and a key, stands what is between two. */
const ESCAPED_BETWEEN = new RegExp(`%26(?:amp;)?(?=(?:${[...PLAIN_KEYS, ...TEXT_KEYS].join('|')})=)`, 'g');
const PLAIN_PART = new RegExp(`^(?:${PLAIN_KEYS.join('|')})=`);

/** Of `#key=value&…`, with or without `#`. Keys that are not known are passed over. */
export function readAddress(hash: string): Address {
  const parts = partsOf(hash);
  const values = (key: Key) =>
    parts.filter((part) => part.startsWith(`${key}=`)).map((part) => part.slice(key.length + 1));
  const one = (key: Key) => values(key).at(-1);
  const among = <T extends string>(key: Key, known: readonly T[]) => known.find((each) => each === one(key));
  const written = values('filter');
  const filters = written
    .slice(0, MOST_FILTERS)
    .map(readFilter)
    .filter((filter) => filter !== undefined);
  const [name, module] = one('function')?.split(BETWEEN).map(unescaped) ?? [];
  return {
    recording: readRecording(one('recording') ?? ''),
    view: VIEW_ALIASES.get(one('view') ?? '') ?? among('view', VIEW_NAMES),
    level: among('level', LEVEL_NAMES),
    event: textOf(one('event')),
    threads: one('threads')
      ?.split(',')
      .filter((thread) => THREAD.test(thread)),
    range: readRange(one('time') ?? ''),
    filters: filters.length > 0 ? filters : undefined,
    leftOut: written.length - filters.length || undefined,
    zoomed: readNumber(one('zoom')),
    zoomedName: shortText(textOf(one('zoomed'))) || undefined,
    selected: one('box') === NOTHING ? NONE : readNumber(one('box')),
    seen: readSeen(one('seen') ?? ''),
    beside: readBeside(readNumber(one('zoom2')), readNumber(one('box2')), readSeen(one('seen2') ?? '')),
    half: among('half', ['callers', 'callees'] as const),
    sandwiched: name !== undefined ? { name, module: module ?? '' } : undefined,
    inverted: among('inverted', ['flame', 'icicle'] as const),
    grouping: among('by', GROUPINGS),
    sorting: readSorting(one('sort') ?? ''),
    words: textOf(one('words')),
    treeSorting: among('order', ['self'] as const),
    ends: one('open') === NOTHING ? [] : readNumbers(one('open')),
    lit: readNumbers(one('lit')),
    search: textOf(one('search')),
  };
}

const LEVEL_NAMES = LEVELS.map(({ name }) => name);
const THREAD = /^(?:\d{1,10}|\.\d{1,7})$/;
/** As speedscope names its views (https://github.com/jlfwong/speedscope#url-parameters). */
const VIEW_ALIASES: ReadonlyMap<string, ViewName> = new Map([
  ['time-ordered', 'time'],
  ['left-heavy', 'flame'],
]);

function readRecording(text: string): RecordingName | undefined {
  const [written, print = ''] = text.split(BETWEEN);
  const name = shortText(textOf(written));
  return name ? { name, print: /^[\da-z]{1,8}$/.test(print) ? print : undefined } : undefined;
}

/** Whole nanoseconds, without zeros that say nothing. */
function seconds(time: number): string {
  return (Math.round(time) / SECOND).toFixed(9).replace(/\.?0+$/, '');
}

function readRange(text: string): TimeRange | undefined {
  const [, from, to] = /^(\d+(?:\.\d*)?)-(\d+(?:\.\d*)?)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const range = { from: Math.round(Number(from) * SECOND), to: Math.round(Number(to) * SECOND) };
  return range.from < range.to && range.to < Infinity ? range : undefined;
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

function readBeside(
  zoomed: number | undefined,
  selected: number | undefined,
  seen: Seen | undefined,
): Address['beside'] {
  return zoomed !== undefined || selected !== undefined || seen ? { zoomed, selected, seen } : undefined;
}

/** Undefined for a pattern that looks for nothing. */
function filterText({ action, target, isOn }: Filter): string | undefined {
  if (target?.by === 'pattern' && target.query === '') return undefined;
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
  return target || (action === 'recursion' && fields.length === 0) ? { action, target, isOn } : undefined;
}

function readTarget([by, value, module]: readonly (string | undefined)[]): Target | undefined {
  if (value === undefined) return undefined;
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
      return value === '' ? undefined : { by, query: value };
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

/** Undefined for none. */
function readNumbers(text: string | undefined): number[] | undefined {
  const numbers = text
    ?.split(',', MOST_NUMBERS)
    .map(readNumber)
    .filter((number) => number !== undefined);
  return numbers && numbers.length > 0 ? numbers : undefined;
}
