// Sums the samples of a recording by function or call node: comparing.md, “Quantities”.

import { NONE } from '../../model/profile.ts';
import type { Run } from './run.ts';
import { BLOCKS, LEFT_OUT, type SelectedSamples } from './selected-samples.ts';

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

/** Sums the selected samples that have a row. Per sample, `end` has the function in which it ends, and `rowOf` has a function's row. */
export function sumByEnd(
  { weight: weights, block }: SelectedSamples,
  end: Int32Array,
  rowOf: Int32Array,
  rows: number,
): Sums {
  const { weight, squares, blocks } = emptySums(rows);
  for (let i = 0; i < end.length; i++) {
    if (block[i] === LEFT_OUT || end[i] < 0) continue;
    const row = rowOf[end[i]];
    if (row < 0) continue;
    const each = weights[i];
    weight[row] += each;
    squares[row] += each * each;
    if (block[i] >= 0) blocks[row * BLOCKS + block[i]] += each;
  }
  return { weight, squares, blocks };
}

/** Numbers the indices for which `isRow` is true. `rowOf` is NONE for all others. */
export function numberRows(length: number, isRow: (index: number) => boolean) {
  const rowOf = new Int32Array(length).fill(NONE);
  const indices: number[] = [];
  for (let index = 0; index < length; index++) if (isRow(index)) rowOf[index] = indices.push(index) - 1;
  return { rowOf, indices };
}
