// Boxes to pixels. Every row of the graph is one line of pixels, painted once and copied down the row's height, so the
// work is bounded by the picture, not by the tree. A box narrower than a pixel is not painted by itself: each
// pixel column among such boxes shows the stack that stands at its middle.

import { lastAtMost, type CallTree } from '../model/tree.ts';
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

/** Boxes from this width on leave a gap before the next. */
const GAP_FROM = 3;

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
  const { width, top, bottom, viewport } = frame;
  const labelled: Labelled[] = [];
  const all = tree.total[0];
  if (!(all > 0)) return labelled;
  const from = viewport.from * all;
  const scale = width / ((viewport.to - viewport.from) * all);
  const until = viewport.to * all;
  for (let run = 0; run < tree.runs;) {
    const start = tree.start[run];
    if (start >= until) break;
    const depth = tree.depth[run];
    const end = start + tree.total[run];
    if (end <= from || depth >= bottom) {
      run = tree.end[run];
      continue;
    }
    if ((end - start) * scale < 1 && run > 0) {
      const parent = tree.parent[run];
      const stop = Math.min(until, tree.start[parent] + tree.total[parent] - tree.self[parent]);
      paintColumns(tree, frame, lines, colorOf, {
        parent,
        from: Math.max(from, start),
        to: stop,
        origin: from,
        scale,
      });
      // Brothers come heaviest first: none of those that follow is wider.
      run = tree.end[parent];
      continue;
    }
    const left = Math.max(0, Math.round((start - from) * scale));
    const right = Math.min(width, Math.round((end - from) * scale));
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

/** A stretch under `parent` where every box is narrower than a pixel. */
interface Stretch {
  readonly parent: number;
  readonly from: number;
  readonly to: number;
  /** The place at pixel 0, and pixels per weight. */
  readonly origin: number;
  readonly scale: number;
}

function paintColumns(
  tree: CallTree,
  frame: Frame,
  lines: Uint32Array,
  colorOf: (box: number) => number,
  stretch: Stretch,
) {
  const { width, top, bottom } = frame;
  const { parent, origin, scale } = stretch;
  const first = Math.max(0, Math.ceil((stretch.from - origin) * scale - 0.5));
  const last = Math.min(width - 1, Math.floor((stretch.to - origin) * scale - 0.5));
  for (let column = first; column <= last; column++) {
    const at = origin + (column + 0.5) / scale;
    for (let run = lastAtMost(tree.start, tree.runs, at); run > parent; run = tree.parent[run]) {
      if (at >= tree.start[run] + tree.total[run]) continue;
      const depth = tree.depth[run];
      const stop = Math.min(bottom, depth + tree.first[run + 1] - tree.first[run]);
      for (let row = Math.max(top, depth); row < stop; row++) {
        lines[(row - top) * width + column] = colorOf(tree.first[run] + row - depth);
      }
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
