// Step 3: where the code object of each trampoline begins.
//
//   small: its pool says it            large: the stack may have its address (residue), or all pointers fit in one way (steps)
//     pool [ … | object | … ]            next   ↓        ↓   ↓
//                  ↑ next                ends  |  |  |    |   |  | |     slide along until they match

import { NONE } from '../model/profile.ts';
import type { CodeObject } from './code-object.ts';
import type { LineEvidence } from './calls.ts';
import { arenaOf, objectAt } from './pools.ts';
import { countResidue, type ResidueFrames } from './residue.ts';
import { isPossible, type ReturnAddress } from './return-address.ts';
import { lastAtMost } from '../model/sorted.ts';

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
  readonly residuePlaces: readonly number[] | undefined;
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

/** By trampoline: the candidate that was found from less evidence. */
type Known = readonly (Candidate | undefined)[];

/** Candidates by trampoline; one if the begin is known, and several if nothing decides between them. Strict if nothing is known. */
export function findBegins(
  trampolines: readonly TrampolineEvidence[],
  knowledge: Knowledge,
  known?: Known,
): Candidate[][] {
  if (known) return withoutOverlaps(bestCandidates(trampolines, knowledge, known));
  return trampolines.map((trampoline) => bestOf(trampoline, knowledge, true));
}

/**
 * The best candidates of each trampoline by itself. Those that are known are not searched again, unless the evidence contradicts.
 */
export function bestCandidates(
  trampolines: readonly TrampolineEvidence[],
  knowledge: Knowledge,
  known: Known,
): Candidate[][] {
  return trampolines.map((trampoline, i) => {
    const candidate = known[i];
    if (candidate && fitsAll(candidate, trampoline.evidence, knowledge)) return [candidate];
    return bestOf(trampoline, knowledge, false);
  });
}

function fitsAll(
  { code, begin }: Candidate,
  evidence: readonly LineEvidence[],
  { addresses }: Knowledge,
): boolean {
  const first = begin + code.header;
  for (const { next, returnAddress } of evidence)
    if (!isPossible(addresses[returnAddress], code, next - first)) return false;
  return evidence.length > 0;
}

/** Drops candidates in the memory of objects that are known, if others are left. */
export function withoutOverlaps(found: readonly Candidate[][]): Candidate[][] {
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
  if (trampoline.evidence.length === 0) return [];
  const all = new Best(trampoline.evidence, knowledge);
  for (const code of trampoline.codes) addCandidates(code, trampoline, knowledge, isStrict, all);
  if (all.highest < (isStrict ? MIN_STRICT_SCORE : MIN_SCORE)) return [];
  const tied = all.tied();
  if (isStrict) return tied.length === 1 && isResidueEnough(tied[0], knowledge) ? tied : [];
  const residue = Math.max(...tied.map((each) => each.residue));
  return tied.filter((each) => each.residue === residue);
}

/** The candidates with the highest score, and those tied with it. */
class Best {
  private readonly evidence: readonly LineEvidence[];
  private readonly addresses: readonly ReturnAddress[];
  private readonly frames: number;
  private candidates: Candidate[] = [];
  /** Lower scores cannot win. */
  private min = MIN_SCORE;
  highest = 0;

  constructor(evidence: readonly LineEvidence[], { addresses }: Knowledge) {
    this.evidence = evidence;
    this.addresses = addresses;
    this.frames = evidence.reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns the score, 0 if it is too low. */
  add(code: CodeObject, begin: number, residue: number): number {
    const score = this.scoreOf(code, begin);
    if (score === 0) return 0;
    this.candidates.push({ code, begin, score, residue });
    this.highest = Math.max(this.highest, score);
    this.min = Math.max(this.min, score - TIE);
    return score;
  }

  tied(): Candidate[] {
    return this.candidates.filter(({ score }) => score >= this.min);
  }

  /** Half of it is the share of the distinct evidence that fits, half that of the frames. 0 if it is too low to win. */
  private scoreOf(code: CodeObject, begin: number): number {
    const { evidence, addresses, frames, min } = this;
    const first = begin + code.header;
    let score = 1;
    for (const { next, returnAddress, count } of evidence) {
      if (isPossible(addresses[returnAddress], code, next - first)) continue;
      score -= (1 / evidence.length + count / frames) / 2;
      if (score < min) return 0;
    }
    return score;
  }
}

function isResidueEnough({ code, residue }: Candidate, { usesPools }: Knowledge): boolean {
  return isPooled(code, usesPools) || code.address !== 0 || residue >= MIN_STRICT_RESIDUE;
}

function isPooled(code: CodeObject, usesPools: boolean): boolean {
  return usesPools && code.isSmall;
}

function addCandidates(
  code: CodeObject,
  { codes, evidence, frames }: TrampolineEvidence,
  knowledge: Knowledge,
  isStrict: boolean,
  best: Best,
): void {
  const isInPool = isPooled(code, knowledge.usesPools);
  const residue =
    isInPool && codes.length === 1 ? new Map<number, number>() : countResidue(code, frames, knowledge);
  const add = (begin: number) => best.add(code, begin, residue.get(begin) ?? 0);
  if (code.address !== 0) add(code.address - code.header);
  else if (isInPool) for (const begin of pooledBegins(code, evidence, knowledge)) add(begin);
  else {
    let most = 0;
    for (const begin of residue.keys()) most = Math.max(most, add(begin));
    // No begin without residue beats such a candidate.
    if (isStrict || most >= 1 - TIE) return;
    for (const begin of beginsBySteps(code, evidence, knowledge)) if (!residue.has(begin)) add(begin);
  }
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
  const { alignment, size, header } = code;
  for (const { next, returnAddress } of evidence.slice(0, MAX_STARTS)) {
    const address = addresses[returnAddress];
    const first = next - header;
    // The begin is aligned only for these.
    for (let end = first & (alignment - 1) || alignment; end <= size; end += alignment)
      if (code.isEnd(end) && isPossible(address, code, end)) begins.add(first - end);
  }
  return begins;
}

interface PlacedObject {
  readonly code: { readonly name: string; readonly total: number };
  readonly begin: number;
}

/**
 * The memory of code objects whose begin is known: no other object can be there.
 *
 *        [ f ]      [ g     ]   [ h ]
 *           [ candidate ]              overlaps f and g
 */
export class KnownObjects {
  /** By begin. */
  private readonly objects: readonly PlacedObject[];
  private readonly begins: Float64Array;

  constructor(objects: readonly PlacedObject[]) {
    this.objects = objects.toSorted((a, b) => a.begin - b.begin);
    this.begins = Float64Array.from(this.objects, ({ begin }) => begin);
  }

  /** True if the object shares memory with another one. The same function may have several trampolines. */
  overlaps({ code, begin }: PlacedObject): boolean {
    const end = begin + code.total;
    for (let i = lastAtMost(this.begins, this.begins.length, end - 1); i >= 0; i--) {
      const other = this.objects[i];
      if (other.begin + other.code.total <= begin) return false;
      if (other.begin !== begin || other.code.name !== code.name) return true;
    }
    return false;
  }
}
