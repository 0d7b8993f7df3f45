// Infers the line of each evaluator frame of one interpreter, with the table of its code objects.
//
//   1 place of the pointer → 2 evidence → 3 begins, only sure ones → 4 learn → 3 all begins → 4 → 3 → 4
//                                                                        → 5 leaves → 6 self-check → 7 lines

import { NONE } from '../model/profile.ts';
import {
  findBegins,
  soleCandidates,
  type Candidate,
  type Knowledge,
  type TrampolineEvidence,
} from './begins.ts';
import type { CodeObject } from './code-object.ts';
import { gatherEvidence, nextOf } from './evidence.ts';
import type { FrameTable } from './frame-table.ts';
import { sampled } from './sampled.ts';
import { beginOfLeaves, interruptedFrames, learnLeafPlaces, lineOfLeaf } from './leaves.ts';
import type { LineTable } from './line-table.ts';
import { findNextInstruction } from './next-instruction.ts';
import { arenaOf } from './pools.ts';
import { learnResiduePlaces } from './residue-places.ts';
import { lineOf } from './return-address.ts';
import { learnReturnAddresses } from './return-addresses.ts';
import { checkBegins, type Check } from './self-check.ts';

/** How often everything is searched again with what was learned. */
const ROUNDS = 2;
/** Frames of a trampoline that are searched for residue. */
const MAX_RESIDUE_FRAMES = 16;

interface InferredLines {
  readonly check: Check;
  /** By frame; 0 if unknown. All 0 if the check failed. */
  readonly lines: Int32Array;
}

export function inferLines(frames: FrameTable, table: LineTable): InferredLines {
  return linesOf(frames, learnFrom(frames, table));
}

/** The places that tell lines, as far as these frames show. */
export function placesThatTell(frames: FrameTable, table: LineTable): Set<number> {
  const { knowledge, begins } = learnFrom(frames, table);
  const leafPlaces = learnLeafPlaces(frames, interruptedFrames(frames), soleCandidates(begins));
  const places = knowledge.addresses.map(({ place }) => place).filter((place) => place !== NONE);
  return new Set([...places, ...(knowledge.residuePlaces ?? []), ...leafPlaces]);
}

interface Learned {
  readonly codesOf: readonly (readonly CodeObject[])[];
  readonly knowledge: Knowledge;
  /** What the recording has of each trampoline, as far as `knowledge` tells. */
  readonly trampolines: readonly TrampolineEvidence[];
  /** By trampoline. */
  readonly begins: Candidate[][];
}

function learnFrom(frames: FrameTable, table: LineTable): Learned {
  const codesOf = frames.trampolines.map(({ name }) => table.codes.get(name) ?? []);
  const { place, usesPools } = findNextInstruction(frames, codesOf);
  const usual = { place, isAtWork: false, operations: undefined };
  let knowledge: Knowledge = {
    usesPools,
    addresses: Array.from({ length: frames.returnAddressCount }, () => usual),
    residuePlaces: undefined,
    arenas: undefined,
  };
  const rows = rowsOf(frames);
  let trampolines = evidenceOf(frames, codesOf, rows, knowledge);
  let begins = findBegins(trampolines, knowledge, true);
  for (let round = 0; round < ROUNDS; round++) {
    knowledge = learn(frames, codesOf, begins, place, knowledge);
    trampolines = evidenceOf(frames, codesOf, rows, knowledge);
    begins = findBegins(trampolines, knowledge, false);
  }
  return { codesOf, knowledge, trampolines, begins };
}

/** The frames of each trampoline that made a call. */
function rowsOf(frames: FrameTable): number[][] {
  const rows = frames.trampolines.map((): number[] => []);
  for (let frame = 0; frame < frames.length; frame++)
    if (frames.returnAddress.at(frame) !== NONE) rows[frames.trampoline.at(frame)].push(frame);
  return rows;
}

