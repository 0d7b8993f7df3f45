// Step 2: the distinct calls. Frames of a trampoline with the same pointer to the next instruction and the same return address
// are one call, however many samples have them.
//
//   trampoline of f ── next 0x..1a4, return address 5 ── 12 frames
//                   └─ next 0x..1b0, return address 9 ──  3 frames

import { Int32Column } from '../model/columns.ts';
import { NumberIds } from '../model/number-ids.ts';
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

/** Above all numbers of return addresses, sites and pointers: fewer frames are kept. */
const LIMIT = 2 ** 24;

export class Calls {
  /** A site and a pointer, by row. */
  private readonly rows = new NumberIds();
  /** A trampoline and a return address. */
  private readonly sites = new NumberIds();
  private readonly pointers = new NumberIds();
  private readonly counts = new Int32Column();

  get length(): number {
    return this.rows.length;
  }

  /** Counts a frame and returns the row of its call. `next` is 0 if it is unknown. */
  add(trampoline: number, returnAddress: number, next: number): number {
    const { rows, counts } = this;
    const site = this.sites.of(trampoline * LIMIT + returnAddress);
    const row = rows.of(site * LIMIT + this.pointers.of(next));
    if (row === counts.length) counts.push(0);
    counts.set(row, counts.at(row) + 1);
    return row;
  }

  /** Number of frames. */
  count(row: number): number {
    return this.counts.at(row);
  }

  trampoline(row: number): number {
    return Math.floor(this.siteOf(row) / LIMIT);
  }

  returnAddress(row: number): number {
    return this.siteOf(row) % LIMIT;
  }

  next(row: number): number {
    return this.pointers.at(this.rows.at(row) % LIMIT);
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

  private siteOf(row: number): number {
    return this.sites.at(Math.floor(this.rows.at(row) / LIMIT));
  }
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
