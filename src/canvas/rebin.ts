// The columns of a lane as the columns of pixels it is painted on. Weight is conserved: a column that lies across two
// pixels is shared between them, and what falls into one pixel is added up.

import { FAMILIES, type Lane } from '../model/session.ts';

const F = FAMILIES.length;

/** Into `pixels`, `width` columns of FAMILIES as in `Lane.columns`. */
export function rebin(columns: Float32Array, width: number, pixels: Float64Array): void {
  pixels.fill(0, 0, width * F);
  const count = columns.length / F;
  const scale = width / count;
  for (let column = 0; column < count; column++) {
    const left = column * scale;
    const right = left + scale;
    const last = Math.min(width - 1, Math.ceil(right) - 1);
    for (let pixel = Math.min(last, Math.floor(left)); pixel <= last; pixel++) {
      // The rest goes into the last one, whatever was rounded.
      const end = pixel === last ? right : Math.min(right, pixel + 1);
      const share = (end - Math.max(left, pixel)) / scale;
      for (let family = 0; family < F; family++)
        pixels[pixel * F + family] += columns[column * F + family] * share;
    }
  }
}

/** How lanes are drawn: in bars of so many pixels, of which one of this weight fills a lane. */
export interface Bars {
  readonly pixels: number;
  readonly full: number;
}

/** Of thousands of threads the busiest tell how much one can do; a thread that does more fills its lane. */
const MOST_COMPARED = 200;
/** How much a busy thread does is told by so many pixels together. */
const TOGETHER = 16;
/**
 * Samples come at equal distances, so that of neighbouring bars one has one sample more than the other: with fewer than
 * this in a bar, a thread that is busy all the time would look like a comb. No bar is wider than that, though.
 */
const SAMPLES = 4;
const WIDEST = 6;

/** Bars are a pixel wide where samples are that dense. All lanes have the same, to be compared. */
export function barsOf(lanes: readonly Lane[], width: number): Bars {
  const pixels = new Float64Array(width * F);
  const together = Math.min(width, TOGETHER);
  let peak = 0;
  let sample = 0;
  for (const lane of [...lanes].sort((a, b) => b.weight - a.weight).slice(0, MOST_COMPARED)) {
    // No few pixels have more than the whole lane.
    if (lane.weight / together <= peak) break;
    rebin(lane.columns, width, pixels);
    const highest = mostOf(pixels, together);
    if (highest <= peak) continue;
    peak = highest;
    sample = lane.weight / lane.samples;
  }
  const wide = Math.max(1, Math.min(WIDEST, Math.ceil((SAMPLES * sample) / (peak || 1) - 0.1)));
  return { pixels: wide, full: peak * wide };
}

/** The most in so many neighbouring pixels, by pixel. */
function mostOf(pixels: Float64Array, together: number): number {
  let most = 0;
  let sum = 0;
  for (let at = 0; at < pixels.length; at++) {
    sum += pixels[at] - (at >= together * F ? pixels[at - together * F] : 0);
    most = Math.max(most, sum / together);
  }
  return most;
}

/** All lanes as one. */
export function summed(lanes: readonly Lane[], columns: number): Float32Array {
  const sum = new Float64Array(columns * F);
  for (const lane of lanes) for (let at = 0; at < sum.length; at++) sum[at] += lane.columns[at];
  return Float32Array.from(sum);
}

/** The weight of a lane between two places, in columns from its left; of a column that is cut, its part. */
export function weightBetween({ columns }: Lane, from: number, to: number): number {
  let sum = 0;
  for (let column = Math.floor(from); column < Math.min(to, columns.length / F); column++) {
    const part = Math.min(to, column + 1) - Math.max(from, column);
    for (let family = 0; family < F; family++) sum += columns[column * F + family] * part;
  }
  return sum;
}
