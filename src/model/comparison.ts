// The result of comparing two sides, A (the baseline) and B (the candidate): what the page and the terminal show.
// docs/internals/comparing.md explains the method.

import type { Level } from './levels.ts';

/** What the weights of a recording are divided by, so that recordings of unequal length or load can be compared. */
export const BASES = ['matched', 'cpu', 'rate', 'work', 'share'] as const;
export type Basis = (typeof BASES)[number];

/** Rows that are not tested have no verdict: they are too small. */
export type Verdict = 'more' | 'less' | 'new' | 'gone' | 'same' | 'unsure';

/** True for verdicts that state a difference. */
export function isCertain(verdict: Verdict): boolean {
  return verdict === 'more' || verdict === 'less' || verdict === 'new' || verdict === 'gone';
}

/**
 * How a function of one side was matched with one of the other side, if not by its key (`path`, `moved`, `renamed`), or that its
 * calls were inserted into or removed from otherwise equal stacks.
 */
export type MatchMark = '' | 'path' | 'moved' | 'renamed' | 'inserted' | 'removed';

/** Marks of nodes of an aligned tree, as values of its column. */
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

/** A tested function or call node. */
export interface ComparedRow extends Difference {
  /** The function's key; for a call node, the keys on its path, joined by `;`. */
  readonly key: string;
  /** Row of the function in `Comparison.keys`, or of the node in `Comparison.tree`. */
  readonly index: number;
  /** The rate of false discoveries, Benjamini–Hochberg, if this row and all rows below it were called different. */
  readonly q: number;
  readonly verdict: Verdict;
  readonly mark: MatchMark;
}

/** The call trees of both sides as one. Nodes follow their parents; node 0 is the root. */
export interface AlignedTree {
  readonly length: number;
  /** NONE for the root. */
  readonly parent: Int32Array;
  /** Index into `Comparison.keys`; NONE for the root. */
  readonly key: Int32Array;
  /** Values of NodeMark. */
  readonly mark: Uint8Array;
  /** Total weights on the basis; 0 on a side that does not have the node. */
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/** A function that only A has, and the function that only B has with the most similar callers and callees. */
export interface RenameCandidate {
  readonly from: string;
  readonly to: string;
  /** Between 0.5 and 1. */
  readonly similarity: number;
}

export interface Comparison {
  readonly basis: Basis;
  /** Why this basis, as a phrase. */
  readonly why: string;
  readonly level: Level;
  readonly event: string;
  /** The common factor M: the ratio B/A on which most functions agree, and the standard error of its logarithm. */
  readonly factor: number;
  readonly factorSe: number;
  /** The spread τ of unchanged functions around M. */
  readonly tau: number;
  /** Units of work of each side, if given. */
  readonly work: readonly [number, number] | undefined;
  /** Mean weight of a recording, per side, as recorded. */
  readonly cpu: readonly [number, number];
  readonly samples: readonly [number, number];
  /** Mean selected time of a recording, per side, in seconds. */
  readonly elapsed: readonly [number, number];
  /** Number of recordings per side. */
  readonly runs: readonly [number, number];
  /** The smallest difference that counts, in the unit of the basis. */
  readonly delta: number;
  readonly total: Difference;
  /** Function keys; for a function with different keys, that of B. */
  readonly keys: readonly string[];
  /** Per key, whether tested or not: mean values of the sides. */
  readonly selfA: Float64Array;
  readonly selfB: Float64Array;
  readonly totalA: Float64Array;
  readonly totalB: Float64Array;
  /** Tested rows, the largest difference first. */
  readonly self: readonly ComparedRow[];
  readonly totals: readonly ComparedRow[];
  readonly nodes: readonly ComparedRow[];
  readonly tree: AlignedTree;
  /** Where the difference comes from, the largest part first. */
  readonly explained: readonly { readonly key: string; readonly d: number }[];
  /** How functions were matched, by key, if not by their key. */
  readonly matched: Readonly<Record<string, MatchMark>>;
  readonly candidates: readonly RenameCandidate[];
  readonly sentence: string;
  /** Reasons for caution, one sentence each. */
  readonly notes: readonly string[];
}
