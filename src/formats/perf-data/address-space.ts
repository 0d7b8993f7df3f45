// What is mapped where in one process. A later mapping takes the place of what it covers of earlier ones.

import type { CodeFile, CodeMap, Unwinding } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';

interface Range {
  readonly start: number;
  readonly end: number;
  /** Offset of `start` in the file. */
  readonly offset: number;
  readonly file: CodeFile;
}

/** More mappings than any real process has: a recording that goes on beyond it is damaged. */
const MOST_RANGES = 1 << 18;

export class AddressSpace implements CodeMap {
  /** Apart from each other, by address. */
  private ranges: Range[] = [];
  private last = 0;
  /** Counts changes: what was found before a change may not hold any more. */
  generation = 0;

  /** Maps `file` from `offset` on to `[start, end)`. */
  map(start: number, end: number, offset: number, file: CodeFile): void {
    if (!(start < end) || this.ranges.length >= MOST_RANGES) return;
    const { ranges } = this;
    const first = this.firstEndingAfter(start);
    let behind = first;
    const kept: Range[] = [];
    for (; behind < ranges.length && ranges[behind].start < end; behind++) {
      const old = ranges[behind];
      if (old.start < start) kept.push({ ...old, end: start });
      if (old.end > end) kept.push({ ...old, start: end, offset: old.offset + end - old.start });
    }
    const added = [...kept, { start, end, offset, file }].sort((a, b) => a.start - b.start);
    ranges.splice(first, behind - first, ...added);
    this.generation++;
  }

  /** The process that this one became, or was forked into: the same mappings. */
  copy(): AddressSpace {
    const copy = new AddressSpace();
    copy.ranges = [...this.ranges];
    return copy;
  }

  get isEmpty(): boolean {
    return this.ranges.length === 0;
  }

  find(address: number): number {
    const { ranges, last } = this;
    if (last < ranges.length && address >= ranges[last].start && address < ranges[last].end) return last;
    const row = this.firstEndingAfter(address);
    if (row === ranges.length || address < ranges[row].start) return NONE;
    this.last = row;
    return row;
  }

  file(row: number): CodeFile {
    return this.ranges[row].file;
  }

  /** Where in the file's bytes the address lies. */
  offset(row: number, address: number): number {
    return address - this.ranges[row].start + this.ranges[row].offset;
  }

  bias(row: number): number {
    const { start, offset, file } = this.ranges[row];
    return start - file.addressOf(offset);
  }

  module(row: number): Unwinding | undefined {
    return this.ranges[row].file.unwinding;
  }

  private firstEndingAfter(address: number): number {
    let from = 0;
    let to = this.ranges.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.ranges[middle].end > address) to = middle;
      else from = middle + 1;
    }
    return from;
  }
}
