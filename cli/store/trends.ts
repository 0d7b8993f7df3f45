// The trends of a selection of recordings: sums per recording, grouped by version, time or machine.

import { trendOf, type Observation } from '../../src/compare/statistics/trend.ts';
import type { Difference } from '../../src/model/comparison.ts';
import { groupBy } from '../../src/model/lists.ts';
import { numberAt, stringAt } from '../../src/store/columns.ts';
import type { Query } from '../../src/store/engine.ts';
import type { ListedRecording, StoreReader } from '../../src/store/reader.ts';
import { functionQuery, packagesQuery } from '../../src/store/trend-queries.ts';
import type { StoreSelection } from '../../src/store/selection.ts';
import { formatList } from '../../src/text/format.ts';

export const TREND_UNITS = ['version', 'day', 'hour', 'host'] as const;
export type TrendUnit = (typeof TREND_UNITS)[number];

export const DEFAULT_TREND_ROWS = 20;
/** Packages that never have this share of the samples are left out. */
const MIN_SHARE = 0.005;

interface Interval {
  readonly value: number;
  readonly lo: number;
  readonly hi: number;
}

interface GroupPoint {
  readonly group: string;
  readonly recordings: number;
  /** Share of all samples; undefined for all code. */
  readonly share?: Interval | undefined;
  /** Weight per second recorded; NaN if the recordings have no times. */
  readonly rate: Interval;
  readonly change?: Difference | undefined;
}

export interface Trend {
  readonly name: string;
  readonly points: readonly GroupPoint[];
}

interface TrendOptions {
  readonly by: TrendUnit;
  readonly functionName?: string | undefined;
  readonly byPackage: boolean;
  readonly event?: string | undefined;
}

/** Weight and number of samples of a series in one recording. */
interface Amount {
  readonly samples: number;
  readonly weight: number;
}

const NOTHING: Amount = { samples: 0, weight: 0 };

export async function trendsOf(
  reader: StoreReader,
  selection: StoreSelection,
  { by, functionName, byPackage, event: wanted }: TrendOptions,
): Promise<{ readonly event: string; readonly trends: readonly Trend[] }> {
  const all = await reader.list(selection);
  const event = wanted ?? eventOf(all[0]);
  const recordings = all.filter(({ events, weights }) => weights[events.indexOf(event)] > 0);
  if (recordings.length === 0) {
    const known = [...new Set(all.flatMap(({ events }) => events))];
    throw new Error(`No recording of ${selection.text} has samples of ${event}: use ${formatList(known)}.`);
  }
  const groups = groupsOf(recordings, by);
  const totalOf = ({ events, samples, weights }: ListedRecording): Amount => {
    const at = events.indexOf(event);
    return { samples: samples[at], weight: weights[at] };
  };
  const areOrdered = by !== 'host';
  if (functionName === undefined && !byPackage) {
    const total = {
      name: 'all code',
      points: pointsOf(groups, totalOf, undefined, { areOrdered, families: 1 }),
    };
    return { event, trends: [total] };
  }
  const { dialect } = reader.engine;
  const series = await seriesOf(
    reader,
    functionName === undefined
      ? packagesQuery(dialect, selection, event)
      : functionQuery(dialect, selection, event, functionName),
  );
  if (series.size === 0)
    throw new Error(
      functionName === undefined
        ? `No recording of ${selection.text} has functions of a package.`
        : `No recording of ${selection.text} has a function ${functionName}.`,
    );
  const options = { areOrdered, families: series.size };
  const trends = Array.from(series, ([name, amounts]): Trend => {
    const amountOf = ({ id }: ListedRecording) => amounts.get(id) ?? NOTHING;
    return { name, points: pointsOf(groups, amountOf, totalOf, options) };
  });
  const shareOf = ({ points }: Trend) => Math.max(...points.map(({ share }) => share?.value ?? 0));
  const shown = trends.filter((each) => functionName !== undefined || shareOf(each) >= MIN_SHARE);
  return { event, trends: shown.sort((a, b) => shareOf(b) - shareOf(a)).slice(0, DEFAULT_TREND_ROWS) };
}

/** The default event may be a sum, which has no samples of its own. */
function eventOf({ events, defaultEvent }: ListedRecording): string {
  return events.includes(defaultEvent) ? defaultEvent : events[0];
}

/** In the order of their first recordings. */
function groupsOf(
  recordings: readonly ListedRecording[],
  by: TrendUnit,
): ReadonlyMap<string, readonly ListedRecording[]> {
  return groupBy(recordings, (each) => {
    const time = new Date(each.started).toISOString().replace('T', ' ');
    return by === 'day' ? time.slice(0, 10) : by === 'hour' ? `${time.slice(0, 13)}h` : each[by] || '(none)';
  });
}

/** Per series and recording. */
async function seriesOf(
  { engine }: StoreReader,
  query: Query,
): Promise<ReadonlyMap<string, ReadonlyMap<number, Amount>>> {
  const { recording, series, sample_count: samples, total } = await engine.columns(query);
  const found = new Map<string, Map<number, Amount>>();
  for (let row = 0; row < recording.length; row++) {
    const name = stringAt(series, row);
    const amounts = found.get(name) ?? new Map<number, Amount>();
    found.set(name, amounts);
    amounts.set(numberAt(recording, row), { samples: numberAt(samples, row), weight: numberAt(total, row) });
  }
  return found;
}

type AmountOf = (recording: ListedRecording) => Amount;

/** `totalOf` is undefined for all code, which has no share. */
function pointsOf(
  groups: ReadonlyMap<string, readonly ListedRecording[]>,
  amountOf: AmountOf,
  totalOf: AmountOf | undefined,
  { areOrdered, families }: { readonly areOrdered: boolean; readonly families: number },
): GroupPoint[] {
  const observed = (observe: (recording: ListedRecording) => Observation) =>
    trendOf(
      Array.from(groups.values(), (group) => group.map(observe)),
      areOrdered,
      families,
    );
  const rates = observed((each) => rateOf(each, amountOf(each)));
  const shares = totalOf && observed((each) => shareOf(amountOf(each), totalOf(each)));
  return Array.from(groups, ([group, { length }], i) => {
    const { change, ...interval } = rates[i];
    const share = shares && { value: shares[i].value, lo: shares[i].lo, hi: Math.min(1, shares[i].hi) };
    return { group, recordings: length, share, rate: interval, change: shares ? shares[i].change : change };
  });
}

/** With one more sample that happened not to occur. */
function rateOf({ seconds }: ListedRecording, { samples, weight }: Amount): Observation {
  const perSample = samples > 0 ? weight / samples : 0;
  return seconds > 0
    ? { value: weight / seconds, floor: (samples + 1) * (perSample / seconds) ** 2 }
    : { value: NaN, floor: NaN };
}

function shareOf({ weight }: Amount, total: Amount): Observation {
  const share = weight / total.weight;
  return { value: share, floor: (share * (1 - share) * total.samples + 1) / total.samples ** 2 };
}
