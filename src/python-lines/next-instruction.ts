// Step 1: in which place the evaluator keeps the pointer to the next instruction, for most of its calls.
//
//   small code objects are in pools, so a pointer into one says where it begins:
//
//      frame   rbx    rbp        CFA−616              function f calls at ← begin(rbp)   the same each time: +1
//        1     …      0x7f..1a4  …                                        begin(CFA−616) differs:            −2
//        2     …      0x7f..1b0  …

import { PLACE_COUNT, EVALUATOR_REGISTERS } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import type { CodeObject } from './code-object.ts';
import type { FrameTable } from './frame-table.ts';
import { objectAt } from './pools.ts';
import { sampled } from './sampled.ts';

/** Frames that are searched. */
const MAX_FRAMES = 400;
/** Fewer, because all pairs of places are compared. */
const MAX_PAIR_FRAMES = 1000;
/** Frames that tell which places may have the pointer: those that fit this share of them. The others are read no further. */
const PROBED_FRAMES = 100;
const MIN_FIT = 0.5;
/** What a function counts whose pointers disagree. */
const CONFLICT = -2;
/** Places with this share of the best score compete by the frames that they fit. */
const NEAR_BEST = 0.75;
/** Below this share of all functions, the allocator is not pymalloc. */
const MIN_SHARE = 0.6;
const ALIGNMENT = 16;
const ALL_PLACES = Array.from({ length: PLACE_COUNT }, (_, place) => place);

interface NextInstruction {
  /** Best place; NONE if there are no frames to learn from. */
  readonly place: number;
  /** False if small objects are not in pymalloc's pools. */
  readonly usesPools: boolean;
}

/** `codesOf` has the code objects by trampoline. */
export function findNextInstruction(
  frames: FrameTable,
  codesOf: readonly (readonly CodeObject[])[],
): NextInstruction {
  const inner = innerFrames(frames, codesOf);
  const isSmall = (frame: number) => codesOf[frames.trampoline.at(frame)][0].isSmall;
  const small = sampled(inner.filter(isSmall), MAX_FRAMES);
  const functions = new Set(small.map((frame) => frames.trampoline.at(frame))).size;
  const beginOf = (value: number, frame: number) =>
    pooledBegin(value, codesOf[frames.trampoline.at(frame)][0]);
  const probed = sampled(small, PROBED_FRAMES);
  const likely = scorePlaces(frames, probed, ALL_PLACES, beginOf, MIN_FIT * probed.length);
  const places = likely.map(({ place }) => place);
  const pooled = scorePlaces(frames, small, places, beginOf);
  const best = Math.max(0, ...pooled.map(({ score }) => score));
  if (functions > 0 && best >= MIN_SHARE * functions)
    return { place: bestPlace(pooled, best), usesPools: true };
  return { place: bestOfPairs(frames, sampled(inner, MAX_PAIR_FRAMES), codesOf), usesPools: false };
}

/** Where a code object begins, if the pointer fits into it where pools have it; otherwise NONE. */
function pooledBegin(pointer: number, code: CodeObject): number {
  const begin = objectAt(pointer, code.total);
  if (begin === NONE) return NONE;
  return code.operationBefore(pointer - begin - code.header) === NONE ? NONE : begin;
}

/** Interrupted evaluators may not have loaded the pointer, so only frames that made a call count, of functions with one code object. */
function innerFrames(frames: FrameTable, codesOf: readonly (readonly CodeObject[])[]): number[] {
  const found: number[] = [];
  for (let frame = 0; frame < frames.length; frame++)
    if (frames.returnAddress.at(frame) !== NONE && codesOf[frames.trampoline.at(frame)].length === 1)
      found.push(frame);
  return found;
}

interface PlaceScore {
  readonly place: number;
  readonly score: number;
  /** Number of frames that it fits. */
  readonly fits: number;
}

/** Scores the places that fit at least `minFits` of the frames. */
function scorePlaces(
  frames: FrameTable,
  among: readonly number[],
  places: readonly number[],
  beginOf: (value: number, frame: number) => number,
  minFits = 0,
): PlaceScore[] {
  /** By function: the begin that all pointers agree on; NaN if they do not. */
  const begins = new Float64Array(frames.trampolines.length);
  const scores: PlaceScore[] = [];
  for (const place of places) {
    begins.fill(NONE);
    let misses = 0;
    // Most places are given up soon.
    for (let i = 0; i < among.length && among.length - misses >= minFits; i++) {
      const value = frames.value(among[i], place);
      const begin = value === 0 ? NONE : beginOf(value, among[i]);
      const trampoline = frames.trampoline.at(among[i]);
      if (begin === NONE) misses++;
      else begins[trampoline] = begins[trampoline] === NONE || begins[trampoline] === begin ? begin : NaN;
    }
    const fits = among.length - misses;
    if (fits >= minFits) scores.push({ place, score: scoreOf(begins), fits });
  }
  return scores;
}

function scoreOf(begins: Float64Array): number {
  let score = 0;
  for (let i = 0; i < begins.length; i++)
    if (begins[i] !== NONE) score += Number.isNaN(begins[i]) ? CONFLICT : 1;
  return score;
}

/** Of those near the best: registers first, because slots may have copies; then the one that fits most frames. */
function bestPlace(scores: readonly PlaceScore[], best: number): number {
  const near = scores.filter(({ score }) => score >= NEAR_BEST * best);
  near.sort((a, b) => Number(isSlot(a)) - Number(isSlot(b)) || b.fits - a.fits);
  return near.at(0)?.place ?? NONE;
}

function isSlot({ place }: PlaceScore): boolean {
  return place >= EVALUATOR_REGISTERS;
}

/** Without pools: the pointer goes with another place that always has the address of the function's code object. */
function bestOfPairs(
  frames: FrameTable,
  among: readonly number[],
  codesOf: readonly (readonly CodeObject[])[],
): number {
  let best: PlaceScore = { place: NONE, score: 0, fits: 0 };
  for (let base = 0; base < PLACE_COUNT; base++) {
    const bases = among.filter((frame) => isAligned(frames.value(frame, base)));
    if (bases.length === 0) continue;
    const scores = scorePlaces(frames, bases, ALL_PLACES, (value, frame) => {
      const begin = frames.value(frame, base);
      const code = codesOf[frames.trampoline.at(frame)][0];
      return code.contains(value - begin - code.header) ? begin : NONE;
    });
    for (const score of scores)
      if (score.score > best.score || (score.score === best.score && score.fits > best.fits)) best = score;
  }
  return best.place;
}

function isAligned(value: number): boolean {
  return value !== 0 && value % ALIGNMENT === 0;
}
