// Columns for nodes that are not written yet. They start small and grow, because usually few nodes are pending and large allocations
// take time to zero.

import { copyTableInto } from '../../model/columns.ts';

export const INITIAL_CAPACITY = 1024;

type NodeColumns = ReturnType<typeof nodeColumns>;

export function nodeColumns(capacity = INITIAL_CAPACITY) {
  return {
    /** The first and last member of each node. */
    head: new Int32Array(capacity),
    tail: new Int32Array(capacity),
    func: new Int32Array(capacity),
    total: new Float64Array(capacity),
    samples: new Int32Array(capacity),
    start: new Float64Array(capacity),
    /** The chain of the tree whose last node is the parent. */
    parent: new Int32Array(capacity),
  };
}

/** Returns these columns, or longer copies if they have no room for `length` nodes. */
export function withRoom(columns: NodeColumns, length: number): NodeColumns {
  return length <= columns.head.length ? columns : copyTableInto(columns, nodeColumns(2 * length));
}
