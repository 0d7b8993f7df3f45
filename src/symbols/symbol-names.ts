// Represents symbol names as offsets into a file's string tables. A table may have a million names, of which a recording
// uses only hundreds, so names stay numbers until their text is needed.

import { decodeText } from '../bytes/text.ts';
import { lastRowAtMost } from '../model/sorted.ts';

/** Maximum length of a decoded name in bytes; a corrupt string table may have megabytes without a terminator. */
export const MAX_NAME_BYTES = 1 << 14;
/** Number of leading bytes of names that are compared. */
const COMPARED = 1 << 10;
const UNDERSCORE = 95;

interface Pool {
  readonly base: number;
  readonly bytes: Uint8Array;
  readonly stops: readonly number[];
  readonly suffix: string;
}

export class SymbolNames {
  /** In ascending order of base. */
  private readonly pools: Pool[] = [];
  private readonly known = new Map<Uint8Array, Pool[]>();
  private readonly encoder = new TextEncoder();
  private size = 0;

  /**
   * Adds a string table. The name at offset `p` of `bytes` gets the returned number plus `p`. It ends before the first
   * of the bytes `stops`, or at the end of `bytes`, and `suffix` is appended to its text. Adding the same bytes and
   * suffix again returns the same number.
   */
  add(bytes: Uint8Array, stops: readonly number[], suffix = ''): number {
    const known = this.known.get(bytes) ?? [];
    const same = known.find((pool) => pool.suffix === suffix);
    if (same) return same.base;
    if (this.size + bytes.length > 0x7fffffff) throw new Error('its symbol names exceed 2 GB');
    const pool = { base: this.size, bytes, stops, suffix };
    this.pools.push(pool);
    this.known.set(bytes, [...known, pool]);
    this.size += bytes.length;
    return pool.base;
  }

  addText(name: string): number {
    return this.add(this.encoder.encode(name), []);
  }

  withSuffix(name: number, suffix: string): number {
    const pool = this.poolOf(name);
    return pool ? this.add(pool.bytes, pool.stops, suffix) + name - pool.base : name;
  }

  /** Decodes a name, up to 16 KB; invalid UTF-8 becomes U+FFFD. */
  text(name: number): string {
    const pool = this.poolOf(name);
    if (!pool) return '';
    const at = name - pool.base;
    return decodeText(pool.bytes, at, at + lengthAt(pool, at, MAX_NAME_BYTES)) + pool.suffix;
  }

  /** Length in bytes without the suffix, at most 1 KB. */
  length(name: number): number {
    const pool = this.poolOf(name);
    return pool ? lengthAt(pool, name - pool.base, COMPARED) : 0;
  }

  underscores(name: number): number {
    const pool = this.poolOf(name);
    let count = 0;
    if (pool) while (count < COMPARED && pool.bytes[name - pool.base + count] === UNDERSCORE) count++;
    return count;
  }

  /** The pool that contains a name; undefined if there is none. */
  private poolOf(name: number): Pool | undefined {
    return this.pools[lastRowAtMost(this.pools.length, (pool) => this.pools[pool].base, name)];
  }
}

function lengthAt({ bytes, stops }: Pool, at: number, limit: number): number {
  let window = bytes.subarray(at, at + limit);
  for (const stop of stops) {
    const found = window.indexOf(stop);
    // The other stops matter only before this one.
    if (found >= 0) window = window.subarray(0, found);
  }
  return window.length;
}
