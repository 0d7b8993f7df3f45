// Thin diagonal lines over boxes that are inferred, whatever their colors are.

import { isInferred, type InferredWeights, type CallTree } from '../../model/tree.ts';
import { mix, pixelOf } from '../colors/colors.ts';
import { DiagonalLines, MIN_STRIPED_WIDTH, type BoxMarks, type ImageSize } from './stripes.ts';

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
