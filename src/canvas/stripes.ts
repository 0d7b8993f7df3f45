// Diagonal stripes over boxes of unnamed and missing code. They are anchored to the left edge of their box, so that they move
// with it.

/** Minimum width of a striped box in CSS pixels; in narrower boxes, stripes would look like noise. */
export const MIN_STRIPED_WIDTH = 8;
/** The horizontal distance between stripes, and their width, in CSS pixels. */
export const STRIPE_PERIOD = 7;
export const STRIPE_WIDTH = 3;

interface StripedBox {
  readonly depth: number;
  /** The visible part in pixels, without the gap. */
  readonly left: number;
  readonly right: number;
  /** The left edge of the box in pixels, which may be far outside the image. */
  readonly anchor: number;
  readonly color: number;
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
  private readonly period: number;
  private readonly thickness: number;
  private readonly colorOf: (box: number, chain: number) => number;
  private readonly boxes: StripedBox[] = [];

  /** `colorOf` returns the color of the stripes, or 0 for a plain box. `ratio` is in device pixels per CSS pixel. */
  constructor(colorOf: (box: number, chain: number) => number, ratio: number) {
    this.colorOf = colorOf;
    this.minWidth = MIN_STRIPED_WIDTH * ratio;
    this.period = Math.round(STRIPE_PERIOD * ratio);
    this.thickness = Math.round(STRIPE_WIDTH * ratio);
  }

  add(box: number, chain: number, depth: number, left: number, right: number, anchor: number): void {
    const color = this.colorOf(box, chain);
    if (color !== 0) this.boxes.push({ depth, left, right, anchor: Math.round(anchor), color });
  }

  paint(image: Uint32Array, size: ImageSize, yOf: (depth: number) => number): void {
    const { period, thickness } = this;
    const { width, height, rowHeight } = size;
    for (const { depth, left, right, anchor, color } of this.boxes) {
      const top = yOf(depth);
      // The last pixel line of each row is a gap.
      for (let y = Math.max(0, top); y < Math.min(height, top + rowHeight - 1); y++) {
        const line = y * width;
        const phase = anchor - (y - top);
        const first = phase + Math.floor((left - phase) / period) * period;
        for (let start = first; start < right; start += period) {
          const end = Math.min(right, start + thickness);
          for (let x = Math.max(left, start); x < end; x++) image[line + x] = color;
        }
      }
    }
  }
}
