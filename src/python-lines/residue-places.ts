// Step 4: which words of the stack have the address of the code object, as functions whose begin is known tell.
//
//      place      possible begins   right
//      CFA−416    1200              1198      → counts from now on
//      CFA−72      300                41

import { PLACE_COUNT, EVALUATOR_REGISTERS } from '../model/code.ts';
import type { Candidate } from './begins.ts';
import { nextOf } from './calls.ts';
import type { FrameTable } from './frame-table.ts';
import { isBegin } from './residue.ts';
import { isPossible, type ReturnAddress } from './return-address.ts';

const MIN_RIGHT = 0.9;
/** A place with fewer possible begins has not proven anything. */
const MIN_SEEN = 4;
/** Frames from which is learned. */
const MAX_FRAMES = 512;

export function learnResiduePlaces(
  frames: FrameTable,
  known: readonly (Candidate | undefined)[],
  addresses: readonly ReturnAddress[],
): number[] {
  const seen = new Int32Array(PLACE_COUNT);
  const right = new Int32Array(PLACE_COUNT);
  const found = new Int32Array(PLACE_COUNT);
  const step = Math.max(1, Math.floor(frames.length / MAX_FRAMES));
  for (let frame = 0; frame < frames.length; frame += step) {
    const candidate = known[frames.trampoline.at(frame)];
    const next = candidate ? nextOf(frames, addresses, frame) : 0;
    if (!candidate || next === 0) continue;
    const { code, begin } = candidate;
    const address = addresses[frames.returnAddress.at(frame)];
    const count = frames.placesWithin(frame, next - code.total - 1, next - 1, found);
    for (let i = 0; i < count; i++) {
      const place = found[i];
      const value = frames.value(frame, place);
      if (place < EVALUATOR_REGISTERS || !isBegin(value, code)) continue;
      if (!isPossible(address, code, next - value - code.header)) continue;
      seen[place]++;
      if (value === begin) right[place]++;
    }
  }
  const places = Array.from(seen.keys());
  return places.filter((place) => seen[place] >= MIN_SEEN && right[place] >= MIN_RIGHT * seen[place]);
}
