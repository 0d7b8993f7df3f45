// Boxes in the order of time to pixels. Brothers come as they were sampled here, not by weight as in `paintRows`, so a
// wide one may follow a million that are narrower than a pixel: each column of pixels looks up the stack at
// its middle, and one that stands for several columns is painted over all of them at once.

import { NONE } from '../model/profile.ts';
import { lastAtMost, type CallTree } from '../model/tree.ts';
import type { Frame, Labelled } from './raster.ts';

/** Boxes from this width on leave a gap before the next. Narrower ones are many here, and would pale. */
const GAP_FROM = 6;

/**
 * Paints the visible rows into `lines` (width * (bottom - top) pixels, row after row), which hold what is seen where no
 * box is. `colorOf` gives a box its colour. Returns the boxes at least `labelFrom` pixels wide.
 */
export function paintInTime(
  tree: CallTree,
  frame: Frame,
  lines: Uint32Array,
  colorOf: (box: number) => number,
  labelFrom: number,
): Labelled[] {
  const { width, top, bottom, viewport } = frame;
  const all = tree.total[0];
  const labelled: Labelled[] = [];
  if (!(all > 0) || bottom <= top) return labelled;
  const origin = viewport.from * all;
  const scale = width / ((viewport.to - viewport.from) * all);
  const rows = openRows(bottom - top);
  /** What was behind the last pixel of a box: it shows through the gap. */
  const behind = lines.slice(0, width);
  const close = (row: number, right: number) => {
    const box = rows.box[row];
    const left = rows.left[row];
    if (box === NONE) return;
    if (right - left >= GAP_FROM && right < width) lines[row * width + right - 1] = behind[right - 1];
    if (right - left >= labelFrom) labelled.push({ box, depth: row + top, left, right });
  };
  const put = (row: number, box: number, left: number, right: number) => {
    if (rows.box[row] !== box) {
      close(row, left);
      rows.box[row] = box;
      rows.left[row] = left;
    }
    if (box !== NONE) lines.fill(colorOf(box), row * width + left, row * width + right);
  };
  for (let x = 0; x < width;) {
    const at = origin + (x + 0.5) / scale;
    const { run, until } = stackAt(tree, at);
    const right = Math.min(width, Math.max(x + 1, Math.ceil((until - origin) * scale - 0.5)));
    putStack(tree, run, frame, (row, box) => put(row, box, x, right));
    x = right;
  }
  for (let row = 0; row < bottom - top; row++) close(row, width);
  return labelled;
}

/** Of each row the box that is being painted, and where it began. */
function openRows(count: number): { box: Int32Array; left: Int32Array } {
  return { box: new Int32Array(count).fill(NONE), left: new Int32Array(count) };
}

/** The innermost run that covers a place, and up to where the stack is the same. */
function stackAt(tree: CallTree, at: number): { run: number; until: number } {
  const last = lastAtMost(tree.start, tree.runs, at);
  let run = last;
  while (run > 0 && at >= tree.start[run] + tree.total[run]) run = tree.parent[run];
  const end = tree.start[run] + tree.total[run];
  return { run, until: last + 1 < tree.runs ? Math.min(end, tree.start[last + 1]) : end };
}

/** Tells each visible row its box of the stack that ends with `run`; NONE above its end. */
function putStack(
  tree: CallTree,
  run: number,
  { top, bottom }: Frame,
  put: (row: number, box: number) => void,
): void {
  const height = tree.depth[run] + tree.first[run + 1] - tree.first[run];
  for (let depth = Math.max(top, height); depth < bottom; depth++) put(depth - top, NONE);
  for (let at = run; at >= 0; at = tree.parent[at]) {
    const depth = tree.depth[at];
    const end = Math.min(bottom, depth + tree.first[at + 1] - tree.first[at]);
    for (let each = Math.max(top, depth); each < end; each++) put(each - top, tree.first[at] + each - depth);
    if (depth <= top) break;
  }
}
