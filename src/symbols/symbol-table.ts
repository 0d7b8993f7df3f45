// Symbols of a file or of generated code as sorted columns: who is at an offset is a binary search, a name is decoded
// when it is asked for. Which of several symbols wins is decided once, while the table is built, as perf decides it
// (tools/perf/util/symbol.c: symbols__fixup_end, symbols__fixup_duplicate, choose_best_symbol, v6.14).

import { textIn } from '../bytes/text.ts';
import type { Symbols } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import { LONGEST_NAME, SymbolNames } from './symbol-names.ts';
import { withoutOverlaps, type Cuts } from './symbol-overlaps.ts';

/** What is known of a symbol beside its place; bits. */
export const SymbolTrait = {
  /** A global function whose size is known. */
  plain: 0,
  /** The file does not say what it is: mostly a label in assembly. */
  untyped: 1,
  weak: 2,
  local: 4,
  /** Its code chooses the function to call (IFUNC), or so does that of a symbol at the same place. */
  chooser: 8,
} as const;

/** Set by settle(): the file gave no size, the symbol was made to end where the next one starts. */
const GUESSED_END = 16;
const PAGE = 4096;
const NO_NUMBERS = new Float64Array(0);

export interface SymbolTable extends Symbols {
  /** At most 16 KB of it. */
  name(row: number): string;
  /** Where the symbol starts, in the same space as what find() is given. Rows ascend by it. */
  start(row: number): number;
}

/** A table of one symbol, whose name begins at `nameAt` of `names` and ends before a NUL. */
export class OneSymbol implements SymbolTable {
  readonly length = 1;
  private readonly from: number;
  private readonly end: number;
  private readonly names: Uint8Array;
  private readonly nameAt: number;

  /** `size` in bytes, 0 when unknown. */
  constructor(start: number, size: number, names: Uint8Array, nameAt: number) {
    this.from = start;
    this.end = size === 0 ? guessedEnd(start) : start + size;
    this.names = names;
    this.nameAt = nameAt;
  }

  find(offset: number): number {
    return offset >= this.from && offset < this.end ? 0 : NONE;
  }

  name(): string {
    return textIn(this.names, this.nameAt, this.nameAt + LONGEST_NAME);
  }

  start(): number {
    return this.from;
  }
}

class SortedSymbols implements SymbolTable {
  readonly length: number;
  private readonly rows: Rows;
  private readonly names: SymbolNames;
  /** Undefined where no two overlap, and each holds something. */
  private readonly cuts: Cuts | undefined;

  constructor(rows: Rows, names: SymbolNames, cuts: Cuts | undefined) {
    this.length = rows.length;
    this.rows = rows;
    this.names = names;
    this.cuts = cuts;
  }

  find(offset: number): number {
    const { cuts, rows } = this;
    if (cuts) {
      const at = firstAbove(cuts.starts, cuts.starts.length, offset) - 1;
      return at < 0 ? NONE : cuts.rows[at];
    }
    const row = firstAbove(rows.starts, rows.length, offset) - 1;
    return row >= 0 && offset < rows.ends[row] ? row : NONE;
  }

  name(row: number): string {
    return this.names.text(this.rows.names[row]);
  }

  start(row: number): number {
    return this.rows.starts[row];
  }
}

export class SymbolTableBuilder {
  readonly names = new SymbolNames();
  private rows = new Rows();
  /** Rows up to here are by start. */
  private settled = 0;

  get length(): number {
    return this.rows.length;
  }

  /** Makes room for so many more. */
  reserve(count: number): void {
    this.rows.reserve(count);
  }

  /** `size` in bytes, 0 when unknown; `name` is a number of `names`, `traits` bits of SymbolTrait. */
  add(start: number, size: number, name: number, traits: number): void {
    this.rows.push(start, start + size, name, traits);
  }

  /**
   * Gives symbols without a size one and keeps one a start, among those added so far. Files are settled a symbol table
   * at a time, as perf does it: so the first table's guessed ends count as sizes when the second one comes.
   */
  settle(): void {
    const rows = this.rows.sorted();
    const { starts, ends, names, traits, length } = rows;
    for (let row = 0; row < length; row++) {
      if (ends[row] !== starts[row]) continue;
      ends[row] = row + 1 < length ? starts[row + 1] : guessedEnd(starts[row]);
      traits[row] |= GUESSED_END;
    }
    let kept = 0;
    for (let row = 0; row < length; kept++) {
      let best = row;
      let chooser = 0;
      const start = starts[row];
      for (; row < length && starts[row] === start; row++) {
        chooser |= traits[row] & SymbolTrait.chooser;
        if (row !== best && this.isBetter(rows, row, best)) best = row;
      }
      starts[kept] = start;
      ends[kept] = ends[best];
      names[kept] = names[best];
      traits[kept] = traits[best] | chooser;
    }
    rows.length = kept;
    this.rows = rows;
    this.settled = kept;
  }

  /** The name of the IFUNC that starts at `start`, of those settled; NONE when there is none. */
  chooserAt(start: number): number {
    const { starts, names, traits } = this.rows;
    const row = firstAbove(starts, this.settled, start) - 1;
    return row >= 0 && starts[row] === start && traits[row] & SymbolTrait.chooser ? names[row] : NONE;
  }

