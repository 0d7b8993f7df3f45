// The columns of a lane as the columns of pixels it is painted on. Weight is conserved, but for what lasts beyond the end: what
// lies across two pixels is shared between them, and what falls into one pixel is added up.

import { FAMILIES, type Lane } from '../model/session.ts';

const F = FAMILIES.length;

/** More than so many times what is typical from one sample to the next, and the thread slept meanwhile. */
const SLEPT = 2;

/**
 * Into `pixels`, `width` columns of FAMILIES as in `Lane.columns`. As in the time order a sample stands for the time until the
 * next one, and where the thread slept before that, for one `interval` (in columns); what lasts beyond the end is not seen.
 */
export function rebin(columns: Float32Array, width: number, pixels: Float64Array, interval = 0): void {
  pixels.fill(0, 0, width * F);
  const count = columns.length / F;
  const scale = width / count;
  for (let column = filledFrom(columns, 0), next = column; column < count; column = next) {
    next = filledFrom(columns, column + 1);
    const step = next - column;
    const lasts = next < count && step <= SLEPT * interval ? step : Math.max(1, interval);
    const left = column * scale;
    const right = left + lasts * scale;
    const end = Math.min(width, Math.ceil(right));
    for (let pixel = Math.min(width - 1, Math.floor(left)); pixel < end; pixel++) {
      const share = (Math.min(right, pixel + 1) - Math.max(left, pixel)) / (right - left);
      for (let family = 0; family < F; family++)
        pixels[pixel * F + family] += columns[column * F + family] * share;
    }
  }
}

/** The first column from this one on with anything in it; behind the last where there is none. */
function filledFrom(columns: Float32Array, column: number): number {
  let at = column * F;
  while (at < columns.length && columns[at] === 0) at++;
  return Math.floor(at / F);
}

/** How lanes are drawn: in bars of so many pixels, of which one of this weight fills a lane. */
export interface Bars {
  readonly pixels: number;
  readonly full: number;
  /** From one sample of a thread that does not sleep to the next, in columns of a lane. */
  readonly interval: number;
}

/** Of thousands of threads the busiest tell how much one can do; a thread that does more fills its lane. */
const MOST_COMPARED = 200;
/** How much a busy thread does is told by so many pixels together. */
const TOGETHER = 16;
/** A bar has so many samples, to tell more than the kind of one of them. No bar is wider than that, though. */
const SAMPLES = 4;
const WIDEST = 6;
/** In pixels: a sample that lasts so long is seen by itself, from where it begins to where it ends. */
const SEEN = 3;

/** Bars are a pixel wide where samples are that dense. All lanes have the same, to be compared. */
export function barsOf(lanes: readonly Lane[], width: number): Bars {
  const pixels = new Float64Array(width * F);
  const together = Math.min(width, TOGETHER);
  const busiest = [...lanes].sort((a, b) => b.weight - a.weight).slice(0, MOST_COMPARED);
  const [first] = busiest;
  const interval = first ? intervalOf(first) : 0;
  const lasts = first ? (interval * width * F) / first.columns.length : 0;
  let peak = 0;
  for (const lane of busiest) {
    // No few pixels have more than the whole lane.
    if (lane.weight / together <= peak) break;
    rebin(lane.columns, width, pixels, interval);
    peak = Math.max(peak, mostOf(pixels, together));
  }
  const wide = lasts < SEEN ? Math.max(1, Math.min(WIDEST, Math.ceil(SAMPLES * lasts - 0.1))) : 1;
  return { pixels: wide, full: peak * wide, interval };
}

/** How many columns a thread that does not sleep goes on from one sample to the next; 0 where none follows another. */
function intervalOf({ columns, weight, samples }: Lane): number {
  const steps: { readonly columns: number; readonly samples: number }[] = [];
  const count = columns.length / F;
  for (let column = filledFrom(columns, 0), next = column; column < count; column = next) {
    next = filledFrom(columns, column + 1);
    if (next === count) break;
    const here = columns.subarray(column * F, (column + 1) * F).reduce((sum, each) => sum + each, 0);
    steps.push({ columns: next - column, samples: Math.max(1, Math.round((here * samples) / weight)) });
  }
  if (steps.length === 0) return 0;
  steps.sort((a, b) => a.columns / a.samples - b.columns / b.samples);
  const typical = steps[steps.length >> 1];
  const most = (SLEPT * typical.columns) / typical.samples;
  const awake = steps.filter((step) => step.columns <= most * step.samples);
  const sum = (part: 'columns' | 'samples') => awake.reduce((all, step) => all + step[part], 0);
  return sum('columns') / sum('samples');
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
