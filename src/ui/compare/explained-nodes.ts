// The call nodes that explain the difference of a comparison.

import { isCertain, NodeMark, type ComparedNodes } from '../../model/comparison.ts';
import type { CallTree } from '../../model/tree.ts';

/** Nodes whose difference is certain and whose function explains the difference; the largest difference first. */
export function explainedNodes(
  tree: Pick<CallTree, 'length' | 'func'>,
  { row, rows, mark }: Pick<ComparedNodes, 'row' | 'rows' | 'mark'>,
  explained: readonly { readonly index: number; readonly d: number }[],
): number[] {
  const signs = new Map(explained.map(({ index, d }) => [index, Math.sign(d)]));
  const sizes = new Map<number, number>();
  for (let node = 1; node < tree.length; node++) {
    const sign = signs.get(tree.func[node]);
    if (sign === undefined || row[node] < 0 || mark[node] !== NodeMark.none) continue;
    const { d, verdict } = rows[row[node]];
    if (isCertain(verdict) && Math.sign(d) === sign) sizes.set(node, Math.abs(d));
  }
  return [...sizes].sort(([, a], [, b]) => b - a).map(([node]) => node);
}
