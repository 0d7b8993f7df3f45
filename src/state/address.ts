// Writes a view as text for the fragment of a URL, and reads it back: short, readable and exact.
//
//   v=2&view=table&level=python&threads=24720~worker&time=1.2-3.45&filter=hide~function~memcpy~/lib/libc.so.6&search=parse
//
// Only differences from the initial view are written. Invalid parts are skipped when read, since a link may come from
// another version or be truncated.

import type { PathHashes } from '../model/call-path.ts';
import type { CostId } from '../model/costs.ts';
import type { Filter, TimeRange } from '../model/filter.ts';
import { KIND_NAMES } from '../model/kinds.ts';
import { LEVELS, type Level } from '../model/levels.ts';
import { GROUPINGS, type Grouping } from '../model/session.ts';
import type { VisibleRange } from '../model/tree.ts';
import { escapeText } from '../sharing/escape-text.ts';
import { readCost, readKind, readRange } from '../sharing/selection-text.ts';
import {
  FIELD_SEPARATOR,
  filterText,
  nodeText,
  rangeText,
  readFilter,
  readList,
  readNode,
  readRecording,
  readRow,
  readSorting,
  readThread,
  readVisibleRange,
  readWhen,
  recordingText,
  secondsText,
  threadText,
  type RecordingName,
  type RowName,
  type ThreadName,
} from './address-fields.ts';
import { shortText, textOf, unescapeText } from './address-text.ts';
import {
  comparisonParts,
  PLAIN_COMPARISON_KEYS,
  readComparison,
  TEXT_COMPARISON_KEYS,
  type LinkedComparison,
} from './comparison-address.ts';
import { HALVES, VIEW_NAMES, type Half, type Sorting, type ViewName } from '../model/view-names.ts';

/** A function by its canonical name as recorded, and its module ('' for none). */
export interface FunctionName {
  readonly name: string;
  readonly module: string;
}

/** The user's location in one graph. */
export interface LinkedLocation {
  readonly zoomed?: PathHashes | undefined;
  readonly selected?: PathHashes | undefined;
  readonly visibleRange?: VisibleRange | undefined;
}

/** The parts of a view that a link contains. Undefined fields are as in the initial view. */
export interface Address extends LinkedLocation {
  readonly recording?: RecordingName | undefined;
  readonly view?: ViewName | undefined;
  readonly level?: Level | undefined;
  /** `all` if imports are not folded. */
  readonly imports?: 'all' | undefined;
  /** `0` for the callers as recorded. */
  readonly mend?: '0' | undefined;
  /** The event's name. */
  readonly event?: string | undefined;
  readonly threads?: readonly ThreadName[] | undefined;
  /** In nanoseconds since the first sample. */
  readonly range?: TimeRange | undefined;
  readonly filters?: readonly Filter[] | undefined;
  /** Set only by `readAddress`: the number of filters that exceed the limit or that this version cannot read. */
  readonly skippedFilters?: number | undefined;
  /** Name of the zoomed function, shown until the recording is opened. */
  readonly zoomedName?: string | undefined;
  /** Thread of the selected node in the time order, and its time in nanoseconds since the first sample. */
  readonly when?: { readonly thread: ThreadName; readonly time: number } | undefined;
  /** The location in the other half of the sandwich. */
  readonly otherHalf?: LinkedLocation | undefined;
  /** The half of the sandwich that `zoomed` and `selected` belong to. */
  readonly half?: Half | undefined;
  /** The function in the middle of the sandwich. */
  readonly sandwiched?: FunctionName | undefined;
  readonly inverted?: 'flame' | 'icicle' | undefined;
  readonly grouping?: Grouping | undefined;
  readonly sorting?: Sorting | undefined;
  /** Columns of the table. */
  readonly costColumns?: readonly CostId[] | undefined;
  readonly row?: RowName | undefined;
  /** The pattern that the rows of the table must match. */
  readonly words?: string | undefined;
  /** The sort key of callees in the call tree, if it is not the total. */
  readonly treeSorting?: 'self' | undefined;
  /** The deepest expanded rows of the call tree. */
  readonly expanded?: readonly PathHashes[] | undefined;
  /** Highlighted kinds of code. */
  readonly highlighted?: readonly number[] | undefined;
  readonly highlightedCosts?: readonly CostId[] | undefined;
  /** What colors show, if not kinds of code. */
  readonly colorBy?: 'cost' | undefined;
  readonly search?: string | undefined;
  /** Undefined unless recordings are compared. */
  readonly comparison?: LinkedComparison | undefined;
}

