// The memory mappings of one process. A new mapping replaces the parts of earlier ones that it overlaps.

import type { CodeFile, CodeMap, Unwinding } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';
import { PYTHON_MODULE } from '../../model/paths.ts';

interface Range {
  readonly start: number;
  readonly end: number;
  /** Offset of `start` in the file. */
  readonly offset: number;
  readonly file: CodeFile;
  /** See CodeMap.bias; NaN until first requested. */
  bias: number;
  /** See CodeMap.module; null until first requested. */
  module: Unwinding | undefined | null;
}

/** No real process has this many mappings; a recording with more is damaged. */
const MAX_RANGES = 1 << 18;

/** Slots of the lookup cache (a power of two), and the number of adjacent bytes that share a slot. */
const CACHE_SLOTS = 512;
const BYTES_PER_SLOT = 64;

/** Number of mappings that all processes together may still add; negative once the limit is exceeded. */
export interface MappingQuota {
  left: number;
}

export class AddressSpace implements CodeMap {
  private readonly quota: MappingQuota;
  /** Disjoint, sorted by address. */
  private ranges: Range[] = [];
  /** True if another process uses the same list, which is then copied on write. */
  private isShared = false;
  /** The row last found for each slot, which may be outdated. */
  private cache: Uint32Array | undefined;
  /** Incremented when an existing mapping changes, which invalidates earlier lookups. */
  generation = 0;
  hidesJitCode = false;

  constructor(quota: MappingQuota = { left: Infinity }) {
    this.quota = quota;
  }

  map(start: number, end: number, offset: number, file: CodeFile): void {
    const { quota } = this;
    if (!(start < end) || this.ranges.length >= MAX_RANGES || quota.left < 0) return;
    if (this.isShared) {
      quota.left -= this.ranges.length;
      this.ranges = [...this.ranges];
    }
    this.isShared = false;
    const { ranges } = this;
    const first = this.firstEndingAfter(start);
    const range: Range = { start, end, offset, file, bias: NaN, module: null };
    // Nothing was mapped here, so no earlier lookup found anything, and the generation does not change.
    if (first === ranges.length || end <= ranges[first].start) {
      ranges.splice(first, 0, range);
      quota.left--;
      return;
    }
    let after = first;
    const kept: Range[] = [];
    for (; after < ranges.length && ranges[after].start < end; after++) {
      const old = ranges[after];
      if (old.start < start) kept.push({ ...old, end: start });
      if (old.end > end) kept.push({ ...old, start: end, offset: old.offset + end - old.start, bias: NaN });
    }
    ranges.splice(first, after - first, ...[...kept, range].sort((a, b) => a.start - b.start));
    quota.left -= kept.length + 1 - (after - first);
    this.generation++;
  }

  /** Returns the mappings for a forked process. Both share them until either changes them. */
  copy(): AddressSpace {
    const copy = new AddressSpace(this.quota);
    copy.ranges = this.ranges;
    copy.isShared = this.isShared = true;
    copy.hidesJitCode = this.hidesJitCode;
    return copy;
  }

  /** Gives the mappings of an exited process back to the quota, unless another process shares them. */
  release(): void {
    if (!this.isShared) this.quota.left += this.ranges.length;
    this.ranges = [];
  }

  get isEmpty(): boolean {
    return this.ranges.length === 0;
  }

  find(address: number): number {
    const { ranges } = this;
    const cache = (this.cache ??= new Uint32Array(CACHE_SLOTS));
    // Most lookups hit a few regions of a few files.
    const slot = Math.floor(address / BYTES_PER_SLOT) & (CACHE_SLOTS - 1);
    const known = cache[slot];
    if (known < ranges.length && address >= ranges[known].start && address < ranges[known].end) return known;
    const row = this.firstEndingAfter(address);
    if (row === ranges.length || address < ranges[row].start) return NONE;
    cache[slot] = row;
    return row;
  }

  file(row: number): CodeFile {
    return this.ranges[row].file;
  }

  /** File offset of the address. */
  offset(row: number, address: number): number {
    return address - this.ranges[row].start + this.ranges[row].offset;
  }

  bias(row: number): number {
    const range = this.ranges[row];
    const { start, offset, file } = range;
    if (Number.isNaN(range.bias)) range.bias = file.byAddress ? 0 : start - file.addressOf(offset);
    return range.bias;
  }

  module(row: number): Unwinding | undefined {
    const range = this.ranges[row];
    if (range.module === null) range.module = range.file.unwinding;
    return range.module;
  }

  isInterpreter(row: number): boolean {
    return PYTHON_MODULE.test(this.ranges[row].file.name);
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
