// Measures the copied stacks of samples: how many bytes were copied, and how many would have been needed. The end of a stack is
// known only from the mappings of its process, which are kept until the recording has been read.

import { addTo } from '../../model/lists.ts';
import { lastAtMost } from '../../model/sorted.ts';
import { Float64Column, Uint32Column, Uint8Column } from '../../model/columns.ts';
import type { Profile } from '../../model/profile.ts';
import type { CopiedStacks } from '../../model/recorded.ts';
import type { Mapping } from './processes.ts';

/** Memory that may hold a stack: of the first thread, or of one that the program started. */
const STACK_MEMORY = /^(?:\[stack|\/\/anon|\[anon)/;
/** A copy counts as full if it lacks at most this many bytes, because the kernel rounds its size to 8 bytes. */
const ROUNDING = 8;
/** Maximum for all processes; a recording with more is damaged. */
const MAX_RANGES = 1 << 20;
/** Number of ancestors in which the stack of a forked process is searched. */
const MAX_ANCESTORS = 3;

interface Range {
  readonly start: number;
  readonly end: number;
}

export class CopiedStackTable {
  private readonly sizes = new Uint32Column();
  private readonly isFull = new Uint8Column();
  private readonly pointers = new Float64Column();
  /** By process, without duplicates: programs map the same addresses again and again. */
  private readonly ranges = new Map<number, Map<string, Range>>();
  private rangeCount = 0;

  map({ pid, start, size, path }: Mapping): void {
    if (!STACK_MEMORY.test(path) || this.rangeCount >= MAX_RANGES) return;
    const known = this.ranges.get(pid) ?? new Map<string, Range>();
    this.ranges.set(pid, known);
    const key = `${start} ${size}`;
    if (known.has(key)) return;
    known.set(key, { start, end: start + size });
    this.rangeCount++;
  }

  /**
   * Adds the stack of a row of the sample table; rows must ascend. `capacity` is the number of bytes that the record has room
   * for, and `pointer` is NaN if it was not recorded.
   */
  add(row: number, size: number, capacity: number, pointer: number): void {
    this.fillUpTo(row);
    this.push(size, size > 0 && size >= capacity - ROUNDING, pointer);
  }

  /** `parentOf` returns NONE for unknown parents. */
  finish({ samples, threads }: Profile, parentOf: (pid: number) => number): CopiedStacks {
    this.fillUpTo(samples.length);
    const pointers = this.pointers.take();
    const needed = new Float64Array(samples.length).fill(NaN);
    let owners = new Map<number, number[]>();
    for (let row = 0; row < samples.length; row++)
      if (!Number.isNaN(pointers[row])) addTo(owners, threads[samples.thread[row]].pid, row);
    for (let generation = 0; generation <= MAX_ANCESTORS; generation++) {
      const parents = new Map<number, number[]>();
      for (const [pid, rows] of owners) {
        const ranges = [...(this.ranges.get(pid)?.values() ?? [])];
        measure(rows, pointers, ranges, needed);
        const parent = parentOf(pid);
        if (parent < 0) continue;
        for (const row of rows) if (Number.isNaN(needed[row])) addTo(parents, parent, row);
      }
      owners = parents;
    }
    return { size: this.sizes.take(), isFull: this.isFull.take(), needed };
  }

  private fillUpTo(row: number): void {
    while (this.sizes.length < row) this.push(0, false, NaN);
  }

  private push(size: number, isFull: boolean, pointer: number): void {
    this.sizes.push(size);
    this.isFull.push(Number(isFull));
    this.pointers.push(pointer);
  }
}

/**
 * Sets `needed` of the rows whose pointer is in one of the ranges, of which the one that ends first counts. The ranges are
 * visited in the order of their ends, so the first one that contains a pointer is the right one.
 */
function measure(
  rows: readonly number[],
  pointers: Float64Array,
  ranges: readonly Range[],
  needed: Float64Array,
): void {
  const ascending = Int32Array.from(rows).sort((a, b) => pointers[a] - pointers[b]);
  const sorted = Float64Array.from(ascending, (row) => pointers[row]);
  /** Per position in `ascending`: a position at or after it, before which all rows are measured. */
  const next = Int32Array.from({ length: rows.length + 1 }, (_, i) => i);
  const firstFrom = (position: number) => {
    let found = position;
    while (next[found] !== found) found = next[found] = next[next[found]];
    return found;
  };
  for (const { start, end } of ranges.toSorted((a, b) => a.end - b.end)) {
    let at = firstFrom(lastAtMost(sorted, sorted.length, start - 1) + 1);
    for (; at < sorted.length && sorted[at] < end; at = firstFrom(at)) {
      needed[ascending[at]] = end - sorted[at];
      next[at] = at + 1;
    }
  }
}
