// Infers the lines of the calls and of the interrupted evaluators of one interpreter, once all samples have been read.
//
//   calls ─► 3 begins ─► 4 operations ─► 3 begins ─► 5 leaves ─► 6 self-check ─► 7 lines

import { NONE } from '../model/profile.ts';
import {
  bestCandidates,
  soleCandidates,
  withoutOverlaps,
  type Candidate,
  type Knowledge,
  type TrampolineEvidence,
} from './begins.ts';
import type { Calls, LineEvidence } from './calls.ts';
import type { CodeObject } from './code-object.ts';
import type { FrameTable } from './frame-table.ts';
import {
  arenasOf,
  codesIn,
  evidenceWithCode,
  rowsOf,
  withCodes,
  type LearnedPlaces,
} from './learn-places.ts';
import { beginOfLeaves, learnLeafPlaces, lineOfLeaf } from './leaves.ts';
import { lineOf } from './return-address.ts';
import { learnOperations } from './return-addresses.ts';
import { checkBegins } from './self-check.ts';

interface RecordedFrames {
  readonly calls: Calls;
  /** Frames of some of the calls, with all their values. */
  readonly windows: FrameTable;
  /** Interrupted evaluators. */
  readonly leaves: FrameTable;
}

interface InferredLines {
  /** By row of the calls, and by leaf; 0 if unknown. */
  readonly calls: Int32Array;
  readonly leaves: Int32Array;
}

/** Undefined if the self-check fails. */
export function inferLines(
  { calls, windows, leaves }: RecordedFrames,
  { table, knowledge, known: before }: LearnedPlaces,
): InferredLines | undefined {
  const codesOf = windows.trampolines.map(({ name }) => codesIn(table, name));
  const evidence = calls.evidence(codesOf.length);
  const trampolines = withCodes(evidence, codesOf, windows, rowsOf(windows));
  const { begins, ...learned } = findAllBegins(trampolines, knowledge, before);
  const known = soleCandidates(begins);
  const { addresses } = learned.knowledge;
  if (!checkBegins(known, evidenceWithCode(evidence, codesOf), addresses).isRight) return undefined;
  const places = learnLeafPlaces(leaves, known);
  const counts = countFrames(evidence, leaves);
  const all = addLeafBegins({ leaves, codesOf, counts, places }, begins, learned.knowledge);
  return {
    calls: linesOfCalls(calls, all, learned.knowledge),
    leaves: Int32Array.from({ length: leaves.length }, (_, leaf) =>
      agreedLine(all[leaves.trampoline.at(leaf)], (candidate) => lineOfLeaf(leaves, leaf, places, candidate)),
    ),
  };
}

/** Searches begins, learns from them, and searches again where that changes anything. */
function findAllBegins(
  trampolines: readonly TrampolineEvidence[],
  before: Knowledge,
  knownBefore: readonly (Candidate | undefined)[],
): { readonly begins: Candidate[][]; readonly knowledge: Knowledge } {
  const first = bestCandidates(trampolines, before, knownBefore);
  const known = soleCandidates(withoutOverlaps(first));
  const evidence = trampolines.map((each) => each.evidence);
  const knowledge = {
    ...before,
    arenas: arenasOf(known, before.usesPools),
    addresses: learnOperations(before.addresses, evidence, known),
  };
  const isSame = ({ returnAddress }: LineEvidence) =>
    knowledge.addresses[returnAddress] === before.addresses[returnAddress];
  const areSame = sameArenas(knowledge, before);
  const best = trampolines.map((trampoline, i) => {
    const isUnchanged =
      trampoline.evidence.every(isSame) && (areSame || !trampoline.codes.some(({ isSmall }) => isSmall));
    return isUnchanged ? first[i] : bestCandidates([trampoline], knowledge, [known[i]])[0];
  });
  return { begins: withoutOverlaps(best), knowledge };
}

function sameArenas({ arenas: now }: Knowledge, { arenas: before }: Knowledge): boolean {
  return now?.size === before?.size && [...(now ?? [])].every((arena) => before?.has(arena));
}

function linesOfCalls(calls: Calls, begins: readonly Candidate[][], { addresses }: Knowledge): Int32Array {
  const lines = new Int32Array(calls.length);
  for (let row = 0; row < calls.length; row++) {
    const next = calls.next(row);
    if (next === 0) continue;
    const address = addresses[calls.returnAddress(row)];
    if (address.place === NONE) continue;
    lines[row] = agreedLine(begins[calls.trampoline(row)], ({ code, begin }) =>
      lineOf(address, code, next - begin - code.header),
    );
  }
  return lines;
}

/** The line that all candidates say; 0 if they disagree. */
function agreedLine(candidates: readonly Candidate[], lineIn: (candidate: Candidate) => number): number {
  if (candidates.length === 0) return 0;
  const line = lineIn(candidates[0]);
  for (let i = 1; i < candidates.length; i++) if (lineIn(candidates[i]) !== line) return 0;
  return line;
}

function countFrames(evidence: readonly (readonly LineEvidence[])[], leaves: FrameTable): Int32Array {
  const counts = Int32Array.from(evidence, (each) => each.reduce((sum, { count }) => sum + count, 0));
  for (let leaf = 0; leaf < leaves.length; leaf++) counts[leaves.trampoline.at(leaf)]++;
  return counts;
}

interface LeafSearch {
  readonly leaves: FrameTable;
  readonly codesOf: readonly (readonly CodeObject[])[];
  /** Number of frames, by trampoline. */
  readonly counts: Int32Array;
  /** Where interrupted evaluators have the pointer. */
  readonly places: readonly number[];
}

/** Adds the begins of small functions that were mostly seen interrupted. */
function addLeafBegins(
  { leaves, codesOf, counts, places }: LeafSearch,
  begins: readonly Candidate[][],
  knowledge: Knowledge,
): Candidate[][] {
  const leavesOf = codesOf.map((): number[] => []);
  for (let leaf = 0; leaf < leaves.length; leaf++) leavesOf[leaves.trampoline.at(leaf)].push(leaf);
  return begins.map((each, trampoline) => {
    const [code, ...others] = codesOf[trampoline];
    const own = leavesOf[trampoline];
    if (each.length > 0 || !code?.isSmall || others.length > 0 || !knowledge.usesPools) return each;
    if (own.length * 2 <= counts[trampoline]) return each;
    const begin = beginOfLeaves(leaves, own, places, code, knowledge);
    return begin ? [begin] : each;
  });
}
