// Sums the samples of a recording by function or call node: comparing.md, “Quantities”.

import { NONE } from '../model/profile.ts';
import { BLOCKS, type Run } from './run.ts';

/** Sums over the samples of one recording, per row. The caller decides what a row is. */
export interface Sums {
  /** Sum of the weights, and of the squared weights. */
  readonly weight: Float64Array;
  readonly squares: Float64Array;
  /** Weight per block: BLOCKS entries per row. */
  readonly blocks: Float64Array;
}

export function emptySums(rows: number): Sums {
  return {
    weight: new Float64Array(rows),
    squares: new Float64Array(rows),
    blocks: new Float64Array(rows * BLOCKS),
  };
}

/** All samples of a recording as a single row. */
export function sumOfAll({ weight, squares, blocks }: Run): Sums {
  return { weight: Float64Array.of(weight), squares: Float64Array.of(squares), blocks };
}

/** Sums the self weight of the keys that have a row. */
export function sumLeaves(run: Run, leafKey: Int32Array, rowOf: Int32Array, rows: number): Sums {
  const { weightOf, blockOf } = run;
  const sums = emptySums(rows);
  for (let sample = 0; sample < leafKey.length; sample++) {
    const row = rowOf[leafKey[sample]];
    if (row < 0) continue;
    const weight = weightOf[sample];
    sums.weight[row] += weight;
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

/** Numbers the indices for which `isRow` is true. `rowOf` is NONE for all others. */
export function numberRows(length: number, isRow: (index: number) => boolean) {
  const rowOf = new Int32Array(length).fill(NONE);
  const indices: number[] = [];
  for (let index = 0; index < length; index++) if (isRow(index)) rowOf[index] = indices.push(index) - 1;
  return { rowOf, indices };
}
