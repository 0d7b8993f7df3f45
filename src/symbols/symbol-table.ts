// Stores the symbols of a file or of JIT-compiled code as sorted columns. Lookup is a binary search; names are decoded on
// demand. Conflicts between symbols are resolved once, while the table is built, as perf resolves them
// (tools/perf/util/symbol.c: symbols__fixup_end, symbols__fixup_duplicate, choose_best_symbol, v6.14).

import { lastAtMost } from '../model/sorted.ts';
import type { Symbols } from '../model/code.ts';
import { NONE } from '../model/profile.ts';

import { SymbolNames } from './symbol-names.ts';
import { flattenRanges, type FlatRanges } from './flat-ranges.ts';

/** Traits of a symbol, as bits. */
export const SymbolTrait = {
  /** A global function of known size. */
  plain: 0,
  /** Has no type: usually a label in assembly. */
  untyped: 1,
  weak: 2,
  local: 4,
  /** This symbol, or one at the same address, is an IFUNC, whose code selects the function to call. */
  ifunc: 8,
} as const;

/** Set by settle(): the symbol has no size and was extended to the start of the next one. */
const GUESSED_END = 16;
const PAGE = 4096;

export interface SymbolTable extends Symbols {
  /** Truncated to 16 KB. */
  name(row: number): string;
  /** Start of the symbol, in the address space of find(). Rows are sorted by it. */
  start(row: number): number;
  end(row: number): number;
}

export function singleSymbol(start: number, end: number, name: () => string): SymbolTable {
  const find = (offset: number) => (offset >= start && offset < end ? 0 : NONE);
  return { length: 1, find, name, start: () => start, end: () => end };
}

/** `ranges` is undefined if the symbols are disjoint and not empty. */
function sortedSymbols(rows: Rows, names: SymbolNames, ranges: FlatRanges | undefined): SymbolTable {
  const { starts, ends, length } = rows;
  return {
    length,
    find(offset) {
      if (ranges) {
        const at = lastAtMost(ranges.starts, ranges.starts.length, offset);
        return at < 0 ? NONE : ranges.rows[at];
      }
      const row = lastAtMost(starts, length, offset);
      return row >= 0 && offset < ends[row] ? row : NONE;
    },
    name: (row) => names.text(rows.names[row]),
    start: (row) => starts[row],
    end: (row) => ends[row],
  };
}

export class SymbolTableBuilder {
  readonly names = new SymbolNames();
  private rows = new Rows();
  /** Number of rows sorted and deduplicated by settle(). */
  private settled = 0;

  get length(): number {
    return this.rows.length;
  }

  reserve(count: number): void {
    this.rows.reserve(count);
  }

  /** `size` in bytes, 0 if unknown; `name` as returned by `names`, `traits` as SymbolTrait bits. */
  add(start: number, size: number, name: number, traits: number = SymbolTrait.plain): void {
    this.rows.push(start, start + size, name, traits);
  }

  /**
   * Sorts the symbols added so far, guesses missing sizes, and keeps one symbol per start. Call it after each symbol
   * table of a file, as perf does: ends guessed in the first table then count as known sizes in conflicts with the
   * second one.
   */
  settle(): void {
    const rows = this.rows.sorted();
    const { starts, ends, names, traits, length } = rows;
    for (let row = 0; row < length; row++) {
      if (ends[row] !== starts[row]) continue;
      ends[row] = row + 1 < length ? starts[row + 1] : guessEnd(starts[row]);
      traits[row] |= GUESSED_END;
    }
    let kept = 0;
    for (let row = 0; row < length; kept++) {
      let best = row;
      let ifunc = 0;
      const start = starts[row];
      for (; row < length && starts[row] === start; row++) {
        ifunc |= traits[row] & SymbolTrait.ifunc;
        if (row !== best && this.isBetter(rows, row, best)) best = row;
      }
      starts[kept] = start;
      ends[kept] = ends[best];
      names[kept] = names[best];
      traits[kept] = traits[best] | ifunc;
    }
    rows.length = kept;
    this.rows = rows;
    this.settled = kept;
  }

