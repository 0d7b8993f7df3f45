// Caches the stacks of call chain prefixes, which begin at the root and consist of blocks of 16 addresses. Most samples share
// their callers with earlier samples, so a few memory lookups find most of a stack, instead of one lookup per frame.
//
//   chain     a0 a1 … a15 | a16 … a31 | a32 a33          root first
//   stacks              s           t                    a0 … a15 -> s and a0 … a31 -> t are cached; the rest is walked
//
// The key of a prefix is a 64-bit hash of its addresses and their owner. Collisions are not detected; expect one in 10^13
// recordings with millions of samples.

import { NONE } from '../../model/profile.ts';

/** Addresses per block. */
export const BLOCK_LENGTH = 16;
/** Size of an address in 32-bit words. */
const ADDRESS_SIZE = 2;
/** Words per slot, a power of two: both halves of the hash, the stack + 1 (0 means empty), unused. */
const SLOT = 4;
const STACK = 2;
const INITIAL_SLOTS = 1 << 9;
/** Typical number of distinct stacks per cached prefix in recordings with deep stacks. */
const STACKS_PER_SLOT = 8;
/** Limit of 32 MB, beyond which no more prefixes are cached. */
const MAX_SLOTS = 1 << 21;
/** One more than fit into a record. */
const MAX_BLOCKS = (1 << 16) / (8 * BLOCK_LENGTH) + 1;

export class ChainPrefixCache {
  private used = 0;
  /** Hash table with open addressing. */
  private slots: Int32Array;
  /** Hashes of the prefixes of the last chain passed to find(), each one block longer than the previous. */
  private readonly low = new Int32Array(MAX_BLOCKS);
  private readonly high = new Int32Array(MAX_BLOCKS);
  /** The stack of the prefix that find() found; NONE when it found none. */
  stack: number = NONE;

  constructor(expectedStacks = 0) {
    const slots = 2 ** Math.ceil(Math.log2(expectedStacks / STACKS_PER_SLOT + 1));
    this.slots = new Int32Array(Math.min(MAX_SLOTS, Math.max(INITIAL_SLOTS, slots)) * SLOT);
  }

  /**
   * Finds the longest cached prefix of a chain of `count` blocks; returns its length in blocks and sets `stack`. The addresses
   * are in `words`, root first, from `at` backwards. `owner` identifies their address space.
   */
  find(words: Int32Array, at: number, count: number, owner: number): number {
    this.hash(words, at, count, owner);
    for (let block = count - 1; block >= 0; block--) {
      const found = this.slots[this.slotOf(block) + STACK];
      if (found === 0) continue;
      this.stack = found - 1;
      return block + 1;
    }
    this.stack = NONE;
    return 0;
  }

  /** Caches the stack of the prefix that ends with block number `block` of the last chain; it must not be cached already. */
  add(block: number, stack: number): void {
    if (this.used * 2 * SLOT >= this.slots.length && !this.grow()) return;
    const slot = this.slotOf(block);
    this.slots[slot] = this.low[block];
    this.slots[slot + 1] = this.high[block];
    this.slots[slot + STACK] = stack + 1;
    this.used++;
  }

  private hash(words: Int32Array, at: number, count: number, owner: number): void {
    let low = owner;
    let high = ~owner;
    let word = at;
    for (let block = 0; block < count; block++) {
      for (const end = word - BLOCK_LENGTH * ADDRESS_SIZE; word > end; word -= ADDRESS_SIZE) {
        low = Math.imul(low ^ words[word], 0x9e3779b1);
        low ^= low >>> 15;
        high = Math.imul(high + words[word], 0x85ebca6b) ^ words[word + 1];
        high ^= high >>> 13;
      }
      this.low[block] = low;
      this.high[block] = high;
    }
  }

  /** The slot of the prefix that ends with this block, or the empty slot for it. */
  private slotOf(block: number): number {
    const { slots } = this;
    const low = this.low[block];
    const high = this.high[block];
    let slot = firstSlot(low, slots.length);
    while (slots[slot + STACK] !== 0 && (slots[slot] !== low || slots[slot + 1] !== high))
      slot = (slot + SLOT) & (slots.length - 1);
    return slot;
  }

  private grow(): boolean {
    const old = this.slots;
    if (old.length >= MAX_SLOTS * SLOT) return false;
    const slots = (this.slots = new Int32Array(old.length * 2));
    for (let from = 0; from < old.length; from += SLOT) {
      if (old[from + STACK] === 0) continue;
      let slot = firstSlot(old[from], slots.length);
      while (slots[slot + STACK] !== 0) slot = (slot + SLOT) & (slots.length - 1);
      slots.set(old.subarray(from, from + SLOT), slot);
    }
    return true;
  }
}

function firstSlot(low: number, length: number): number {
  return ((low ^ (low >>> 16)) * SLOT) & (length - 1);
}
