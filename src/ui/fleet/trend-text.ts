// How the points of a trend are described.

import {
  changeRange,
  groupName,
  type Interval,
  type Series,
  type SeriesPoint,
  type TrendGroup,
} from '../../store/fleet-source.ts';
import { PYTHON_PREFIX } from '../../model/profile.ts';
import { baseName } from '../../model/paths.ts';
import { formatNumberOf, formatShare, formatWeight } from '../../text/format.ts';
import { hasShares, valueOf } from './trend-geometry.ts';

/** Formats the values of a series: shares, or weight per second recorded. */
export function valueFormat(series: Series, event: string): (value: number) => string {
  return hasShares(series) ? formatShare : (value) => `${formatWeight(Math.max(0, value), event) || '0'}/s`;
}

/** `26.2% ± 1.4%`. */
export function intervalText({ value, lo, hi }: Interval, format: (value: number) => string): string {
  return `${format(value)} ± ${format((hi - lo) / 2)}`;
}

/** `+30 %`, with as many digits as its interval has. */
export function changeText({ a, d }: NonNullable<SeriesPoint['change']>): string {
  const percent = (100 * d) / a;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)} %`;
}

/** A function or package as users know it, and the file that tells it from others of the same name. */
export function subjectLabel(name: string): { readonly name: string; readonly place: string } {
  const colon = name.startsWith(PYTHON_PREFIX) ? name.indexOf(':', PYTHON_PREFIX.length) : -1;
  if (colon < 0) return { name, place: '' };
  return { name: name.slice(PYTHON_PREFIX.length, colon), place: baseName(name.slice(colon + 1)) };
}

export function seriesTitle(series: Series): string {
  if (!hasShares(series)) return 'All code';
  const { name, place } = subjectLabel(series.name);
  return place === '' ? name : `${name} (${place})`;
}

/** All that is known of a point, as a sentence. */
export function pointText(
  series: Series,
  groups: readonly TrendGroup[],
  index: number,
  format: (value: number) => string,
): string {
  const value = valueOf(series, index);
  const { change } = series.points[index];
  const group = groups[index];
  const range = change && changeRange(change, groups);
  return [
    `${groupName(group)}: ${value ? intervalText(value, format) : 'unknown'}`,
    ...(change ? [`changed by ${changeText(change)}${range && ` (${range})`}`] : []),
    formatNumberOf(group.recordings, 'recording'),
  ].join(', ');
}

/** `a; b; c and 9 more`. */
export function examplesText({ examples, recordings }: TrendGroup): string {
  const more = recordings - examples.length;
  return more > 0 ? `${examples.join('; ')} and ${more} more` : examples.join('; ');
}

export function largestChange({
  points,
}: Series): { readonly index: number; readonly text: string; readonly isGrowth: boolean } | undefined {
  const changes = points.flatMap(({ change }, index) => (change ? [{ change, index }] : []));
  const [largest] = changes.sort(
    (x, y) => Math.abs(y.change.d) / y.change.a - Math.abs(x.change.d) / x.change.a,
  );
  return (
    largest && { index: largest.index, text: changeText(largest.change), isGrowth: largest.change.d > 0 }
  );
}
