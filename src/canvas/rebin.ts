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

/** Of thousands of threads the busiest tell how much one can do; a thread that does more fills its lane. */
const MOST_COMPARED = 200;

/** The most that falls into one pixel of one of these lanes: what full height stands for. */
export function peakOf(lanes: readonly Lane[], width: number): number {
  const pixels = new Float64Array(width * F);
  let peak = 0;
  for (const lane of [...lanes].sort((a, b) => b.weight - a.weight).slice(0, MOST_COMPARED)) {
    // No pixel has more than the whole lane.
    if (lane.weight <= peak) break;
    rebin(lane.columns, width, pixels);
    for (let at = 0; at < pixels.length; at += F) {
      let sum = 0;
      for (let family = 0; family < F; family++) sum += pixels[at + family];
      peak = Math.max(peak, sum);
    }
  }
  return peak;
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
