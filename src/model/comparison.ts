// The result of comparing two sides, A (the baseline) and B (the candidate): what the page and the terminal show.
// docs/internals/comparing.md explains the method.

import type { TimeRange } from './filter.ts';
import type { Level } from './levels.ts';
import type { NodeRanges, Trie } from './trie.ts';

/** How weights are normalized, so that recordings of different length or load can be compared. */
export const BASES = ['matched', 'cpu', 'rate', 'work', 'share'] as const;
export type Basis = (typeof BASES)[number];

/** Only tested rows have a verdict; others are too small to test. */
export type Verdict = 'more' | 'less' | 'new' | 'gone' | 'same' | 'unsure';

/** True for verdicts that state a difference. */
export function isCertain(verdict: Verdict): boolean {
  return verdict === 'more' || verdict === 'less' || verdict === 'new' || verdict === 'gone';
}

/** Which way a difference that is not certain leans, if its interval does not contain zero. `row` is undefined if it is not tested. */
export function leanOf(
  row: Pick<ComparedRow, 'verdict' | 'lo' | 'hi'> | undefined,
): 'more' | 'less' | undefined {
  if (row?.verdict !== 'unsure') return undefined;
  return row.lo > 0 ? 'more' : row.hi < 0 ? 'less' : undefined;
}

/**
 * `path`, `moved` and `renamed` say how a function was matched if its keys differ between the sides. `inserted` and `removed`
 * mark calls that one side makes in the middle of stacks that are otherwise equal.
 */
export type MatchMark = '' | 'path' | 'moved' | 'renamed' | 'inserted' | 'removed';

/** True for calls around others that both sides make: their total is no difference. */
export function isOneSidedCall({ mark }: Pick<ComparedRow, 'mark'>): boolean {
  return mark === 'inserted' || mark === 'removed';
}

/** The marks that nodes of an aligned tree can have; NodeMark contains their indices. */
export const NODE_MARKS = ['', 'inserted', 'removed'] as const satisfies readonly MatchMark[];
export const NodeMark = { none: 0, inserted: 1, removed: 2 } as const;

/** A difference with its 95 % interval, in the unit of the basis. */
export interface Difference {
  readonly a: number;
  readonly b: number;
  /** b − a. */
  readonly d: number;
  readonly se: number;
  /** Degrees of freedom of the standard error. */
  readonly df: number;
  readonly lo: number;
  readonly hi: number;
  /** Two-sided, from Student's t. */
  readonly p: number;
}

/** A change of the level in a series of groups. */
export interface LevelChange extends Difference {
  /** The first and the last group at which it can be (95 %). */
  readonly earliest: number;
  readonly latest: number;
}

export interface ComparedRow extends Difference {
  /** The function's key; for a call node, the keys on its path, joined by `;`. */
  readonly key: string;
  /** Row of the function in `Comparison.keys`, or chain of the node in `Comparison.tree`. */
  readonly index: number;
  /** The false discovery rate (Benjamini–Hochberg) if this row and all rows with a smaller p were called different. */
  readonly q: number;
  readonly verdict: Verdict;
  readonly mark: MatchMark;
}

/** A tested source line of a function. */
export interface ComparedLine extends ComparedRow {
  readonly line: number;
}

/** The weights of one side, in the unit of the basis. */
export interface SideWeights {
  /** The total weight of a chain; 0 if the side does not have it. */
  total(chain: number): number;
  self(chain: number): number;
  /**
   * The inferred weight of the nth node of a chain, counted from 0, or only of its calls that lead to the chain `within`. Undefined if
   * nothing is inferred.
   */
  readonly inferred?: ((chain: number, nth: number, within?: number) => number) | undefined;
}

/**
 * The call trees of both sides, merged into one. As in model/tree.ts, nodes with the same samples form a chain, but tested nodes,
 * inserted or removed calls and what moved out of these have a chain each. Chains are in depth-first order; chain 0 is the root,
 * which has no node.
 */
export interface AlignedTree extends NodeRanges, Pick<Trie, 'end'> {
  /** Per node: index into `Comparison.keys`. */
  readonly key: Int32Array;
  /** Per chain: a value of NodeMark. */
  readonly mark: Uint8Array;
  readonly a: SideWeights;
  readonly b: SideWeights;
  /** Per chain: the one-sided call above which it was moved, an earlier sibling; NONE if it was not moved. */
  readonly movedOutOf: Int32Array;
}

