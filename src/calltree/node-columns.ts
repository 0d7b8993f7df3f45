// Growable columns of nodes that are not written yet. They start small: large allocations have to be cleared, and usually few
// nodes are pending.

export const START_CAPACITY = 1024;

export class NodeColumns {
  /** The first and last member of each node. */
  head = new Int32Array(START_CAPACITY);
  tail = new Int32Array(START_CAPACITY);
  func = new Int32Array(START_CAPACITY);
  total = new Float64Array(START_CAPACITY);
  samples = new Int32Array(START_CAPACITY);
  start = new Float64Array(START_CAPACITY);
  /** The chain of the tree whose last node is the parent. */
  parent = new Int32Array(START_CAPACITY);

  reserve(length: number): void {
    if (length <= this.head.length) return;
    const capacity = 2 * length;
    this.head = extended(this.head, new Int32Array(capacity));
    this.tail = extended(this.tail, new Int32Array(capacity));
    this.func = extended(this.func, new Int32Array(capacity));
    this.total = extended(this.total, new Float64Array(capacity));
    this.samples = extended(this.samples, new Int32Array(capacity));
    this.start = extended(this.start, new Float64Array(capacity));
    this.parent = extended(this.parent, new Int32Array(capacity));
  }
}

/** `room`, beginning with the values of the column. */
export function extended<T extends Int32Array | Float64Array>(column: T, room: T): T {
  room.set(column);
  return room;
}
