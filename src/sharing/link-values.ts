// How the values in a link are written as text, and read back. Text from recordings is escaped, so it contains no separators.

import type { PathHashes } from '../model/call-path.ts';
import type { RecordingId } from '../model/comparison.ts';
import type { Filter, TimeRange } from '../model/filter.ts';
import { KIND_NAMES } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import type { VisibleRange } from '../model/tree.ts';
import {
  COMPARED_COLUMNS,
  TABLE_COLUMNS,
  type ComparedTableState,
  type Sorting,
} from '../model/view-names.ts';
import { escapeLinkText, shortText, unescapeText } from './escape-text.ts';
import { filterFields, readCost, readFilterFields, readKind, readRange } from './selection-text.ts';

/** Writes and reads one kind of value. Undefined for a value that no text describes, and for text that is no such value. */
export interface Codec<T> {
  readonly write: (value: T) => string | undefined;
  readonly read: (text: string) => T | undefined;
}

/** Names the recording that a link is for, if the link neither contains nor locates it. */
export interface RecordingName {
  /** The name of its file, without folders. */
  readonly name: string;
  /** Distinguishes recordings of the same name (state/links/link.ts); undefined in a link written by hand. */
  readonly fingerprint: string | undefined;
}

/** A function by its canonical name as recorded, and its module ('' for none). */
export interface FunctionName {
  readonly name: string;
  readonly module: string;
}

/** A thread by ID and name; undefined fields match anything. */
export interface ThreadName {
  readonly pid?: string | undefined;
  readonly tid?: string | undefined;
  readonly comm?: string | undefined;
}

/** A thread, and a time in nanoseconds since the first sample. */
interface ThreadTime {
  readonly thread: ThreadName;
  readonly time: number;
}

/** Identifies a table row by its fields; those of code without a file, package or module have none. */
export type RowName = { readonly fields: readonly string[] } | { readonly id: typeof NONE };

/** A part of a side of a comparison; the time range is in nanoseconds since the recording's first sample. */
export interface LinkedPart {
  readonly recording: RecordingId;
  readonly range?: TimeRange | undefined;
  readonly threads?: readonly ThreadName[] | undefined;
}

const SECOND = 1e9;
const SEPARATOR = '~';
const OFF_PREFIX = '!';
const DESCENDING_PREFIX = '-';
const NO_ROW_FIELDS = `${SEPARATOR}${NONE}`;
/** Maximum length of a list: each item takes time to read. */
const MAX_LISTED = 1000;
const NAMELESS: RecordingName = { name: '', fingerprint: undefined };

export const anyText: Codec<string> = { write: escapeLinkText, read: unescapeText };

/** A name in a sentence. */
export const nameInSentence: Codec<string> = {
  write: escapeLinkText,
  read: (text) => shortText(unescapeText(text)) || undefined,
};

export const cost = { write: (id: string) => id, read: readCost };

export const kind: Codec<number> = { write: (each) => KIND_NAMES[each], read: readKind };

export function oneOf<const T extends string>(
  values: readonly T[],
  aliases?: ReadonlyMap<string, T>,
): Codec<T> {
  return {
    write: (value) => value,
    read: (text) => aliases?.get(text) ?? values.find((each) => each === text),
  };
}

/** True is written as this text; false is the default. */
export function flag(text: string): Codec<boolean> {
  return { write: (isOn) => (isOn ? text : undefined), read: (each) => each === text || undefined };
}

/** Reads an empty list as undefined. */
export function list<T>({ write, read }: Codec<T>): Codec<readonly T[]> {
  return {
    write: (values) => values.map(write).join(','),
    read: (text) => nonEmpty(readAll(text.split(',', MAX_LISTED), read)),
  };
}

/** Like `list`, but an empty list has a meaning, and is written as this text. */
export function listOrNone<T>(codec: Codec<T>, none: string): Codec<readonly T[]> {
  const { write, read } = list(codec);
  return { write: (values) => write(values) || none, read: (text) => (text === none ? [] : read(text)) };
}

