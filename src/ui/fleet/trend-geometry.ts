// Where the points, the line, the interval and the labels of a trend are, in CSS pixels.

import type { Size } from '../primitives/use-size.ts';
import { area, extent, line, scaleLinear, scalePoint, scaleUtc } from 'd3';
import {
  groupName,
  type Interval,
  type Series,
  type TrendAnswer,
  type TrendGroup,
  type TrendUnit,
} from '../../store/fleet-source.ts';
import { startOfGroup } from '../../state/fleet/fleet-view.ts';

interface PlacedPoint {
  /** Index of its group. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly lo: number;
  readonly hi: number;
}

interface PlacedLabel {
  readonly at: number;
  readonly text: string;
}

export interface TrendGeometry {
  /** Groups without a value have none. */
  readonly points: readonly PlacedPoint[];
  /** SVG paths; empty for hosts, which do not follow each other, and for a single point. */
  readonly line: string;
  readonly band: string;
  readonly xLabels: readonly (PlacedLabel & { readonly anchor: 'start' | 'middle' | 'end' })[];
  readonly yLabels: readonly PlacedLabel[];
}

/** Room for labels and dots. */
const MARGIN = { left: 52, right: 14, top: 22, bottom: 20 };
const Y_TICKS = 3;
/** Width of a character of a label. */
const CHARACTER = 6.6;
const LABEL_GAP = 12;
/** The axis starts at zero unless all values are above this share of the largest. */
const ZERO_BASED = 0.5;
/** Least range of the axis as a share of the largest value, so that noise does not look like a change. */
const MIN_RANGE = 0.2;

/** What a chart shows: shares if there are any, else rates. */
export function valueOf({ points }: Series, index: number): Interval | undefined {
  const { share, rate } = points[index];
  return share ?? rate;
}

export function hasShares({ points }: Series): boolean {
  return points.some(({ share }) => share);
}

export function trendGeometry(
  series: Series,
  { groups, unit }: Pick<TrendAnswer, 'groups' | 'unit'>,
  { width, height }: Size,
  formatValue: (value: number) => string,
): TrendGeometry {
  const xOf = positions(groups, unit, width);
  const known = groups.flatMap((_, index) => {
    const value = valueOf(series, index);
    return value ? [{ index, value }] : [];
  });
  const range = rangeOf(
    known.map(({ value }) => value),
    hasShares(series) ? 1 : Infinity,
  );
  const y = scaleLinear(range, [height - MARGIN.bottom, MARGIN.top]).nice(Y_TICKS);
  const points = known.map(({ index, value: { value, lo, hi } }) => ({
    index,
    x: xOf(index),
    y: y(value),
    lo: y(lo),
    hi: y(hi),
  }));
  const isLine = unit !== 'host' && points.length > 1;
  const lineOf = line<PlacedPoint>(
    (point) => point.x,
    (point) => point.y,
  );
  const bandOf = area<PlacedPoint>()
    .x((point) => point.x)
    .y0((point) => point.lo)
    .y1((point) => point.hi);
  return {
    points,
    line: isLine ? (lineOf(points) ?? '') : '',
    band: isLine ? (bandOf(points) ?? '') : '',
    xLabels: labelsThatFit(
      groups.map((group, i) => ({ at: xOf(i), text: shortGroup(group, unit) })),
      width,
    ),
    yLabels: y.ticks(Y_TICKS).map((value) => ({ at: y(value), text: formatValue(value) })),
  };
}

/** Times are placed by their distance, others at equal distances. */
function positions(groups: readonly TrendGroup[], unit: TrendUnit, width: number): (index: number) => number {
  const range = [MARGIN.left + 6, width - MARGIN.right];
  if (unit === 'day' || unit === 'hour') {
    const [first = 0, last = 0] = extent(groups, ({ name }) => startOfGroup(name));
    const time = scaleUtc([first, first === last ? last + 1 : last], range);
    return (index) => time(startOfGroup(groups[index].name));
  }
  const point = scalePoint(groups.keys(), range);
  return (index) => point(index) ?? 0;
}

/** No value is above `max`. */
function rangeOf(values: readonly Interval[], max: number): [number, number] {
  const lo = Math.min(...values.map((each) => each.lo));
  const hi = Math.max(...values.map((each) => each.hi));
  if (!(hi > 0)) return [0, 1];
  if (lo < ZERO_BASED * hi) return [0, hi];
  const missing = Math.max(0, MIN_RANGE * hi - (hi - lo));
  const top = Math.min(max, hi + missing / 2);
  return [lo - (missing - (top - hi)), top];
}

/** Days need no year, hours no date but their own. */
function shortGroup(group: TrendGroup, unit: TrendUnit): string {
  return unit === 'day' || unit === 'hour' ? group.name.slice(5) : groupName(group);
}

/** The first and the last label, and as many of those between as do not touch. */
function labelsThatFit(labels: readonly PlacedLabel[], width: number): TrendGeometry['xLabels'] {
  const sizeOf = ({ text }: PlacedLabel) => CHARACTER * text.length;
  const last = labels.at(-1);
  if (!last) return [];
  const ends = Math.min(width, last.at + sizeOf(last) / 2) - sizeOf(last);
  const shown: TrendGeometry['xLabels'][number][] = [];
  let free = -Infinity;
  for (const label of labels.slice(0, -1)) {
    const from = label.at - sizeOf(label) / 2;
    const to = from + sizeOf(label);
    if (from < free || to > ends - LABEL_GAP) continue;
    shown.push({ ...label, anchor: 'middle' });
    free = to + LABEL_GAP;
  }
  const isCut = last.at + sizeOf(last) / 2 > width;
  return [...shown, isCut ? { ...last, at: width, anchor: 'end' } : { ...last, anchor: 'middle' }];
}

export function nearestPoint(points: readonly PlacedPoint[], x: number): PlacedPoint | undefined {
  let nearest = points.at(0);
  for (const point of points) if (nearest && Math.abs(point.x - x) < Math.abs(nearest.x - x)) nearest = point;
  return nearest;
}
