// `pyrograph top`: prints the page's table of self and total weights on stdout.

import { rowLabel, rowPath } from '../src/text/row-labels.ts';
import { ALL_SAMPLES, GROUPINGS, type Grouping, type Table } from '../src/model/session.ts';
import { Views } from '../workers/views.ts';
import { openAt, OPENING_HELP, OPENING_OPTIONS, type OpenedAt } from './opening.ts';
import { command, parseChoice } from './command.ts';
import { escapeLine, escapeJson } from './terminal.ts';

const SORTINGS = ['self', 'total'] as const;
type Sorting = (typeof SORTINGS)[number];
const DEFAULT_ROWS = '30';

const TOP_HELP = `Prints the heaviest functions of a recording. Self counts the samples in a function itself, total those with the
function anywhere on their stack.

Usage: pyrograph top [OPTION]… FILE…

${OPENING_HELP.files}

Options:
  --by GROUP        group by ${GROUPINGS.join(', ')} (default: ${GROUPINGS[0]})
  --sort COLUMN     sort by ${SORTINGS.join(' or ')} (default: ${SORTINGS[0]})
  -n, --rows ROWS   number of rows (default: ${DEFAULT_ROWS}); 0 for all
  --json            print JSON with exact numbers
${OPENING_HELP.level}
${OPENING_HELP.event}
${OPENING_HELP.lookup}
`;

const OPTIONS = {
  ...OPENING_OPTIONS,
  by: { type: 'string', default: GROUPINGS[0] },
  sort: { type: 'string', default: SORTINGS[0] },
  rows: { type: 'string', short: 'n', default: DEFAULT_ROWS },
  json: { type: 'boolean', default: false },
} as const;

export const top = command('top', TOP_HELP, OPTIONS, async ({ values, positionals }) => {
  const by = parseChoice('group', GROUPINGS, values.by);
  const sorting = parseChoice('column', SORTINGS, values.sort);
  const maxRows = parseRows(values.rows);
  const opened = await openAt('top', positionals, values);
  const table = await tableOf(opened, by);
  const rows = heaviest(opened, table, sorting).slice(0, maxRows);
  process.stdout.write(values.json ? asJson(opened, table, rows) : asText(opened, table, rows));
});

function parseRows(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`Invalid -n ${text}: use a number of rows.`);
  return Number(text) || Infinity;
}

function tableOf({ open, level, event }: OpenedAt, by: Grouping): Promise<Table> {
  const unused = () => Promise.reject(new Error('A table without filters matches no names'));
  const views = new Views(open, { match: unused, search: unused });
  return views.table({ options: { level, event, ...ALL_SAMPLES }, by });
}

/** Row indices, heaviest first, then by name. */
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
      escapeLine(place === '' ? name : `${name}  (${place})`),
    ];
  });
  const lines = [['self', 'samples', 'total', 'samples', table.by], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column].length)));
  const text = lines.map((line) =>
    [...widths.map((width, column) => line[column].padStart(width)), line[4]].join('  '),
  );
  const { name } = recording.events[event] ?? { name: 'no event' };
  const all = escapeLine(`${recording.name}: ${table.samples} samples of ${name}, level ${level}`);
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
  return `${escapeJson(JSON.stringify(printed, null, 2))}\n`;
}
