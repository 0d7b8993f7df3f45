// Boxes to pixels. Every row of the graph is one line of pixels, painted once and copied down the row's height, so the
// work is bounded by the picture, not by the tree. A box narrower than a pixel is not painted by itself: each
// pixel column among such boxes shows the stack that stands at its middle. It looks at the PLACES of a tree only,
// zoomed in at a power of two as many, so that it needs no boxes between those.

import { lastAtMost, placeIn, PLACES, type CallTree } from '../model/tree.ts';
import type { Viewport } from './viewport.ts';

/** What part of a tree is painted where. All in device pixels. */
export interface Frame {
  readonly width: number;
  /** Rows of the tree that can be seen: depths [top, bottom). */
  readonly top: number;
  readonly bottom: number;
  readonly viewport: Viewport;
}

/** Boxes wide enough for a label, in no particular order. */
export interface Labelled {
  readonly box: number;
  readonly depth: number;
  readonly left: number;
  readonly right: number;
}

/** Height of a row of boxes, in CSS pixels. */
export const ROW = 18;
/** Boxes from this width on leave a gap before the next. */
export const GAP_FROM = 3;

/**
 * Paints the visible rows into `lines` (width * (bottom - top) pixels, row after row). `colorOf` gives a box its
 * colour. Returns the boxes at least `labelFrom` pixels wide.
 */
export function paintRows(
  tree: CallTree,
  frame: Frame,
  lines: Uint32Array,
  colorOf: (box: number) => number,
  labelFrom: number,
): Labelled[] {
  const { width, top, bottom } = frame;
  const labelled: Labelled[] = [];
  if (!(tree.total[0] > 0)) return labelled;
  const columns = new Columns(tree.total[0], frame);
  const { from, until, scale } = columns;
  for (let run = 0; run < tree.runs;) {
    const start = tree.start[run];
    if (start >= until) break;
    const depth = tree.depth[run];
    const end = start + tree.total[run];
    if (end <= from || depth >= bottom) {
      // Of a million brothers side by side most may lie left of the picture.
      run = Math.max(tree.end[run], end <= from ? childAt(tree, tree.parent[run], run, from) : 0);
      continue;
    }
    if ((end - start) * scale < 1 && run > 0) {
      run = paintNarrow(tree, frame, lines, colorOf, run, columns);
      continue;
    }
    const left = columns.firstFrom(start);
    const right = columns.firstFrom(end);
    // A box that goes on beyond the picture has no gap in it.
    const gap = right - left >= GAP_FROM && right < width ? 1 : 0;
    const last = Math.min(bottom, depth + tree.first[run + 1] - tree.first[run]);
    for (let row = Math.max(top, depth); row < last; row++) {
      const box = tree.first[run] + row - depth;
      const line = (row - top) * width;
      lines.fill(colorOf(box), line + left, line + right - gap);
      if (right - left >= labelFrom) labelled.push({ box, depth: row, left, right });
    }
    run++;
  }
  return labelled;
}

/** So many places there must be to a pixel for it to show one of them: then that is as good as its middle. */
const PLACES_TO_A_PIXEL = 2;

/** Columns of pixels, each of which shows the stack at one place. Places are in weight. */
class Columns {
  /** The picture's edges, and pixels per weight. */
  readonly from: number;
  readonly until: number;
  readonly scale: number;
  private readonly all: number;
  private readonly width: number;
  private readonly places: number;

  constructor(all: number, { width, viewport: { from, to } }: Frame) {
    this.all = all;
    this.width = width;
    this.from = from * all;
    this.until = to * all;
    this.scale = width / ((to - from) * all);
    const times = (PLACES_TO_A_PIXEL * width) / (PLACES * (to - from));
    this.places = PLACES * 2 ** Math.max(0, Math.ceil(Math.log2(times)));
  }

  /** What a column shows: what lies at the place next to its middle. */
  placeOf(column: number): number {
    const middle = this.from + (column + 0.5) / this.scale;
    return placeIn(this.all, Math.round((middle / this.all) * this.places), this.places);
  }

  /** The first column that shows what begins at `start`, or a later one; `width` when none does. */
  firstFrom(start: number): number {
    let column = Math.max(0, Math.min(this.width, Math.round((start - this.from) * this.scale)));
    while (column > 0 && this.placeOf(column - 1) >= start) column--;
    while (column < this.width && this.placeOf(column) < start) column++;
    return column;
  }
}

/**
 * Paints a run narrower than a pixel and its brothers, column by column, up to the first that is not, or that begins
 * behind a hole. Returns the run to go on with. Brothers may lie apart from each other and be of any width.
 */
function paintNarrow(
  tree: CallTree,
  frame: Frame,
  lines: Uint32Array,
  colorOf: (box: number) => number,
  run: number,
  columns: Columns,
): number {
  const { start, total } = tree;
  const parent = tree.parent[run];
  for (let column = columns.firstFrom(start[run]); column < frame.width; column++) {
    const at = columns.placeOf(column);
    const last = childAt(tree, parent, run, at);
    if (last !== run && total[last] * columns.scale >= 1) return last;
    if (at >= start[last] + total[last]) return tree.end[last];
    paintColumn(tree, frame, lines, colorOf, parent, column, at);
  }
  return tree.end[parent];
}

/** The last run on `parent` that starts at or before the place `at`; `run`, which is one on it, or one behind that. */
function childAt(tree: CallTree, parent: number, run: number, at: number): number {
  // Sums of weights are rounded: a place on an edge may be on either side of it.
  let last = Math.max(run, lastAtMost(tree.start, tree.end[parent], at));
  while (tree.parent[last] !== parent) last = tree.parent[last];
  return last;
}

/** Paints what stands on `parent` at a place, in one column of pixels. */
function paintColumn(
  tree: CallTree,
  { width, top, bottom }: Frame,
  lines: Uint32Array,
  colorOf: (box: number) => number,
  parent: number,
  column: number,
  at: number,
): void {
  for (let run = lastAtMost(tree.start, tree.runs, at); run > parent; run = tree.parent[run]) {
    if (at >= tree.start[run] + tree.total[run]) continue;
    const depth = tree.depth[run];
    const stop = Math.min(bottom, depth + tree.first[run + 1] - tree.first[run]);
    for (let row = Math.max(top, depth); row < stop; row++) {
      lines[(row - top) * width + column] = colorOf(tree.first[run] + row - depth);
    }
  }
}

/** Copies each line down its row, over what is there; `yOf` says where in the image a row begins, perhaps outside of it. */
export function spreadRows(
  lines: Uint32Array,
  image: Uint32Array,
  size: {
    readonly width: number;
    readonly height: number;
    readonly rows: number;
    readonly rowHeight: number;
  },
  yOf: (row: number) => number,
): void {
  const { width, height, rows, rowHeight } = size;
  for (let row = 0; row < rows; row++) {
    const line = lines.subarray(row * width, (row + 1) * width);
    const y = yOf(row);
    // The last line of a row stays empty: it parts the rows.
    for (let at = Math.max(0, y); at < Math.min(height, y + rowHeight - 1); at++) image.set(line, at * width);
  }
}
