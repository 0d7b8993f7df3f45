// A table of distinct pairs of numbers, numbered in the order they come: the trie of stacks is one (parent, frame).
// Open addressing; the keys live only in the two columns.

const FIRST_ROWS = 1024;

export class PairTable {
  length = 0;
  private first = new Int32Array(FIRST_ROWS);
  private second = new Int32Array(FIRST_ROWS);
  /** Row + 1 of the pair in this slot; 0 is empty. Always at least twice as many slots as rows. */
  private slots = new Int32Array(FIRST_ROWS * 2);
  private mask = FIRST_ROWS * 2 - 1;

  /** The row of the pair, made when it is new. `a` is a row of this table or NONE, `b` any non-negative int32. */
  intern(a: number, b: number): number {
    let slot = slotOf(a, b) & this.mask;
    for (;;) {
      const row = this.slots[slot] - 1;
      if (row < 0) return this.insert(slot, a, b);
      if (this.first[row] === a && this.second[row] === b) return row;
      slot = (slot + 1) & this.mask;
    }
  }

  /** Copies of both columns without slack. */
  take(): { first: Int32Array; second: Int32Array } {
    return { first: this.first.slice(0, this.length), second: this.second.slice(0, this.length) };
  }

  /** Views of both columns, valid until the next intern(). */
  view(): { first: Int32Array; second: Int32Array } {
    return { first: this.first.subarray(0, this.length), second: this.second.subarray(0, this.length) };
  }

  private insert(slot: number, a: number, b: number): number {
    const row = this.length++;
    if (row === this.first.length) {
      this.grow();
      slot = this.freeSlot(a, b);
    }
    this.first[row] = a;
    this.second[row] = b;
    this.slots[slot] = row + 1;
    return row;
  }

  private freeSlot(a: number, b: number): number {
    let slot = slotOf(a, b) & this.mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask;
    return slot;
  }

  private grow(): void {
    const rows = this.first.length * 2;
    const { first, second } = this;
    this.first = new Int32Array(rows);
    this.first.set(first);
    this.second = new Int32Array(rows);
    this.second.set(second);
    this.slots = new Int32Array(rows * 2);
    this.mask = rows * 2 - 1;
    for (let row = 0; row < first.length; row++) this.slots[this.freeSlot(first[row], second[row])] = row + 1;
  }
}

/**
 * Rows of a trie come in runs (a child right after its parent), so slots that follow `a` keep a walk along a
 * stack within a few cache lines; `b` spreads the children of one parent over 4096 slots.
 */
function slotOf(a: number, b: number): number {
  return ((a << 1) + (Math.imul(b + 1, 0x9e3779b1) >>> 20)) | 0;
}
