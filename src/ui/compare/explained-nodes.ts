// The call nodes that explain the difference of a comparison.

import { isCertain, NodeMark, type ComparedNodes } from '../../model/comparison.ts';
import type { CallTree } from '../../model/tree.ts';

/** Nodes whose difference is certain and whose function explains the difference; the largest difference first. */
export function explainedNodes(
  tree: Pick<CallTree, 'chains' | 'first' | 'func'>,
  { row, rows, mark }: Pick<ComparedNodes, 'row' | 'rows' | 'mark'>,
  explained: readonly { readonly index: number; readonly d: number }[],
): number[] {
  const signs = new Map(explained.map(({ index, d }) => [index, Math.sign(d)]));
  const sizes = new Map<number, number>();
  for (let chain = 1; chain < tree.chains; chain++) {
    if (row[chain] < 0 || mark[chain] !== NodeMark.none) continue;
    const node = tree.first[chain];
    const sign = signs.get(tree.func[node]);
    if (sign === undefined) continue;
    const { d, verdict } = rows[row[chain]];
    if (isCertain(verdict) && Math.sign(d) === sign) sizes.set(node, Math.abs(d));
  }
  return [...sizes].sort(([, a], [, b]) => b - a).map(([node]) => node);
}
