// Paints what the boxes of a differential graph show besides their colors: the dashed outlines of ghosts, the parts of A and B, and
// the brackets of inserted and removed calls. Lengths are in device pixels. Loaded on demand.

import type { CallTree, Direction } from '../../model/tree.ts';
import { pixelOf, type Palette } from '../colors/colors.ts';
import type { Frame } from './raster.ts';
import type { BoxMarks, ImageSize } from './stripes.ts';
import { type BoxWidth, NodeMark, type ComparedNodes } from '../../model/comparison.ts';

/** In CSS pixels. Narrower boxes have neither an outline nor parts. */
export const MIN_MARKED_WIDTH = 4;
/** The dashes of an outline and the gaps between them, in CSS pixels. */
export const DASH = 4;
export const DASH_GAP = 3;
/** The thickness of a bracket, the length of its ends, and the distance of nested ones, in CSS pixels. */
export const BRACKET = { thickness: 2, end: 6, nesting: 3 } as const;

/** How boxes of a comparison look, by their function and chain. Colors are pixels. */
export interface ComparedLooks {
  /** True for code that the side of the width does not have, unless the search matches it: drawn as an outline without a fill. */
  isHollow(func: number, chain: number): boolean;
  /** The color of a dashed outline; 0 for none. */
  outline(func: number, chain: number): number;
  /** A's share of a box that shows both sides, and the color of its part; undefined for other boxes. */
  partA(func: number, chain: number): { readonly share: number; readonly fill: number } | undefined;
  readonly brackets: readonly Bracket[];
}

interface MarkedBox {
  readonly func: number;
  readonly chain: number;
  readonly depth: number;
  readonly left: number;
  readonly right: number;
  /** The edges of the box in pixels, which may be far outside the image. */
  readonly from: number;
  readonly to: number;
}

interface MarkedScene {
  readonly tree: CallTree;
  readonly direction: Direction;
  readonly palette: Palette;
  readonly frame: Frame;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

export class ComparedMarks implements BoxMarks {
  readonly minWidth: number;
  private readonly boxes: MarkedBox[] = [];
  private readonly looks: ComparedLooks;
  private readonly scene: MarkedScene;
  /** Pixels per unit of weight, and the weight to the left of the image. */
  private readonly scale: number;
  private readonly origin: number;

  constructor(looks: ComparedLooks, scene: MarkedScene) {
    const { tree, frame, ratio } = scene;
    const { from, to } = frame.viewport;
    this.looks = looks;
    this.scene = scene;
    this.minWidth = MIN_MARKED_WIDTH * ratio;
    this.scale = frame.width / ((to - from) * tree.total[0]);
    this.origin = from * tree.total[0];
  }

  add(box: number, chain: number, depth: number, left: number, right: number, anchor: number): void {
    const { tree } = this.scene;
    const func = tree.func[box];
    if (this.looks.outline(func, chain) === 0 && !this.looks.partA(func, chain)) return;
    const to = anchor + tree.total[chain] * this.scale;
    this.boxes.push({ func, chain, depth, left, right, from: anchor, to });
  }

  paint(image: Uint32Array, size: ImageSize, yOf: (depth: number) => number): void {
    const canvas = new PixelCanvas(image, size);
    for (const box of this.boxes) this.paintPartA(canvas, box, yOf(box.depth));
    for (const box of this.boxes) this.paintOutline(canvas, box, yOf(box.depth));
    for (const bracket of this.looks.brackets) {
      const { top, bottom } = this.scene.frame;
      if (bracket.depth >= top && bracket.depth < bottom)
        this.paintBracket(canvas, bracket, yOf(bracket.depth));
    }
  }

  private paintPartA(
    canvas: PixelCanvas,
    { func, chain, left, right, from, to }: MarkedBox,
    y: number,
  ): void {
    const part = this.looks.partA(func, chain);
    if (!part) return;
    const { palette, ratio } = this.scene;
    const height = canvas.rowHeight - 1;
    const middle = Math.round(from + (to - from) * part.share);
    canvas.fill(left, Math.min(right, middle), y, height, part.fill);
    const thickness = Math.max(1, Math.round(ratio));
    canvas.fill(Math.max(left, middle), Math.min(right, middle + thickness), y, height, palette.background);
  }

