// The rows of a call tree: every expanded node is followed by its callees, one level deeper.
//
//   row 0   all            expanded, so its callees follow
//   row 1     main         expanded
//   row 2       parse      collapsed
//   row 3       read
//   row 4     other

import { childrenOf, selfOf, type CallTree } from '../../model/tree.ts';

/** Callees are sorted by this weight, or by any number, the largest first. */
export type RowOrder = 'total' | 'self' | ((node: number) => number);

/** Rows as parallel arrays, one element per row. */
export interface RowColumns {
  readonly length: number;
  readonly node: Int32Array;
  /** 0 for the root. */
  readonly depth: Int32Array;
  /** Position among its siblings, counted from 1, and the number of siblings including itself. */
  readonly position: Int32Array;
  readonly siblings: Int32Array;
}

export function treeRows(tree: CallTree, open: ReadonlySet<number>, order: RowOrder): RowColumns {
  const rows: number[] = [];
  /** Stack of rows still to emit, four numbers each (node, depth, position, siblings); the next row is on top. */
  const pending: number[] = [0, 0, 1, 1];
  while (pending.length > 0) {
    const [node, depth, position, siblings] = pending.splice(-4);
    rows.push(node, depth, position, siblings);
    if (!open.has(node)) continue;
    const children = sortedChildren(tree, node, order);
    for (let i = children.length - 1; i >= 0; i--)
      pending.push(children[i], depth + 1, i + 1, children.length);
  }
  const column = (at: number) => Int32Array.from({ length: rows.length / 4 }, (_, row) => rows[4 * row + at]);
  return {
    length: rows.length / 4,
    node: column(0),
    depth: column(1),
    position: column(2),
    siblings: column(3),
  };
}

function sortedChildren(tree: CallTree, node: number, order: RowOrder): number[] {
  const children = childrenOf(tree, node);
  if (order === 'total' || children.length < 2) return children;
  const keyOf = order === 'self' ? (child: number) => selfOf(tree, child).weight : order;
  const keys = new Map(children.map((child) => [child, keyOf(child)]));
  const key = (child: number) => keys.get(child) ?? 0;
  return children.sort((a, b) => (key(a) === key(b) ? 0 : key(b) - key(a)));
}
