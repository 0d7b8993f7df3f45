// Resamples the columns of a lane to columns of pixels. A column that spans two pixels is split between them, and columns
// within one pixel are added up. Weight is conserved, except for samples that last beyond the end.

import { FAMILIES, type Lane } from '../model/session.ts';

const F = FAMILIES.length;

/** A thread slept if the interval between two samples is longer than this many typical intervals. */
const SLEPT = 2;

/**
 * Writes `width` columns of FAMILIES, as in `Lane.columns`, to `pixels`. As in the time-ordered view, a sample lasts until the
 * next one or, if the thread slept in between, for one `interval` (in columns).
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

/** The first column at or after this one that is not empty; the number of columns if there is none. */
function filledFrom(columns: Float32Array, column: number): number {
  let at = column * F;
  while (at < columns.length && columns[at] === 0) at++;
  return Math.floor(at / F);
}

/** How lanes are drawn: the width of a bar in pixels, and the weight of a bar that fills the lane's height. */
export interface Bars {
  readonly pixels: number;
  readonly full: number;
  /** The interval between samples of a running thread, in columns of a lane. */
  readonly interval: number;
}

/** Only the busiest threads determine the weight of a full bar. */
const MAX_COMPARED = 200;
/** The load of a busy thread is averaged over this many pixels. */
const AVERAGED = 16;
/**
 * A bar covers at least this many samples, so that it shows more than the kind of a single sample, but is at most `MAX_WIDTH`
 * pixels wide.
 */
const SAMPLES = 4;
const MAX_WIDTH = 6;
/** Samples that last at least this many pixels are drawn individually. */
const INDIVIDUAL = 3;

/** Bars are as narrow as the sample density allows. All lanes have bars of the same width and scale, so that they can be compared. */
export function barsOf(lanes: readonly Lane[], width: number): Bars {
  const pixels = new Float64Array(width * F);
  const together = Math.min(width, AVERAGED);
  const busiest = [...lanes].sort((a, b) => b.weight - a.weight).slice(0, MAX_COMPARED);
  const [first] = busiest;
  const interval = first ? intervalOf(first) : 0;
  const lasts = first ? (interval * width * F) / first.columns.length : 0;
  let peak = 0;
  for (const lane of busiest) {
    // No average in the remaining lanes can be higher: their total weight is too small.
    if (lane.weight / together <= peak) break;
    rebin(lane.columns, width, pixels, interval);
    peak = Math.max(peak, peakOf(pixels, together));
  }
  const wide = lasts < INDIVIDUAL ? Math.max(1, Math.min(MAX_WIDTH, Math.ceil(SAMPLES * lasts - 0.1))) : 1;
  return { pixels: wide, full: peak * wide, interval };
}

/** The interval between samples of a running thread, in columns; 0 if fewer than two columns have samples. */
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

/** The maximum average weight per pixel of this many adjacent pixels. */
function peakOf(pixels: Float64Array, together: number): number {
  let most = 0;
  let sum = 0;
  for (let at = 0; at < pixels.length; at++) {
    sum += pixels[at] - (at >= together * F ? pixels[at - together * F] : 0);
    most = Math.max(most, sum / together);
  }
  return most;
}

/** The sum of all lanes. */
export function summed(lanes: readonly Lane[], columns: number): Float32Array {
  const sum = new Float64Array(columns * F);
  for (const lane of lanes) for (let at = 0; at < sum.length; at++) sum[at] += lane.columns[at];
  return Float32Array.from(sum);
}

/** The weight of a lane between two positions, in columns; a column that is partly inside counts proportionally. */
export function weightBetween({ columns }: Lane, from: number, to: number): number {
  let sum = 0;
  for (let column = Math.floor(from); column < Math.min(to, columns.length / F); column++) {
    const part = Math.min(to, column + 1) - Math.max(from, column);
    for (let family = 0; family < F; family++) sum += columns[column * F + family] * part;
  }
  return sum;
}
