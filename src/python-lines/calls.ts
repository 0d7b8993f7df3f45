// Step 2: the distinct calls. Frames of a trampoline with the same pointer to the next instruction and the same return address
// are one call, however many samples have them.
//
//   trampoline of f ── next 0x..1a4, return address 5 ── 12 frames
//                   └─ next 0x..1b0, return address 9 ──  3 frames

import { Float64Column, Int32Column } from '../model/columns.ts';
import { NONE } from '../model/profile.ts';
import type { FrameTable } from './frame-table.ts';
import type { ReturnAddress } from './return-address.ts';

/** Frames with the same pointer and return address. */
export interface LineEvidence {
  readonly next: number;
  /** Number of the return address. */
  readonly returnAddress: number;
  readonly count: number;
}

const INITIAL_SLOTS = 1024;
const HALF = 2 ** 32;

export class Calls {
  private readonly trampolines = new Int32Column();
  private readonly returnAddresses = new Int32Column();
  private readonly pointers = new Float64Column();
  private readonly counts = new Int32Column();
  /** Hash table of the rows, as row + 1; 0 is an empty slot. At most half full. */
  private slots = new Int32Array(INITIAL_SLOTS);

  get length(): number {
    return this.counts.length;
  }

  /** Counts a frame and returns the row of its call. `next` is 0 if it is unknown. */
  add(trampoline: number, returnAddress: number, next: number): number {
    const { slots, trampolines, returnAddresses, pointers, counts } = this;
    const mask = slots.length - 1;
    let slot = hashOf(trampoline, returnAddress, next) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const row = slots[slot] - 1;
      if (pointers.at(row) !== next || trampolines.at(row) !== trampoline) continue;
      if (returnAddresses.at(row) !== returnAddress) continue;
      this.addAgain(row);
      return row;
    }
    trampolines.push(trampoline);
    returnAddresses.push(returnAddress);
    pointers.push(next);
    counts.push(1);
    slots[slot] = counts.length;
    if (counts.length * 2 > slots.length) this.grow();
    return counts.length - 1;
  }

  /** Counts another frame of a call. */
  addAgain(row: number): void {
    this.counts.set(row, this.counts.at(row) + 1);
  }

  count(row: number): number {
    return this.counts.at(row);
  }

  trampoline(row: number): number {
    return this.trampolines.at(row);
  }

  returnAddress(row: number): number {
    return this.returnAddresses.at(row);
  }

  next(row: number): number {
    return this.pointers.at(row);
  }

  /** The evidence of each of the `trampolines`, most frequent first. */
  evidence(trampolines: number): LineEvidence[][] {
    const found = Array.from({ length: trampolines }, (): LineEvidence[] => []);
    for (let row = 0; row < this.length; row++) {
      const next = this.next(row);
      if (next === 0) continue;
      const [returnAddress, count] = [this.returnAddress(row), this.count(row)];
      found[this.trampoline(row)].push({ next, returnAddress, count });
    }
    for (const each of found) each.sort((a, b) => b.count - a.count);
    return found;
  }

  private grow(): void {
    const { trampolines, returnAddresses, pointers } = this;
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let row = 0; row < this.length; row++) {
      let slot = hashOf(trampolines.at(row), returnAddresses.at(row), pointers.at(row)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    }
    this.slots = slots;
  }
}

function hashOf(trampoline: number, returnAddress: number, next: number): number {
  const pointer = (next | 0) ^ Math.imul((next / HALF) | 0, 0x85ebca6b);
  const site = Math.imul(trampoline, 0x85ebca6b) ^ Math.imul(returnAddress, 0xc2b2ae35);
  const mixed = Math.imul(pointer ^ site, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** The evidence that the frames of a table are. */
export function gatherEvidence(frames: FrameTable, addresses: readonly ReturnAddress[]): LineEvidence[][] {
  const calls = new Calls();
  for (let frame = 0; frame < frames.length; frame++) {
    const next = nextOf(frames, addresses, frame);
    if (next !== 0) calls.add(frames.trampoline.at(frame), frames.returnAddress.at(frame), next);
  }
  return calls.evidence(frames.trampolines.length);
}

/** The pointer to the next instruction of a frame that made a call; 0 if it has none. */
export function nextOf(frames: FrameTable, addresses: readonly ReturnAddress[], frame: number): number {
  const returnAddress = frames.returnAddress.at(frame);
  if (returnAddress === NONE) return 0;
  const { place } = addresses[returnAddress];
  return place === NONE ? 0 : frames.value(frame, place);
}
