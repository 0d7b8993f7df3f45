// Flattens overlapping ranges into disjoint ones, each owned by the row of highest priority:
//  0: |-----------|             one symbol inside another
//  1:     |---|         becomes 0 0 0 0 1 1 1 1 0 0 0 0 0
// One pass over the rows in order of start. A heap holds the rows that contain the current position, highest
// priority on top.

import { Float64Column, Int32Column } from '../model/columns.ts';
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
  const closeUntil = (place: number) => {
    while (open.size > 0 && ends[open.top] <= place) {
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

/** A heap of rows with the highest priority on top. */
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
