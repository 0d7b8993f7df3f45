// Sums the samples of a recording by function or call node: comparing.md, “Quantities”.

import { NONE } from '../model/profile.ts';
import { BLOCKS, type Run } from './run.ts';

/** Sums of one recording with an entry per row; what a row is, the caller decides. */
export interface Sums {
  /** Weight, and sum of the squared weights. */
  readonly x: Float64Array;
  readonly squares: Float64Array;
  /** Weight per block: BLOCKS entries per row. */
  readonly blocks: Float64Array;
}

export function emptySums(rows: number): Sums {
  return {
    x: new Float64Array(rows),
    squares: new Float64Array(rows),
    blocks: new Float64Array(rows * BLOCKS),
  };
}

/** All samples of a recording as a single row. */
export function sumOfAll({ weight, squares, blocks }: Run): Sums {
  return { x: Float64Array.of(weight), squares: Float64Array.of(squares), blocks };
}

/** Sums over the samples whose own key has a row: self weights. */
export function sumLeaves(run: Run, leafKey: Int32Array, rowOf: Int32Array, rows: number): Sums {
  const { weightOf, blockOf } = run;
  const sums = emptySums(rows);
  for (let sample = 0; sample < leafKey.length; sample++) {
    const row = rowOf[leafKey[sample]];
    if (row < 0) continue;
    const weight = weightOf[sample];
    sums.x[row] += weight;
    sums.squares[row] += weight * weight;
    if (blockOf[sample] >= 0) sums.blocks[row * BLOCKS + blockOf[sample]] += weight;
  }
  return sums;
}

/** Self weight of each key. */
export function selfWeights({ weightOf }: Run, leafKey: Int32Array, keys: number): Float64Array {
  const self = new Float64Array(keys);
  for (let sample = 0; sample < leafKey.length; sample++) self[leafKey[sample]] += weightOf[sample];
  return self;
}

/** Numbers the entries that are true: the row of each, NONE for the others. */
export function numberRows(length: number, isRow: (index: number) => boolean) {
  const rowOf = new Int32Array(length).fill(NONE);
  const indices: number[] = [];
  for (let index = 0; index < length; index++) if (isRow(index)) rowOf[index] = indices.push(index) - 1;
  return { rowOf, indices };
}
