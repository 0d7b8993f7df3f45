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

/** `rows` are the tested chains of `aligned`, of which `drawn` was made. */
export function drawnNodes(
  { total, delta, basis, event }: Comparison,
  { a, b, mark }: AlignedTree,
  rows: readonly ComparedRow[],
  { source, movedOutOf }: DrawnTree,
): ComparedNodes {
  // `Float64Array.from` takes ten times as long, and there may be hundreds of thousands of chains.
  const pick = <T extends Float64Array | Int32Array | Uint8Array>(values: T, picked: T): T => {
    for (let chain = 0; chain < source.length; chain++) picked[chain] = values[source[chain]];
    return picked;
  };
  const rowOf = new Int32Array(a.length).fill(NONE);
  for (const [row, { index }] of rows.entries()) rowOf[index] = row;
  return {
    basis,
    event,
    a: pick(a, new Float64Array(source.length)),
    b: pick(b, new Float64Array(source.length)),
    mark: pick(mark, new Uint8Array(source.length)),
    row: pick(rowOf, new Int32Array(source.length)),
    rows,
    total: basis === 'share' ? undefined : totalRow(total, delta),
    movedOutOf,
  };
}
