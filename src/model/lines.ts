// The source lines of functions.

import type { WeightById } from './session.ts';

/** The functions of a profile that is split by line (python/split-by-line.ts): each line of a function is one of its own. */
export interface LineFunctions {
  /** Per function: the function that it is a line of, which may be this function. */
  readonly whole: Int32Array;
  /** Per function: its line, 1-based; 0 if unknown. */
  readonly line: Int32Array;
}

/** The weights of a source line of a function. */
export interface LineTotals {
  /** 1-based; 0 for all calls of the function whose line is unknown. */
  readonly line: number;
  /** Weight and number of samples that end in the function at the line. */
  readonly self: number;
  readonly selfSamples: number;
  /** Of those with a call of the function at the line anywhere on their stack; each stack counts once. */
  readonly total: number;
  readonly totalSamples: number;
}

export interface LineOfFunction extends LineTotals {
  /** Row of `Recording.funcs`. */
  readonly func: number;
}

export interface LineWeights extends LineTotals {
  /** The ten heaviest functions that the line called, by row of `Recording.funcs`. */
  readonly callees: readonly WeightById[];
}

/** The source lines at which a function was in the selected samples. */
export interface FunctionLines {
  /** Hottest first: by self, then by total weight. */
  readonly lines: readonly LineWeights[];
  /** The calls without a known line; undefined if there are none. */
  readonly unknown: LineWeights | undefined;
}
