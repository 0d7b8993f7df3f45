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
const MAX_WORDS = 1 << 24;
const FIRST_LINES = 1 << 12;

export class LineCache {
  /** The record of the last hit or insertion. */
  private recent = 0;
  private count = 0;
  /** Record + 1; 0 is empty. */
  private slots = new Int32Array(FIRST_LINES * 4);
  private mask = this.slots.length - 1;
  /** Of each record: where its bytes start in `words`, its length in bytes, what it stands for, what came after it. */
  private start = new Int32Array(FIRST_LINES);
  private bytes = new Int32Array(FIRST_LINES);
  private value = new Int32Array(FIRST_LINES);
  private next = new Int32Array(FIRST_LINES);
  /** Each line's bytes four by four; the last word overlaps, so that it ends with the line. */
  private words = new Int32Array(FIRST_LINES * 32);
  private used = 0;

  /** The length in bytes of the known line at `at` that ends before `end`, its newline included; 0 when it is not known. */
  match(view: DataView, at: number, end: number): number {
    const guess = this.next[this.recent];
    if (guess < this.count && this.equals(view, at, end, guess)) {
      this.recent = guess;
      return this.bytes[guess];
    }
    for (let slot = hashAt(view, at) & this.mask; ; slot = (slot + 1) & this.mask) {
      const record = this.slots[slot] - 1;
      if (record < 0) return 0;
      if (this.equals(view, at, end, record)) {
        this.next[this.recent] = record;
        this.recent = record;
        return this.bytes[record];
      }
    }
  }

  /** What the line last matched or added stands for. */
  get matched(): number {
    return this.value[this.recent];
  }

  /** Remembers the line of `length` bytes (at least 20, newline included) at `at`. */
  add(view: DataView, at: number, length: number, value: number): void {
    const words = (length >> 2) + 1;
    if (this.count === MAX_LINES || this.used + words > MAX_WORDS) this.clear();
    if (this.count === this.start.length) this.growRecords();
    if (this.used + words > this.words.length) this.words = grow(this.words);
    const record = this.count++;
    this.start[record] = this.used;
    this.bytes[record] = length;
    this.value[record] = value;
    for (let i = 0; i < words - 1; i++) this.words[this.used++] = view.getInt32(at + i * 4, true);
    this.words[this.used++] = view.getInt32(at + length - 4, true);
    this.place(record, hashAt(view, at));
    this.next[this.recent] = record;
    this.recent = record;
  }

  private equals(view: DataView, at: number, end: number, record: number): boolean {
    const { words } = this;
    const length = this.bytes[record];
    if (at + length > end) return false;
    let word = this.start[record];
    const lastWord = word + (length >> 2);
    if (view.getInt32(at + length - 4, true) !== words[lastWord]) return false;
    for (let from = at; word < lastWord; word++, from += 4) {
      if (view.getInt32(from, true) !== words[word]) return false;
    }
    return true;
  }

  private place(record: number, hash: number): void {
    let slot = hash & this.mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask;
    this.slots[slot] = record + 1;
  }

  private growRecords(): void {
    this.start = grow(this.start);
    this.bytes = grow(this.bytes);
    this.value = grow(this.value);
    this.next = grow(this.next);
    this.slots = new Int32Array(this.start.length * 4);
    this.mask = this.slots.length - 1;
    const stored = new DataView(this.words.buffer);
    for (let record = 0; record < this.count; record++)
      this.place(record, hashAt(stored, this.start[record] * 4));
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
  return mixed ^ (mixed >>> 15) ^ (mixed >>> 7);
}

function grow(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const next = new Int32Array(column.length * 2);
  next.set(column);
  return next;
}
