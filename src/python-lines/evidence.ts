// Step 2: the distinct pointers to next instructions of each trampoline. All are into one code object.
//
//   trampoline of f ── next 0x..1a4, return address 5 ── 12 frames
//                   └─ next 0x..1b0, return address 9 ──  3 frames

import { NONE } from '../model/profile.ts';
import type { FrameTable } from './frame-table.ts';
import type { ReturnAddress } from './return-address.ts';

/** Frames with the same pointer and return address. */
export interface LineEvidence {
  readonly next: number;
  /** Number of the return address. */
  readonly returnAddress: number;
  count: number;
}

/** The evidence of each trampoline, most frequent first. */
export function gatherEvidence(frames: FrameTable, addresses: readonly ReturnAddress[]): LineEvidence[][] {
  const found = frames.trampolines.map(() => new Map<number, LineEvidence>());
  for (let frame = 0; frame < frames.length; frame++) {
    const returnAddress = frames.returnAddress.at(frame);
    const next = nextOf(frames, addresses, frame);
    if (next === 0) continue;
    const known = found[frames.trampoline.at(frame)];
    const key = next * addresses.length + returnAddress;
    const same = known.get(key);
    if (same) same.count++;
    else known.set(key, { next, returnAddress, count: 1 });
  }
  return found.map((each) => [...each.values()].sort((a, b) => b.count - a.count));
}

/** The pointer to the next instruction of a frame that made a call; 0 if it has none. */
export function nextOf(frames: FrameTable, addresses: readonly ReturnAddress[], frame: number): number {
  const returnAddress = frames.returnAddress.at(frame);
  if (returnAddress === NONE) return 0;
  const { place } = addresses[returnAddress];
  return place === NONE ? 0 : frames.value(frame, place);
}
