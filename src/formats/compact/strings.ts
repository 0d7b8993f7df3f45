// Writes and reads a sorted string table with front coding: each string is written as the length of the prefix that it shares
// with the previous string, and the rest.
//
//   py::load:/app/main.py   0 py::load:/app/main.py
//   py::loop:/app/main.py   6 op:/app/main.py

import { Unreadable } from '../format.ts';
import type { NumberReader } from './number-reader.ts';
import type { NumberWriter } from './number-writer.ts';

/** Maximum total size of the strings, because front coding can describe many long strings in a few bytes. */
const MAX_BYTES = 2 ** 26;

/** Writes each distinct string once. Returns the row of each string. */
export function writeStrings(to: NumberWriter, strings: Iterable<string>): Map<string, number> {
  const sorted = [...new Set(strings)].sort();
  const utf8 = new TextEncoder();
  const bytes = sorted.map((string) => utf8.encode(string));
  const shared = bytes.map((each, i) => (i === 0 ? 0 : commonPrefixLength(bytes[i - 1], each)));
  to.list(Int32Array.from(shared));
  bytes.forEach((each, i) => to.varint(each.length - shared[i]));
  bytes.forEach((each, i) => to.raw(each.subarray(shared[i])));
  return new Map(sorted.map((string, i) => [string, i]));
}

/** Throws Unreadable. */
export function readStrings(from: NumberReader): string[] {
  const shared = from.list(MAX_BYTES);
  const rest = Int32Array.from(shared, () => from.numberBelow(MAX_BYTES));
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  let previous = new Uint8Array(0);
  let total = 0;
  return Array.from(shared, (length, i) => {
    if (length > previous.length) throw from.damageError();
    total += length + rest[i];
    if (total > MAX_BYTES) throw new Unreadable('its names take too much memory');
    const bytes = new Uint8Array(length + rest[i]);
    bytes.set(previous.subarray(0, length));
    bytes.set(from.raw(rest[i]), length);
    previous = bytes;
    return utf8.decode(bytes);
  });
}

function commonPrefixLength(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
