// A sorted table of strings with front coding: only the part of a string that differs from the previous one is written.
//
//   py::load:/app/main.py   0 py::load:/app/main.py
//   py::loop:/app/main.py   6 op:/app/main.py

import { Unreadable } from '../in-memory-formats.ts';
import type { NumberReader } from './number-reader.ts';
import type { NumberWriter } from './number-writer.ts';

/** Maximum size of all strings together, because with front coding, a few bytes can describe many long strings. */
const MAX_BYTES = 2 ** 26;

/** Writes each distinct string once; returns the row of each. */
export function writeTexts(to: NumberWriter, texts: Iterable<string>): Map<string, number> {
  const sorted = [...new Set(texts)].sort();
  const utf8 = new TextEncoder();
  const bytes = sorted.map((text) => utf8.encode(text));
  const shared = bytes.map((each, i) => (i === 0 ? 0 : sharedBy(bytes[i - 1], each)));
  to.list(Int32Array.from(shared));
  bytes.forEach((each, i) => to.varint(each.length - shared[i]));
  bytes.forEach((each, i) => to.raw(each.subarray(shared[i])));
  return new Map(sorted.map((text, i) => [text, i]));
}

/** Throws Unreadable. */
export function readTexts(from: NumberReader): string[] {
  const shared = from.list(MAX_BYTES);
  const rest = Int32Array.from(shared, () => from.below(MAX_BYTES));
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  let before = new Uint8Array(0);
  let total = 0;
  return Array.from(shared, (length, i) => {
    if (length > before.length) throw from.damaged();
    total += length + rest[i];
    if (total > MAX_BYTES) throw new Unreadable('its names take too much memory');
    const bytes = new Uint8Array(length + rest[i]);
    bytes.set(before.subarray(0, length));
    bytes.set(from.raw(rest[i]), length);
    before = bytes;
    return utf8.decode(bytes);
  });
}

/** Length of the common prefix. */
function sharedBy(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
