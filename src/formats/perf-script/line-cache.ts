// The distinct frame lines of a text, by their bytes: each is parsed once, ever after it is only compared.
// A line is found by its 16 address characters and the four behind them, and is known only when all its bytes are equal.
//
//   text    …\n\t    7f0000000010 f+0x1f (/x.so)\n\t …
//             ^at                                ^at + length
//
// The hash reads 20 bytes of any line, so the bytes given must have that much room behind the last one.

/** Bytes that must be readable behind the last line. */
export const SLACK = 32;
/** Shorter lines are not remembered: the hash reads this many. */
export const MIN_CACHED_LINE = 20;
/** More distinct lines than any real recording has in one block; then the cache starts afresh. */
const MAX_LINES = 1 << 20;
const MAX_WORDS = 1 << 23;
const FIRST_LINES = 1 << 12;
/** Many different lines at one address share a hash; beyond so many of them the search would take longer than parsing. */
const MOST_PROBES = 64;
/** Bytes are compared eight at a time, as doubles. */
const WORD = 8;

export class LineCache {
  /** The record of the last hit or insertion. */
  private recent = 0;
  private count = 0;
  /** Record + 1; 0 is empty. */
  private slots = new Int32Array(FIRST_LINES * 4);
  private mask = this.slots.length - 1;
  /** Of each record: where its bytes start in `words`, its length in bytes, what it stands for. */
  private start = new Int32Array(FIRST_LINES);
  private bytes = new Int32Array(FIRST_LINES);
  private value = new Int32Array(FIRST_LINES);
  private hash = new Int32Array(FIRST_LINES);
  /** Each line's bytes eight by eight; the last word overlaps, so that it ends with the line. */
  private words = new Float64Array(FIRST_LINES * 16);
  private used = 0;

  /** The length in bytes of the known line at `at` that ends before `end`, its newline included; 0 when it is not known. */
  match(view: DataView, at: number, end: number): number {
    let slot = hashAt(view, at) & this.mask;
    for (let probes = 0; probes < MOST_PROBES; probes++, slot = (slot + 1) & this.mask) {
      const record = this.slots[slot] - 1;
      if (record < 0) return 0;
      if (this.equals(view, at, end, record)) {
        this.recent = record;
        return this.bytes[record];
      }
    }
    return 0;
  }

  /** What the line last matched or added stands for. */
  get matched(): number {
    return this.value[this.recent];
  }

  /** Remembers the line of `length` bytes (at least 20, newline included) at `at`. */
  add(view: DataView, at: number, length: number, value: number): void {
    const words = Math.floor(length / WORD) + 1;
    if (this.count === MAX_LINES || this.used + words > MAX_WORDS) this.clear();
    if (this.count === this.start.length) this.growRecords();
    while (this.used + words > this.words.length) this.words = grow(this.words, Float64Array);
    for (let i = 0; i < words; i++) {
      const word = view.getFloat64(i < words - 1 ? at + i * WORD : at + length - WORD, true);
      // Equal doubles are equal bytes but for 0 and -0 (eight NULs or nearly), and NaN is equal to nothing.
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
    this.place(record);
    this.recent = record;
  }

  private equals(view: DataView, at: number, end: number, record: number): boolean {
    const { words } = this;
    const behind = at + this.bytes[record];
    if (behind > end) return false;
    let word = this.start[record];
    for (let from = at, last = behind - WORD; from < last; from += WORD) {
      if (view.getFloat64(from, true) !== words[word++]) return false;
    }
    // When the length is a multiple of eight, the last word is not reached above.
    return (
      view.getFloat64(behind - WORD, true) ===
      words[this.start[record] + Math.floor(this.bytes[record] / WORD)]
    );
  }

  /** A record that finds no slot near its hash is never found again: its line is parsed each time. */
  private place(record: number): void {
    const slot = this.freeSlot(this.hash[record]);
    if (slot >= 0) this.slots[slot] = record + 1;
  }

  private freeSlot(hash: number): number {
    let slot = hash & this.mask;
    for (let probes = 0; probes < MOST_PROBES; probes++, slot = (slot + 1) & this.mask) {
      if (this.slots[slot] === 0) return slot;
    }
    return -1;
  }

  private growRecords(): void {
    this.start = grow(this.start, Int32Array);
    this.bytes = grow(this.bytes, Int32Array);
    this.value = grow(this.value, Int32Array);
    this.hash = grow(this.hash, Int32Array);
    this.slots = new Int32Array(this.start.length * 4);
    this.mask = this.slots.length - 1;
    for (let record = 0; record < this.count; record++) this.place(record);
  }

  private clear(): void {
    this.count = 0;
    this.used = 0;
    this.recent = 0;
    this.slots.fill(0);
  }
}

/** A line of fewer than 20 bytes is never added, so the hash may read 20 of any. */
function hashAt(view: DataView, at: number): number {
  const high = view.getInt32(at + 4, true) ^ Math.imul(view.getInt32(at, true), 0x85ebca6b);
  const low = view.getInt32(at + 8, true) ^ Math.imul(view.getInt32(at + 12, true), 0xc2b2ae35);
  const mixed = Math.imul(high, 0x27d4eb2f) ^ Math.imul(low, 0x9e3779b1) ^ view.getInt32(at + 16, true);
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return spread ^ (spread >>> 13);
}

function grow<T extends Int32Array | Float64Array>(column: T, make: new (length: number) => T): T {
  const next = new make(column.length * 2);
  next.set(column);
  return next;
}
