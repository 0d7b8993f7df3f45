// Columns of nodes that are not written yet. They start small and grow: large allocations have to be cleared, and usually few
// nodes are pending.

import { extendedTable } from '../model/columns.ts';

export const START_CAPACITY = 1024;

export type NodeColumns = ReturnType<typeof nodeColumns>;

export function nodeColumns(capacity = START_CAPACITY) {
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

/** The same columns, or longer ones if they do not have room for `length` nodes. */
export function withRoom(columns: NodeColumns, length: number): NodeColumns {
  return length <= columns.head.length ? columns : extendedTable(columns, nodeColumns(2 * length));
}
