// Step 4: what functions whose code object is known tell about each return address.
//
//   return address 5:   place   inside the object   operations that end there
//                       rbp     100 %               CALL 97 %, CALL_KW 3 %      → here is the pointer
//                       r12      98 %               CALL 31 %, LOAD_FAST 22 % …
//                       r13       4 %

import { PLACE_COUNT } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import type { Candidate } from './begins.ts';
import type { LineEvidence } from './calls.ts';
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
/**
 * From this many distinct pointers on, no other operations are possible. If frames were counted, one hot call would exclude others:
 * in a debug build, that makes 13 of 275 lines wrong.
 */
const MIN_DISTINCT = 4;
/** The pointer is to the instruction at work if the operations that begin there are this pure, and so much purer. */
const MIN_AT_WORK_PURITY = 0.8;
const MIN_AT_WORK_GAIN = 0.2;
/** Frames per return address from which is learned. */
export const MAX_ADDRESS_FRAMES = 64;

interface KnownFrame {
  readonly frame: number;
  readonly code: CodeObject;
  /** NONE if only the pool of each pointer tells it. */
  readonly begin: number;
}

interface Pooled {
  /** The code objects of a trampoline. */
  readonly codesOf: (trampoline: number) => readonly CodeObject[];
  readonly arenas: ReadonlySet<number>;
}

/** `candidates` are those that are known, by trampoline; `usual` is the usual place. */
export function learnReturnAddresses(
  frames: FrameTable,
  candidates: readonly (Candidate | undefined)[],
  usual: number,
  pooled: Pooled,
): ReturnAddress[] {
  const rows = Array.from({ length: frames.returnAddressCount }, (): number[] => []);
  for (let frame = 0; frame < frames.length; frame++) {
    const address = frames.returnAddress.at(frame);
    if (address !== NONE) rows[address].push(frame);
  }
  return rows.map((each) => learnReturnAddress(frames, each, candidates, usual, pooled));
}

/** Learns from `rows`, the frames of one return address. */
export function learnReturnAddress(
  frames: FrameTable,
  rows: readonly number[],
  candidates: readonly (Candidate | undefined)[],
  usual: number,
  { codesOf, arenas }: Pooled,
): ReturnAddress {
  const known: KnownFrame[] = [];
  const inPools: KnownFrame[] = [];
  for (const frame of rows) {
    const trampoline = frames.trampoline.at(frame);
    const candidate = candidates[trampoline];
    const codes = codesOf(trampoline);
    if (candidate) known.push({ frame, code: candidate.code, begin: candidate.begin });
    else if (codes.length === 1 && codes[0].isSmall) inPools.push({ frame, code: codes[0], begin: NONE });
  }
  const from = known.length > 0 ? known : arenas.size > 0 ? inPools : [];
  return learn(frames, sampled(from, MAX_ADDRESS_FRAMES), usual, arenas);
}

function learn(
  frames: FrameTable,
  known: readonly KnownFrame[],
  usual: number,
  arenas: ReadonlySet<number>,
): ReturnAddress {
  if (known.length === 0) return { place: usual, isAtWork: false, operations: undefined };
  const inside = countInside(frames, known, arenas);
  const most = Math.max(...inside);
  if (most < MIN_INSIDE * known.length) return { place: NONE, isAtWork: false, operations: undefined };
  const tally = (place: number, operationOf: OperationOf) =>
    tallyAt(frames, known, place, arenas, operationOf);
  let before = tally(usual, operationBefore);
  let place = usual;
  let purest = inside[usual] >= NEAR_MOST_INSIDE * most ? before.purity : -1;
  for (let other = 0; other < PLACE_COUNT; other++) {
    if (other === usual || inside[other] < NEAR_MOST_INSIDE * most) continue;
    const there = tally(other, operationBefore);
    const { purity } = there;
    if (purity <= purest || purity < MIN_PURITY) continue;
    [before, place, purest] = [there, other, purity];
  }
  return { place, ...operationsOf({ before, at: tally(place, operationAt) }) };
}

