// Makes stacks in runs, a chain of frames at a time. The frames of a chain lie side by side: each is the first child of
// the one before, and is found there. Only what stands beside it is in a hash table, by the frame below and the function.
// A frame never moves, so its place tells where a stack ends, whatever comes to stand on it.

import { NONE } from './profile.ts';
import type { StackRuns } from './stack-runs.ts';

const FIRST_CHAINS = 1024;

export class Chains {
  private length = 0;
  private readonly func: Int32Array;
  /** 1 for each frame whose next one does not stand on it. */
  private readonly isLast: Uint8Array;
  private chains = 0;
  /** Of each chain its first frame, and the frame it stands on; NONE for the root. */
  private first = new Int32Array(FIRST_CHAINS);
  private below = new Int32Array(FIRST_CHAINS);
  /** Chains by what they stand on and begin with, as chain + 1; 0 is empty. At least twice as many slots as entries. */
  private slots = new Int32Array(2 * FIRST_CHAINS);
  private used = 0;

  /** There will be at most `most` frames. Room that is never used costs address space, but no memory. */
  constructor(most: number) {
    this.func = new Int32Array(most);
    this.isLast = new Uint8Array(most);
  }

  /** The frame that the functions `func[from]` up to `func[to]` end in on the frame `below`; what is new of them is made. */
  intern(below: number, func: Int32Array, from: number, to: number): number {
    let at = below;
    for (let i = from; i < to; i++) {
      if (at >= 0 && this.isLast[at] === 0 && this.func[at + 1] === func[i]) at++;
      else {
        const slot = this.slotOf(at, func[i]);
        if (this.slots[slot] === 0) {
          const { chains } = this;
          const end = this.add(at, func, i, to);
          // A chain that was only made longer is found without a slot.
          if (this.chains > chains) this.take(slot);
          return end;
        }
        at = this.first[this.slots[slot] - 1];
      }
    }
    return at;
  }

  /** The same for functions that are new there, and that intern() will never be asked for. */
  add(below: number, func: Int32Array, from: number, to: number): number {
    if (from === to) return below;
    const { length } = this;
    if (length > 0 && below === length - 1) this.isLast[below] = 0;
    else {
      if (this.chains === this.first.length) this.growChains();
      this.first[this.chains] = length;
      this.below[this.chains++] = below;
    }
    for (let i = from, at = length; i < to; i++) this.func[at++] = func[i];
    this.length += to - from;
    this.isLast[this.length - 1] = 1;
    return this.length - 1;
  }

  /** The stacks; `ends` are the frames in which stacks end (NONE is left as it is), and become their runs. */
  finish(ends: Int32Array): StackRuns {
    const { first, below, chains, length: frames } = this;
    /** 1 for each frame that a run ends with; then its run. */
    const isCut = this.isLast;
    for (let chain = 0; chain < chains; chain++) if (below[chain] >= 0) isCut[below[chain]] = 1;
    for (const end of ends) if (end >= 0) isCut[end] = 1;
    let length = 1;
    for (let at = 0; at < frames; at++) length += isCut[at];
    const parent = new Int32Array(length).fill(NONE);
    const from = new Int32Array(length);
    const to = new Int32Array(length);
    const runOf = new Int32Array(frames);
    let run = 1;
    for (let chain = 0; chain < chains; chain++) {
      const end = chain + 1 < chains ? first[chain + 1] : frames;
      parent[run] = below[chain] < 0 ? 0 : runOf[below[chain]];
      from[run] = first[chain];
      for (let at = first[chain]; at < end; at++) {
        if (isCut[at] === 0) continue;
        runOf[at] = run;
        to[run++] = at + 1;
        if (at + 1 < end) {
          parent[run] = run - 1;
          from[run] = at + 1;
        }
      }
    }
    for (let i = 0; i < ends.length; i++) if (ends[i] >= 0) ends[i] = runOf[ends[i]];
    return { length, parent, from, to, func: this.func.subarray(0, frames) };
  }

  /** Where the chain that begins with the function on the frame is, or would be. */
  private slotOf(below: number, func: number): number {
    const mask = this.slots.length - 1;
    const mixed = Math.imul(below + 1, 0x9e3779b1) ^ Math.imul(func + 1, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const chain = this.slots[slot] - 1;
      if (this.below[chain] === below && this.func[this.first[chain]] === func) break;
    }
    return slot;
  }

  private take(slot: number): void {
    this.slots[slot] = this.chains;
    if (++this.used * 2 <= this.slots.length) return;
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    for (const entry of old) {
      if (entry !== 0)
        this.slots[this.slotOf(this.below[entry - 1], this.func[this.first[entry - 1]])] = entry;
    }
  }

  private growChains(): void {
    const { first, below } = this;
    this.first = new Int32Array(2 * first.length);
    this.below = new Int32Array(2 * first.length);
    this.first.set(first);
    this.below.set(below);
  }
}
