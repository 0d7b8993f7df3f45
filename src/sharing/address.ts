// Writes a view as text for the fragment of a URL, and reads it back: short, readable and exact.
//
//   v=2&view=table&level=python&threads=24720~worker&time=1.2-3.45&filter=hide~function~memcpy~/lib/libc.so.6&search=parse
//
// Only differences from the initial view are written. Invalid parts are skipped when read, since a link may come from
// another version or be truncated.

import { BASES, BOX_WIDTHS } from '../model/comparison.ts';
import { LEVELS } from '../model/levels.ts';
import { GROUPINGS } from '../model/session.ts';
import { HALVES, VIEW_NAMES, type ViewName } from '../model/view-names.ts';
import { unescapeText } from './escape-text.ts';
import * as codecs from './link-values.ts';

interface Key {
  readonly name: string;
  /** True if this page never escapes the key's values: any percent sign comes from another program. */
  readonly isPlain: boolean;
  /** True if a change to only such keys replaces the current history entry instead of adding one. */
  readonly isMinor: boolean;
}

type Part = readonly [key: string, text: string];
/** Returns the texts of a key in a link. */
type Texts = (key: string) => readonly string[];

/** A field of an address, with one key or several. */
interface Field<T> {
  readonly keys: readonly Key[];
  write(value: T): readonly Part[];
  read(texts: Texts): T | undefined;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
/** Undefined fields are as in the initial view. */
type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]?: (F[Name] extends Field<infer T> ? T : never) | undefined;
};

/** Limits the work that a malicious link can cause: each filter visits all stacks. */
export const MAX_FILTERS = 200;
const VERSION: Key = { name: 'v', isPlain: true, isMinor: true };
const MINOR = true;

/** The names of views in speedscope (https://github.com/jlfwong/speedscope#url-parameters). */
const VIEW_ALIASES: ReadonlyMap<string, ViewName> = new Map([
  ['time-ordered', 'time'],
  ['left-heavy', 'flame'],
]);

/** The user's location in a graph; that in the other half of the sandwich has keys of its own. */
const locationFields = (number: '' | '2') => ({
  zoomed: plain(`zoom${number}`, codecs.node),
  selected: plain(`node${number}`, codecs.node, MINOR),
  visibleRange: plain(`visible${number}`, codecs.visibleRange, MINOR),
});
const OTHER_HALF = locationFields('2');
export type LinkedLocation = ValuesOf<typeof OTHER_HALF>;

const COMPARISON = {
  /** By ID, if the link neither contains the recordings nor leads to them. */
  recordings: escaped('recordings', codecs.recordingNames),
  a: escaped('a', codecs.side),
  b: escaped('b', codecs.side),
  basis: plain('basis', codecs.oneOf(BASES)),
  work: plain('work', codecs.work),
  renames: repeated('rename', codecs.rename),
  width: plain('width', codecs.oneOf(BOX_WIDTHS), MINOR),
  hidesGhosts: plain('ghosts', codecs.flag('hidden'), MINOR),
  onlyCertain: plain('certain', codecs.flag('only'), MINOR),
  table: plain('rows', codecs.comparedTable, MINOR),
};
type ComparisonFields = ValuesOf<typeof COMPARISON>;
export type LinkedComparison = ComparisonFields &
  Readonly<Record<'a' | 'b', NonNullable<ComparisonFields['a']>>>;

