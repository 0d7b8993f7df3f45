// Step 3: where the code object of each trampoline begins.
//
//   small: its pool says it            large: the stack may have its address (residue), or all pointers fit in one way (steps)
//     pool [ … | object | … ]            next   ↓        ↓   ↓
//                  ↑ next                ends  |  |  |    |   |  | |     slide along until they match

import { NONE } from '../model/profile.ts';
import type { CodeObject } from './code-object.ts';
import type { LineEvidence } from './evidence.ts';
import { KnownObjects } from './known-objects.ts';
import { arenaOf, objectAt } from './pools.ts';
import { countResidue, type ResidueFrames } from './residue.ts';
import { isPossible, type ReturnAddress } from './return-address.ts';

/** A possible begin of a trampoline's code object. */
export interface Candidate {
  readonly code: CodeObject;
  readonly begin: number;
  /** 0 to 1. */
  readonly score: number;
  /** Number of frames whose stack contains the begin. */
  readonly residue: number;
}

/** What is known from other trampolines. */
export interface Knowledge {
  readonly usesPools: boolean;
  /** By number. */
  readonly addresses: readonly ReturnAddress[];
  /** Places that have the address of the code object; undefined for all. */
  readonly residuePlaces: ReadonlySet<number> | undefined;
  /** The arenas of small code objects; undefined for all. */
  readonly arenas: ReadonlySet<number> | undefined;
}

/** What the recording has of a trampoline. */
export interface TrampolineEvidence {
  /** The code objects of its name. */
  readonly codes: readonly CodeObject[];
  readonly evidence: readonly LineEvidence[];
  readonly frames: ResidueFrames;
}

const MIN_SCORE = 0.55;
const MIN_STRICT_SCORE = 0.8;
const MIN_STRICT_RESIDUE = 2;
/** Candidates with scores this close are tied. */
const TIE = 0.05;
/** Steps start from the most frequent pointers, because one of them is right if the object can be found at all. */
const MAX_STARTS = 4;

/** Candidates by trampoline; one if the begin is known, and several if nothing decides between them. */
export function findBegins(
  trampolines: readonly TrampolineEvidence[],
  knowledge: Knowledge,
  isStrict: boolean,
): Candidate[][] {
  const found = trampolines.map((trampoline) => bestOf(trampoline, knowledge, isStrict));
  if (isStrict) return found;
  const known = new KnownObjects(found.flatMap((each) => (each.length === 1 ? each : [])));
  return found.map((each) => {
    if (each.length < 2) return each;
    const free = each.filter((candidate) => !known.overlaps(candidate));
    return free.length > 0 ? free : each;
  });
}

/** By trampoline: the candidate, if there is only one. */
export function soleCandidates(begins: readonly (readonly Candidate[])[]): (Candidate | undefined)[] {
  return begins.map((each) => (each.length === 1 ? each[0] : undefined));
}

function bestOf(trampoline: TrampolineEvidence, knowledge: Knowledge, isStrict: boolean): Candidate[] {
  const all = trampoline.codes.flatMap((code) => candidatesOf(code, trampoline, knowledge, isStrict));
  const best = all.reduce((most, { score }) => Math.max(most, score), 0);
  if (best < (isStrict ? MIN_STRICT_SCORE : MIN_SCORE)) return [];
  const tied = all.filter(({ score }) => score >= best - TIE);
  if (isStrict) return tied.length === 1 && isResidueEnough(tied[0], knowledge) ? tied : [];
  const residue = Math.max(...tied.map((each) => each.residue));
  return tied.filter((each) => each.residue === residue);
}

function isResidueEnough({ code, residue }: Candidate, { usesPools }: Knowledge): boolean {
  return isPooled(code, usesPools) || code.address !== 0 || residue >= MIN_STRICT_RESIDUE;
}

function isPooled(code: CodeObject, usesPools: boolean): boolean {
  return usesPools && code.isSmall;
}

function candidatesOf(
  code: CodeObject,
  { codes, evidence, frames }: TrampolineEvidence,
  knowledge: Knowledge,
  isStrict: boolean,
): Candidate[] {
  const { usesPools } = knowledge;
  const isInPool = isPooled(code, usesPools);
  const residue =
    isInPool && codes.length === 1 ? new Map<number, number>() : countResidue(code, frames, knowledge);
  const candidateAt = (begin: number): Candidate => ({
    code,
    begin,
    score: scoreOf(code, begin, evidence, knowledge),
    residue: residue.get(begin) ?? 0,
  });
  if (code.address !== 0) return [candidateAt(code.address - code.header)];
  if (isInPool) return [...pooledBegins(code, evidence, knowledge)].map(candidateAt);
  const found = Array.from(residue.keys(), candidateAt);
  // No begin without residue beats such a candidate.
  if (isStrict || found.some(({ score }) => score >= 1 - TIE)) return found;
  const stepped = beginsBySteps(code, evidence, knowledge);
  return [...found, ...[...stepped].filter((begin) => !residue.has(begin)).map(candidateAt)];
}

function pooledBegins(
  code: CodeObject,
  evidence: readonly LineEvidence[],
  { arenas }: Knowledge,
): Set<number> {
  const begins = evidence.map(({ next }) => objectAt(next, code.total));
  return new Set(begins.filter((begin) => begin !== NONE && (arenas?.has(arenaOf(begin)) ?? true)));
}

function beginsBySteps(
  code: CodeObject,
  evidence: readonly LineEvidence[],
  { addresses }: Knowledge,
): Set<number> {
  const begins = new Set<number>();
  const ends = code.ends();
  for (const { next, returnAddress } of evidence.slice(0, MAX_STARTS))
    for (const end of ends) {
      const begin = next - code.header - end;
      if (begin % code.alignment === 0 && isPossible(addresses[returnAddress], code, end)) begins.add(begin);
    }
  return begins;
}

/** Half of it is the share of the distinct evidence that fits, half that of the frames. 0 if it is too low to win. */
function scoreOf(
  code: CodeObject,
  begin: number,
  evidence: readonly LineEvidence[],
  { addresses }: Knowledge,
): number {
  if (evidence.length === 0) return 0;
  const frames = evidence.reduce((sum, { count }) => sum + count, 0);
  let score = 1;
  for (const { next, returnAddress, count } of evidence) {
    if (isPossible(addresses[returnAddress], code, next - begin - code.header)) continue;
    score -= (1 / evidence.length + count / frames) / 2;
    if (score < MIN_SCORE) return 0;
  }
  return score;
}