  private paintOutline(
    canvas: PixelCanvas,
    { func, chain, left, right, from, to }: MarkedBox,
    y: number,
  ): void {
    const color = this.looks.outline(func, chain);
    if (color === 0) return;
    const { palette, ratio, frame } = this.scene;
    const line = Math.max(1, Math.round(ratio));
    const height = canvas.rowHeight - 1;
    if (this.looks.isHollow(func, chain)) canvas.fill(left, right, y, height, palette.background);
    const [dash, gap] = [Math.round(DASH * ratio), Math.round(DASH_GAP * ratio)];
    const period = dash + gap;
    const anchor = Math.round(from);
    const first = anchor + Math.floor((left - anchor) / period) * period;
    for (let x = first; x < right; x += period) {
      const [start, end] = [Math.max(left, x), Math.min(right, x + dash)];
      canvas.fill(start, end, y, line, color);
      canvas.fill(start, end, y + height - line, line, color);
    }
    // The edges of boxes that continue outside the image are not visible.
    for (let down = 0; down < height; down += period) {
      const length = Math.min(dash, height - down);
      if (from > -1) canvas.fill(left, left + line, y + down, length, color);
      if (to < frame.width + 1) canvas.fill(right - line, right, y + down, length, color);
    }
  }

  private paintBracket(canvas: PixelCanvas, { from, to, isRemoved, level }: Bracket, y: number): void {
    const { ratio, direction, palette, frame } = this.scene;
    const left = Math.round((from - this.origin) * this.scale);
    const right = Math.round((to - this.origin) * this.scale) - 1;
    if (right - left < this.minWidth || right <= 0 || left >= frame.width) return;
    const color = pixelOf(palette.text);
    const thickness = Math.round(BRACKET.thickness * ratio);
    const ends = Math.round(BRACKET.end * ratio);
    const inset = Math.round(level * BRACKET.nesting * ratio);
    const isUp = direction === 'flame';
    // On the edge towards the caller.
    const edge = isUp ? y + canvas.rowHeight - thickness - inset : y - 1 + inset;
    const period = isRemoved ? Math.round((DASH + DASH_GAP) * ratio) : right - left;
    const dash = isRemoved ? Math.round(DASH * ratio) : period;
    const skipped = Math.max(0, Math.floor(-left / period)) * period;
    for (let x = left + skipped; x < Math.min(right, frame.width); x += period)
      canvas.fill(x, Math.min(right, x + dash), edge, thickness, color);
    const endTop = isUp ? edge + thickness - ends : edge;
    canvas.fill(left, left + thickness, endTop, ends, color);
    canvas.fill(right - thickness, right, endTop, ends, color);
  }
}

class PixelCanvas {
  readonly rowHeight: number;
  private readonly image: Uint32Array;
  private readonly width: number;
  private readonly height: number;

  constructor(image: Uint32Array, { width, height, rowHeight }: ImageSize) {
    this.image = image;
    this.width = width;
    this.height = height;
    this.rowHeight = rowHeight;
  }

  /** Clipped to the image. */
  fill(left: number, right: number, top: number, height: number, color: number): void {
    const from = Math.max(0, left);
    const to = Math.min(this.width, right);
    if (to <= from) return;
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y++)
      this.image.fill(color, y * this.width + from, y * this.width + to);
  }
}

/** True for code that the side of the width does not have: an outline without a fill. `a` and `b` are the weights on both sides. */
export function isGhost(a: number, b: number, width: BoxWidth): boolean {
  return (width === 'b' && b === 0) || (width === 'a' && a === 0);
}

/** True for ghosts, and for code that only A has if the width is that of both sides. */
export function isDashed(a: number, b: number, width: BoxWidth): boolean {
  return isGhost(a, b, width) || (width !== 'a' && b === 0);
}

/** Brackets over the callees of a call that only one side makes: in the tree, they are one level up, beside that call. */
export interface Bracket {
  /** The inserted or removed call. Its own box, which may have no width, is at the left end. */
  readonly chain: number;
  readonly depth: number;
  /** The edges, in units of weight from the left edge of the tree. */
  readonly from: number;
  readonly to: number;
  /** True for a call that only A makes. */
  readonly isRemoved: boolean;
  /** The number of brackets around this one. */
  readonly level: number;
}

/** The brackets of a tree; outer ones first. */
export function bracketsOf(
  { chains, start, total, depth }: CallTree,
  { mark, movedOutOf }: Pick<ComparedNodes, 'mark' | 'movedOutOf'>,
): Bracket[] {
  const end = new Map<number, number>();
  // Calls precede what moved out of them, so inner brackets are complete before the outer ones.
  for (let chain = chains - 1; chain > 0; chain--) {
    const call = movedOutOf[chain];
    if (call < 0) continue;
    const right = end.get(chain) ?? start[chain] + total[chain];
    end.set(call, Math.max(end.get(call) ?? 0, right));
  }
  const levels = new Map<number, number>();
  return [...end]
    .sort(([a], [b]) => a - b)
    .map(([chain, to]) => {
      const level = (levels.get(movedOutOf[chain]) ?? -1) + 1;
      levels.set(chain, level);
      const isRemoved = mark[chain] === NodeMark.removed;
      return { chain, depth: depth[chain], from: start[chain], to, isRemoved, level };
    });
}
