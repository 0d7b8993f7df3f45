// The trends of a selection of recordings: sums per recording, grouped by version, time or machine.

import { trendOf, type Observation } from '../../src/compare/statistics/trend.ts';
import { groupBy } from '../../src/model/lists.ts';
import { PYTHON_PREFIX } from '../../src/model/profile.ts';
import { numberAt, stringAt } from '../../src/store/columns.ts';
import type { Query } from '../../src/store/engine.ts';
import type {
  Interval,
  Series,
  SeriesPoint,
  TrendAnswer,
  TrendGroup,
  TrendSubject,
  TrendUnit,
} from '../../src/store/fleet-source.ts';
import type { ListedRecording, StoreReader } from '../../src/store/reader.ts';
import { functionQuery, seriesQuery } from '../../src/store/trend-queries.ts';
import type { StoreSelection } from '../../src/store/selection.ts';
import { formatList } from '../../src/text/format.ts';
import { changedFunctions } from './changed-functions.ts';
import { MIN_SHARE, type Amount, type AmountOf, type TrendGroups, type TrendFrame } from './trend-frame.ts';

/** Maximum number of series in an answer. */
export const MAX_SERIES = 20;
/** The same for functions that changed. */
const MAX_CHANGED = 8;
/** Maximum number of recordings of a group that are named. */
const MAX_EXAMPLES = 3;

interface TrendOptions {
  readonly unit: TrendUnit;
  readonly subject: TrendSubject;
  /** By default, that of the first recording. */
  readonly event?: string | undefined;
}

const NOTHING: Amount = { samples: 0, weight: 0 };

type AmountsByRecording = ReadonlyMap<number, Amount>;

/** Without series if no recording has the function or a package. */
export async function trendsOf(
  reader: StoreReader,
  selection: StoreSelection,
  { unit, subject, event: wanted }: TrendOptions,
): Promise<TrendAnswer> {
  const all = await reader.list(selection);
  const event = wanted ?? eventOf(all[0]);
  const recordings = all.filter(({ events, weights }) => weights[events.indexOf(event)] > 0);
  if (recordings.length === 0) {
    const known = [...new Set(all.flatMap(({ events }) => events))];
    throw new Error(`No recording of ${selection.text} has samples of ${event}: use ${formatList(known)}.`);
  }
  const totalOf = ({ events, samples, weights }: ListedRecording): Amount => {
    const at = events.indexOf(event);
    return { samples: samples[at], weight: weights[at] };
  };
  const groups = groupsOf(recordings, unit);
  const frame: TrendFrame = { event, groups, totalOf, areOrdered: unit !== 'host' };
  const series = await seriesOf(reader, selection, frame, subject);
  return { unit, event, groups: Array.from(groups, ([name, group]) => describeGroup(name, group)), series };
}

async function seriesOf(
  reader: StoreReader,
  selection: StoreSelection,
  frame: TrendFrame,
  subject: TrendSubject,
): Promise<readonly Series[]> {
  const { dialect } = reader.engine;
  const { event } = frame;
  const packages = () => amountsOf(reader, seriesQuery(dialect, selection, event, 'package'));
  switch (subject.kind) {
    case 'all':
      return [{ name: 'all code', points: pointsOf(frame, frame.totalOf, false, 1) }];
    case 'function': {
      const query = functionQuery(dialect, selection, event, subject.name);
      return withPoints(frame, await amountsOf(reader, query));
    }
    case 'package': {
      const amounts = await packages();
      const own = amounts.get(subject.name);
      return own ? withPoints(frame, new Map([[subject.name, own]]), amounts.size) : [];
    }
    case 'packages':
      return heaviest(withPoints(frame, await packages()).filter((each) => largestShare(each) >= MIN_SHARE));
    case 'changed': {
      const { ids, tested } = await changedFunctions(reader, selection, frame);
      if (ids.length === 0) return [];
      const amounts = await amountsOf(reader, seriesQuery(dialect, selection, event, 'name', ids));
      return byChange(withPoints(frame, amounts, tested));
    }
  }
}