/** By place: the number of frames in which it points into the code object. */
function countInside(
  frames: FrameTable,
  known: readonly KnownFrame[],
  arenas: ReadonlySet<number>,
): Int32Array {
  const inside = new Int32Array(PLACE_COUNT);
  const found = new Int32Array(PLACE_COUNT);
  for (const each of known) {
    const { frame, code, begin } = each;
    const first = begin + code.header;
    const isKnown = begin !== NONE;
    const count = frames.placesWithin(
      frame,
      isKnown ? first : 0,
      isKnown ? first + code.size : Infinity,
      found,
    );
    for (let i = 0; i < count; i++)
      if (isKnown || offsetIn(frames.value(frame, found[i]), each, arenas) > 0) inside[found[i]]++;
  }
  return inside;
}

/** Operations before and at the distinct pointers of a place. */
interface Tallies {
  readonly before: Tally;
  readonly at: Tally;
}

function operationsOf({ before, at }: Tallies): Omit<ReturnAddress, 'place'> {
  const isAtWork =
    at.distinct >= MIN_DISTINCT &&
    at.purity >= MIN_AT_WORK_PURITY &&
    at.purity >= before.purity + MIN_AT_WORK_GAIN;
  const tally = isAtWork ? at : before;
  const operations = tally.distinct < MIN_DISTINCT ? undefined : tally.operations(MIN_OPERATION);
  return { isAtWork, operations };
}

/**
 * Learns the operations again, from all calls, whose places are known by now. Return addresses of which nothing new was learned
 * stay the same objects. `evidence` and `candidates` are by trampoline.
 */
export function learnOperations(
  addresses: readonly ReturnAddress[],
  evidence: readonly (readonly LineEvidence[])[],
  candidates: readonly (Candidate | undefined)[],
): ReturnAddress[] {
  const tallies = addresses.map((): Tallies => ({ before: new Tally(), at: new Tally() }));
  for (const [trampoline, calls] of evidence.entries()) {
    const candidate = candidates[trampoline];
    if (!candidate) continue;
    const { code, begin } = candidate;
    for (const { next, returnAddress } of calls) {
      const offset = next - begin - code.header;
      if (!code.contains(offset)) continue;
      tallies[returnAddress].before.add(next, code.operationBefore(offset));
      tallies[returnAddress].at.add(next, code.operationAt(offset));
    }
  }
  return addresses.map((address, i) => {
    const learned = { ...address, ...operationsOf(tallies[i]) };
    return isSame(address, learned) ? address : learned;
  });
}

function isSame(a: ReturnAddress, b: ReturnAddress): boolean {
  if (a.isAtWork !== b.isAtWork || a.operations?.size !== b.operations?.size) return false;
  return [...(a.operations ?? [])].every((operation) => b.operations?.has(operation));
}

/** Offset of the pointer from the first instruction; 0 if it is no pointer to a next instruction of the code object. */
function offsetIn(next: number, { code, begin }: KnownFrame, arenas: ReadonlySet<number>): number {
  if (next === 0) return 0;
  const from = begin === NONE ? objectAt(next, code.total) : begin;
  const offset = next - from - code.header;
  if (!(offset > 0 && offset <= code.size)) return 0;
  return begin !== NONE || (from !== NONE && arenas.has(arenaOf(from))) ? offset : 0;
}

type OperationOf = (code: CodeObject, offset: number) => number;
const operationBefore: OperationOf = (code, offset) => code.operationBefore(offset);
const operationAt: OperationOf = (code, offset) => code.operationAt(offset);

/** Counts the operations that the pointers of a place tell. */
function tallyAt(
  frames: FrameTable,
  known: readonly KnownFrame[],
  place: number,
  arenas: ReadonlySet<number>,
  operationOf: OperationOf,
): Tally {
  const tally = new Tally();
  for (const each of known) {
    const next = frames.value(each.frame, place);
    const offset = offsetIn(next, each, arenas);
    if (offset > 0) tally.add(next, operationOf(each.code, offset));
  }
  return tally;
}
