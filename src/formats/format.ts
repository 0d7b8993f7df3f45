// The interfaces between formats and the pipeline. Text of any size is split into chunks, which are read independently, each in
// pieces small enough to stay in the CPU cache. Other formats are parsed in memory, because any part of a file may refer to any other.
// Also checks the first bytes of a file. Kept small, because it is loaded for every file.

import type { Budget, TableBudget } from '../model/budget.ts';
import type { Profile } from '../model/profile.ts';

/** `Form` is plain data about the whole text, detected from its beginning (index.ts), that each chunk reader needs. */
export interface TextFormat<Form> {
  readonly name: string;
  /** End of the last record in `bytes[0, end)` that is certainly complete; 0 if there is none. */
  lastRecordEnd(bytes: Uint8Array, end: number, form: Form): number;
  /** Opens a reader for a chunk, limited by the budget; asynchronous if the reader must be loaded first. */
  open(form: Form, budget: TableBudget): TextReader | Promise<TextReader>;
}

/** Reads one chunk. Never throws: unreadable data is counted in the notes. */
export interface TextReader {
  readonly sampleCount: number;
  /** True once a limit of the budget was reached; further input is ignored and a note says so. */
  readonly isFull: boolean;
  /** Reads `bytes[0, end)`, which must be complete records except in the last piece of the text. */
  push(bytes: Uint8Array, end: number, isLast: boolean): void;
  /** Returns the profile so far. `isLast` saves copying, but allows no further input. */
  finish(isLast?: boolean): Profile;
}

/** The IDs are also display names. */
export type InMemoryId = 'pprof' | 'speedscope' | 'Pyrograph';

export interface InMemoryFormat {
  readonly id: InMemoryId;
  /** True if a file with this beginning is in this format. */
  sniff(head: Uint8Array): boolean;
  /** Throws Unreadable for an invalid file. */
  read(bytes: Uint8Array<ArrayBuffer>, budget: Budget): Profile;
}

/** Thrown when a file cannot be read. The message ends a sentence that begins with the file's name. */
export class Unreadable extends Error {}

export function damagedAt(at: number, { length }: Uint8Array): Unreadable {
  return new Unreadable(`it is truncated or damaged at byte ${at} of ${length} (uncompressed)`);
}

/** True for `PERFILE2`, or its bytes in reverse order from a big-endian machine (tools/perf/util/header.c, Linux 6.12). */
export const isPerfData = startsWith('PERFILE2', '2ELIFREP');

/** True if the first bytes have few control characters. An empty file is text. */
export function isText(head: Uint8Array): boolean {
  let controls = 0;
  const length = Math.min(head.length, 4096);
  for (let i = 0; i < length; i++) if (head[i] < 9 || (head[i] > 13 && head[i] < 32)) controls++;
  return controls * 50 <= length;
}

/** True for output of `pprof -raw`, whose samples look like `perf script` headers. */
export const isPprofReport = startsWith('PeriodType: ');

export function startsWith(...magics: readonly string[]): (head: Uint8Array) => boolean {
  return (head) => magics.some((magic) => matchesAt(head, 0, magic));
}

/** True if the bytes at `offset` are the characters of `magic`. */
export function matchesAt(head: Uint8Array, offset: number, magic: string): boolean {
  if (head.length < offset + magic.length) return false;
  for (let i = 0; i < magic.length; i++) if (head[offset + i] !== magic.charCodeAt(i)) return false;
  return true;
}

/** The UTF-8 bytes of JSON's white space and of a byte order mark. */
const BLANKS = new Set([9, 10, 13, 32, 0xef, 0xbb, 0xbf]);

/** The first character of a JSON file, such as `{`; empty if there is none. */
export function firstCharacter(head: Uint8Array): string {
  const byte = head.find((each) => !BLANKS.has(each));
  return byte === undefined ? '' : String.fromCharCode(byte);
}

export function decodeLatin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

const NEWLINE = 10;

/** Yields lines without their line ends; the last may be truncated. Skips lines longer than `maxBytes`. */
export function* linesOf(head: Uint8Array, maxBytes: number): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < head.length;) {
    const newline = head.indexOf(NEWLINE, at);
    const end = newline < 0 ? head.length : newline;
    if (end - at <= maxBytes) yield decoder.decode(head.subarray(at, end)).replace(/\r$/, '');
    at = end + 1;
  }
}
