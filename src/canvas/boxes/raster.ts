// Rasterizes boxes. Each row is painted as one line of pixels, which is then repeated over the height of the row, so the cost
// depends on the size of the picture, not of the tree. Boxes narrower than a pixel are not painted individually: each pixel
// column among them shows the stack at the sample point nearest to its center. Zooming in multiplies the number of sample
// points by a power of two. A tree with only the nodes at sample points therefore looks the same as the complete tree.

import { lastAtMost } from '../../model/sorted.ts';
import { samplePointAt, SAMPLE_POINTS, type CallTree } from '../../model/tree.ts';
import type { BoxMarks } from './stripes.ts';
import type { Viewport } from '../../model/viewport.ts';

/** The visible part of a tree. `width` is in device pixels. */
export interface Frame {
  readonly width: number;
  /** The visible rows: depths [top, bottom). */
  readonly top: number;
  readonly bottom: number;
  readonly viewport: Viewport;
}

/** A box wide enough for a label. */
export interface LabeledBox {
  readonly box: number;
  readonly depth: number;
  readonly left: number;
  readonly right: number;
}

/** The height of a row in CSS pixels. */
export const ROW_HEIGHT = 18;
/** Minimum width in pixels of a box that leaves a gap before the next one. */
export const MIN_WIDTH_WITH_GAP = 3;

/**
 * Paints the visible rows into `lines` (width * (bottom - top) pixels, row by row). Returns the boxes at least `minLabeledWidth`
 * pixels wide, in no particular order. Wide boxes are also added to `marks`.
 */
export function paintRows(
  tree: CallTree,
  frame: Frame,
  lines: Uint32Array,
  colorOf: (box: number, chain: number) => number,
  minLabeledWidth: number,
  marks?: BoxMarks,
): LabeledBox[] {
  const { width, top, bottom } = frame;
  const labeled: LabeledBox[] = [];
  if (!(tree.total[0] > 0)) return labeled;
  const columns = new PixelColumns(tree.total[0], frame);
  const { from, until, scale } = columns;
  for (let chain = 0; chain < tree.chains;) {
    const start = tree.start[chain];
    if (start >= until) break;
    const depth = tree.depth[chain];
    const end = start + tree.total[chain];
    if (end <= from || depth >= bottom) {
      // Skips siblings left of the visible range: there may be a million.
      chain = Math.max(tree.end[chain], end <= from ? childAt(tree, tree.parent[chain], chain, from) : 0);
      continue;
    }
    if ((end - start) * scale < 1 && chain > 0) {
      chain = paintNarrow(tree, frame, lines, colorOf, chain, columns);
      continue;
    }
    const left = columns.firstFrom(start);
    const right = columns.firstFrom(end);
    // A box that continues beyond the right edge has no gap.
    const gap = right - left >= MIN_WIDTH_WITH_GAP && right < width ? 1 : 0;
    const last = Math.min(bottom, depth + tree.first[chain + 1] - tree.first[chain]);
    for (let row = Math.max(top, depth); row < last; row++) {
      const box = tree.first[chain] + row - depth;
      const line = (row - top) * width;
      lines.fill(colorOf(box, chain), line + left, line + right - gap);
      if (marks && right - left >= marks.minWidth)
        marks.add(box, chain, row, left, right - gap, (start - from) * scale);
      if (right - left >= minLabeledWidth) labeled.push({ box, depth: row, left, right });
    }
    chain++;
  }
  return labeled;
}

/** With at least this many sample points per pixel, the sample point nearest to the center of a pixel is inside the pixel. */
const SAMPLE_POINTS_PER_PIXEL = 2;

/** The columns of pixels, each of which shows the stack at one position. Positions are in units of weight. */
class PixelColumns {
  /** The edges of the visible range, and pixels per unit of weight. */
  readonly from: number;
  readonly until: number;
  readonly scale: number;
  private readonly totalWeight: number;
  private readonly width: number;
  private readonly samplePoints: number;

  constructor(totalWeight: number, { width, viewport: { from, to } }: Frame) {
    this.totalWeight = totalWeight;
    this.width = width;
    this.from = from * totalWeight;
    this.until = to * totalWeight;
    this.scale = width / ((to - from) * totalWeight);
    const ratio = (SAMPLE_POINTS_PER_PIXEL * width) / (SAMPLE_POINTS * (to - from));
    this.samplePoints = SAMPLE_POINTS * 2 ** Math.max(0, Math.ceil(Math.log2(ratio)));
  }

  /** The sample point nearest to the center of a column. */
  positionOf(column: number): number {
    const middle = this.from + (column + 0.5) / this.scale;
    return samplePointAt(
      this.totalWeight,
      Math.round((middle / this.totalWeight) * this.samplePoints),
      this.samplePoints,
    );
  }

  /** The first column whose position is at or after `start`; `width` if there is none. */
  firstFrom(start: number): number {
    let column = Math.max(0, Math.min(this.width, Math.round((start - this.from) * this.scale)));
    while (column > 0 && this.positionOf(column - 1) >= start) column--;
    while (column < this.width && this.positionOf(column) < start) column++;
    return column;
  }
}

/**
 * Paints a chain narrower than a pixel and its next siblings, column by column, up to the first wider sibling or gap. Returns
 * the chain to continue with. In time order, siblings vary in width, and there may be gaps between them.
 */
function paintNarrow(
  tree: CallTree,
  frame: Frame,
  lines: Uint32Array,
  colorOf: (box: number, chain: number) => number,
  chain: number,
  columns: PixelColumns,
): number {
  const { start, total } = tree;
  const parent = tree.parent[chain];
  for (let column = columns.firstFrom(start[chain]); column < frame.width; column++) {
    const at = columns.positionOf(column);
    const last = childAt(tree, parent, chain, at);
    if (last !== chain && total[last] * columns.scale >= 1) return last;
    if (at >= start[last] + total[last]) return tree.end[last];
    paintColumn(tree, frame, lines, colorOf, parent, column, at);
  }
  return tree.end[parent];
}

/** The last child of `parent` that starts at or before `at`, but not before `chain`, which is also a child of `parent`. */
function childAt(tree: CallTree, parent: number, chain: number, at: number): number {
  // Sums of weights are rounded, so a position on an edge may end up on either side of it.
  let last = Math.max(chain, lastAtMost(tree.start, tree.end[parent], at));
  while (tree.parent[last] !== parent) last = tree.parent[last];
  return last;
}

/** Paints the descendants of `parent` at a position into one column of pixels. */
function paintColumn(
  tree: CallTree,
  { width, top, bottom }: Frame,
  lines: Uint32Array,
  colorOf: (box: number, chain: number) => number,
  parent: number,
  column: number,
  at: number,
): void {
  for (let chain = lastAtMost(tree.start, tree.chains, at); chain > parent; chain = tree.parent[chain]) {
    if (at >= tree.start[chain] + tree.total[chain]) continue;
    const depth = tree.depth[chain];
    const stop = Math.min(bottom, depth + tree.first[chain + 1] - tree.first[chain]);
    for (let row = Math.max(top, depth); row < stop; row++) {
      lines[(row - top) * width + column] = colorOf(tree.first[chain] + row - depth, chain);
    }
  }
}

/**
 * Repeats each painted line over the height of its row. `yOf` returns the top of a row in the image; rows may lie partly
 * outside the image.
 */
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
    // The last line of pixels stays empty to separate the rows.
    for (let at = Math.max(0, y); at < Math.min(height, y + rowHeight - 1); at++) image.set(line, at * width);
  }
}