  /** The name of the settled IFUNC that starts at `start`; NONE if there is none. */
  ifuncAt(start: number): number {
    const { starts, names, traits } = this.rows;
    const row = lastAtMost(starts, this.settled, start);
    return row >= 0 && starts[row] === start && traits[row] & SymbolTrait.ifunc ? names[row] : NONE;
  }

  /**
   * Resolves overlaps. `nearest` prefers the symbol of known size that starts last before the offset, as perf usually
   * does (its result depends on the shape of a tree). `newest` prefers the symbol added last.
   */
  finish(overlaps: 'nearest' | 'newest'): SymbolTable {
    const order = this.rows.order();
    const rows = this.rows.sorted(order);
    const { starts, ends, traits, length } = rows;
    let hasOverlap = false;
    for (let row = 0; row < length; row++) {
      const next = row + 1 < length ? starts[row + 1] : Infinity;
      if (traits[row] & GUESSED_END) ends[row] = Math.min(ends[row], next);
      if (!(ends[row] > starts[row] && ends[row] <= next)) hasOverlap = true;
    }
    if (!hasOverlap) return sortedSymbols(rows, this.names, undefined);
    const priority = new Int32Array(length);
    for (let row = 0; row < length; row++) {
      if (overlaps === 'newest') priority[row] = order ? order[row] : row;
      else priority[row] = traits[row] & GUESSED_END ? row - length : row;
    }
    const ranges = flattenRanges({ starts: starts.subarray(0, length), ends, priority });
    return sortedSymbols(rows, this.names, ranges);
  }

  /** True if perf prefers row `b` to row `a`, which has the same start and was added earlier. */
  private isBetter({ starts, ends, names, traits }: Rows, b: number, a: number): boolean {
    const known = Number(ends[b] > starts[b]) - Number(ends[a] > starts[a]);
    if (known !== 0) return known > 0;
    for (const mask of LOSING_TRAITS) {
      const worse = (traits[a] & mask) - (traits[b] & mask);
      if (worse !== 0) return worse > 0;
    }
    const underscores = this.names.underscores(names[a]) - this.names.underscores(names[b]);
    return underscores === 0 ? this.names.length(names[b]) > this.names.length(names[a]) : underscores > 0;
  }
}

/** Traits that make a symbol lose, most important first. */
const LOSING_TRAITS = [SymbolTrait.untyped, SymbolTrait.weak, SymbolTrait.local | SymbolTrait.weak];
const INITIAL_ROWS = 16;

/** Symbols as growable columns, of which `length` rows are in use. */
class Rows {
  length = 0;
  starts: Float64Array = new Float64Array(0);
  ends: Float64Array = new Float64Array(0);
  names = new Int32Array(0);
  traits = new Uint8Array(0);

  push(start: number, end: number, name: number, traits: number): void {
    const row = this.length;
    if (row === this.starts.length) this.reserve(Math.max(INITIAL_ROWS, row));
    this.starts[row] = start;
    this.ends[row] = end;
    this.names[row] = name;
    this.traits[row] = traits;
    this.length++;
  }

  /** Reserves space for `count` more rows. */
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

  /** The row order by start; undefined if rows are sorted already. */
  order(): Uint32Array | undefined {
    return orderOf(this.starts.subarray(0, this.length));
  }

  sorted(order = this.order()): Rows {
    if (!order) return this;
    const rows = new Rows();
    rows.reserve(this.length);
    for (const row of order) rows.push(this.starts[row], this.ends[row], this.names[row], this.traits[row]);
    return rows;
  }
}

/** Row order by start, stable for equal starts; undefined if rows are sorted already. */
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
  // Packs start and row into one number if both fit: sorting plain numbers is several times faster than using a
  // comparator. The scale is a power of two, which keeps the packed numbers exact; `%` on such large numbers would take
  // longer than the sort.
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

/** Guesses the end of a file's last symbol: the end of the next page. */
export function guessEnd(start: number): number {
  return Math.ceil(start / PAGE) * PAGE + PAGE;
}
