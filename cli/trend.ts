// `pyrograph trend`: prints how much time a program, its functions or packages take from version to version, and where that changes.

import { exceeds } from '../src/compare/statistics/verdicts.ts';
import {
  changeRange,
  groupName,
  TREND_UNITS,
  type Interval,
  type Series,
  type SeriesPoint,
  type TrendAnswer,
  type TrendGroup,
  type TrendSubject,
  type TrendUnit,
} from '../src/store/fleet-source.ts';
import { MAX_SERIES, trendsOf } from '../workers/store/trends.ts';
import { withStore } from './store/open-store.ts';
import { defineCommand, ExitError, parseChoice } from './command.ts';
import { LIMIT_EXCEEDED, limitText, parseGrowth } from './compare-arguments.ts';
import { alignColumns, jsonText, print } from './print.ts';
import { escapeLine } from '../src/text/visible-text.ts';
import { formatNumberOf, formatShare, unitOf } from '../src/text/format.ts';

const TREND_HELP = `Prints how much time a service takes from version to version, with 95 % intervals, and marks the versions at which that
changed for certain. Several recordings per version are best.

Usage: pyrograph trend [OPTION]… SELECTION

SELECTION is a store and conditions on its recordings, such as "fleet.duckdb?service=shop&since=-30d" (see pyrograph store
--help). Without --function and --by-package, the trend is that of all code: CPU time per second recorded. That of a function
or a package includes what it calls, and is also printed as a share of all samples; changes are those of the share. Versions in
parentheses are those at which the change can be (95 %).

Options:
  --by UNIT         one point per ${TREND_UNITS.join(', ')} (default: ${TREND_UNITS[0]}); hosts have no order in which something changes
  --function NAME   only samples with this function on their stack
  --by-package      the heaviest ${MAX_SERIES} packages
  --event NAME      event to sum (default: that of the first recording)
  --fail-above P%   exit with code 1 if a marked change is certainly a growth of more than this
  --tsv             print tab-separated lines
  --json            print JSON with exact numbers
  --help            show this help

Exit code: 0, 1 if --fail-above is exceeded, or 2 with an error message.
`;

const OPTIONS = {
  by: { type: 'string', default: TREND_UNITS[0] },
  function: { type: 'string' },
  'by-package': { type: 'boolean', default: false },
  event: { type: 'string' },
  'fail-above': { type: 'string' },
  tsv: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export const trend = defineCommand('trend', TREND_HELP, OPTIONS, async ({ values, positionals }) => {
  const [argument, ...others] = positionals;
  if (argument === undefined || others.length > 0)
    throw new Error('Give one SELECTION. Usage: pyrograph trend [OPTION]… SELECTION');
  const by = parseChoice('unit', TREND_UNITS, values.by);
  if (values.function !== undefined && values['by-package'])
    throw new Error('Use only one of --function and --by-package.');
  if (values.tsv && values.json) throw new Error('Use only one of --tsv and --json.');
  const limit = parseGrowth(values['fail-above']);
  const subject = subjectOf(values.function, values['by-package']);
  const answer = await withStore(argument, 'read', ({ reader }, selection) =>
    trendsOf(reader, selection, { unit: by, subject, event: values.event }),
  );
  if (answer.series.length === 0) {
    const what = values.function === undefined ? 'functions of a package' : `a function ${values.function}`;
    throw new Error(`No recording of ${argument} has ${what}.`);
  }
  const { event } = answer;
  const trends = trendsIn(answer);
  if (values.json) process.stdout.write(jsonText({ selection: argument, by, event, trends }));
  else if (values.tsv) process.stdout.write(asTsv(trends));
  else for (const each of trends) printTrend(each, by, event);
  const failures = trends.flatMap((each) => (limit === undefined ? [] : growthAbove(each, limit)));
  if (failures.length > 0) throw new ExitError(LIMIT_EXCEEDED, failures.join(' '));
});

function subjectOf(name: string | undefined, byPackage: boolean): TrendSubject {
  return name === undefined ? { kind: byPackage ? 'packages' : 'all' } : { kind: 'function', name };
}

interface GroupPoint extends SeriesPoint, Pick<TrendGroup, 'recordings'> {
  readonly group: string;
  /** Between which groups the change is; empty without one, or if that is certain. */
  readonly range: string;
}

interface Trend extends Pick<Series, 'name'> {
  readonly points: readonly GroupPoint[];
}

function trendsIn({ groups, series }: TrendAnswer): Trend[] {
  return series.map(({ name, points }) => ({
    name,
    points: points.map((point, i) => {
      const range = point.change ? changeRange(point.change, groups) : '';
      return { group: groupName(groups[i]), recordings: groups[i].recordings, range, ...point };
    }),
  }));
}

function growthAbove({ name, points }: Trend, limit: number): string[] {
  return points.flatMap(({ group, range, change }) =>
    change && exceeds(change, limit, change.a)
      ? [`${name} grew by ${growthText(change)} at ${group}${inParentheses(range)}, ${limitText(limit)}.`]
      : [],
  );
}

function inParentheses(range: string): string {
  return range === '' ? '' : ` (${range})`;
}

function growthText({ a, d, lo, hi }: NonNullable<SeriesPoint['change']>): string {
  const percent = (value: number) => `${((100 * value) / a).toFixed(1)} %`;
  return `${percent(d)} ± ${percent((hi - lo) / 2)}`;
}

function printTrend({ name, points }: Trend, by: TrendUnit, event: string): void {
  const rate = unitOf(event) === 'ns' ? 'ms/s' : '1/s';
  const hasRate = points.some(({ rate }) => rate);
  const scale = unitOf(event) === 'ns' ? 1e6 : 1;
  const cells = points.map(({ group, recordings, share, rate, change, range }) => [
    `${recordings}`,
    ...(share ? [formatShare(share.value), halfOf(share, (value) => formatShare(value))] : []),
    ...(hasRate ? rateCells(rate, scale) : []),
    change
      ? `${escapeLine(group)}  <- ${change.d > 0 ? '+' : ''}${growthText(change)}${escapeLine(inParentheses(range))}`
      : escapeLine(group),
  ]);
  const shares = points.some(({ share }) => share) ? ['share', ''] : [];
  print(`${name}, ${event}, ${formatNumberOf(points.length, by)}`);
  const table = alignColumns([['recordings', ...shares, ...(hasRate ? [rate, ''] : []), by], ...cells]);
  process.stdout.write(`${table.join('\n')}\n\n`);
}

function rateCells(rate: Interval | undefined, scale: number): string[] {
  if (!rate) return ['', ''];
  return [(rate.value / scale).toFixed(1), halfOf(rate, (value) => (value / scale).toFixed(1))];
}

function halfOf({ lo, hi }: { lo: number; hi: number }, format: (value: number) => string): string {
  return `± ${format((hi - lo) / 2)}`;
}

function asTsv(trends: readonly Trend[]): string {
  const head =
    'series group recordings share share_lo share_hi per_second per_second_lo per_second_hi change change_range'.split(
      ' ',
    );
  const rows = trends.flatMap(({ name, points }) =>
    points.map(({ group, recordings, share, rate, change, range }) => [
      ...[name, group].map(asCell),
      recordings,
      ...[share?.value, share?.lo, share?.hi, rate?.value, rate?.lo, rate?.hi].map((value) => value ?? NaN),
      change ? change.d / change.a : 0,
      asCell(range),
    ]),
  );
  return [head, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

function asCell(text: string): string {
  return text.replaceAll(/[\t\n]/g, ' ');
}
