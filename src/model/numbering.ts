// Numbers pairs, integers and frames in the order in which they are first seen.

import { copyInto, Float64Column, Int32Column, release } from './columns.ts';

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

  /** Like `view`, and frees the rest of the table. Nothing can be looked up or added afterwards. */
  finish(): { first: Int32Array; second: Int32Array } {
    this.releaseIndex();
    return this.view();
  }

  /** Frees its memory. The table cannot be used afterwards. */
  release(): void {
    this.releaseIndex();
    release(this.first);
    release(this.second);
  }

  private releaseIndex(): void {
    release(this.firstChild);
    release(this.slots);
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

const INITIAL_SLOTS = 256;
const HALF = 2 ** 32;

/** How many entries a table of small values may have per value in it. */
const ENTRIES_PER_VALUE = 4;

/** Numbers integers such as addresses in the order in which they are first seen. Faster than a Map, whose keys beyond 31 bits are objects. */
export class NumberIds {
  private readonly values = new Float64Column();
  /** Hash table of the values, as ID + 1; 0 is an empty slot. At most half full. */
  private slots = new Int32Array(INITIAL_SLOTS);
  /** ID + 1 by value, for some of the small values; 0 for others. */
  private direct = new Int32Array(INITIAL_SLOTS);

  get length(): number {
    return this.values.length;
  }

  /** Returns the ID of the value, a new one if it has none. */
  of(value: number): number {
    const known = this.find(value);
    if (known >= 0) return known;
    const { values } = this;
    values.push(value);
    if (value >= 0 && value < ENTRIES_PER_VALUE * values.length + INITIAL_SLOTS) this.addDirect(value);
    else {
      this.slots[this.slotOf(value)] = values.length;
      if (values.length * 2 > this.slots.length) this.grow();
    }
    return values.length - 1;
  }

  /** Returns the ID of the value, or -1 if it has none. */
  find(value: number): number {
    const { direct } = this;
    if (value >= 0 && value < direct.length && direct[value] > 0) return direct[value] - 1;
    return this.slots[this.slotOf(value)] - 1;
  }

  at(id: number): number {
    return this.values.at(id);
  }

  /** The slot that has the value, or the empty one where it belongs. */
  private slotOf(value: number): number {
    const { values, slots } = this;
    const mask = slots.length - 1;
    let slot = hashOf(value) & mask;
    while (slots[slot] !== 0 && values.at(slots[slot] - 1) !== value) slot = (slot + 1) & mask;
    return slot;
  }

  private addDirect(value: number): void {
    if (value >= this.direct.length) this.direct = copyInto(this.direct, new Int32Array(value * 2));
    this.direct[value] = this.values.length;
  }

  private grow(): void {
    const { values } = this;
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < values.length; id++) {
      let slot = hashOf(values.at(id)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.slots = slots;
  }
}

function hashOf(value: number): number {
  const mixed = Math.imul((value | 0) ^ Math.imul((value / HALF) | 0, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Above all lines. */
const LINES = 2 ** 23;
/** Above all functions. */
const FUNCS = 2 ** 30;

/** Numbers the frames of stacks: a frame is a function, at a source line if that is known. */
export interface LinedFrame {
  readonly func: number;
  /** 1-based; 0 if unknown. */
  readonly line: number;
}

export class FrameIds {
  private readonly ids = new NumberIds();
  private readonly funcs = new Int32Column();
  private readonly lines = new Int32Column();
  private readonly first: number;

  /** `first` is the ID of the first frame with a line. Those without one have that of their function, which is lower. */
  constructor(first = FUNCS) {
    this.first = first;
  }

  /** Number of frames with a line. */
  get length(): number {
    return this.funcs.length;
  }

  /** Returns the frame's ID. `line` is 0 if it is unknown. */
  of(func: number, line: number): number {
    if (!(line > 0 && line < LINES)) return func;
    const id = this.ids.of(func * LINES + line);
    if (id === this.length) {
      this.funcs.push(func);
      this.lines.push(line);
    }
    return this.first + id;
  }

  frame(id: number): LinedFrame {
    return id < this.first ? { func: id, line: 0 } : this.at(id - this.first);
  }

  /** The frame with a line that was added as this one, counted from 0. */
  at(index: number): LinedFrame {
    return { func: this.funcs.at(index), line: this.lines.at(index) };
  }

  /** The functions and lines of these frames; no lines if none has one. */
  columns(frames: Int32Array): { readonly func: Int32Array; readonly line?: Int32Array } {
    const { first, funcs, lines } = this;
    if (this.length === 0) return { func: frames };
    const func = frames.slice();
    const line = new Int32Array(frames.length);
    for (let i = 0; i < frames.length; i++) {
      const index = frames[i] - first;
      if (index < 0) continue;
      func[i] = funcs.at(index);
      line[i] = lines.at(index);
    }
    return { func, line };
  }
}
