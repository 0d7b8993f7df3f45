// Diagonal lines over boxes: stripes over unnamed and missing code, and thin ones over what is inferred, whatever its
// color is. They are anchored to the left edge of their box, so that they move with it.

import { isInferred, type InferredWeights, type CallTree } from '../../model/tree.ts';
import { mix, pixelOf } from '../colors/colors.ts';

/** Minimum width of a striped box in CSS pixels; in narrower boxes, stripes would look like noise. */
export const MIN_STRIPED_WIDTH = 8;
/** The horizontal distance between stripes, and their width, in CSS pixels. */
export const STRIPE_PERIOD = 7;
export const STRIPE_WIDTH = 3;

interface LinedBox<Look> {
  readonly depth: number;
  /** The visible part in pixels, without the gap. */
  readonly left: number;
  readonly right: number;
  /** The left edge of the box in pixels, which may be far outside the image. */
  readonly anchor: number;
  readonly look: Look;
}

/** Diagonal lines over boxes. Lengths are in device pixels, horizontally. */
class DiagonalLines<Look> {
  private readonly period: number;
  private readonly thickness: number;
  private readonly boxes: LinedBox<Look>[] = [];

  constructor(period: number, thickness: number) {
    this.period = Math.round(period);
    this.thickness = Math.round(thickness);
  }

  add(depth: number, left: number, right: number, anchor: number, look: Look): void {
    this.boxes.push({ depth, left, right, anchor: Math.round(anchor), look });
  }

  /** Calls `paint` for each row of pixels of each line, with the range of pixels in the image. */
  paint(
    { width, height, rowHeight }: ImageSize,
    yOf: (depth: number) => number,
    paint: (from: number, to: number, look: Look) => void,
  ): void {
    const { period, thickness } = this;
    for (const { depth, left, right, anchor, look } of this.boxes) {
      const top = yOf(depth);
      // The last pixel line of each row is a gap.
      for (let y = Math.max(0, top); y < Math.min(height, top + rowHeight - 1); y++) {
        const line = y * width;
        const phase = anchor - (y - top);
        const first = phase + Math.floor((left - phase) / period) * period;
        for (let start = first; start < right; start += period)
          paint(line + Math.max(left, start), line + Math.min(right, start + thickness), look);
      }
    }
  }
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly rowHeight: number;
}

/** Collects the wide boxes of a picture, and paints over them. Lengths are in device pixels. */
export interface BoxMarks {
  /** Of the boxes to collect. */
  readonly minWidth: number;
  /** `left` and `right` are those of the visible part, without the gap; `anchor` is the left edge, which may be far outside. */
  add(box: number, chain: number, depth: number, left: number, right: number, anchor: number): void;
  /** `yOf` returns the top of the row at a depth in the image. */
  paint(image: Uint32Array, size: ImageSize, yOf: (depth: number) => number): void;
}

/** Collects and paints the striped boxes of a picture. Lengths are in device pixels. */
export class Stripes implements BoxMarks {
  readonly minWidth: number;
  private readonly colorOf: (box: number, chain: number) => number;
  private readonly lines: DiagonalLines<number>;

  /** `colorOf` returns the color of the stripes, or 0 for a plain box. `ratio` is in device pixels per CSS pixel. */
  constructor(colorOf: (box: number, chain: number) => number, ratio: number) {
    this.colorOf = colorOf;
    this.minWidth = MIN_STRIPED_WIDTH * ratio;
    this.lines = new DiagonalLines(STRIPE_PERIOD * ratio, STRIPE_WIDTH * ratio);
  }

  add(box: number, chain: number, depth: number, left: number, right: number, anchor: number): void {
    const color = this.colorOf(box, chain);
    if (color !== 0) this.lines.add(depth, left, right, anchor, color);
  }

  paint(image: Uint32Array, size: ImageSize, yOf: (depth: number) => number): void {
    this.lines.paint(size, yOf, (from, to, color) => {
      for (let at = from; at < to; at++) image[at] = color;
    });
  }
}

/** Distance of the lines and their width, in pixels across them. */
export const HATCH_PERIOD = 6;
export const HATCH_WIDTH = 1;
/** Of the text color. */
export const HATCH_OPACITY = 0.15;
/** What it means, in pictures that are saved. */
export const HATCH_LEGEND = 'hatched: inferred';

/** Paints other marks, and the hatching over them. */
class Hatching implements BoxMarks {
  readonly minWidth: number;
  private readonly others: BoxMarks;
  private readonly minHatchedWidth: number;
  private readonly lines: DiagonalLines<undefined>;
  private readonly isHatched: (chain: number, depth: number) => boolean;
  private readonly text: number;

  constructor(
    others: BoxMarks,
    isHatched: (chain: number, depth: number) => boolean,
    text: string,
    ratio: number,
  ) {
    this.others = others;
    this.isHatched = isHatched;
    this.minHatchedWidth = MIN_STRIPED_WIDTH * ratio;
    this.minWidth = others.minWidth;
    this.text = pixelOf(text);
    this.lines = new DiagonalLines(HATCH_PERIOD * Math.SQRT2 * ratio, HATCH_WIDTH * Math.SQRT2 * ratio);
  }

  add(box: number, chain: number, depth: number, left: number, right: number, anchor: number): void {
    this.others.add(box, chain, depth, left, right, anchor);
    if (right - left >= this.minHatchedWidth && this.isHatched(chain, depth))
      this.lines.add(depth, left, right, anchor, undefined);
  }

  paint(image: Uint32Array, size: ImageSize, yOf: (depth: number) => number): void {
    this.others.paint(image, size, yOf);
    // Most pixels in a row have the same color.
    let [color, hatched] = [0, 0];
    this.lines.paint(size, yOf, (from, to) => {
      for (let at = from; at < to; at++) {
        if (image[at] !== color || hatched === 0) {
          color = image[at];
          hatched = mix(color, this.text, HATCH_OPACITY);
        }
        image[at] = hatched;
      }
    });
  }
}

/** Adds the hatching of inferred boxes to other marks. `text` is the color of the text on boxes. */
export function withHatching(
  others: BoxMarks,
  tree: CallTree,
  inferred: InferredWeights | undefined,
  text: string,
  ratio: number,
): BoxMarks {
  if (!inferred) return others;
  return new Hatching(others, (chain, depth) => isInferred(tree, inferred, chain, depth), text, ratio);
}
