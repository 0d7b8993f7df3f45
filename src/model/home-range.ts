// The default view of a graph: the zoomed node fills the width, and as many rows as possible are visible.

import { depthOf, extentOf, type CallTree, type VisibleRange } from './tree.ts';

/** The part of a graph that its default view depends on. */
interface ZoomedGraph {
  readonly tree: CallTree;
  /** The node in the first row. */
  readonly root: number;
  readonly zoomed: number;
}

/** Number of caller rows that stay visible if not all rows of the zoomed node fit. */
const ROWS_BEFORE_ZOOMED = 3;
/** Rows whose nodes all cover a smaller share of the visible width need not be visible. */
const MIN_SHARE = 0.005;

/**
 * `rowsInView` is the number of complete rows that fit. The root stays visible if the zoomed node, its callers and its callees
 * fit; otherwise, the graph is scrolled until the last row is visible, but at minWidth three callers stay visible.
 */
export function homeRange(graph: ZoomedGraph, rowsInView: number): VisibleRange & { rowsBefore: number } {
  const { tree, root, zoomed } = graph;
  const extent = extentOf(tree, zoomed);
  const callers = depthOf(tree, zoomed) - depthOf(tree, root);
  const hidden = lastRowIn(graph, extent) + 1 - rowsInView;
  return { ...extent, rowsBefore: Math.max(0, Math.min(hidden, callers - ROWS_BEFORE_ZOOMED)) };
}

/** `rowsBefore`, or less if more than half of the rows would be empty. */
export function withoutEmptyRows(
  graph: Pick<ZoomedGraph, 'tree' | 'root'>,
  { from, to, rowsBefore = 0 }: VisibleRange,
  rowsInView: number,
): number {
  const rows = lastRowIn(graph, { from, to }) + 1;
  return rows - rowsBefore < rowsInView / 2 ? Math.max(0, rows - rowsInView) : rowsBefore;
}

/** The last row, counted from the root, with a node that covers a visible share of this part of the width. */
function lastRowIn(
  { tree, root }: Pick<ZoomedGraph, 'tree' | 'root'>,
  { from, to }: Pick<VisibleRange, 'from' | 'to'>,
): number {
  const { chains, first, end, depth, start, total } = tree;
  const [left, right] = [from * total[0], to * total[0]];
  const minWidth = (right - left) * MIN_SHARE;
  let last = 0;
  for (let chain = 0; chain < chains;) {
    const width = Math.min(right, start[chain] + total[chain]) - Math.max(left, start[chain]);
    if (width >= minWidth) {
      last = Math.max(last, depth[chain] + first[chain + 1] - first[chain] - 1);
      chain++;
    } else chain = end[chain];
  }
  return Math.max(0, last - depthOf(tree, root));
}