/** What a link says about the view, in this order. */
const FIELDS = {
  recording: escaped('recording', codecs.recordingName),
  /** `0` for the callers as recorded. */
  mend: plain('mend', codecs.oneOf(['0'])),
  /** The event's name, which may be empty. */
  event: {
    ...escaped('event', codecs.anyText),
    write: (name: string) => [['event', codecs.anyText.write(name) ?? '']],
  },
  view: plain('view', codecs.oneOf(VIEW_NAMES, VIEW_ALIASES)),
  level: plain('level', codecs.oneOf(LEVELS.map(({ name }) => name))),
  /** `all` if imports are not folded. */
  imports: plain('imports', codecs.oneOf(['all'])),
  threads: escaped('threads', codecs.threads),
  /** In nanoseconds since the first sample. */
  range: plain('time', codecs.timeRange),
  filters: repeated('filter', codecs.filter, MAX_FILTERS),
  sandwiched: escaped('function', codecs.functionName),
  /** The half of the sandwich that `zoomed` and `selected` belong to. */
  half: plain('half', codecs.oneOf(HALVES)),
  inverted: plain('inverted', codecs.oneOf(['flame', 'icicle'])),
  grouping: plain('by', codecs.oneOf(GROUPINGS)),
  costColumns: plain('columns', codecs.list(codecs.cost), MINOR),
  sorting: plain('sort', codecs.sorting, MINOR),
  row: escaped('row', codecs.row, MINOR),
  /** The pattern that the rows of the table must match. */
  words: escaped('words', codecs.anyText, MINOR),
  /** The sort key of callees in the call tree, if it is not the total. */
  treeSorting: plain('order', codecs.oneOf(['self']), MINOR),
  /** How functions of the call tree are split. */
  split: plain('split', codecs.oneOf(['line'])),
  /** The deepest expanded rows of the call tree. */
  expanded: plain('open', codecs.listOrNone(codecs.node, 'none'), MINOR),
  /** Name of the zoomed function, shown until the recording is opened. */
  zoomedName: escaped('zoomed', codecs.nameInSentence),
  ...locationFields(''),
  /** Thread of the selected node in the time order, and its time in nanoseconds since the first sample. */
  when: escaped('when', codecs.threadTime, MINOR),
  /** The location in the other half of the sandwich. */
  otherHalf: group(OTHER_HALF, (location: LinkedLocation) =>
    Object.values(location).some((value) => value !== undefined) ? location : undefined,
  ),
  highlighted: plain('lit', codecs.list(codecs.kind), MINOR),
  highlightedCosts: plain('costs', codecs.list(codecs.cost), MINOR),
  /** What colors show, if not kinds of code. */
  colorBy: plain('color', codecs.oneOf(['cost']), MINOR),
  search: escaped('search', codecs.anyText, MINOR),
  /** Undefined unless recordings are compared. */
  comparison: group(
    COMPARISON,
    ({ a, b, ...others }: ComparisonFields): LinkedComparison | undefined => a && b && { ...others, a, b },
  ),
} satisfies Fields;

/** The parts of a view that a link contains. */
export type Address = ValuesOf<typeof FIELDS> & {
  /** Set only by `readAddress`: the number of filters that exceed the limit or that this version cannot read. */
  readonly skippedFilters?: number | undefined;
};

/** Keys of links that contain recordings or lead to them (state/opening/linked-recordings.ts). */
const RECORDING_KEYS: readonly Key[] = [
  ...['profile', 'example'].map((name) => ({ name, isPlain: true, isMinor: false })),
  ...['title', 'profileURL', 'profileIndex', 'store', 'selection'].map((name) => ({
    name,
    isPlain: false,
    isMinor: false,
  })),
];
export const KEYS: readonly Key[] = [
  VERSION,
  ...Object.values(FIELDS).flatMap(({ keys }) => keys),
  ...RECORDING_KEYS,
];

/** Values of this key are written without escapes. */
function plain<T>(name: string, codec: codecs.Codec<T>, isMinor = false): Field<T> {
  return field({ name, isPlain: true, isMinor }, codec);
}

/** Values of this key contain escaped text. */
function escaped<T>(name: string, codec: codecs.Codec<T>, isMinor = false): Field<T> {
  return field({ name, isPlain: false, isMinor }, codec);
}

/** A later value replaces an earlier one. */
function field<T>(key: Key, { write, read }: codecs.Codec<T>): Field<T> {
  return {
    keys: [key],
    write: (value) => partsOfKey(key, write(value)),
    read: (texts) => {
      const text = texts(key.name).at(-1);
      return text === undefined ? undefined : read(text);
    },
  };
}

/** A key with one value or several. */
function repeated<T>(name: string, { write, read }: codecs.Codec<T>, max = Infinity): Field<readonly T[]> {
  const key = { name, isPlain: false, isMinor: false };
  return {
    keys: [key],
    write: (values) => values.flatMap((value) => partsOfKey(key, write(value))),
    read: (texts) => {
      const values = texts(name)
        .slice(0, max)
        .map(read)
        .filter((value) => value !== undefined);
      return values.length > 0 ? values : undefined;
    },
  };
}

