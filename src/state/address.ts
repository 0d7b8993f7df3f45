// Writes a view as text for the fragment of a URL, and reads it back: short, readable and exact.
//
//   v=1&view=table&level=python&threads=24720~worker&time=1.2-3.45&filter=hide~function~memcpy~/lib/libc.so.6&search=parse
//
// Only differences from the initial view are written. Invalid parts are skipped when read, since a link may come from
// another version or be truncated. Links without a version are upgraded (address-upgrade.ts).

import type { LinkedNode } from '../model/call-path.ts';
import type { Filter, TimeRange } from '../model/filter.ts';
import { KIND_NAMES } from '../model/kinds.ts';
import { LEVELS, type Level } from '../model/levels.ts';
import { GROUPINGS, type Grouping } from '../model/session.ts';
import type { VisibleRange } from '../model/tree.ts';
import {
  BETWEEN,
  filterText,
  nodeText,
  rangeText,
  readFilter,
  readKind,
  readList,
  readNode,
  readRange,
  readRecording,
  readRow,
  readSorting,
  readThread,
  readVisibleRange,
  readWhen,
  seconds,
  threadText,
  type RecordingName,
  type RowName,
  type ThreadName,
} from './address-fields.ts';
import { escaped, shortText, textOf, unescaped } from './address-text.ts';
import { upgraded } from './address-upgrade.ts';
import { HALVES, VIEW_NAMES, type Half, type Sorting, type ViewName } from './view-state.ts';

/** A function by its canonical name as recorded, and its module ('' for none). */
export interface FunctionName {
  readonly name: string;
  readonly module: string;
}

/** The user's location in one graph. */
export interface LinkedLocation {
  readonly zoomed?: LinkedNode | undefined;
  readonly selected?: LinkedNode | undefined;
  readonly visibleRange?: VisibleRange | undefined;
}

/** The parts of a view that a link contains. Undefined fields are as in the initial view. */
export interface Address extends LinkedLocation {
  readonly recording?: RecordingName | undefined;
  readonly view?: ViewName | undefined;
  readonly level?: Level | undefined;
  /** The event's name. */
  readonly event?: string | undefined;
  readonly threads?: readonly ThreadName[] | undefined;
  /** In nanoseconds since the first sample. */
  readonly range?: TimeRange | undefined;
  readonly filters?: readonly Filter[] | undefined;
  /** Set only by reading: number of filters skipped because of the limit or because this version cannot read them. */
  readonly leftOut?: number | undefined;
  /** Name of the zoomed function, shown until the recording is opened. */
  readonly zoomedName?: string | undefined;
  /** Thread of the selected node in the time order, and its time in nanoseconds since the first sample. */
  readonly when?: { readonly thread: ThreadName; readonly time: number } | undefined;
  /** The location in the other half of the sandwich. */
  readonly beside?: LinkedLocation | undefined;
  /** The half of the sandwich that contains the nodes. */
  readonly half?: Half | undefined;
  /** The function in the middle of the sandwich. */
  readonly sandwiched?: FunctionName | undefined;
  readonly inverted?: 'flame' | 'icicle' | undefined;
  readonly grouping?: Grouping | undefined;
  readonly sorting?: Sorting | undefined;
  readonly row?: RowName | undefined;
  /** The words that filter the rows of the table. */
  readonly words?: string | undefined;
  /** The sort key of callees in the call tree, if it is not the total. */
  readonly treeSorting?: 'self' | undefined;
  /** The deepest expanded rows of the call tree. */
  readonly expanded?: readonly LinkedNode[] | undefined;
  /** Highlighted kinds of code. */
  readonly highlighted?: readonly number[] | undefined;
  readonly search?: string | undefined;
}

