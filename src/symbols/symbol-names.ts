// Names of symbols as bytes somewhere in a file's string tables. A table may have a million names of which a recording
// shows a hundred, so a name is a number until somebody asks for its text.

import { textIn } from '../bytes/text.ts';

/** Bytes of a name that are shown; a damaged string table may have no end for millions of bytes. */
export const LONGEST_NAME = 1 << 14;
/** Bytes of a name that are compared. */
const COMPARED = 1 << 10;
const UNDERSCORE = 95;

interface Pool {
  readonly base: number;
  readonly bytes: Uint8Array;
  readonly stops: readonly number[];
  readonly suffix: string;
}

export class SymbolNames {
  /** By base. */
  private readonly pools: Pool[] = [];
  private readonly known = new Map<Uint8Array, Pool[]>();
  private size = 0;

  /**
   * Lays more bytes behind those there are. The name at place `p` of `bytes` is the number returned plus `p`; it ends
   * before the first of the bytes `stops` (or with `bytes`), and is shown with `suffix` behind it. Bytes that are there
   * already, with that suffix, are not laid twice.
   */
  add(bytes: Uint8Array, stops: readonly number[], suffix = ''): number {
    const known = this.known.get(bytes) ?? [];
    const same = known.find((pool) => pool.suffix === suffix);
    if (same) return same.base;
    if (this.size + bytes.length > 0x7fffffff) throw new Error('its names take more than 2 GB');
    const pool = { base: this.size, bytes, stops, suffix };
    this.pools.push(pool);
    this.known.set(bytes, [...known, pool]);
    this.size += bytes.length;
    return pool.base;
  }

  /** The number of the same name with `suffix` behind it. */
  withSuffix(name: number, suffix: string): number {
    const pool = this.poolOf(name);
    return pool ? this.add(pool.bytes, pool.stops, suffix) + name - pool.base : name;
  }

  /** Broken UTF-8 is shown as U+FFFD; no more than 16 KB are. */
  text(name: number): string {
    const pool = this.poolOf(name);
    if (!pool) return '';
    const at = name - pool.base;
    return textIn(pool.bytes, at, at + lengthAt(pool, at, LONGEST_NAME)) + pool.suffix;
  }

  /** In bytes without the suffix; names of more than 1 KB are taken for equally long. */
  length(name: number): number {
    const pool = this.poolOf(name);
    return pool ? lengthAt(pool, name - pool.base, COMPARED) : 0;
  }

  /** How many `_` it begins with. */
  underscores(name: number): number {
    const pool = this.poolOf(name);
    let count = 0;
    if (pool) while (count < COMPARED && pool.bytes[name - pool.base + count] === UNDERSCORE) count++;
    return count;
  }

  /** Undefined when no name is there. */
  private poolOf(name: number): Pool | undefined {
    let low = 0;
    let high = this.pools.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.pools[middle].base <= name) low = middle + 1;
      else high = middle;
    }
    return this.pools[low - 1];
  }
}

function lengthAt({ bytes, stops }: Pool, at: number, most: number): number {
  let window = bytes.subarray(at, at + most);
  for (const stop of stops) {
    const found = window.indexOf(stop);
    // What stands behind one end is not searched for another.
    if (found >= 0) window = window.subarray(0, found);
  }
  return window.length;
}
