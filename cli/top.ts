// `pyrograph top`: a recording in, a table of where its weight goes on standard output, as the page shows it.

import { rowLabel, rowPath } from '../src/model/row-labels.ts';
import { ALL, GROUPINGS, type Grouping, type Table } from '../src/model/session.ts';
import { Views } from '../workers/views.ts';
import {
  EVENT_HELP,
  FILES_HELP,
  LEVEL_HELP,
  LOOKUP_HELP,
  openAt,
  OPENING_OPTIONS,
  type OpenedAt,
} from './opening.ts';
import { chosen, optionsOf } from './options.ts';
import { printable, printableJson } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const SORTINGS = ['self', 'total'] as const;
type Sorting = (typeof SORTINGS)[number];
const DEFAULT_ROWS = '30';

const TOP_HELP = `Prints where the weight of a recording goes: what was sampled in each function (self), and what has it anywhere
on its stack (total, each sample counted once).

Usage: pyrograph top [OPTION]… FILE…

${FILES_HELP}

Options:
  --by GROUP        a row for each ${GROUPINGS.join(', ')} (default: ${GROUPINGS[0]})
  --sort COLUMN     ${SORTINGS.join(' or ')} (default: ${SORTINGS[0]}), heaviest first
  -n, --rows ROWS   so many rows (default: ${DEFAULT_ROWS}); 0 for all
  --json            all numbers in full, as JSON
${LEVEL_HELP}
${EVENT_HELP}
${LOOKUP_HELP}
`;

export async function top(args: string[]): Promise<number> {
  const { values, positionals } = optionsOf('top', args, {
    ...OPENING_OPTIONS,
    by: { type: 'string', default: GROUPINGS[0] },
    sort: { type: 'string', default: SORTINGS[0] },
    rows: { type: 'string', short: 'n', default: DEFAULT_ROWS },
    json: { type: 'boolean', default: false },
  });
  if (values.help) {
    process.stdout.write(TOP_HELP);
    return 0;
  }
  const by = chosen('group', GROUPINGS, values.by);
  const sorting = chosen('column', SORTINGS, values.sort);
  const most = mostRows(values.rows);
  const opened = await openAt('top', positionals, values);
  const table = await tableOf(opened, by);
  const rows = heaviest(opened, table, sorting).slice(0, most);
  process.stdout.write(values.json ? asJson(opened, table, rows) : asText(opened, table, rows));
  return 0;
}

function mostRows(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`-n takes a number of rows, and ${text} is none.`);
  return Number(text) || Infinity;
}

function tableOf({ open, level, event }: OpenedAt, by: Grouping): Promise<Table> {
  // Nothing is searched for here.
  const nothing = () => Promise.reject(new Error('no search in a table'));
  return new Views(open, { match: nothing, search: nothing }).table({ level, event, ...ALL }, by);
}

/** Rows of the table; those of one weight by name. */
function heaviest({ open: { recording } }: OpenedAt, table: Table, sorting: Sorting): number[] {
  const other = sorting === 'self' ? 'total' : 'self';
  const names = Array.from(table.id, (id) => rowLabel(recording, table.by, id).name);
  const rows = Array.from({ length: table.length }, (_, row) => row);
  const byName = (a: number, b: number) => (names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0);
  return rows.sort(
    (a, b) => table[sorting][b] - table[sorting][a] || table[other][b] - table[other][a] || byName(a, b),
  );
}

function asText({ open: { recording }, level, event }: OpenedAt, table: Table, rows: number[]): string {
  const percent = (part: number) => `${((100 * part) / (table.weight || 1)).toFixed(2)} %`;
  const cells = rows.map((row) => {
    const { name, place } = rowLabel(recording, table.by, table.id[row]);
    return [
      percent(table.self[row]),
      String(table.selfSamples[row]),
      percent(table.total[row]),
      String(table.totalSamples[row]),
      printable(place === '' ? name : `${name}  (${place})`),
    ];
  });
  const lines = [['self', 'samples', 'total', 'samples', table.by], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column].length)));
  const text = lines.map((line) =>
    [...widths.map((width, column) => line[column].padStart(width)), line[4]].join('  '),
  );
  const { name } = recording.events[event] ?? { name: 'no event' };
  const all = printable(`${recording.name}: ${table.samples} samples of ${name}, level ${level}`);
  const left = table.length - rows.length;
  return [all, '', ...text, ...(left > 0 ? [`… and ${left} more rows`] : []), ''].join('\n');
}

function asJson({ open: { recording }, level, event }: OpenedAt, table: Table, rows: number[]): string {
  const { by, weight, samples } = table;
  const written = rows.map((row) => ({
    name: rowLabel(recording, by, table.id[row]).name,
    path: rowPath(recording, by, table.id[row]),
    self: table.self[row],
    selfSamples: table.selfSamples[row],
    total: table.total[row],
    totalSamples: table.totalSamples[row],
  }));
  const about = { file: recording.name, event: recording.events[event]?.name, level, by };
  const printed = { ...about, weight, samples, length: table.length, rows: written };
  return `${printableJson(JSON.stringify(printed, null, 2))}\n`;
}
