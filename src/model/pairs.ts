// A trie as a table of pairs (parent row, value), numbered in the order they come: stacks are one.
//
// Most rows have one child, and a child mostly comes right behind its parent. So the first child of a row is found
// through the row itself, next to it in memory; only further children are in a hash table, whose keys live in the columns.

const FIRST_ROWS = 1024;

export class PairTable {
  length = 0;
  private first: Int32Array<ArrayBuffer>;
  private second: Int32Array<ArrayBuffer>;
  /** The first child of each row, as row + 1; 0 for none. Entry 0 is the root's, entry r + 1 row r's. */
  private eldest: Int32Array<ArrayBuffer>;
  /** Further children by (parent, value), as row + 1; 0 is empty. At least twice as many slots as entries. */
  private slots: Int32Array<ArrayBuffer>;
  private used = 0;

  /** Has it `most` rows, and was asked for one more? */
  isFull = false;
  private readonly most: number;

  /**
   * `expected` rows fit without growing. Room that is never used costs address space, but no memory. Behind `most` rows
   * (at least one) no more are made.
   */
  constructor(expected = 0, most = Infinity) {
    this.most = Math.max(1, Math.floor(most));
    const rows = Math.min(this.most, Math.max(FIRST_ROWS, Math.floor(expected)));
    this.first = new Int32Array(rows);
    this.second = new Int32Array(rows);
    this.eldest = new Int32Array(rows + 1);
    // Of a deep recording, one row in ten is not its parent's first child.
    this.slots = new Int32Array(Math.max(2, 2 ** Math.ceil(Math.log2(rows / 8))));
  }

  /**
   * The row of the pair, made when it is new; NONE when it is new and there is no room. `a` is a row of this table or NONE
   * (-1), `b` any non-negative int32.
   */
  intern(a: number, b: number): number {
    const eldest = this.eldest[a + 1] - 1;
    if (eldest >= 0) return this.second[eldest] === b ? eldest : this.internFurther(a, b);
    const row = this.addRow(a, b);
    if (row >= 0) this.eldest[a + 1] = row + 1;
    return row;
  }

  /** Copies of both columns without slack. */
  take(): { first: Int32Array; second: Int32Array } {
    return { first: this.first.slice(0, this.length), second: this.second.slice(0, this.length) };
  }

  /** Views of both columns, valid until the next intern(). */
  view(): { first: Int32Array; second: Int32Array } {
    return { first: this.first.subarray(0, this.length), second: this.second.subarray(0, this.length) };
  }

  private internFurther(a: number, b: number): number {
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

  /** False when there is no room for more. */
  private growRows(): boolean {
    const rows = Math.min(this.most, this.first.length * 2);
    this.isFull = rows === this.first.length;
    if (this.isFull) return false;
    this.first = grown(this.first, rows);
    this.second = grown(this.second, rows);
    this.eldest = grown(this.eldest, rows + 1);
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

function grown(column: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const next = new Int32Array(length);
  next.set(column);
  return next;
}