/** Fields that describe one thing. `read` returns undefined if the link does not have it. */
function group<T extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  read: (values: Readonly<Record<string, unknown>>) => T | undefined,
): Field<T> {
  return {
    keys: Object.values(fields).flatMap(({ keys }) => keys),
    write: (values) => writeFields(fields, values),
    read: (texts) => read(readFields(fields, texts)),
  };
}

function partsOfKey({ name }: Key, text: string | undefined): Part[] {
  return text ? [[name, text]] : [];
}

function writeFields(fields: Fields, values: Readonly<Record<string, unknown>>): Part[] {
  return Object.entries(fields).flatMap(([name, each]) =>
    values[name] === undefined ? [] : each.write(values[name]),
  );
}

function readFields(fields: Fields, texts: Texts): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, each.read(texts)]));
}

/** Returns `v=2&key=value&…`, or '' if nothing differs from the initial view. */
export function writeAddress(address: Address): string {
  const parts = writeFields(FIELDS, address);
  if (parts.length === 0) return '';
  // Programs that detect links in text exclude a final dot.
  return [[VERSION.name, '2'], ...parts]
    .map(([key, text]) => `${key}=${text}`)
    .join('&')
    .replace(/\.$/, '%2E');
}

/** Reads a fragment, or the parts of one. Unknown keys are skipped. */
export function readAddress(link: string | readonly string[]): Address {
  const parts = typeof link === 'string' ? fragmentParts(link) : link;
  const texts: Texts = (key) =>
    parts.filter((part) => part.startsWith(`${key}=`)).map((part) => part.slice(key.length + 1));
  const address: Address = readFields(FIELDS, texts);
  const skipped = texts('filter').length - (address.filters?.length ?? 0);
  return { ...address, skippedFilters: skipped || undefined };
}

const namesOf = (keys: readonly Key[]) => keys.map(({ name }) => name).join('|');
const LEADING_HASHES = /^(?:#|%(?:25)*23)+/;
const MAX_ESCAPES = 4;
const PART_SEPARATOR = /&(?:amp;)?/;
/** Our values escape `=`, so an escaped `&` before a key and `=` separates two parts. */
const ESCAPED_SEPARATOR = new RegExp(`%26(?:amp;)?(?=(?:${namesOf(KEYS)})=)`, 'g');
const PLAIN_PART = new RegExp(`^(?:${namesOf(KEYS.filter(({ isPlain }) => isPlain))})=`);
const MINOR_PARTS = new RegExp(`(?:^|&)(?:${namesOf(KEYS.filter(({ isMinor }) => isMinor))})=[^&]*`, 'g');

/**
 * Splits a fragment, with or without `#`, into `key=value` parts. Programs that treat a link as HTML replace `&` with
 * `&amp;`; others escape the `&`, or the whole fragment, possibly twice.
 */
export function fragmentParts(hash: string): readonly string[] {
  let text = hash.replace(LEADING_HASHES, '');
  for (let times = 0; times < MAX_ESCAPES && !text.includes('='); times++)
    text = (unescapeText(text) ?? text).replace(LEADING_HASHES, '');
  return text
    .replace(ESCAPED_SEPARATOR, '&')
    .split(PART_SEPARATOR)
    .flatMap((part) => (PLAIN_PART.test(part) ? (unescapeText(part) ?? part).split(PART_SEPARATOR) : part));
}

/** Removes the minor keys. Links that differ only in these share a history entry. */
export function withoutMinorKeys(hash: string): string {
  return hash.replace(MINOR_PARTS, '').replace(/^&/, '');
}

/** The names of the recordings of each side; those that the link does not name are left out. */
export function namesOnSides({
  recordings = [],
  ...sides
}: LinkedComparison): Record<'a' | 'b', readonly string[]> {
  const namesOn = (side: 'a' | 'b') =>
    sides[side].map(({ recording }) => recordings[recording]?.name ?? '').filter((name) => name !== '');
  return { a: namesOn('a'), b: namesOn('b') };
}
