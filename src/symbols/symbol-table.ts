// Symbols of a file or of generated code as sorted columns: who is at an offset is a binary search, a name is decoded
// when it is asked for. Which of several symbols wins is decided once, while the table is built, as perf decides it
// (tools/perf/util/symbol.c: symbols__fixup_end, symbols__fixup_duplicate, choose_best_symbol, v6.14).

import type { Symbols } from '../model/code.ts';
import { Float64Column, Int32Column, Uint8Column } from '../model/columns.ts';
import { NONE } from '../model/profile.ts';
import { SymbolNames } from './symbol-names.ts';
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

export class SymbolTable implements Symbols {
  readonly length: number;
  private readonly starts: Float64Array;
  private readonly nameColumn: Int32Array;
  private readonly names: SymbolNames;
  private readonly cuts: Cuts;

  constructor(starts: Float64Array, nameColumn: Int32Array, names: SymbolNames, cuts: Cuts) {
    this.length = starts.length;
    this.starts = starts;
    this.nameColumn = nameColumn;
    this.names = names;
    this.cuts = cuts;
  }

  find(offset: number): number {
    const at = firstAbove(this.cuts.starts, offset) - 1;
    return at < 0 ? NONE : this.cuts.rows[at];
  }

  /** Of any row of the table; at most 16 KB of it. */
  name(row: number): string {
    return this.names.text(this.nameColumn[row]);
  }

  /** Where the symbol starts, in the same space as what find() is given. Rows ascend by it. */
  start(row: number): number {
    return this.starts[row];
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

  /** `size` in bytes, 0 when unknown; `name` is a number of `names`, `traits` bits of SymbolTrait. */
  add(start: number, size: number, name: number, traits: number): void {
    this.rows.push(start, start + size, name, traits);
  }

  /**
   * Gives symbols without a size one and keeps one a start, among those added so far. Files are settled a symbol table
   * at a time, as perf does it: so the first table's guessed ends count as sizes when the second one comes.
   */
  settle(): void {
    const { rows } = this;
    const order = orderOf(rows.starts.take());
    const settled = new Rows();
    order.forEach((row, i) => {
      if (rows.ends.at(row) !== rows.starts.at(row)) return;
      const start = rows.starts.at(row);
      const end = i + 1 < order.length ? rows.starts.at(order[i + 1]) : roundUp(start) + PAGE;
      rows.ends.set(row, end);
      rows.traits.set(row, rows.traits.at(row) | GUESSED_END);
    });
    for (let i = 0; i < order.length;) {
      let best = order[i];
      let chooser = 0;
      const start = rows.starts.at(best);
      for (; i < order.length && rows.starts.at(order[i]) === start; i++) {
        chooser |= rows.traits.at(order[i]) & SymbolTrait.chooser;
        if (order[i] !== best) best = this.better(best, order[i]);
      }
      settled.push(start, rows.ends.at(best), rows.names.at(best), rows.traits.at(best) | chooser);
    }
    this.rows = settled;
    this.settled = settled.length;
  }

  /** The name of the IFUNC that starts at `start`, of those settled; NONE when there is none. */
  chooserAt(start: number): number {
    const { starts, names, traits } = this.rows;
    let low = 0;
    let high = this.settled;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts.at(middle) < start) low = middle + 1;
      else high = middle;
    }
    const found = low < this.settled && starts.at(low) === start;
    return found && traits.at(low) & SymbolTrait.chooser ? names.at(low) : NONE;
  }

  /**
   * Where symbols overlap, `nearest` gives the place to the one of known size that starts last before it, as perf mostly
   * does (its answer depends on the shape of a tree), `newest` to the one added last.
   */
  finish(overlaps: 'nearest' | 'newest'): SymbolTable {
    const { rows } = this;
    const order = orderOf(rows.starts.take());
    const { length } = order;
    const starts = new Float64Array(length);
    const ends = new Float64Array(length);
    const names = new Int32Array(length);
    const priority = new Int32Array(length);
    for (let i = 0; i < length; i++) {
      const row = order[i];
      const guessed = (rows.traits.at(row) & GUESSED_END) !== 0;
      const end = rows.ends.at(row);
      starts[i] = rows.starts.at(row);
      ends[i] = guessed && i + 1 < length ? Math.min(end, rows.starts.at(order[i + 1])) : end;
      names[i] = rows.names.at(row);
      if (overlaps === 'newest') priority[i] = row;
      else priority[i] = guessed ? i - length : i;
    }
    return new SymbolTable(starts, names, this.names, withoutOverlaps({ starts, ends, priority }));
  }

  /** The one of two rows at the same start that perf keeps; `a` was added before `b`. */
  private better(a: number, b: number): number {
    const { starts, ends, names, traits } = this.rows;
    const differ = (of: (row: number) => boolean | number) => Number(of(a)) - Number(of(b));
    const by =
      -differ((row) => ends.at(row) > starts.at(row)) ||
      differ((row) => traits.at(row) & SymbolTrait.untyped) ||
      differ((row) => traits.at(row) & SymbolTrait.weak) ||
      differ((row) => traits.at(row) & (SymbolTrait.local | SymbolTrait.weak)) ||
      differ((row) => this.names.underscores(names.at(row))) ||
      -differ((row) => this.names.length(names.at(row)));
    return by > 0 ? b : a;
  }
}

class Rows {
  readonly starts = new Float64Column();
  readonly ends = new Float64Column();
  readonly names = new Int32Column();
  readonly traits = new Uint8Column();

  get length(): number {
    return this.starts.length;
  }

  push(start: number, end: number, name: number, traits: number): void {
    this.starts.push(start);
    this.ends.push(end);
    this.names.push(name);
    this.traits.push(traits);
  }
}

/** Rows by start, those of the same start as they were added. */
export function orderOf(starts: Float64Array): Uint32Array {
  const { length } = starts;
  const order = new Uint32Array(length);
  let low = Infinity;
  let high = -Infinity;
  let isSorted = true;
  for (let row = 0; row < length; row++) {
    const start = starts[row];
    if (start < high) isSorted = false;
    else high = start;
    if (start < low) low = start;
  }
  if (isSorted) return order.map((_, row) => row);
  // Start and row in one number, where both fit: sorting plain numbers is several times faster than by comparing. Powers
  // of two keep them apart exactly, and a remainder of such large numbers would take longer than the sort.
  const scale = 2 ** Math.ceil(Math.log2(length));
  if ((high - low + 1) * scale < Number.MAX_SAFE_INTEGER) {
    const keys = starts.map((start, row) => (start - low) * scale + row).sort();
    return order.map((_, i) => keys[i] - Math.floor(keys[i] / scale) * scale);
  }
  return order.map((_, i) => i).sort((a, b) => starts[a] - starts[b] || a - b);
}

function roundUp(start: number): number {
  return Math.ceil(start / PAGE) * PAGE;
}

/** The index of the first value above `limit`; all are ascending. */
function firstAbove(values: Float64Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
