// Writes and reads the fields of a link.

import type { PathHashes } from '../model/call-path.ts';
import type { Filter } from '../model/filter.ts';
import { NONE } from '../model/profile.ts';
import type { VisibleRange } from '../model/tree.ts';
import { escapeText } from '../sharing/escape-text.ts';
import { filterFields, readCost, readFilterFields } from '../sharing/selection-text.ts';
import { shortText, textOf, unescapeText } from './address-text.ts';
import { TABLE_COLUMNS, type Sorting } from '../model/view-names.ts';

/** Names the recording that a link is for, if the link neither contains nor locates it. */
export interface RecordingName {
  /** The name of its file, without folders. */
  readonly name: string;
  /** Distinguishes recordings of the same name (link.ts); undefined in a link written by hand. */
  readonly fingerprint: string | undefined;
}

/** A thread by ID and name; undefined fields match anything. */
export interface ThreadName {
  readonly pid?: string | undefined;
  readonly tid?: string | undefined;
  readonly comm?: string | undefined;
}

/** Identifies a table row by its fields; those of code without a file, package or module have none. */
export type RowName = { readonly fields: readonly string[] } | { readonly id: typeof NONE };

const SECOND = 1e9;
export const FIELD_SEPARATOR = '~';
const OFF_PREFIX = '!';
const NO_ROW_FIELDS = `~${NONE}`;
/** Maximum length of a list: each item takes time to read. */
const MAX_LISTED = 1000;

export function nodeText(node: PathHashes | undefined): string | undefined {
  if (!node) return undefined;
  return `${node.path.toString(36)}.${node.landmark.toString(36)}`;
}

export function readNode(text: string | undefined): PathHashes | undefined {
  const [, path, landmark] = /^([\da-z]{1,9})\.([\da-z]{1,7})$/.exec(text ?? '') ?? [];
  if (path === undefined || landmark === undefined) return undefined;
  return { path: parseInt(path, 36), landmark: parseInt(landmark, 36) };
}

/** `24720~worker`, or `24719/24720~worker` if the thread ID and name are ambiguous without the process ID. */
export function threadText({ pid, tid, comm }: ThreadName): string {
  const id = pid === undefined ? (tid ?? '') : `${pid}/${tid ?? ''}`;
  return comm === undefined ? id : `${id}${FIELD_SEPARATOR}${escapeText(comm)}`;
}

export function readThread(text: string): ThreadName | undefined {
  const [, pid, tid, rest] = /^(?:(\d{1,16})\/)?(\d{0,16})(~.*)?$/.exec(text) ?? [];
  const comm = rest === undefined ? undefined : unescapeText(rest.slice(FIELD_SEPARATOR.length));
  if (!tid && comm === undefined) return undefined;
  return { pid, tid: tid || undefined, comm };
}

export function readWhen(
  text: string | undefined,
): { readonly thread: ThreadName; readonly time: number } | undefined {
  const [, time, rest = ''] = /^(\d+(?:\.\d{1,9})?)~(.*)$/.exec(text ?? '') ?? [];
  const thread = readThread(rest);
  return time === undefined || !thread ? undefined : { thread, time: Math.round(Number(time) * SECOND) };
}

export function readRow(text: string | undefined): RowName | undefined {
  if (text === undefined) return undefined;
  if (text === NO_ROW_FIELDS) return { id: NONE };
  const fields = text.split(FIELD_SEPARATOR).map(unescapeText);
  return fields.some((field) => field === undefined)
    ? undefined
    : { fields: fields.map((field) => field ?? '') };
}

/** Undefined for an empty list. */
export function readList<T>(
  text: string | undefined,
  read: (each: string) => T | undefined,
): T[] | undefined {
  const values = text
    ?.split(',', MAX_LISTED)
    .map(read)
    .filter((value) => value !== undefined);
  return values && values.length > 0 ? values : undefined;
}

export function recordingText({ name, fingerprint = '' }: RecordingName): string {
  return [name, fingerprint].map(escapeText).join(FIELD_SEPARATOR);
}

export function readRecording(text: string): RecordingName | undefined {
  const [written, fingerprint = ''] = text.split(FIELD_SEPARATOR);
  const name = shortText(textOf(written));
  return name
    ? { name, fingerprint: /^[\da-z]{1,8}$/.test(fingerprint) ? fingerprint : undefined }
    : undefined;
}

/** Nanoseconds as seconds, without trailing zeros. */
export function secondsText(time: number): string {
  return (Math.round(time) / SECOND).toFixed(9).replace(/\.?0+$/, '');
}

/** Precise enough to reproduce the same pixels, even if a node ends near the middle of one. */
export function rangeText(range: VisibleRange | undefined): string | undefined {
  if (!range) return undefined;
  const { from, to, rowsBefore = 0 } = range;
  const digits = Math.min(15, Math.max(0, Math.ceil(-Math.log10(to - from))) + 8);
  const text = (share: number) =>
    Number(share.toFixed(digits))
      .toFixed(digits)
      .replace(/\.?0+$/, '');
  const rows = rowsBefore.toFixed(2).replace(/\.?0+$/, '');
  return `${text(from)}-${text(to)}${rows === '0' ? '' : FIELD_SEPARATOR + rows}`;
}

export function readVisibleRange(text = ''): VisibleRange | undefined {
  const read = (each = ''): VisibleRange | undefined => {
    const [, from, to, rowsBefore] =
      /^(\d(?:\.\d{1,15})?)-(\d(?:\.\d{1,15})?)(?:~(\d{1,7}(?:\.\d+)?))?$/.exec(each) ?? [];
    const range = { from: Number(from), to: Number(to), rowsBefore: Number(rowsBefore ?? 0) };
    return range.from < range.to && range.to <= 1 ? range : undefined;
  };
  // Rounded as rangeText does.
  return read(rangeText(read(text)));
}

/** Undefined for a pattern that matches nothing. */
export function filterText(filter: Filter): string | undefined {
  if (filter.target?.by === 'pattern' && filter.target.query === '') return undefined;
  return (filter.isOn ? '' : OFF_PREFIX) + filterFields(filter).map(escapeText).join(FIELD_SEPARATOR);
}

export function readFilter(text: string): Filter | undefined {
  const isOn = !text.startsWith(OFF_PREFIX);
  const fields = text.slice(isOn ? 0 : OFF_PREFIX.length).split(FIELD_SEPARATOR);
  const filter = readFilterFields(fields.map(unescapeText));
  return filter && { ...filter, isOn };
}

export function readSorting(text: string): Sorting | undefined {
  const isDescending = text.startsWith('-');
  const name = text.slice(isDescending ? 1 : 0);
  const column = TABLE_COLUMNS.find((each) => each === name) ?? readCost(name);
  return column && { column, isDescending };
}
