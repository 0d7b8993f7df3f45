// Caches distinct frame lines by their bytes, so that each is parsed only once. The hash covers the first 20 bytes, including the
// address; a line matches only if all of its bytes are equal.
//
//   text    …\n\t    7f0000000010 f+0x1f (/x.so)\n\t …
//             ^at                                ^at + length
//
// The hash may be computed at any offset, so the buffer must extend beyond the last line.

import { copyInto } from '../../model/columns.ts';

/** Number of bytes that must be readable after the last line. */
export const LINE_SLACK = 32;
/** Shorter lines are not cached, because the hash always reads 20 bytes. */
export const MIN_CACHED_LINE = 20;
/** More distinct lines than any chunk of a real recording has. The cache is cleared when it is full. */
const MAX_LINES = 1 << 20;
const MAX_WORDS = 1 << 23;
const INITIAL_LINES = 1 << 12;
/** Lines with the same address share a hash. Beyond this number of probes, searching takes longer than parsing. */
const MAX_PROBES = 64;
/** Number of bytes compared at a time, as a double. */
const WORD = 8;

export class LineCache {
  /** The record that was last matched or added. */
  private recent = 0;
  private count = 0;
  /** Hash table of record numbers + 1; 0 marks an empty slot. */
  private slots = new Int32Array(INITIAL_LINES * 4);
  private mask = this.slots.length - 1;
  /** Columns of the records: start in `words`, length in bytes, value, hash. */
  private start = new Int32Array(INITIAL_LINES);
  private bytes = new Int32Array(INITIAL_LINES);
  private value = new Int32Array(INITIAL_LINES);
  private hash = new Int32Array(INITIAL_LINES);
  /** The lines in words of eight bytes. The last word of a line overlaps the one before it. */
  private words = new Float64Array(INITIAL_LINES * 16);
  private used = 0;

  /** Returns the length, including the newline, of the line at `at` if it is cached and ends by `end`; otherwise 0. */
  match(view: DataView, at: number, end: number): number {
    let slot = hashAt(view, at) & this.mask;
    for (let probes = 0; probes < MAX_PROBES; probes++, slot = (slot + 1) & this.mask) {
      const record = this.slots[slot] - 1;
      if (record < 0) return 0;
      if (this.equals(view, at, end, record)) {
        this.recent = record;
        return this.bytes[record];
      }
    }
    return 0;
  }

  /** The value of the line that was last matched or added. */
  get lastValue(): number {
    return this.value[this.recent];
  }

  /** Adds the line of `length` bytes (at least MIN_CACHED_LINE, including the newline) at `at`. */
  add(view: DataView, at: number, length: number, value: number): void {
    const words = Math.floor(length / WORD) + 1;
    if (this.count === MAX_LINES || this.used + words > MAX_WORDS) this.clear();
    if (this.count === this.start.length) this.growRecords();
    while (this.used + words > this.words.length)
      this.words = copyInto(this.words, new Float64Array(this.words.length * 2));
    for (let i = 0; i < words; i++) {
      const word = view.getFloat64(i < words - 1 ? at + i * WORD : at + length - WORD, true);
      // Skip lines that cannot be compared as doubles: 0 equals -0, and NaN never equals itself.
      if (word === 0 || Number.isNaN(word)) return;
      this.words[this.used + i] = word;
    }
    if (this.freeSlot(hashAt(view, at)) < 0) return;
    const record = this.count++;
    this.start[record] = this.used;
    this.used += words;
    this.bytes[record] = length;
    this.value[record] = value;
    this.hash[record] = hashAt(view, at);
    this.insert(record);
    this.recent = record;
  }

  private equals(view: DataView, at: number, end: number, record: number): boolean {
    const { words } = this;
    const lineEnd = at + this.bytes[record];
    if (lineEnd > end) return false;
    let word = this.start[record];
    for (let from = at, last = lineEnd - WORD; from < last; from += WORD) {
      if (view.getFloat64(from, true) !== words[word++]) return false;
    }
    // If the length is a multiple of eight, the loop does not reach the last word.
    return (
      view.getFloat64(lineEnd - WORD, true) ===
      words[this.start[record] + Math.floor(this.bytes[record] / WORD)]
    );
  }

  /** A record without a free slot near its hash cannot be found, so its line is parsed each time. */
  private insert(record: number): void {
    const slot = this.freeSlot(this.hash[record]);
    if (slot >= 0) this.slots[slot] = record + 1;
  }

  private freeSlot(hash: number): number {
    let slot = hash & this.mask;
    for (let probes = 0; probes < MAX_PROBES; probes++, slot = (slot + 1) & this.mask) {
      if (this.slots[slot] === 0) return slot;
    }
    return -1;
  }

  private growRecords(): void {
    const length = this.count * 2;
    this.start = copyInto(this.start, new Int32Array(length));
    this.bytes = copyInto(this.bytes, new Int32Array(length));
    this.value = copyInto(this.value, new Int32Array(length));
    this.hash = copyInto(this.hash, new Int32Array(length));
    this.slots = new Int32Array(length * 4);
    this.mask = this.slots.length - 1;
    for (let record = 0; record < this.count; record++) this.insert(record);
  }

  private clear(): void {
    this.count = 0;
    this.used = 0;
    this.recent = 0;
    this.slots.fill(0);
  }
}

/** Hashes the first MIN_CACHED_LINE bytes of a line. */
function hashAt(view: DataView, at: number): number {
  const high = view.getInt32(at + 4, true) ^ Math.imul(view.getInt32(at, true), 0x85ebca6b);
  const low = view.getInt32(at + 8, true) ^ Math.imul(view.getInt32(at + 12, true), 0xc2b2ae35);
  const mixed = Math.imul(high, 0x27d4eb2f) ^ Math.imul(low, 0x9e3779b1) ^ view.getInt32(at + 16, true);
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return spread ^ (spread >>> 13);
}
