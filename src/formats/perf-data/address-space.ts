// What is mapped where in one process. A later mapping takes the place of what it covers of earlier ones.

import type { CodeFile, CodeMap, Unwinding } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';

interface Range {
  readonly start: number;
  readonly end: number;
  /** Offset of `start` in the file. */
  readonly offset: number;
  readonly file: CodeFile;
  /** See CodeMap.bias; NaN until it is asked for. */
  bias: number;
  /** See CodeMap.module; null until it is asked for. */
  module: Unwinding | undefined | null;
}

/** More mappings than any real process has: a recording that goes on beyond it is damaged. */
const MOST_RANGES = 1 << 18;

/** Slots for recent answers, a power of two, and how many bytes next to each other share one. */
const RECENT = 512;
const SPREAD = 64;

/** How many more mappings there may be, of all processes. It falls below zero where one is too many. */
export interface Room {
  left: number;
}

export class AddressSpace implements CodeMap {
  private readonly room: Room;
  /** Apart from each other, by address. */
  private ranges: Range[] = [];
  /** Does another process have the same list? Then it is copied before it is changed. */
  private isShared = false;
  /** By address, where it was found last, which may not hold any more. */
  private recent: Uint32Array | undefined;
  /** Counts changes of what was mapped already: what was found in it may not hold any more. */
  generation = 0;

  constructor(room: Room = { left: Infinity }) {
    this.room = room;
  }

  /** Maps `file` from `offset` on to `[start, end)`. */
  map(start: number, end: number, offset: number, file: CodeFile): void {
    const { room } = this;
    if (!(start < end) || this.ranges.length >= MOST_RANGES || room.left < 0) return;
    if (this.isShared) {
      room.left -= this.ranges.length;
      this.ranges = [...this.ranges];
    }
    this.isShared = false;
    const { ranges } = this;
    const first = this.firstEndingAfter(start);
    const range: Range = { start, end, offset, file, bias: NaN, module: null };
    // Where nothing was mapped, nothing was found that is another now.
    if (first === ranges.length || end <= ranges[first].start) {
      ranges.splice(first, 0, range);
      room.left--;
      return;
    }
    let behind = first;
    const kept: Range[] = [];
    for (; behind < ranges.length && ranges[behind].start < end; behind++) {
      const old = ranges[behind];
      if (old.start < start) kept.push({ ...old, end: start });
      if (old.end > end) kept.push({ ...old, start: end, offset: old.offset + end - old.start, bias: NaN });
    }
    ranges.splice(first, behind - first, ...[...kept, range].sort((a, b) => a.start - b.start));
    room.left -= kept.length + 1 - (behind - first);
    this.generation++;
  }

  /** The process that this one became, or was forked into: the same mappings. */
  copy(): AddressSpace {
    const copy = new AddressSpace(this.room);
    copy.ranges = this.ranges;
    copy.isShared = this.isShared = true;
    return copy;
  }

  /** The process is gone: its mappings make room for others, unless another process has them too. */
  giveBack(): void {
    if (!this.isShared) this.room.left += this.ranges.length;
    this.ranges = [];
  }

  get isEmpty(): boolean {
    return this.ranges.length === 0;
  }

  find(address: number): number {
    const { ranges } = this;
    const recent = (this.recent ??= new Uint32Array(RECENT));
    // Neighbouring frames lie in few places of few files, and are asked for again and again.
    const slot = Math.floor(address / SPREAD) & (RECENT - 1);
    const known = recent[slot];
    if (known < ranges.length && address >= ranges[known].start && address < ranges[known].end) return known;
    const row = this.firstEndingAfter(address);
    if (row === ranges.length || address < ranges[row].start) return NONE;
    recent[slot] = row;
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
    const range = this.ranges[row];
    if (Number.isNaN(range.bias)) range.bias = range.start - range.file.addressOf(range.offset);
    return range.bias;
  }

  module(row: number): Unwinding | undefined {
    const range = this.ranges[row];
    if (range.module === null) range.module = range.file.unwinding;
    return range.module;
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
