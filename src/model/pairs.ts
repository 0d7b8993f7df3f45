// A trie stored as a table of (parent row, value) pairs, numbered in insertion order. Stacks are stored this way.
//
// Most rows have a single child, usually in the next row. So each row links to its first child, and only the other children are
// in a hash table. The hash table stores row numbers; the keys are in the columns.

import { copyInto } from './columns.ts';

const MIN_CAPACITY = 1024;

export class PairTable {
  length = 0;
  private first: Int32Array<ArrayBuffer>;
  private second: Int32Array<ArrayBuffer>;
  /** The first child of each row, as row + 1; 0 for none. Entry 0 belongs to the root, entry r + 1 to row r. */
  private firstChild: Int32Array<ArrayBuffer>;
  /** Hash table of all other children by (parent, value), as row + 1; 0 is an empty slot. At most half full. */
  private slots: Int32Array<ArrayBuffer>;
  private used = 0;

  /** True once the table has rejected a row. */
  isFull = false;
  private readonly most: number;

  /**
   * Reserves room for `expected` rows; unused capacity takes address space, but no memory. `most` is the maximum number of rows,
   * but one row always fits.
   */
  constructor(expected = 0, most = Infinity) {
    this.most = Math.max(1, Math.floor(most));
    const rows = Math.min(this.most, Math.max(MIN_CAPACITY, Math.floor(expected)));
    this.first = new Int32Array(rows);
    this.second = new Int32Array(rows);
    this.firstChild = new Int32Array(rows + 1);
    // In deep recordings, about one row in ten is not its parent's first child.
    this.slots = new Int32Array(Math.max(2, 2 ** Math.ceil(Math.log2(rows / 8))));
  }

  /**
   * Returns the row of the pair, adding it if it is new; NONE if it is new and the table is full. `a` is a row of this table or
   * NONE (-1), `b` any non-negative int32.
   */
  intern(a: number, b: number): number {
    const firstChild = this.firstChild[a + 1] - 1;
    if (firstChild >= 0) return this.second[firstChild] === b ? firstChild : this.internOther(a, b);
    const row = this.addRow(a, b);
    if (row >= 0) this.firstChild[a + 1] = row + 1;
    return row;
  }

  parentOf(row: number): number {
    return this.first[row];
  }

  valueAt(row: number): number {
    return this.second[row];
  }

  /** Returns copies of both columns. */
  take(): { first: Int32Array; second: Int32Array } {
    return { first: this.first.slice(0, this.length), second: this.second.slice(0, this.length) };
  }

  /** Returns views of both columns, valid until the next intern(). */
  view(): { first: Int32Array; second: Int32Array } {
    return { first: this.first.subarray(0, this.length), second: this.second.subarray(0, this.length) };
  }

  private internOther(a: number, b: number): number {
    const mask = this.slots.length - 1;
    let slot = slotOf(a, b) & mask;
    for (; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const row = this.slots[slot] - 1;
      if (this.first[row] === a && this.second[row] === b) return row;
    }
    const row = this.addRow(a, b);
    if (row < 0) return row;
    this.slots[slot] = row + 1;
    if (++this.used * 2 > this.slots.length) this.growSlots();
    return row;
  }

  private addRow(a: number, b: number): number {
    if (this.length === this.first.length && !this.growRows()) return -1;
    const row = this.length++;
    this.first[row] = a;
    this.second[row] = b;
    return row;
  }

  /** Returns false if the table is full. */
  private growRows(): boolean {
    const rows = Math.min(this.most, this.first.length * 2);
    this.isFull = rows === this.first.length;
    if (this.isFull) return false;
    this.first = copyInto(this.first, new Int32Array(rows));
    this.second = copyInto(this.second, new Int32Array(rows));
    this.firstChild = copyInto(this.firstChild, new Int32Array(rows + 1));
    return true;
  }

  private growSlots(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    const mask = this.slots.length - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      let slot = slotOf(this.first[entry - 1], this.second[entry - 1]) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = entry;
    }
  }
}

function slotOf(a: number, b: number): number {
  const mixed = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
