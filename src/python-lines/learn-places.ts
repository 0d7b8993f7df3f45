// Learns where the evaluator keeps what tells lines, from frames with the values of all places.
//
//   1 place of the pointer → 2 calls → 3 begins, only sure ones → 4 learn → 3 all begins → 4 learn

import {
  findBegins,
  soleCandidates,
  type Candidate,
  type Knowledge,
  type TrampolineEvidence,
} from './begins.ts';
import { gatherEvidence, type LineEvidence } from './calls.ts';
import type { CodeObject } from './code-object.ts';
import type { FrameTable } from './frame-table.ts';
import type { LineTable } from './line-table.ts';
import { findNextInstruction } from './next-instruction.ts';
import { arenaOf } from './pools.ts';
import { learnResiduePlaces } from './residue-places.ts';
import { learnReturnAddresses } from './return-addresses.ts';
import { sampled } from './sampled.ts';
import { checkBegins, type Check } from './self-check.ts';

/** Frames of a trampoline that are searched for residue. */
export const MAX_RESIDUE_FRAMES = 16;
/** How often is learned, from begins that were searched with what was learned before. */
const ROUNDS = 2;

/** What frames tell with one table. */
export interface LearnedPlaces {
  readonly table: LineTable;
  /** The place of the pointer at most return addresses. */
  readonly usual: number;
  readonly knowledge: Knowledge;
  /** By trampoline, as far as they are known. */
  readonly known: readonly (Candidate | undefined)[];
}

export function learnPlaces(
  windows: FrameTable,
  table: LineTable,
): LearnedPlaces & { readonly check: Check } {
  const codesOf = windows.trampolines.map(({ name }) => codesIn(table, name));
  const { place: usual, usesPools } = findNextInstruction(windows, codesOf);
  const unknown = { place: usual, isAtWork: false, operations: undefined };
  let knowledge: Knowledge = {
    usesPools,
    addresses: Array.from({ length: windows.returnAddressCount }, () => unknown),
    residuePlaces: undefined,
    arenas: undefined,
  };
  const rows = rowsOf(windows);
  let known: readonly (Candidate | undefined)[] | undefined;
  for (let round = 0; ; round++) {
    const { addresses } = knowledge;
    const evidence = gatherEvidence(windows, addresses);
    known = soleCandidates(findBegins(withCodes(evidence, codesOf, windows, rows), knowledge, known));
    const arenas = arenasOf(known, usesPools);
    knowledge = {
      usesPools,
      arenas,
      residuePlaces: learnResiduePlaces(windows, known, addresses),
      addresses: learnReturnAddresses(windows, known, usual, {
        codesOf: (trampoline) => codesOf[trampoline],
        arenas,
      }),
    };
    if (round < ROUNDS - 1) continue;
    return {
      table,
      usual,
      knowledge,
      known,
      check: checkBegins(known, evidenceWithCode(evidence, codesOf), addresses),
    };
  }
}

/** The code objects with the name of a trampoline. */
export function codesIn(table: LineTable, name: string): readonly CodeObject[] {
  return table.codes.get(name) ?? NO_CODE;
}

const NO_CODE: readonly CodeObject[] = [];

/** The arenas of small objects. */
export function arenasOf(known: readonly (Candidate | undefined)[], usesPools: boolean): Set<number> {
  const arenas = new Set<number>();
  if (usesPools) for (const each of known) if (each?.code.isSmall) arenas.add(arenaOf(each.begin));
  return arenas;
}

/** By trampoline: the frames that made a call. */
export function rowsOf(windows: FrameTable): number[][] {
  const rows = windows.trampolines.map((): number[] => []);
  for (let frame = 0; frame < windows.length; frame++)
    if (windows.returnAddress.at(frame) >= 0) rows[windows.trampoline.at(frame)].push(frame);
  return rows;
}

export function withCodes(
  evidence: readonly (readonly LineEvidence[])[],
  codesOf: readonly (readonly CodeObject[])[],
  table: FrameTable,
  rows: readonly (readonly number[])[],
): TrampolineEvidence[] {
  return evidence.map((each, trampoline) => ({
    codes: codesOf[trampoline],
    evidence: each,
    frames: { table, rows: sampled(rows[trampoline], MAX_RESIDUE_FRAMES) },
  }));
}

/** Without the evidence of functions that are not in the table. */
export function evidenceWithCode(
  evidence: readonly (readonly LineEvidence[])[],
  codesOf: readonly (readonly CodeObject[])[],
): (readonly LineEvidence[])[] {
  return evidence.map((each, trampoline) => (codesOf[trampoline].length > 0 ? each : []));
}
