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

/** Sums the groups of samples that have a row. `rowOf` returns NONE for the others. */
export function sumGroups(run: Run, rows: number, rowOf: (group: number) => number): Sums {
  const { first, weightOf, blockOf } = run;
  const sums = emptySums(rows);
  for (let group = 0; group + 1 < first.length; group++) {
    if (first[group] === first[group + 1]) continue;
    const row = rowOf(group);
    if (row < 0) continue;
    for (let sample = first[group]; sample < first[group + 1]; sample++) {
      const weight = weightOf[sample];
      sums.weight[row] += weight;
      sums.squares[row] += weight * weight;
      if (blockOf[sample] >= 0) sums.blocks[row * BLOCKS + blockOf[sample]] += weight;
    }
  }
  return sums;
}

/** Self weight of each key; `keyOf` returns the key of the functions in which a group of samples ends. */
export function selfWeights(
  { first, weightOf }: Run,
  keys: number,
  keyOf: (group: number) => number,
): Float64Array {
  const self = new Float64Array(keys);
  for (let group = 0; group + 1 < first.length; group++) {
    let weight = 0;
    for (let sample = first[group]; sample < first[group + 1]; sample++) weight += weightOf[sample];
    if (weight > 0) self[keyOf(group)] += weight;
  }
  return self;
}

/** Numbers the indices for which `isRow` is true. `rowOf` is NONE for all others. */
export function numberRows(length: number, isRow: (index: number) => boolean) {
  const rowOf = new Int32Array(length).fill(NONE);
  const indices: number[] = [];
  for (let index = 0; index < length; index++) if (isRow(index)) rowOf[index] = indices.push(index) - 1;
  return { rowOf, indices };
}
