// `pyrograph top`: prints the page's table of self and total weights on stdout.

import { COSTS } from '../src/model/costs.ts';
import type { Filter } from '../src/model/filter.ts';
import { NONE } from '../src/model/profile.ts';
import { measureAt } from '../src/text/labels.ts';
import { rowLabel, rowPath } from '../src/text/row-labels.ts';
import {
  costOfRow,
  GROUPINGS,
  isByCost,
  type Grouping,
  type Recording,
  type SampleSelection,
  type Table,
} from '../src/model/session.ts';
import { formatNumberOf } from '../src/text/format.ts';
import { compareText } from '../src/text/compare-text.ts';
import { escapeLine } from '../src/text/escapes.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import { localViews } from '../workers/views/views.ts';
import { openAt, OPENING_HELP, OPENING_OPTIONS, type OpenedAt } from './opening.ts';
import { defineCommand, parseChoice, parseRows } from './command.ts';
import { printMisleading } from './finding-lines.ts';
import { SELECTION_HELP, SELECTION_OPTIONS, sampleSelection } from './selection.ts';
import { jsonText, printMessage, tableLines, weightCells, wholeText } from './print.ts';

const SORTINGS = ['self', 'total'] as const;
type Sorting = (typeof SORTINGS)[number];
const DEFAULT_ROWS = '30';

const TOP_HELP = `Prints the heaviest functions of a recording: seconds for clock events, counts for other events, and the share of the
selected samples. Self counts the samples in a function itself, total those with the function anywhere on their stack.

Usage: pyrograph top [OPTION]… FILE…

${OPENING_HELP.files}

Options:
  --by GROUP        group by ${GROUPINGS.join(', ')} (default: ${GROUPINGS[0]})
  --sort COLUMN     sort by ${SORTINGS.join(' or ')} (default: ${SORTINGS[0]})
  -n, --rows ROWS   number of rows (default: ${DEFAULT_ROWS}); 0 for all
  --cost COST       only samples with this cost: ${COSTS.map(({ id }) => id).join(', ')}
  --json            print JSON with exact numbers
${OPENING_HELP.level}
${OPENING_HELP.event}
${SELECTION_HELP}
${OPENING_HELP.mend}
${OPENING_HELP.lookup}
`;

const OPTIONS = {
  ...OPENING_OPTIONS,
  ...SELECTION_OPTIONS,
  by: { type: 'string', default: GROUPINGS[0] },
  sort: { type: 'string', default: SORTINGS[0] },
  rows: { type: 'string', short: 'n', default: DEFAULT_ROWS },
  json: { type: 'boolean', default: false },
  cost: { type: 'string' },
} as const;

export const top = defineCommand('top', TOP_HELP, OPTIONS, async ({ values, positionals }) => {
  const by = parseChoice('group', GROUPINGS, values.by);
  const sorting = parseChoice('column', SORTINGS, values.sort);
  const maxRows = parseRows(values.rows);
  const opened = await openAt('top', positionals, values);
  printMisleading(diagnosisOf(opened.open)?.diagnosis);
  const selection = sampleSelection(opened.open.recording, values);
  const table = await tableOf(
    opened,
    { ...selection, filters: [...ofCost(values.cost), ...selection.filters] },
    by,
  );
  if (table.samples === 0 && opened.open.recording.samples > 0)
    printMessage('No samples match --thread, --time, --filter and --cost.');
  const rows = heaviestRows(opened.open.recording, table, sorting).slice(0, maxRows);
  process.stdout.write(values.json ? asJson(opened, table, rows) : asText(opened, table, rows));
});

function ofCost(name: string | undefined): Filter[] {
  if (name === undefined) return [];
  const cost = parseChoice(
    'cost',
    COSTS.map(({ id }) => id),
    name,
  );
  return [{ action: 'only', target: { by: 'cost', cost }, isOn: true }];
}

function tableOf({ open, level, event }: OpenedAt, selection: SampleSelection, by: Grouping): Promise<Table> {
  const views = localViews(open);
  return views.table({ options: { level, event, foldImports: true, ...selection }, by });
}

/** Row indices, heaviest first, then by name. Code without a package, file or module comes last. */
export function heaviestRows(recording: Recording, table: Table, sorting: Sorting): number[] {
  const other = sorting === 'self' ? 'total' : 'self';
  const names = Array.from(table.id, (id, row) => rowLabel(recording, table.by, id, table.parts?.[row]).name);
  return [...names.keys()].sort(
    (a, b) =>
      Number(table.id[a] === NONE) - Number(table.id[b] === NONE) ||
      table[sorting][b] - table[sorting][a] ||
      table[other][b] - table[other][a] ||
      compareText(names[a], names[b]),
  );
}

function asText({ open: { recording }, level, event }: OpenedAt, table: Table, rows: number[]): string {
  const name = recording.events.at(event)?.name ?? 'no event';
  const measure = measureAt(recording, event);
  const cells = rows.map((row) => {
    const { name: label, place } = rowLabel(recording, table.by, table.id[row], table.parts?.[row]);
    const weights = isByCost(table.by) ? [table.self[row]] : [table.self[row], table.total[row]];
    return [...weightCells(weights, table.weight, measure), place === '' ? label : `${label}  (${place})`];
  });
  const head = isByCost(table.by) ? ['weight', ''] : ['self', '', 'total', ''];
  const samples = formatNumberOf(table.samples, 'sample');
  const total = `${wholeText(table.weight, measure)}, `;
  const amount = `${measure === '' && table.weight === table.samples ? '' : total}${samples}`;
  const all = escapeLine(`${recording.name}: ${amount} of ${name}, level ${level}`);
  return [all, '', ...tableLines([[...head, table.by], ...cells], table.length - rows.length), ''].join('\n');
}

function asJson({ open: { recording }, level, event }: OpenedAt, table: Table, rows: number[]): string {
  const { by, weight, samples } = table;
  const written = rows.map((row) => ({
    name: rowLabel(recording, by, table.id[row], table.parts?.[row]).name,
    ...(isByCost(by) && { cost: costOfRow(table, row) }),
    path: rowPath(recording, by, table.id[row]),
    self: table.self[row],
    selfSamples: table.selfSamples[row],
    total: table.total[row],
    totalSamples: table.totalSamples[row],
  }));
  const about = { file: recording.name, event: recording.events[event]?.name, level, by };
  return jsonText({ ...about, weight, samples, length: table.length, rows: written });
}
