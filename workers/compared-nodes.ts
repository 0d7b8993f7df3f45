// A comparison with what its views need, and the weights of both sides in drawn trees.

import type { DrawnTree } from '../src/compare/compared-tree.ts';
import type { Prepared } from '../src/compare/prepare.ts';
import { totalRow } from '../src/compare/verdicts.ts';
import type { AlignedTree, ComparedNodes, ComparedRow, Comparison } from '../src/model/comparison.ts';
import { NONE } from '../src/model/profile.ts';

export interface Compared {
  readonly comparison: Comparison;
  readonly prepared: Prepared;
  /** Per key: row of the function table. */
  readonly funcOf: Int32Array;
}

/** `rows` are the tested nodes of `aligned`, of which `drawn` was made. */
export function drawnNodes(
  { total, delta, basis, event }: Comparison,
  { a, b, mark }: AlignedTree,
  rows: readonly ComparedRow[],
  { source, movedOutOf }: DrawnTree,
): ComparedNodes {
  const rowOf = new Int32Array(a.length).fill(NONE);
  for (const [row, { index }] of rows.entries()) rowOf[index] = row;
  return {
    basis,
    event,
    a: Float64Array.from(source, (node) => a[node]),
    b: Float64Array.from(source, (node) => b[node]),
    mark: Uint8Array.from(source, (node) => mark[node]),
    row: source.map((node) => rowOf[node]),
    rows,
    total: basis === 'share' ? undefined : totalRow(total, delta),
    movedOutOf,
  };
}