/** Possibly a renamed function: `from` exists only in A, and `to`, which exists only in B, has the most similar callers and callees. */
export interface RenameCandidate {
  readonly from: string;
  readonly to: string;
  /** Between 0.5 and 1. */
  readonly similarity: number;
}

/** Mean values of each side per function, tested or not, on the basis. */
interface ComparedWeights {
  readonly selfA: Float64Array;
  readonly selfB: Float64Array;
  readonly totalA: Float64Array;
  readonly totalB: Float64Array;
}

/** The weights of a function are at the index of its key in `Comparison.keys`. */
export interface FunctionDifferences extends ComparedWeights {
  /** Tested functions, the largest difference first. */
  readonly self: readonly ComparedRow[];
  readonly totals: readonly ComparedRow[];
  readonly candidates: readonly RenameCandidate[];
}

export interface Comparison {
  readonly basis: Basis;
  /** Why this basis was chosen, as a phrase in lower case. */
  readonly why: string;
  readonly level: Level;
  /** Without modifiers. */
  readonly event: string;
  /** What values are weights of: the event; empty if they are numbers of samples, because a recording has no periods. */
  readonly measure: string;
  /** The common factor M, the ratio B/A of most code, and the standard error of ln M. */
  readonly factor: number;
  readonly factorSe: number;
  /** The spread τ of unchanged functions around M. */
  readonly tau: number;
  /** True if parts of the program scaled differently, so that M does not hold for all code. */
  readonly isUneven: boolean;
  /** Units of work of A and of B, if the user gave them. */
  readonly work: readonly [number, number] | undefined;
  /** Mean weight of a recording, per side, before normalization. */
  readonly cpu: readonly [number, number];
  /** The same before filters. */
  readonly cpuUnfiltered: readonly [number, number];
  readonly samples: readonly [number, number];
  /** Mean selected time of a recording, per side, in seconds. */
  readonly elapsed: readonly [number, number];
  /** Number of recordings per side. */
  readonly runs: readonly [number, number];
  /** The smallest difference that counts, in the unit of the basis. */
  readonly delta: number;
  readonly total: Difference;
  /** Keys of all functions; a function whose keys differ has its key in B. */
  readonly keys: readonly string[];
  readonly functions: FunctionDifferences;
  /** Self of source lines; undefined unless the lines of all recordings are known. */
  readonly lines?: readonly ComparedRow[] | undefined;
  /** Tested call nodes, the largest difference first. */
  readonly nodes: readonly ComparedRow[];
  readonly tree: AlignedTree;
  /** The functions that explain the difference, the largest part first. */
  readonly explained: readonly { readonly key: string; readonly d: number }[];
  /** Functions whose keys differ between the sides: how each was matched, by its key in B. */
  readonly matched: Readonly<Record<string, MatchMark>>;
  readonly sentence: string;
  /** The modules of functions without a name, the heaviest first; empty if unknown. */
  readonly unnamedModules: string;
  /** The line below the sentence: that these are different programs, or how many more recordings would tell; often empty. */
  readonly hint: string;
  /** Caveats, one sentence each. */
  readonly notes: readonly string[];
}

/** How the hint begins if nearly no own function is on both sides. */
export const DIFFERENT_PROGRAMS = 'A and B are different programs';

/** The event without modifiers (perf-list(1)): `cycles:u` counts the same thing as `cycles`. */
export function eventKey(name: string): string {
  return name.replace(/:[ukhGHIpPSDWeb]+$/, '');
}

/** Identifies an open recording. */
export type RecordingId = number;

export interface ComparedPart {
  readonly recording: RecordingId;
  /** With both ends, unlike other ranges: comparing.md, “Noise”. Undefined for the whole recording. */
  readonly range: TimeRange | undefined;
  /** Rows of its `Recording.threadList`; undefined for all threads. */
  readonly threads: readonly number[] | undefined;
}

/** The weight that the width of a box shows: B's, A's, the larger one, or both side by side. */
export const BOX_WIDTHS = ['b', 'a', 'max', 'both'] as const;
export type BoxWidth = (typeof BOX_WIDTHS)[number];