export const recordingName: Codec<RecordingName> = {
  write: ({ name, fingerprint = '' }) => fieldsText([name, fingerprint]),
  read(text) {
    const [written = '', fingerprint = ''] = text.split(SEPARATOR);
    const name = nameInSentence.read(written);
    return name === undefined
      ? undefined
      : { name, fingerprint: /^[\da-z]{1,8}$/.test(fingerprint) ? fingerprint : undefined };
  },
};

/** Names are found by their position. */
export const recordingNames = list<RecordingName>({
  ...recordingName,
  read: (text) => recordingName.read(text) ?? NAMELESS,
});

export const functionName: Codec<FunctionName> = {
  write: ({ name, module }) => fieldsText([name, module]),
  read(text) {
    const [name, module = ''] = fieldsIn(text);
    return name === undefined ? undefined : { name, module };
  },
};

export const node: Codec<PathHashes> = {
  write: ({ path, landmark }) => `${path.toString(36)}.${landmark.toString(36)}`,
  read(text) {
    const [, path, landmark] = /^([\da-z]{1,9})\.([\da-z]{1,7})$/.exec(text) ?? [];
    if (path === undefined || landmark === undefined) return undefined;
    return { path: parseInt(path, 36), landmark: parseInt(landmark, 36) };
  },
};

/** `24720~worker`, or `24719/24720~worker` if the thread ID and name are ambiguous without the process ID. */
const thread: Codec<ThreadName> = {
  write({ pid, tid, comm }) {
    const id = pid === undefined ? (tid ?? '') : `${pid}/${tid ?? ''}`;
    return comm === undefined ? id : `${id}${SEPARATOR}${escapeLinkText(comm)}`;
  },
  read(text) {
    const [, pid, tid, rest] = /^(?:(\d{1,16})\/)?(\d{0,16})(~.*)?$/.exec(text) ?? [];
    const comm = rest === undefined ? undefined : unescapeText(rest.slice(SEPARATOR.length));
    return !tid && comm === undefined ? undefined : { pid, tid: tid || undefined, comm };
  },
};

export const threads: Codec<readonly ThreadName[]> = {
  write: list(thread).write,
  read: (text) => readAll(text.split(','), thread.read),
};

export const timeRange: Codec<TimeRange> = {
  write: ({ from, to }) => `${secondsText(from)}-${secondsText(to)}`,
  read: (text) => readRange(text),
};

/** `1.25~24720~worker`. */
export const threadTime: Codec<ThreadTime> = {
  write: ({ time, thread: of }) => `${secondsText(time)}${SEPARATOR}${thread.write(of)}`,
  read(text) {
    const [, time, rest = ''] = /^(\d+(?:\.\d{1,9})?)~(.*)$/.exec(text) ?? [];
    const of = thread.read(rest);
    return time === undefined || !of ? undefined : { thread: of, time: Math.round(Number(time) * SECOND) };
  },
};

export const row: Codec<RowName> = {
  write: (name) => ('id' in name ? NO_ROW_FIELDS : fieldsText(name.fields) || '-'),
  read(text) {
    if (text === NO_ROW_FIELDS) return { id: NONE };
    const fields = fieldsIn(text);
    return fields.includes(undefined) ? undefined : { fields: fields.map((field) => field ?? '') };
  },
};

/** Precise enough to reproduce the same pixels, even if a node ends near the middle of one. */
export const visibleRange: Codec<VisibleRange> = {
  write({ from, to, rowsBefore = 0 }) {
    const digits = Math.min(15, Math.max(0, Math.ceil(-Math.log10(to - from))) + 8);
    const share = (each: number) => decimalText(Number(each.toFixed(digits)), digits);
    const rows = decimalText(rowsBefore, 2);
    return `${share(from)}-${share(to)}${rows === '0' ? '' : SEPARATOR + rows}`;
  },
  read(text) {
    const exact = visibleRangeIn(text);
    // Rounded as when it is written.
    return exact && visibleRangeIn(visibleRange.write(exact));
  },
};