const VERSION = '2';
/** Limits the work that a malicious link can cause: each filter visits all stacks. */
export const MAX_FILTERS = 200;
/** The value of `open` if no rows are expanded. */
const NONE_EXPANDED = 'none';
/** This page never escapes the values of these keys: any percent sign comes from another program. */
export const PLAIN_KEYS = [
  'v',
  'view',
  'level',
  'imports',
  'mend',
  'time',
  'half',
  'inverted',
  'by',
  'sort',
  'columns',
  'order',
  'open',
  'zoom',
  'node',
  'visible',
  'zoom2',
  'node2',
  'visible2',
  'lit',
  'costs',
  'color',
  'profile',
  'example',
  ...PLAIN_COMPARISON_KEYS,
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
  ...TEXT_COMPARISON_KEYS,
] as const;
/** A change to only these keys replaces the current history entry instead of adding one. */
const MINOR_KEYS: readonly Key[] = [
  'v',
  'node',
  'when',
  'visible',
  'node2',
  'visible2',
  'search',
  'sort',
  'rows',
  'columns',
  'row',
  'words',
  'order',
  'open',
  'lit',
  'costs',
  'color',
  'width',
  'ghosts',
  'certain',
];
export type Key = (typeof PLAIN_KEYS | typeof TEXT_KEYS)[number];

/** Returns `v=2&key=value&…`, or '' if nothing differs from the initial view. */
export function writeAddress(address: Address): string {
  const { recording, range, sorting, sandwiched, otherHalf, row, when } = address;
  const parts: (readonly [key: Key, value: string | undefined])[] = [
    ['recording', recording && recordingText(recording)],
    ['view', address.view],
    ['level', address.level],
    ['imports', address.imports],
    ['mend', address.mend],
    ['event', address.event && escapeText(address.event)],
    ['threads', address.threads?.map(threadText).join(',')],
    ['time', range && `${secondsText(range.from)}-${secondsText(range.to)}`],
    ...(address.filters ?? []).map((filter) => ['filter', filterText(filter)] as const),
    [
      'function',
      sandwiched && `${escapeText(sandwiched.name)}${FIELD_SEPARATOR}${escapeText(sandwiched.module)}`,
    ],
    ['half', address.half],
    ['inverted', address.inverted],
    ['by', address.grouping],
    ['columns', address.costColumns?.join(',')],
    ['sort', sorting && `${sorting.isDescending ? '-' : ''}${sorting.column}`],
    [
      'row',
      row &&
        ('id' in row
          ? `${FIELD_SEPARATOR}${row.id}`
          : row.fields.map(escapeText).join(FIELD_SEPARATOR) || '-'),
    ],
    ['words', address.words && escapeText(address.words)],
    ['order', address.treeSorting],
    ['open', address.expanded && (address.expanded.map(nodeText).join(',') || NONE_EXPANDED)],
    ['zoomed', address.zoomedName && escapeText(address.zoomedName)],
    ['zoom', nodeText(address.zoomed)],
    ['node', nodeText(address.selected)],
    ['when', when && `${secondsText(when.time)}${FIELD_SEPARATOR}${threadText(when.thread)}`],
    ['visible', rangeText(address.visibleRange)],
    ['zoom2', nodeText(otherHalf?.zoomed)],
    ['node2', nodeText(otherHalf?.selected)],
    ['visible2', rangeText(otherHalf?.visibleRange)],
    ['lit', address.highlighted?.map((kind) => KIND_NAMES[kind]).join(',')],
    ['costs', address.highlightedCosts?.join(',')],
    ['color', address.colorBy],
    ['search', address.search && escapeText(address.search)],
    ...comparisonParts(address.comparison),
  ];
  // An event's name may be empty.
  const written = parts.filter(([key, value]) => value || (value === '' && key === 'event'));
  if (written.length === 0) return '';
  // Programs that detect links in text exclude a final dot.
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
  let text = hash.replace(LEADING_HASHES, '');
  for (let times = 0; times < MAX_ESCAPES && !text.includes('='); times++)
    text = (unescapeText(text) ?? text).replace(LEADING_HASHES, '');
  return text
    .replace(ESCAPED_SEPARATOR, '&')
    .split(PART_SEPARATOR)
    .flatMap((part) => (PLAIN_PART.test(part) ? (unescapeText(part) ?? part).split(PART_SEPARATOR) : part));
}

