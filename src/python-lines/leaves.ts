// Step 5: the line of an evaluator that was interrupted. It may be anywhere in its code, so no single place has the pointer.
//
//      place   inside the code object, of interrupted frames
//      rbp     91 %        ← tried first
//      r12     64 %        ← then this
//      rax     12 %        ← all other registers must agree

import { PLACE_COUNT, EVALUATOR_REGISTERS } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import type { Candidate, Knowledge } from './begins.ts';
import type { CodeObject } from './code-object.ts';
import type { FrameTable } from './frame-table.ts';
import { arenaOf, objectAt } from './pools.ts';
import { sampled } from './sampled.ts';

/** Places that are inside in this share of the interrupted frames are trusted. */
const MIN_INSIDE = 0.5;
/** A begin needs this many times as many votes as all others together. */
const MAJORITY = 3;
/** Frames from which is learned. */
const MAX_FRAMES = 1024;

/** The trusted places: registers first, then by how often they are inside. Other frames than interrupted ones are ignored. */
export function learnLeafPlaces(frames: FrameTable, known: readonly (Candidate | undefined)[]): number[] {
  const inside = new Int32Array(PLACE_COUNT);
  const found = new Int32Array(PLACE_COUNT);
  let count = 0;
  const leaves: number[] = [];
  for (let frame = 0; frame < frames.length; frame++)
    if (frames.returnAddress.at(frame) === NONE) leaves.push(frame);
  for (const frame of sampled(leaves, MAX_FRAMES)) {
    const candidate = known[frames.trampoline.at(frame)];
    if (!candidate) continue;
    count++;
    const { code, begin } = candidate;
    const first = begin + code.header;
    const places = frames.placesWithin(frame, first, first + code.size, found);
    for (let i = 0; i < places; i++) inside[found[i]]++;
  }
  const trusted = Array.from(inside.keys()).filter(
    (place) => inside[place] > 0 && inside[place] >= MIN_INSIDE * count,
  );
  const isSlot = (place: number) => Number(place >= EVALUATOR_REGISTERS);
  return trusted.sort((a, b) => isSlot(a) - isSlot(b) || inside[b] - inside[a]);
}

function isInside({ code, begin }: Candidate, value: number): boolean {
  return code.contains(value - begin - code.header);
}

/** The line of an interrupted frame; 0 if nothing tells it. */
export function lineOfLeaf(
  frames: FrameTable,
  frame: number,
  places: readonly number[],
  candidate: Candidate,
): number {
  const { code, begin } = candidate;
  for (const place of places) {
    const next = frames.value(frame, place);
    if (isInside(candidate, next)) return code.lineAt(next - begin - code.header);
  }
  let line = 0;
  for (let place = 0; place < EVALUATOR_REGISTERS; place++) {
    const next = frames.value(frame, place);
    if (!isInside(candidate, next)) continue;
    const here = code.lineAt(next - begin - code.header);
    if (line !== 0 && here !== line) return 0;
    line = here;
  }
  return line;
}

/** The begin of a small function that was seen mostly interrupted, by its pool. */
export function beginOfLeaves(
  frames: FrameTable,
  leaves: readonly number[],
  places: readonly number[],
  code: CodeObject,
  { arenas }: Knowledge,
): Candidate | undefined {
  const votes = new Map<number, number>();
  let total = 0;
  for (const frame of leaves) {
    const begin = firstPooled(frames, frame, places, code, arenas);
    if (begin === NONE) continue;
    votes.set(begin, (votes.get(begin) ?? 0) + 1);
    total++;
  }
  for (const [begin, count] of votes)
    if (count >= MAJORITY * (total - count)) return { code, begin, score: count / total, residue: 0 };
  return undefined;
}

function firstPooled(
  frames: FrameTable,
  frame: number,
  places: readonly number[],
  code: CodeObject,
  arenas: ReadonlySet<number> | undefined,
): number {
  for (const place of places) {
    const next = frames.value(frame, place);
    const begin = next === 0 ? NONE : objectAt(next, code.total);
    if (begin === NONE || !arenas?.has(arenaOf(begin))) continue;
    if (code.contains(next - begin - code.header)) return begin;
  }
  return NONE;
}