  /**
   * Where symbols overlap, `nearest` gives the place to the one of known size that starts last before it, as perf mostly
   * does (its answer depends on the shape of a tree), `newest` to the one added last.
   */
  finish(overlaps: 'nearest' | 'newest'): SymbolTable {
    const order = this.rows.order();
    const rows = this.rows.sorted(order);
    const { starts, ends, traits, length } = rows;
    let overlap = false;
    for (let row = 0; row < length; row++) {
      const next = row + 1 < length ? starts[row + 1] : Infinity;
      if (traits[row] & GUESSED_END) ends[row] = Math.min(ends[row], next);
      if (!(ends[row] > starts[row] && ends[row] <= next)) overlap = true;
    }
    if (!overlap) return new SortedSymbols(rows, this.names, undefined);
    const priority = new Int32Array(length);
    for (let row = 0; row < length; row++) {
      if (overlaps === 'newest') priority[row] = order ? order[row] : row;
      else priority[row] = traits[row] & GUESSED_END ? row - length : row;
    }
    const cuts = withoutOverlaps({ starts: starts.subarray(0, length), ends, priority });
    return new SortedSymbols(rows, this.names, cuts);
  }

  /** Does perf keep row `b` rather than `a`? They have the same start, and `a` was added before. */
  private isBetter({ starts, ends, names, traits }: Rows, b: number, a: number): boolean {
    const known = Number(ends[b] > starts[b]) - Number(ends[a] > starts[a]);
    if (known !== 0) return known > 0;
    for (const mask of WORSE) {
      const worse = (traits[a] & mask) - (traits[b] & mask);
      if (worse !== 0) return worse > 0;
    }
    const underscores = this.names.underscores(names[a]) - this.names.underscores(names[b]);
    return underscores === 0 ? this.names.length(names[b]) > this.names.length(names[a]) : underscores > 0;
  }
}

/** What makes the other of two symbols the one to keep, the weightiest first. */
const WORSE = [SymbolTrait.untyped, SymbolTrait.weak, SymbolTrait.local | SymbolTrait.weak];
const FIRST_ROWS = 16;

/** Symbols as columns, of which `length` rows count. */
class Rows {
  length = 0;
  starts: Float64Array = NO_NUMBERS;
  ends: Float64Array = NO_NUMBERS;
  names = new Int32Array(0);
  traits = new Uint8Array(0);

  push(start: number, end: number, name: number, traits: number): void {
    const row = this.length;
    if (row === this.starts.length) this.reserve(Math.max(FIRST_ROWS, row));
    this.starts[row] = start;
    this.ends[row] = end;
    this.names[row] = name;
    this.traits[row] = traits;
    this.length++;
  }

  /** Makes room for so many more. */
  reserve(count: number): void {
    const { starts, ends, names, traits, length } = this;
    if (length + count <= starts.length) return;
    this.starts = new Float64Array(length + count);
    this.ends = new Float64Array(length + count);
    this.names = new Int32Array(length + count);
    this.traits = new Uint8Array(length + count);
    this.starts.set(starts);
    this.ends.set(ends);
    this.names.set(names);
    this.traits.set(traits);
  }

  /** By start; undefined when they are in that order. */
  order(): Uint32Array | undefined {
    return orderOf(this.starts.subarray(0, this.length));
  }

  /** These rows, or a copy of them in their order. */
  sorted(order = this.order()): Rows {
    if (!order) return this;
    const rows = new Rows();
    rows.reserve(this.length);
    for (const row of order) rows.push(this.starts[row], this.ends[row], this.names[row], this.traits[row]);
    return rows;
  }
}

/** Rows by start, those of the same start as they were added; undefined when they are in that order. */
export function orderOf(starts: Float64Array): Uint32Array | undefined {
  const { length } = starts;
  let low = Infinity;
  let high = -Infinity;
  let isSorted = true;
  for (let row = 0; row < length; row++) {
    const start = starts[row];
    if (start < high) isSorted = false;
    else high = start;
    if (start < low) low = start;
  }
  if (isSorted) return undefined;
  const order = new Uint32Array(length);
  // Start and row in one number, where both fit: sorting plain numbers is several times faster than by comparing. Powers
  // of two keep them apart exactly, and a remainder of such large numbers would take longer than the sort.
  const scale = 2 ** Math.ceil(Math.log2(length));
  if ((high - low + 1) * scale < Number.MAX_SAFE_INTEGER) {
    const keys = new Float64Array(length);
    for (let row = 0; row < length; row++) keys[row] = (starts[row] - low) * scale + row;
    keys.sort();
    for (let i = 0; i < length; i++) order[i] = keys[i] - Math.floor(keys[i] / scale) * scale;
    return order;
  }
  return order.map((_, i) => i).sort((a, b) => starts[a] - starts[b] || a - b);
}

/** Where a symbol ends behind which nothing begins: with the page behind it. */
function guessedEnd(start: number): number {
  return Math.ceil(start / PAGE) * PAGE + PAGE;
}

/** The index of the first of `length` values above `limit`; all are ascending. */
function firstAbove(values: Float64Array, length: number, limit: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