export const VERSION = '1';
/** Limits the work of a malicious link: each filter visits all stacks. */
export const MAX_FILTERS = 200;
/** The value of `open` if no rows are expanded. */
const NOTHING = 'none';
/** This page never escapes the values of these keys: any percent sign comes from another program. */
export const PLAIN_KEYS = [
  'v',
  'view',
  'level',
  'time',
  'half',
  'inverted',
  'by',
  'sort',
  'order',
  'open',
  'zoom',
  'node',
  'visible',
  'zoom2',
  'node2',
  'visible2',
  'lit',
  'profile',
  'example',
  // In links without a version:
  'box',
  'seen',
  'box2',
  'seen2',
] as const;
/** Values of these keys contain escaped text. */
export const TEXT_KEYS = [
  'recording',
  'zoomed',
  'event',
  'threads',
  'when',
  'filter',
  'function',
  'row',
  'words',
  'search',
  'title',
  'profileURL',
  'profileIndex',
] as const;
/** A change of only these keys replaces the current history entry instead of adding one. */
const MINOR: readonly Key[] = [
  'v',
  'node',
  'when',
  'visible',
  'node2',
  'visible2',
  'search',
  'sort',
  'row',
  'words',
  'order',
  'open',
  'lit',
];
export type Key = (typeof PLAIN_KEYS | typeof TEXT_KEYS)[number];

/** Returns `v=1&key=value&…`, or '' if nothing differs from the initial view. */
export function writeAddress(address: Address): string {
  const { recording, range, sorting, sandwiched, beside, row, when } = address;
  const parts: (readonly [key: Key, value: string | undefined])[] = [
    ['recording', recording && [recording.name, recording.print ?? ''].map(escaped).join(BETWEEN)],
    ['view', address.view],
    ['level', address.level],
    ['event', address.event && escaped(address.event)],
    ['threads', address.threads?.map(threadText).join(',')],
    ['time', range && `${seconds(range.from)}-${seconds(range.to)}`],
    ...(address.filters ?? []).map((filter) => ['filter', filterText(filter)] as const),
    ['function', sandwiched && `${escaped(sandwiched.name)}${BETWEEN}${escaped(sandwiched.module)}`],
    ['half', address.half],
    ['inverted', address.inverted],
    ['by', address.grouping],
    ['sort', sorting && `${sorting.isDescending ? '-' : ''}${sorting.column}`],
    ['row', row && ('id' in row ? `${BETWEEN}${row.id}` : row.fields.map(escaped).join(BETWEEN) || '-')],
    ['words', address.words && escaped(address.words)],
    ['order', address.treeSorting],
    ['open', address.expanded && (address.expanded.map(nodeText).join(',') || NOTHING)],
    ['zoomed', address.zoomedName && escaped(address.zoomedName)],
    ['zoom', nodeText(address.zoomed)],
    ['node', nodeText(address.selected)],
    ['when', when && `${seconds(when.time)}${BETWEEN}${threadText(when.thread)}`],
    ['visible', rangeText(address.visibleRange)],
    ['zoom2', nodeText(beside?.zoomed)],
    ['node2', nodeText(beside?.selected)],
    ['visible2', rangeText(beside?.visibleRange)],
    ['lit', address.highlighted?.map((kind) => KIND_NAMES[kind]).join(',')],
    ['search', address.search && escaped(address.search)],
  ];
  // An event's name may be empty.
  const written = parts.filter(([key, value]) => value || (value === '' && key === 'event'));
  if (written.length === 0) return '';
  // Programs that find links in text do not include a final dot.
  return [['v', VERSION], ...written]
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
    .replace(/\.$/, '%2E');
}

/**
 * Splits a fragment, with or without `#`, into `key=value` parts. Programs that treat a link as HTML replace `&` with
 * `&amp;`; others escape the `&`, or the whole fragment, possibly twice.
 */
