// Step 4: what functions whose code object is known tell about each return address.
//
//   return address 5:   place   inside the object   operations that end there
//                       rbp     100 %               CALL 97 %, CALL_KW 3 %      → here is the pointer
//                       r12      98 %               CALL 31 %, LOAD_FAST 22 % …
//                       r13       4 %

import { PLACE_COUNT } from '../model/evaluator-frames.ts';
import { NONE } from '../model/profile.ts';
import type { Candidate } from './begins.ts';
import type { CodeObject } from './code-object.ts';
import type { FrameTable } from './frame-table.ts';
import { objectAt, arenaOf } from './pools.ts';
import { sampled } from './sampled.ts';
import { Tally } from './tally.ts';
import type { ReturnAddress } from './return-address.ts';

/** Places with this share of the most frames inside the code object compete by their operations. */
const NEAR_MOST_INSIDE = 0.9;
/** A place whose operations are less pure than this is no better than the usual one. */
const MIN_PURITY = 0.6;
/** Below this share of frames inside, the evaluator no longer needs the pointer. */
const MIN_INSIDE = 0.6;
/** Operations with a smaller share of the most frequent one are noise. */
const MIN_OPERATION = 0.02;
/** From this many distinct pointers on, no other operations are possible. */
const MIN_DISTINCT = 4;
/** The pointer is to the instruction at work if the operations that begin there are this pure, and so much purer. */
const MIN_AT_WORK_PURITY = 0.8;
const MIN_AT_WORK_GAIN = 0.2;
/** Frames per return address from which is learned. */
const MAX_FRAMES = 64;

interface KnownFrame {
  readonly frame: number;
  readonly code: CodeObject;
  /** NaN if only the pool of each pointer tells it. */
  readonly begin: number;
}

/** `candidates` are those that are known, by trampoline; `usual` is the usual place. */
export function learnReturnAddresses(
  frames: FrameTable,
  candidates: readonly (Candidate | undefined)[],
  usual: number,
  pooled: { readonly codesOf: readonly (readonly CodeObject[])[]; readonly arenas: ReadonlySet<number> },
): ReturnAddress[] {
  const known = Array.from({ length: frames.returnAddressCount }, (): KnownFrame[] => []);
  const inPools = known.map((): KnownFrame[] => []);
  for (let frame = 0; frame < frames.length; frame++) {
    const address = frames.returnAddress.at(frame);
    if (address === NONE) continue;
    const trampoline = frames.trampoline.at(frame);
    const candidate = candidates[trampoline];
    const codes = pooled.codesOf[trampoline];
    if (candidate) known[address].push({ frame, code: candidate.code, begin: candidate.begin });
    else if (codes.length === 1 && codes[0].isSmall)
      inPools[address].push({ frame, code: codes[0], begin: NaN });
  }
  return known.map((each, address) => {
    const from = each.length > 0 ? each : pooled.arenas.size > 0 ? inPools[address] : [];
    return learn(frames, sampled(from, MAX_FRAMES), usual, pooled.arenas);
  });
}

function learn(
  frames: FrameTable,
  known: readonly KnownFrame[],
  usual: number,
  arenas: ReadonlySet<number>,
): ReturnAddress {
  if (known.length === 0) return { place: usual, isAtWork: false, operations: undefined };
  const inside = new Int32Array(PLACE_COUNT);
  const values = new Float64Array(PLACE_COUNT);
  for (const each of known) {
    frames.readValues(each.frame, values);
    for (let place = 0; place < PLACE_COUNT; place++)
      if (values[place] !== 0 && !Number.isNaN(offsetIn(values[place], each, arenas))) inside[place]++;
  }
  const most = Math.max(...inside);
  if (most < MIN_INSIDE * known.length) return { place: NONE, isAtWork: false, operations: undefined };
  let best = talliesAt(frames, known, usual, arenas);
  let place = usual;
  let purest = inside[usual] >= NEAR_MOST_INSIDE * most ? best.before.purity : -1;
  for (let other = 0; other < PLACE_COUNT; other++) {
    if (other === usual || inside[other] < NEAR_MOST_INSIDE * most) continue;
    const tallies = talliesAt(frames, known, other, arenas);
    const purity = tallies.before.purity;
    if (purity <= purest || purity < MIN_PURITY) continue;
    [best, place, purest] = [tallies, other, purity];
  }
  const { before, at } = best;
  const isAtWork =
    at.distinct >= MIN_DISTINCT &&
    at.purity >= MIN_AT_WORK_PURITY &&
    at.purity >= before.purity + MIN_AT_WORK_GAIN;
  const tally = isAtWork ? at : before;
  const operations = tally.distinct < MIN_DISTINCT ? undefined : tally.operations(MIN_OPERATION);
  return { place, isAtWork, operations };
}

/** Offset of the pointer from the first instruction; NaN if it is outside of the code object. */
function offsetIn(next: number, { code, begin }: KnownFrame, arenas: ReadonlySet<number>): number {
  if (next === 0) return NaN;
  const from = Number.isNaN(begin) ? objectAt(next, code.total) : begin;
  if (from === NONE || (Number.isNaN(begin) && !arenas.has(arenaOf(from)))) return NaN;
  const offset = next - from - code.header;
  return code.contains(offset) ? offset : NaN;
}

/** The operations before and at the distinct pointers of a place. */
function talliesAt(
  frames: FrameTable,
  known: readonly KnownFrame[],
  place: number,
  arenas: ReadonlySet<number>,
): { readonly before: Tally; readonly at: Tally } {
  const before = new Tally();
  const at = new Tally();
  for (const each of known) {
    const next = frames.value(each.frame, place);
    const offset = offsetIn(next, each, arenas);
    if (Number.isNaN(offset)) continue;
    before.add(next, each.code.operationBefore(offset));
    at.add(next, each.code.operationAt(offset));
  }
  return { before, at };
}