/** What is compared, on which basis, and how it is drawn. */
export interface ComparisonOptions {
  /** At least one each. */
  readonly a: readonly ComparedPart[];
  readonly b: readonly ComparedPart[];
  /** Undefined to choose by the recordings. */
  readonly basis: Basis | undefined;
  /** Units of work of a recording, per side. */
  readonly work: readonly [number, number] | undefined;
  /** Functions that have another name in B: names or keys. */
  readonly renames: readonly (readonly [from: string, to: string])[];
  readonly width: BoxWidth;
  /** True to leave out code that the side of `width` does not have. */
  readonly hidesGhosts: boolean;
  /** True to show no color where no difference is certain. */
  readonly onlyCertain: boolean;
}

/** How a comparison begins. */
export const FIRST_COMPARISON: Omit<ComparisonOptions, 'a' | 'b'> = {
  basis: undefined,
  work: undefined,
  renames: [],
  width: 'b',
  hidesGhosts: false,
  onlyCertain: false,
};

/** The weights of both sides per chain of a call tree, on the basis. As in AlignedTree, nodes with a verdict, a mark or
 * another place have a chain each. */
export interface ComparedNodes {
  readonly basis: Basis;
  /** As in Comparison. */
  readonly measure: string;
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** Values of NodeMark. */
  readonly mark: Uint8Array;
  /** Index into `rows`; NONE for chains that are not tested. */
  readonly row: Int32Array;
  readonly rows: readonly ComparedRow[];
  /** The difference of all code; undefined on `share`, where it has no verdict. */
  readonly total: ComparedRow | undefined;
  /** As in AlignedTree, but a chain of the call tree. */
  readonly movedOutOf: Int32Array;
  /** Per node instead of per chain: the inferred weight of A and B; undefined if nothing is inferred on the side. */
  readonly inferredA?: Float64Array | undefined;
  readonly inferredB?: Float64Array | undefined;
}

/** A caller or callee of a function, with its weight on both sides. */
export interface ComparedNeighbor {
  /** Row of `Recording.funcs`; NONE for the root. */
  readonly func: number;
  readonly a: number;
  readonly b: number;
}

/** The ten largest callers and callees of a function. */
export interface ComparedNeighbors {
  readonly callers: readonly ComparedNeighbor[];
  readonly callees: readonly ComparedNeighbor[];
}

/** A function whose key differs between the sides: its rows of `Recording.funcs`, and how they were matched. */
export interface FunctionMove {
  readonly from: number;
  readonly to: number;
  readonly mark: MatchMark;
}

interface FunctionCandidate extends RenameCandidate {
  readonly fromFunc: number;
  readonly toFunc: number;
}

/** A comparison without its call tree. The `index` of its rows is the row of `Recording.funcs`. */
export interface ComparisonSummary extends Omit<
  Comparison,
  'keys' | 'functions' | 'tree' | 'nodes' | 'explained'
> {
  readonly self: readonly ComparedRow[];
  readonly totals: readonly ComparedRow[];
  /** `index` is a row of `Recording.funcs`. */
  readonly explained: readonly { readonly key: string; readonly d: number; readonly index: number }[];
  readonly candidates: readonly FunctionCandidate[];
  /** Per row of `Recording.funcs`. */
  readonly weights: ComparedWeights;
  /** On which these recordings can be compared. */
  readonly bases: readonly Basis[];
  /** Functions whose keys differ between the sides. */
  readonly moves: readonly FunctionMove[];
}

/** A total differs for certain if chance alone rarely makes such a difference. */
const MAX_P = 0.05;
/** Changes below this share of A count as none. */
const NEGLIGIBLE = 0.05;

/** `delta` is the smallest difference that counts. All code is neither new nor gone. */
export function totalVerdict(total: Difference, delta: number): Exclude<Verdict, 'new' | 'gone'> {
  if (isCertainTotal(total, delta)) return total.d > 0 ? 'more' : 'less';
  return verdictWithoutChange(total, delta);
}

export function isCertainTotal({ se, p, d }: Difference, delta: number): boolean {
  return se > 0 && p <= MAX_P && Math.abs(d) >= delta;
}

export function verdictWithoutChange(
  { a, lo, hi }: Pick<Difference, 'a' | 'lo' | 'hi'>,
  delta: number,
): 'same' | 'unsure' {
  const limit = Math.max(delta, NEGLIGIBLE * a);
  return lo >= -limit && hi <= limit ? 'same' : 'unsure';
}