function evidenceOf(
  frames: FrameTable,
  codesOf: readonly (readonly CodeObject[])[],
  rows: readonly (readonly number[])[],
  { addresses }: Knowledge,
): TrampolineEvidence[] {
  return gatherEvidence(frames, addresses).map((evidence, trampoline) => ({
    codes: codesOf[trampoline],
    evidence,
    frames: { table: frames, rows: sampled(rows[trampoline], MAX_RESIDUE_FRAMES) },
  }));
}

function learn(
  frames: FrameTable,
  codesOf: readonly (readonly CodeObject[])[],
  begins: readonly (readonly Candidate[])[],
  place: number,
  { usesPools, addresses }: Knowledge,
): Knowledge {
  const known = soleCandidates(begins);
  const arenas = new Set<number>();
  for (const each of known) if (usesPools && each?.code.isSmall) arenas.add(arenaOf(each.begin));
  return {
    usesPools,
    arenas,
    residuePlaces: learnResiduePlaces(frames, known, addresses),
    addresses: learnReturnAddresses(frames, known, place, { codesOf, arenas }),
  };
}

function linesOf(frames: FrameTable, { codesOf, knowledge, trampolines, begins }: Learned): InferredLines {
  const { addresses } = knowledge;
  const lines = new Int32Array(frames.length);
  const evidence = trampolines.map((each) => (each.codes.length > 0 ? each.evidence : []));
  const known = soleCandidates(begins);
  const check = checkBegins(known, evidence, addresses);
  if (!check.isRight) return { check, lines };
  const leaves = interruptedFrames(frames);
  const places = learnLeafPlaces(frames, leaves, known);
  const withLeaves = addLeafBegins(frames, codesOf, begins, leaves, places, knowledge);
  for (let frame = 0; frame < frames.length; frame++) {
    const lineIn = (candidate: Candidate) => lineOfFrame(frames, frame, candidate, places, knowledge);
    lines[frame] = agreedLine(withLeaves[frames.trampoline.at(frame)], lineIn);
  }
  return { check, lines };
}

/** The line that all candidates say; 0 if they disagree. */
function agreedLine(candidates: readonly Candidate[], lineIn: (candidate: Candidate) => number): number {
  if (candidates.length === 0) return 0;
  const line = lineIn(candidates[0]);
  for (let i = 1; i < candidates.length; i++) if (lineIn(candidates[i]) !== line) return 0;
  return line;
}

function lineOfFrame(
  frames: FrameTable,
  frame: number,
  candidate: Candidate,
  leafPlaces: readonly number[],
  { addresses }: Knowledge,
): number {
  const address = frames.returnAddress.at(frame);
  if (address === NONE) return lineOfLeaf(frames, frame, leafPlaces, candidate);
  const next = nextOf(frames, addresses, frame);
  const { code, begin } = candidate;
  return next === 0 ? 0 : lineOf(addresses[address], code, next - begin - code.header);
}

/** Adds the begins of small functions that were mostly seen interrupted. */
function addLeafBegins(
  frames: FrameTable,
  codesOf: readonly (readonly CodeObject[])[],
  begins: readonly Candidate[][],
  leaves: readonly number[],
  places: readonly number[],
  knowledge: Knowledge,
): Candidate[][] {
  const leavesOf = frames.trampolines.map((): number[] => []);
  const counts = new Int32Array(frames.trampolines.length);
  for (const frame of leaves) leavesOf[frames.trampoline.at(frame)].push(frame);
  for (let frame = 0; frame < frames.length; frame++) counts[frames.trampoline.at(frame)]++;
  return begins.map((each, trampoline) => {
    const [code, ...others] = codesOf[trampoline];
    const own = leavesOf[trampoline];
    if (each.length > 0 || !code?.isSmall || others.length > 0 || !knowledge.usesPools) return each;
    if (own.length * 2 <= counts[trampoline]) return each;
    const begin = beginOfLeaves(frames, own, places, code, knowledge);
    return begin ? [begin] : each;
  });
}