function partsOf(hash: string): string[] {
  let text = hash.replace(BEGINNING, '');
  for (let times = 0; times < MAX_ESCAPES && !text.includes('='); times++)
    text = (unescaped(text) ?? text).replace(BEGINNING, '');
  return text
    .replace(ESCAPED_BETWEEN, '&')
    .split(BETWEEN_PARTS)
    .flatMap((part) => (PLAIN_PART.test(part) ? (unescaped(part) ?? part).split(BETWEEN_PARTS) : part));
}

/** Looks up keys in a link. `value` is that of one key, the last one if it is repeated; `source` is the text of all. */
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

/** Removes the minor keys: links that are then equal share a history entry. */
export function pictureIn(hash: string): string {
  return hash.replace(ALL_MINOR, '').replace(/^&/, '');
}

const ALL_MINOR = new RegExp(`(?:^|&)(?:${MINOR.join('|')})=[^&]*`, 'g');
const BEGINNING = /^(?:#|%(?:25)*23)+/;
const MAX_ESCAPES = 4;
const BETWEEN_PARTS = /&(?:amp;)?/;
/** Our values escape `=`, so an escaped `&` before a key and `=` separates two parts. */
const ESCAPED_BETWEEN = new RegExp(`%26(?:amp;)?(?=(?:${[...PLAIN_KEYS, ...TEXT_KEYS].join('|')})=)`, 'g');
const PLAIN_PART = new RegExp(`^(?:${PLAIN_KEYS.join('|')})=`);

/** Reads `#key=value&…`, with or without `#`. Unknown keys are skipped. */
export function readAddress(hash: string): Address {
  const parts = upgraded(partsOf(hash));
  const values = (key: Key) =>
    parts.filter((part) => part.startsWith(`${key}=`)).map((part) => part.slice(key.length + 1));
  const one = (key: Key) => values(key).at(-1);
  const among = <T extends string>(key: Key, known: readonly T[]) => known.find((each) => each === one(key));
  const written = values('filter');
  const filters = written
    .slice(0, MAX_FILTERS)
    .map(readFilter)
    .filter((filter) => filter !== undefined);
  const [name, module] = one('function')?.split(BETWEEN).map(unescaped) ?? [];
  const location = (number: '' | '2'): LinkedLocation => ({
    zoomed: readNode(one(`zoom${number}`)),
    selected: readNode(one(`node${number}`)),
    visibleRange: readVisibleRange(one(`visible${number}`)),
  });
  const beside = location('2');
  return {
    recording: readRecording(one('recording') ?? ''),
    view: VIEW_ALIASES.get(one('view') ?? '') ?? among('view', VIEW_NAMES),
    level: among('level', LEVEL_NAMES),
    event: textOf(one('event')),
    threads: one('threads')
      ?.split(',')
      .map(readThread)
      .filter((thread) => thread !== undefined),
    range: readRange(one('time') ?? ''),
    filters: filters.length > 0 ? filters : undefined,
    leftOut: written.length - filters.length || undefined,
    zoomedName: shortText(textOf(one('zoomed'))) || undefined,
    ...location(''),
    when: readWhen(one('when')),
    beside: Object.values(beside).some((value) => value !== undefined) ? beside : undefined,
    half: among('half', HALVES),
    sandwiched: name !== undefined ? { name, module: module ?? '' } : undefined,
    inverted: among('inverted', ['flame', 'icicle'] as const),
    grouping: among('by', GROUPINGS),
    sorting: readSorting(one('sort') ?? ''),
    row: readRow(one('row')),
    words: textOf(one('words')),
    treeSorting: among('order', ['self'] as const),
    expanded: one('open') === NOTHING ? [] : readList(one('open'), readNode),
    highlighted: readList(one('lit'), readKind),
    search: textOf(one('search')),
  };
}

const LEVEL_NAMES = LEVELS.map(({ name }) => name);
/** The names of views in speedscope (https://github.com/jlfwong/speedscope#url-parameters). */
const VIEW_ALIASES: ReadonlyMap<string, ViewName> = new Map([
  ['time-ordered', 'time'],
  ['left-heavy', 'flame'],
]);