function visibleRangeIn(text = ''): VisibleRange | undefined {
  const [, from, to, rowsBefore = 0] =
    /^(\d(?:\.\d{1,15})?)-(\d(?:\.\d{1,15})?)(?:~(\d{1,7}(?:\.\d+)?))?$/.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to), rowsBefore: Number(rowsBefore) };
  return range.from < range.to && range.to <= 1 ? range : undefined;
}

/** A pattern that matches nothing is not written. */
export const filter: Codec<Filter> = {
  write(each) {
    if (each.target?.by === 'pattern' && each.target.query === '') return undefined;
    return (each.isOn ? '' : OFF_PREFIX) + fieldsText(filterFields(each));
  },
  read(text) {
    const isOn = !text.startsWith(OFF_PREFIX);
    const read = readFilterFields(fieldsIn(text.slice(isOn ? 0 : OFF_PREFIX.length)));
    return read && { ...read, isOn };
  },
};

export const sorting: Codec<Sorting> = {
  write: orderText,
  read(text) {
    const { name, isDescending } = orderIn(text);
    const column = TABLE_COLUMNS.find((each) => each === name) ?? readCost(name);
    return column && { column, isDescending };
  },
};

/** `total~-size~small`. */
export const comparedTable: Codec<ComparedTableState> = {
  write: (table) => [table.of, orderText(table), ...(table.showsSmall ? ['small'] : [])].join(SEPARATOR),
  read(text) {
    const [of, order = '', small] = text.split(SEPARATOR);
    const { name, isDescending } = orderIn(order);
    const column = COMPARED_COLUMNS.find((each) => each === name);
    if (column === undefined || (of !== 'self' && of !== 'total')) return undefined;
    return { of, column, isDescending, showsSmall: small === 'small' };
  },
};

/** A side of a comparison: a list of `ID`, `ID~from-to` or `ID~from-to~threads`. */
export const side = list<LinkedPart>({
  write({ recording, range, threads: names = [] }) {
    const time = range ? timeRange.write(range) : '';
    const fields = [
      String(recording),
      time,
      ...names.map((name) => escapeLinkText(thread.write(name) ?? '')),
    ];
    while (fields.at(-1) === '') fields.pop();
    return fields.join(SEPARATOR);
  },
  read(text) {
    const [id = '', time = '', ...names] = text.split(SEPARATOR);
    if (!/^\d{1,3}$/.test(id)) return undefined;
    const read = readAll(names, (name) => thread.read(unescapeText(name) ?? ''));
    return { recording: Number(id), range: readRange(time), threads: nonEmpty(read) };
  },
});

/** Units of work in A and in B. */
export const work: Codec<readonly [number, number]> = {
  write: (units) => units.join('-'),
  read(text) {
    const [, a, b] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    const units = [Number(a), Number(b)] as const;
    return units[0] > 0 && units[1] > 0 ? units : undefined;
  },
};

/** The old and the new name of a function. */
export const rename: Codec<readonly [string, string]> = {
  write: fieldsText,
  read(text) {
    const [from, to] = fieldsIn(text);
    return from === undefined || to === undefined ? undefined : [from, to];
  },
};

function fieldsText(fields: readonly string[]): string {
  return fields.map(escapeLinkText).join(SEPARATOR);
}

/** A field is undefined if it cannot be read. */
function fieldsIn(text: string): (string | undefined)[] {
  return text.split(SEPARATOR).map(unescapeText);
}

function orderText({ column, isDescending }: { column: string; isDescending: boolean }): string {
  return `${isDescending ? DESCENDING_PREFIX : ''}${column}`;
}

function orderIn(text: string): { readonly name: string; readonly isDescending: boolean } {
  const isDescending = text.startsWith(DESCENDING_PREFIX);
  return { name: text.slice(isDescending ? DESCENDING_PREFIX.length : 0), isDescending };
}

/** Nanoseconds as seconds. */
function secondsText(time: number): string {
  return decimalText(Math.round(time) / SECOND, 9);
}

/** Without trailing zeros. */
function decimalText(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.?0+$/, '');
}

function readAll<T>(texts: readonly string[], read: (text: string) => T | undefined): T[] {
  return texts.map(read).filter((value) => value !== undefined);
}

function nonEmpty<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined;
}
