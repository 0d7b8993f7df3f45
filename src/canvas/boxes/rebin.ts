// Resamples the columns of a lane to columns of pixels. A column that spans two pixels is split between them, and columns
// within one pixel are added up. Weight is conserved, except for samples that last beyond the end.

import type { Lane } from '../../model/session.ts';

type LaneColumns = Pick<Lane, 'columns' | 'bands'>;

/** A thread counts as asleep if the interval between two samples is longer than this many typical intervals. */
const SLEEP_FACTOR = 2;

/**
 * Writes `width` columns, as in `Lane.columns`, to `pixels`. As in the time-ordered view, a sample lasts until the
 * next one or, if the thread slept in between, for one `interval` (in columns).
 */
export function rebin(
  { columns, bands }: LaneColumns,
  width: number,
  pixels: Float64Array,
  interval = 0,
): void {
  pixels.fill(0, 0, width * bands);
  const count = columns.length / bands;
  const scale = width / count;
  for (let column = nextFilled({ columns, bands }, 0), next = column; column < count; column = next) {
    next = nextFilled({ columns, bands }, column + 1);
    const step = next - column;
    const duration = next < count && step <= SLEEP_FACTOR * interval ? step : Math.max(1, interval);
    const left = column * scale;
    const right = left + duration * scale;
    const end = Math.min(width, Math.ceil(right));
    for (let pixel = Math.min(width - 1, Math.floor(left)); pixel < end; pixel++) {
      const share = (Math.min(right, pixel + 1) - Math.max(left, pixel)) / (right - left);
      for (let band = 0; band < bands; band++)
        pixels[pixel * bands + band] += columns[column * bands + band] * share;
    }
  }
}

/** The first nonempty column at or after this one; the number of columns if there is none. */
function nextFilled({ columns, bands }: LaneColumns, column: number): number {
  let at = column * bands;
  while (at < columns.length && columns[at] === 0) at++;
  return Math.floor(at / bands);
}

/** How lanes are drawn as bars: the width of a bar in pixels, and the weight of a bar as high as the lane. */
export interface BarLayout {
  readonly pixels: number;
  readonly full: number;
  /** The interval between samples of a running thread, in columns of a lane. */
  readonly interval: number;
  /** True if the columns have the times of samples that last. */
  readonly isExact?: boolean | undefined;
}

/** The layout of lanes whose columns are exact, without gaps between samples. */
export function exactLayoutOf(lanes: readonly Lane[], width: number): BarLayout {
  const bands = lanes.at(0)?.bands ?? 1;
  const pixels = new Float64Array(width * bands);
  let full = 0;
  for (const lane of lanes.slice(0, MAX_COMPARED)) {
    rebin(lane, width, pixels);
    full = Math.max(full, peakOf(pixels, bands, 1));
  }
  return { pixels: 1, full: full || 1, interval: 0, isExact: true };
}

/** Number of busiest threads that determine the weight of a full bar. */
const MAX_COMPARED = 200;
/** The load of a busy thread is averaged over this many pixels. */
const PEAK_WIDTH = 16;
/**
 * A bar covers at least this many samples, so that it shows a mix of bands, unless it would be wider than `MAX_WIDTH`
 * pixels.
 */
const MIN_SAMPLES = 4;
const MAX_WIDTH = 6;
/** Samples that last at least this many pixels are drawn individually. */
const MIN_INDIVIDUAL_WIDTH = 3;

/** Makes bars as narrow as the sample density allows. All lanes have bars of the same width and scale, so that they can be compared. */
export function barLayoutOf(lanes: readonly Lane[], width: number): BarLayout {
  const bands = lanes.at(0)?.bands ?? 1;
  const pixels = new Float64Array(width * bands);
  const peakWidth = Math.min(width, PEAK_WIDTH);
  const busiest = [...lanes].sort((a, b) => b.weight - a.weight).slice(0, MAX_COMPARED);
  const [first] = busiest;
  const interval = first ? intervalOf(first) : 0;
  const duration = first ? (interval * width * bands) / first.columns.length : 0;
  let peak = 0;
  for (const lane of busiest) {
    // No average in the remaining lanes can be higher: their total weight is too small.
    if (lane.weight / peakWidth <= peak) break;
    rebin(lane, width, pixels, interval);
    peak = Math.max(peak, peakOf(pixels, bands, peakWidth));
  }
  const barWidth =
    duration < MIN_INDIVIDUAL_WIDTH
      ? Math.max(1, Math.min(MAX_WIDTH, Math.ceil(MIN_SAMPLES * duration - 0.1)))
      : 1;
  return { pixels: barWidth, full: peak * barWidth, interval };
}

/** The interval between samples of a running thread, in columns; 0 if fewer than two columns have samples. */
function intervalOf({ columns, bands, weight, samples }: Lane): number {
  const steps: { readonly columns: number; readonly samples: number }[] = [];
  const count = columns.length / bands;
  for (let column = nextFilled({ columns, bands }, 0), next = column; column < count; column = next) {
    next = nextFilled({ columns, bands }, column + 1);
    if (next === count) break;
    const here = columns.subarray(column * bands, (column + 1) * bands).reduce((sum, each) => sum + each, 0);
    steps.push({ columns: next - column, samples: Math.max(1, Math.round((here * samples) / weight)) });
  }
  if (steps.length === 0) return 0;
  steps.sort((a, b) => a.columns / a.samples - b.columns / b.samples);
  const typical = steps[steps.length >> 1];
  const most = (SLEEP_FACTOR * typical.columns) / typical.samples;
  const awake = steps.filter((step) => step.columns <= most * step.samples);
  const sum = (part: 'columns' | 'samples') => awake.reduce((all, step) => all + step[part], 0);
  return sum('columns') / sum('samples');
}

/** The maximum weight per pixel, averaged over this many adjacent pixels. */
function peakOf(pixels: Float64Array, bands: number, peakWidth: number): number {
  let most = 0;
  let sum = 0;
  for (let at = 0; at < pixels.length; at++) {
    sum += pixels[at] - (at >= peakWidth * bands ? pixels[at - peakWidth * bands] : 0);
    most = Math.max(most, sum / peakWidth);
  }
  return most;
}

export function sumLanes(lanes: readonly LaneColumns[]): Float32Array {
  const sum = new Float64Array(lanes.at(0)?.columns.length ?? 0);
  for (const lane of lanes) for (let at = 0; at < sum.length; at++) sum[at] += lane.columns[at];
  return Float32Array.from(sum);
}

/** The weight of a lane between two positions, in columns; a column that is partly inside counts proportionally. */
export function weightBetween(lane: LaneColumns, from: number, to: number): number {
  return bandsBetween(lane, from, to).reduce((sum, weight) => sum + weight, 0);
}

/** As `weightBetween`, per band. */
export function bandsBetween({ columns, bands }: LaneColumns, from: number, to: number): Float64Array {
  const weights = new Float64Array(bands);
  const end = Math.min(to, columns.length / bands);
  for (let column = Math.max(0, Math.floor(from)); column < end; column++) {
    const part = Math.min(to, column + 1) - Math.max(from, column);
    for (let band = 0; band < bands; band++) weights[band] += columns[column * bands + band] * part;
  }
  return weights;
}
