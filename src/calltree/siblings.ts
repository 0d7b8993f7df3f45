// Boxes of a tree that are not written yet: those that wait, or the children of one. Room is made as they come, since
// memory that is asked for may have to be cleared, and mostly few wait.

/** Of lists that grow. */
export const FIRST_ROOM = 1024;

/** The frames each is, and what it weighs. */
export class Siblings {
  /** The run of one of the frames it is; Growth.mate has the others. */
  head = new Int32Array(FIRST_ROOM);
  total = new Float64Array(FIRST_ROOM);
  samples = new Int32Array(FIRST_ROOM);
  /** What function children are shown as. */
  func = new Int32Array(FIRST_ROOM);
  /** Where it starts, and the run it stands on. */
  start = new Float64Array(FIRST_ROOM);
  below = new Int32Array(FIRST_ROOM);

  /** Has room for so many. */
  reserve(length: number): void {
    if (length <= this.head.length) return;
    const room = 2 * length;
    this.head = longer(this.head, new Int32Array(room));
    this.samples = longer(this.samples, new Int32Array(room));
    this.func = longer(this.func, new Int32Array(room));
    this.below = longer(this.below, new Int32Array(room));
    this.total = longer(this.total, new Float64Array(room));
    this.start = longer(this.start, new Float64Array(room));
  }
}

/** The column in a longer one. */
export function longer<T extends Int32Array | Float64Array>(column: T, room: T): T {
  room.set(column);
  return room;
}
