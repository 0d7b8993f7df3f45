// Flattens overlapping ranges into disjoint ones, each owned by the row with the highest priority:
//  0: |-----------|             one symbol inside another
//  1:     |---|         becomes 0 0 0 0 1 1 1 1 0 0 0 0 0
// Makes one pass over the rows in order of start. A heap holds the rows that contain the current position.

import { Float64Column, Int32Column } from '../model/columns.ts';
import { NONE } from '../model/profile.ts';

interface Ranges {
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
  /** The row that owns each range, which extends to the next start; NONE for a gap. */
  readonly rows: Int32Array;
}

export function flattenRanges({ starts, ends, priority }: Ranges): FlatRanges {
  const flatStarts = new Float64Column();
  const flatRows = new Int32Column();
  const write = (start: number, row: number) => {
    const last = flatStarts.length - 1;
    if (last >= 0 && flatStarts.at(last) === start) flatRows.set(last, row);
    else if (last < 0 || flatRows.at(last) !== row) {
      flatStarts.push(start);
      flatRows.push(row);
    }
  };
  const open = new Heap(priority);
  const closeUntil = (position: number) => {
    while (open.size > 0 && ends[open.top] <= position) {
      const end = ends[open.top];
      while (open.size > 0 && ends[open.top] <= end) open.pop();
      write(end, open.size > 0 ? open.top : NONE);
    }
  };
  for (let row = 0; row < starts.length; row++) {
    if (!(ends[row] > starts[row])) continue;
    closeUntil(starts[row]);
    open.push(row);
    write(starts[row], open.top);
  }
  closeUntil(Infinity);
  return { starts: flatStarts.take(), rows: flatRows.take() };
}

/** A heap of rows, with the highest priority on top. */
class Heap {
  size = 0;
  private readonly rows: Int32Array;
  private readonly priority: Int32Array;

  constructor(priority: Int32Array) {
    this.priority = priority;
    this.rows = new Int32Array(priority.length);
  }

  /** Valid only if size > 0. */
  get top(): number {
    return this.rows[0];
  }

  push(row: number): void {
    const { rows, priority } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (priority[rows[parent]] > priority[row]) break;
      rows[at] = rows[parent];
      at = parent;
    }
    rows[at] = row;
  }

  pop(): void {
    const { rows, priority } = this;
    const row = rows[--this.size];
    let at = 0;
    for (let child = 1; child < this.size; child = at * 2 + 1) {
      if (child + 1 < this.size && priority[rows[child + 1]] > priority[rows[child]]) child++;
      if (priority[row] > priority[rows[child]]) break;
      rows[at] = rows[child];
      at = child;
    }
    rows[at] = row;
  }
}
