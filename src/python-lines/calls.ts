// Step 2: the distinct calls. Frames of a trampoline with the same pointer to the next instruction and the same return address
// are one call, however many samples have them.
//
//   trampoline of f ── next 0x..1a4, return address 5 ── 12 frames
//                   └─ next 0x..1b0, return address 9 ──  3 frames

import { Int32Column } from '../model/columns.ts';
import { NumberIds } from '../model/number-ids.ts';
import { PairTable } from '../model/pairs.ts';
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

export class Calls {
  /** Rows: a trampoline; then a return address; then the number of a pointer. */
  private readonly rows = new PairTable();
  private readonly counts = new Int32Column();
  private readonly pointers = new NumberIds();

  /** Number of rows; not all of them are calls. */
  get length(): number {
    return this.rows.length;
  }

  /** Counts a frame and returns the row of its call. `next` is 0 if it is unknown. */
  add(trampoline: number, returnAddress: number, next: number): number {
    const { rows, counts } = this;
    const address = rows.intern(rows.intern(NONE, trampoline), returnAddress);
    const row = rows.intern(address, this.pointers.of(next));
    while (counts.length < rows.length) counts.push(0);
    counts.set(row, counts.at(row) + 1);
    return row;
  }

  /** Number of frames; 0 if the row is no call. */
  count(row: number): number {
    return this.counts.at(row);
  }

  trampoline(row: number): number {
    return this.rows.valueAt(this.rows.parentOf(this.rows.parentOf(row)));
  }

  returnAddress(row: number): number {
    return this.rows.valueAt(this.rows.parentOf(row));
  }

  next(row: number): number {
    return this.pointers.at(this.rows.valueAt(row));
  }

  /** The evidence of each of the `trampolines`, most frequent first. */
  evidence(trampolines: number): LineEvidence[][] {
    const found = Array.from({ length: trampolines }, (): LineEvidence[] => []);
    for (let row = 0; row < this.length; row++) {
      const count = this.count(row);
      if (count === 0) continue;
      const next = this.next(row);
      if (next === 0) continue;
      found[this.trampoline(row)].push({ next, returnAddress: this.returnAddress(row), count });
    }
    for (const each of found) each.sort((a, b) => b.count - a.count);
    return found;
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
