// Remembers where the beginnings of call chains led: from the root, by stretches of 16 addresses, to a stack. Samples of
// one program mostly go where others went before, and the longest beginning that is known costs few looks into memory
// where each of its frames would cost one.
//
//   chain     a0 a1 … a15 | a16 … a31 | a32 a33          from the root on
//   stacks              s           t                    a0 … a15 -> s and a0 … a31 -> t are remembered, the rest is walked
//
// A beginning is known by 64 bits made of whose addresses they are and of the addresses. That two differ and are taken for
// one happens once in 10^13 recordings of millions of samples.

import { NONE } from '../../model/profile.ts';

/** Addresses a stretch. */
export const STRETCH = 16;
/** Of an address, in words of 32 bits. */
const ADDRESS = 2;
/** Numbers a slot, a power of two: half of the bits each, the stack it leads to + 1 (0 is empty), and nothing. */
const SLOT = 4;
const STACK = 2;
const FIRST_SLOTS = 1 << 9;
/** In a recording with deep stacks. */
const STACKS_A_SLOT = 8;
/** 32 MB; what is more is not remembered. */
const MOST_SLOTS = 1 << 21;
/** The most that fit into a record, and one. */
const MOST_STRETCHES = (1 << 16) / (8 * STRETCH) + 1;

export class KnownStretches {
  private used = 0;
  /** An open table. */
  private slots: Int32Array;
  /** Of the chain that was looked for last: the bits of its beginnings, a stretch longer each. */
  private readonly low = new Int32Array(MOST_STRETCHES);
  private readonly high = new Int32Array(MOST_STRETCHES);
  /** Where the longest beginning leads that was known of it; NONE when none was. */
  stack: number = NONE;

  /** Room for those of so many stacks. */
  constructor(expectedStacks = 0) {
    const slots = 2 ** Math.ceil(Math.log2(expectedStacks / STACKS_A_SLOT + 1));
    this.slots = new Int32Array(Math.min(MOST_SLOTS, Math.max(FIRST_SLOTS, slots)) * SLOT);
  }

  /**
   * How many of the `count` stretches of a chain, from its first on, are known together; `stack` is then where they lead.
   * The addresses stand in `words` from `at` back, in the order of the stack. `owner` is whose they are, any number.
   */
  find(words: Int32Array, at: number, count: number, owner: number): number {
    this.mix(words, at, count, owner);
    for (let stretch = count - 1; stretch >= 0; stretch--) {
      const found = this.slots[this.slotOf(stretch) + STACK];
      if (found === 0) continue;
      this.stack = found - 1;
      return stretch + 1;
    }
    this.stack = NONE;
    return 0;
  }

  /** Remembers where the chain that was looked for last leads up to its stretch number `stretch`, which is not known. */
  learn(stretch: number, stack: number): void {
    if (this.used * 2 * SLOT >= this.slots.length && !this.grow()) return;
    const slot = this.slotOf(stretch);
    this.slots[slot] = this.low[stretch];
    this.slots[slot + 1] = this.high[stretch];
    this.slots[slot + STACK] = stack + 1;
    this.used++;
  }

  private mix(words: Int32Array, at: number, count: number, owner: number): void {
    let low = owner;
    let high = ~owner;
    let word = at;
    for (let stretch = 0; stretch < count; stretch++) {
      for (const end = word - STRETCH * ADDRESS; word > end; word -= ADDRESS) {
        low = Math.imul(low ^ words[word], 0x9e3779b1);
        low ^= low >>> 15;
        high = Math.imul(high + words[word], 0x85ebca6b) ^ words[word + 1];
        high ^= high >>> 13;
      }
      this.low[stretch] = low;
      this.high[stretch] = high;
    }
  }

  /** Where the beginning up to this stretch stands, or would stand. */
  private slotOf(stretch: number): number {
    const { slots } = this;
    const low = this.low[stretch];
    const high = this.high[stretch];
    let slot = firstSlot(low, slots.length);
    while (slots[slot + STACK] !== 0 && (slots[slot] !== low || slots[slot + 1] !== high))
      slot = (slot + SLOT) & (slots.length - 1);
    return slot;
  }

  private grow(): boolean {
    const old = this.slots;
    if (old.length >= MOST_SLOTS * SLOT) return false;
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