/** `tested` is the number of series that are tested together. */
function withPoints(
  frame: TrendFrame,
  amounts: ReadonlyMap<string, AmountsByRecording>,
  tested = amounts.size,
): Series[] {
  return Array.from(amounts, ([name, ofRecordings]) => {
    const amountOf = ({ id }: ListedRecording) => ofRecordings.get(id) ?? NOTHING;
    return { name, points: pointsOf(frame, amountOf, true, tested) };
  });
}

function heaviest(series: readonly Series[]): Series[] {
  return series.toSorted((a, b) => largestShare(b) - largestShare(a)).slice(0, MAX_SERIES);
}

function largestShare({ points }: Series): number {
  return Math.max(...points.map(({ share }) => share?.value ?? 0));
}

/** The largest marked changes first, then the largest ranges. Of functions with the same samples, one is enough. */
function byChange(series: readonly Series[]): Series[] {
  const ranked = series.toSorted(
    (a, b) =>
      markedChange(b) - markedChange(a) ||
      rangeOfShares(b) - rangeOfShares(a) ||
      largestShare(b) - largestShare(a) ||
      Number(isPython(b)) - Number(isPython(a)) ||
      // The engine has no order.
      (a.name < b.name ? -1 : 1),
  );
  const known = new Set<string>();
  const different = ranked.filter(({ points }) => {
    const shares = JSON.stringify(points.map(({ share }) => share?.value));
    if (known.has(shares)) return false;
    known.add(shares);
    return true;
  });
  return different.slice(0, MAX_CHANGED);
}

function markedChange({ points }: Series): number {
  return Math.max(0, ...points.map(({ change }) => Math.abs(change?.d ?? 0)));
}

function rangeOfShares({ points }: Series): number {
  const shares = points.map(({ share }) => share?.value ?? 0);
  return Math.max(...shares) - Math.min(...shares);
}

function isPython({ name }: Series): boolean {
  return name.startsWith(PYTHON_PREFIX);
}

/** The default event may be a sum, which has no samples of its own. */
function eventOf({ events, defaultEvent }: ListedRecording): string {
  return events.includes(defaultEvent) ? defaultEvent : events[0];
}

/** In the order of their first recordings. */
function groupsOf(recordings: readonly ListedRecording[], unit: TrendUnit): TrendGroups {
  return groupBy(recordings, (each) => {
    const time = timeText(each);
    return unit === 'day' ? time.slice(0, 10) : unit === 'hour' ? `${time.slice(0, 13)}h` : each[unit];
  });
}

function timeText({ started }: ListedRecording): string {
  return new Date(started).toISOString().replace('T', ' ');
}

function describeGroup(name: string, group: readonly ListedRecording[]): TrendGroup {
  const last = group.at(-1) ?? group[0];
  return {
    name,
    recordings: group.length,
    first: group[0].started,
    last: last.started,
    examples: group.slice(0, MAX_EXAMPLES).map(hostAndTime),
  };
}

/** `web-1, 2026-11-28 14:00`. */
export function hostAndTime(recording: ListedRecording): string {
  return [recording.host, timeText(recording).slice(0, 16)].filter((part) => part !== '').join(', ');
}

/** Per series and recording. */
async function amountsOf(
  { engine }: StoreReader,
  query: Query,
): Promise<ReadonlyMap<string, AmountsByRecording>> {
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

function pointsOf(
  { groups, totalOf, areOrdered }: TrendFrame,
  amountOf: AmountOf,
  hasShares: boolean,
  tested: number,
): SeriesPoint[] {
  const observed = (observe: (recording: ListedRecording) => Observation) =>
    trendOf(
      Array.from(groups.values(), (group) => group.map(observe)),
      areOrdered,
      tested,
    );
  const rates = observed((each) => rateOf(each, amountOf(each)));
  const shares = hasShares ? observed((each) => shareOf(amountOf(each), totalOf(each))) : undefined;
  return rates.map(({ change, ...interval }, i): SeriesPoint => {
    const rate: Interval | undefined = Number.isNaN(interval.value) ? undefined : interval;
    if (!shares) return { rate, change };
    const { value, lo, hi, change: changeOfShare } = shares[i];
    return { share: { value, lo, hi: Math.min(1, hi) }, rate, change: changeOfShare };
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
