// Finds the functions that a difference comes from: comparing.md, “Explained by”.

import { groupBy } from '../../model/lists.ts';
import { keyOfChain, type AlignedNodes } from './aligned-columns.ts';
import { isCertain, NodeMark, type ComparedRow } from '../../model/comparison.ts';
import { NONE } from '../../model/profile.ts';
import { isAtLeast } from '../statistics/verdicts.ts';

/** If children account for at least this share of a node's difference, they are reported instead of the node. */
const MIN_EXPLAINED = 0.8;

/** Returns differences by key, the largest first. `rows` are the tested call nodes, whose chains have one node. */
export function explainDifferences(
  nodes: AlignedNodes,
  rows: readonly ComparedRow[],
): { readonly key: number; readonly d: number }[] {
  // An inserted call explains nothing, because the code below it is also on the other side.
  const certain = new Map(
    rows
      .filter(({ index, verdict }) => isCertain(verdict) && nodes.mark[index] === NodeMark.none)
      .map(({ index, d }) => [index, d]),
  );
  const children = groupBy(certain.keys(), (node) => nodes.parent[node]);
  const isExplained = (node: number, d: number): boolean => {
    const same = (children.get(node) ?? []).filter((child) => (certain.get(child) ?? 0) * d > 0);
    const explained = same.reduce((sum, child) => sum + (certain.get(child) ?? 0), 0);
    return isAtLeast(Math.abs(explained), MIN_EXPLAINED * Math.abs(d));
  };
  const found = new Map<number, number>();
  for (const [node, d] of certain) {
    if (isExplained(node, d) || !isReached(nodes.parent, node, d, certain, isExplained)) continue;
    const key = keyOfChain(nodes, node);
    found.set(key, (found.get(key) ?? 0) + d);
  }
  return [...found].map(([key, d]) => ({ key, d })).sort((x, y) => Math.abs(y.d) - Math.abs(x.d));
}

/** True if the descent from the root reaches the node: children explain each caller whose difference is certain. */
function isReached(
  parent: Int32Array,
  start: number,
  startD: number,
  certain: ReadonlyMap<number, number>,
  isExplained: (node: number, d: number) => boolean,
): boolean {
  let d = startD;
  let isDirect = true;
  for (let node = parent[start]; node !== NONE; node = parent[node]) {
    const above = certain.get(node);
    if (above === undefined) {
      isDirect = false;
      continue;
    }
    if (!isDirect || above * d <= 0 || !isExplained(node, above)) return false;
    d = above;
    isDirect = true;
  }
  return true;
}
