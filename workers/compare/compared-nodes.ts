// A comparison with what its views need, and the weights of both sides in drawn trees.

import type { DrawnTree } from '../../src/compare/tree/compared-tree.ts';
import type { Prepared } from '../../src/compare/prepare.ts';
import type { MergedTree } from '../../src/compare/tree/compared-sandwich.ts';
import { totalRow } from '../../src/compare/statistics/verdicts.ts';
import type {
  AlignedTree,
  ComparedNodes,
  ComparedRow,
  Comparison,
  SideWeights,
} from '../../src/model/comparison.ts';
import { NONE } from '../../src/model/profile.ts';
import type { CallTree } from '../../src/model/tree.ts';

export interface Compared {
  readonly comparison: Comparison;
  readonly prepared: Prepared;
  /** Per key: row of the function table. */
  readonly funcOf: Int32Array;
  /** Cached: the function whose sandwich was requested or prepared last. */
  merged?: MergedFunction;
  /** Cached, as `comparedLines` returns them. */
  lines?: Promise<readonly ComparedRow[] | undefined>;
}

/** The merged calls of a function, and which of them differ. */
export interface MergedFunction {
  readonly key: number;
  readonly callers: MergedTree;
  readonly callees: MergedTree;
  readonly rows: Readonly<Record<'callers' | 'callees', readonly ComparedRow[]>>;
}

/** `rows` are the tested chains of `aligned`, of which `drawn` was made. */
export function drawnNodes(
  { total, delta, basis, measure }: Comparison,
  { a, b, mark }: AlignedTree,
  rows: readonly ComparedRow[],
  { tree, source, movedOutOf }: DrawnTree,
): ComparedNodes {
  const weights = (side: SideWeights) => {
    const totals = new Float64Array(source.length);
    for (let chain = 0; chain < source.length; chain++) totals[chain] = side.total(source[chain]);
    return totals;
  };
  const rowOf = new Int32Array(mark.length).fill(NONE);
  for (const [row, { index }] of rows.entries()) rowOf[index] = row;
  const marks = new Uint8Array(source.length);
  for (let chain = 0; chain < source.length; chain++) marks[chain] = mark[source[chain]];
  return {
    basis,
    measure,
    a: weights(a),
    b: weights(b),
    mark: marks,
    row: source.map((chain) => rowOf[chain]),
    rows,
    total: basis === 'share' ? undefined : totalRow(total, delta),
    movedOutOf,
    inferredA: inferredWeights(a, source, tree),
    inferredB: inferredWeights(b, source, tree),
  };
}

/** Per node of the drawn tree. The root is a chain of its own. */
function inferredWeights(
  { inferred }: SideWeights,
  source: Int32Array,
  { first, length }: CallTree,
): Float64Array | undefined {
  if (!inferred) return undefined;
  const weights = new Float64Array(length);
  for (let chain = 1; chain < source.length; chain++)
    for (let node = first[chain]; node < first[chain + 1]; node++)
      weights[node] = inferred(source[chain], node - first[chain]);
  return weights;
}
