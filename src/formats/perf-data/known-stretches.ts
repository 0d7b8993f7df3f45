// Remembers where stretches of call chains led: from a stack, by 16 addresses, to another stack. Samples of one program
// mostly go where others went before, and a stretch costs one look into memory where its frames would cost one each.
//
//   chain     a0 a1 … a15 | a16 … a31 | a32 a33          from the root on
//   stacks   ·            s           t                   · -> s and s -> t are remembered, what is left is walked
//
// A stretch is known by 64 bits made of whose addresses they are, the addresses, and by the stack it begins at. That two
// differ and are taken for one happens once in 10^13 recordings of millions of samples.

import { NONE } from '../../model/profile.ts';

/** Addresses a stretch. */
export const STRETCH = 16;
/** Of an address, in words of 32 bits. */
const ADDRESS = 2;
/** Numbers a slot, a power of two: half of the bits each, the stack it begins at, the one it leads to + 1 (0 is empty). */
const SLOT = 4;
const STACK = 2;
const NEXT = 3;
const FIRST_SLOTS = 1 << 9;
/** In a recording with deep stacks. */
const STACKS_A_SLOT = 8;
/** 32 MB; what is more is not remembered. */
const MOST_SLOTS = 1 << 21;

export class KnownStretches {
  private used = 0;
  /** An open table. */
  private slots: Int32Array;
  /** Of the stretch that was looked for last: its bits, and where it belongs. */
  private low = 0;
  private high = 0;
  private slot = 0;

  /** Room for those of so many stacks. */
  constructor(expectedStacks = 0) {
    const slots = 2 ** Math.ceil(Math.log2(expectedStacks / STACKS_A_SLOT + 1));
    this.slots = new Int32Array(Math.min(MOST_SLOTS, Math.max(FIRST_SLOTS, slots)) * SLOT);
  }

  /**
   * Where the addresses in `words` from `at` back, in the order of the stack, lead from `stack` (NONE for the root); NONE
   * when nobody knows. `owner` is whose addresses they are, any number.
   */
  find(words: Int32Array, at: number, stack: number, owner: number): number {
    let low = owner;
    let high = ~owner;
    for (let word = at; word > at - STRETCH * ADDRESS; word -= ADDRESS) {
      low = Math.imul(low ^ words[word], 0x9e3779b1);
      low ^= low >>> 15;
      high = Math.imul(high + words[word], 0x85ebca6b) ^ words[word + 1];
      high ^= high >>> 13;
    }
    this.low = low;
    this.high = high;
    const { slots } = this;
    let slot = firstSlot(low, stack, slots.length);
    while (slots[slot + NEXT] !== 0) {
      if (slots[slot] === low && slots[slot + 1] === high && slots[slot + STACK] === stack)
        return slots[slot + NEXT] - 1;
      slot = (slot + SLOT) & (slots.length - 1);
    }
    this.slot = slot;
    return NONE;
  }

  /** Remembers the stretch that `find`, asked last, did not know. */
  learn(stack: number, next: number): void {
    if (this.used * 2 * SLOT >= this.slots.length && !this.grow(stack)) return;
    const { slots, slot } = this;
    slots[slot] = this.low;
    slots[slot + 1] = this.high;
    slots[slot + STACK] = stack;
    slots[slot + NEXT] = next + 1;
    this.used++;
  }

  private grow(stack: number): boolean {
    const old = this.slots;
    if (old.length >= MOST_SLOTS * SLOT) return false;
    this.slots = new Int32Array(old.length * 2);
    const { slots } = this;
    const placeOf = (low: number, stack: number) => {
      let slot = firstSlot(low, stack, slots.length);
      while (slots[slot + NEXT] !== 0) slot = (slot + SLOT) & (slots.length - 1);
      return slot;
    };
    for (let from = 0; from < old.length; from += SLOT)
      if (old[from + NEXT] !== 0)
        slots.set(old.subarray(from, from + SLOT), placeOf(old[from], old[from + STACK]));
    // Where the stretch that is about to be learned belongs now; its last look was into the smaller table.
    this.slot = placeOf(this.low, stack);
    return true;
  }
}

function firstSlot(low: number, stack: number, length: number): number {
  const mixed = low ^ Math.imul(stack + 1, 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) * SLOT) & (length - 1);
}
