// Flattens overlapping ranges into disjoint ones, each owned by the row of highest priority:
//  0: |-----------|             one symbol inside another
//  1:     |---|         becomes 0 0 0 0 1 1 1 1 0 0 0 0 0
// One pass over the rows in order of start. A heap holds the rows that contain the current position, highest
// priority on top.

import { NONE } from '../model/profile.ts';

export interface Ranges {
  /** Ascending; may repeat. */
  readonly starts: Float64Array;
  /** Exclusive ends; a row that ends where it starts is empty. */
  readonly ends: Float64Array;
  /** Where rows overlap, the one with the highest priority wins. All values are distinct. */
  readonly priority: Int32Array;
}

export interface FlatRanges {
  /** Strictly ascending. */
  readonly starts: Float64Array;
  /** The row that owns the range up to the next start; NONE for a gap. */
  readonly rows: Int32Array;
}

export function flattenRanges({ starts, ends, priority }: Ranges): FlatRanges {
  const ranges = new RangeWriter(starts.length);
  const open = new Heap(priority);
  for (let row = 0; row < starts.length; row++) {
    if (!(ends[row] > starts[row])) continue;
    closeUntil(starts[row], open, ends, ranges);
    open.push(row);
    ranges.write(starts[row], open.top);
  }
  closeUntil(Infinity, open, ends, ranges);
  return ranges.take();
}

function closeUntil(place: number, open: Heap, ends: Float64Array, ranges: RangeWriter): void {
  while (open.size > 0 && ends[open.top] <= place) {
    const end = ends[open.top];
    while (open.size > 0 && ends[open.top] <= end) open.pop();
    ranges.write(end, open.size > 0 ? open.top : NONE);
  }
}

class RangeWriter {
  private readonly starts: Float64Array;
  private readonly rows: Int32Array;
  private length = 0;

  /** Each of the `count` input ranges adds at most two output ranges: one at its start and one at its end. */
  constructor(count: number) {
    this.starts = new Float64Array(2 * count);
    this.rows = new Int32Array(2 * count);
  }

  write(start: number, row: number): void {
    const last = this.length - 1;
    if (last >= 0 && this.starts[last] === start) this.rows[last] = row;
    else if (last < 0 || this.rows[last] !== row) {
      this.starts[this.length] = start;
      this.rows[this.length++] = row;
    }
  }

  take(): FlatRanges {
    return { starts: this.starts.slice(0, this.length), rows: this.rows.slice(0, this.length) };
  }
}

/** A heap of rows with the highest priority on top. */
class Heap {
  size = 0;
  private rows = new Int32Array(64);
  private readonly priority: Int32Array;

  constructor(priority: Int32Array) {
    this.priority = priority;
  }

  /** Valid only if size > 0. */
  get top(): number {
    return this.rows[0];
  }

  push(row: number): void {
    if (this.size === this.rows.length) {
      const more = new Int32Array(this.size * 2);
      more.set(this.rows);
      this.rows = more;
    }
    const { rows, priority } = this;
    let at = this.size++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (priority[rows[above]] > priority[row]) break;
      rows[at] = rows[above];
      at = above;
    }
    rows[at] = row;
  }

  pop(): void {
    const { rows, priority } = this;
    const row = rows[--this.size];
    let at = 0;
    for (let below = 1; below < this.size; below = at * 2 + 1) {
      if (below + 1 < this.size && priority[rows[below + 1]] > priority[rows[below]]) below++;
      if (priority[row] > priority[rows[below]]) break;
      rows[at] = rows[below];
      at = below;
    }
    rows[at] = row;
  }
}