/** Looks up keys in a link. `value` returns the last value of a key; `source` is the text of all these keys. */
export function lookUpKeys(
  keys: readonly Key[],
  hash: string,
): { readonly source: string; readonly value: (key: Key) => string | undefined } {
  const matching = partsOf(hash).filter((part) => keys.some((key) => part.startsWith(`${key}=`)));
  return {
    source: matching.join('&'),
    value: (key) => matching.findLast((part) => part.startsWith(`${key}=`))?.slice(key.length + 1),
  };
}

/** Removes the minor keys. Links that differ only in these share a history entry. */
export function withoutMinorKeys(hash: string): string {
  return hash.replace(MINOR_PARTS, '').replace(/^&/, '');
}

const MINOR_PARTS = new RegExp(`(?:^|&)(?:${MINOR_KEYS.join('|')})=[^&]*`, 'g');
const LEADING_HASHES = /^(?:#|%(?:25)*23)+/;
const MAX_ESCAPES = 4;
const PART_SEPARATOR = /&(?:amp;)?/;
/** Our values escape `=`, so an escaped `&` before a key and `=` separates two parts. */
const ESCAPED_SEPARATOR = new RegExp(`%26(?:amp;)?(?=(?:${[...PLAIN_KEYS, ...TEXT_KEYS].join('|')})=)`, 'g');
const PLAIN_PART = new RegExp(`^(?:${PLAIN_KEYS.join('|')})=`);

/** Reads `#key=value&…`, with or without `#`. Unknown keys are skipped. */
export function readAddress(hash: string): Address {
  const parts = partsOf(hash);
  const values = (key: Key) =>
    parts.filter((part) => part.startsWith(`${key}=`)).map((part) => part.slice(key.length + 1));
  const one = (key: Key) => values(key).at(-1);
  const among = <T extends string>(key: Key, known: readonly T[]) => known.find((each) => each === one(key));
  const written = values('filter');
  const filters = written
    .slice(0, MAX_FILTERS)
    .map(readFilter)
    .filter((filter) => filter !== undefined);
  const [name, module] = one('function')?.split(FIELD_SEPARATOR).map(unescapeText) ?? [];
  const location = (number: '' | '2'): LinkedLocation => ({
    zoomed: readNode(one(`zoom${number}`)),
    selected: readNode(one(`node${number}`)),
    visibleRange: readVisibleRange(one(`visible${number}`)),
  });
  const otherHalf = location('2');
  return {
    recording: readRecording(one('recording') ?? ''),
    view: VIEW_ALIASES.get(one('view') ?? '') ?? among('view', VIEW_NAMES),
    level: among('level', LEVEL_NAMES),
    imports: among('imports', ['all'] as const),
    mend: among('mend', ['0'] as const),
    event: textOf(one('event')),
    threads: one('threads')
      ?.split(',')
      .map(readThread)
      .filter((thread) => thread !== undefined),
    range: readRange(one('time') ?? ''),
    filters: filters.length > 0 ? filters : undefined,
    skippedFilters: written.length - filters.length || undefined,
    zoomedName: shortText(textOf(one('zoomed'))) || undefined,
    ...location(''),
    when: readWhen(one('when')),
    otherHalf: Object.values(otherHalf).some((value) => value !== undefined) ? otherHalf : undefined,
    half: among('half', HALVES),
    sandwiched: name !== undefined ? { name, module: module ?? '' } : undefined,
    inverted: among('inverted', ['flame', 'icicle'] as const),
    grouping: among('by', GROUPINGS),
    sorting: readSorting(one('sort') ?? ''),
    costColumns: readList(one('columns'), readCost),
    row: readRow(one('row')),
    words: textOf(one('words')),
    treeSorting: among('order', ['self'] as const),
    expanded: one('open') === NONE_EXPANDED ? [] : readList(one('open'), readNode),
    highlighted: readList(one('lit'), readKind),
    highlightedCosts: readList(one('costs'), readCost),
    colorBy: among('color', ['cost'] as const),
    search: textOf(one('search')),
    comparison: readComparison(values),
  };
}

const LEVEL_NAMES = LEVELS.map(({ name }) => name);
/** The names of views in speedscope (https://github.com/jlfwong/speedscope#url-parameters). */
const VIEW_ALIASES: ReadonlyMap<string, ViewName> = new Map([
  ['time-ordered', 'time'],
  ['left-heavy', 'flame'],
]);
