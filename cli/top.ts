// `pyrograph top`: prints the page's table of self and total weights on stdout.

import { COSTS, type CostId, costOfRow } from '../src/model/costs.ts';
import type { Filter } from '../src/model/filter.ts';
import { nameWithoutFile, pathOf } from '../src/model/function-names.ts';
import type { LineOfFunction, LineTotals } from '../src/model/lines.ts';
import { NONE } from '../src/model/profile.ts';
import { measureAt } from '../src/text/labels.ts';
import { rowLabel, rowPath } from '../src/text/row-labels.ts';
import {
  GROUPINGS,
  isByCost,
  type Grouping,
  type Recording,
  type SampleSelection,
  type Table,
  type ViewOptions,
} from '../src/model/session.ts';
import { formatParts } from '../src/text/format.ts';
import { compareText } from '../src/text/column-text.ts';
import { escapeLine } from '../src/text/visible-text.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import { localViews } from '../workers/views/views.ts';
import { openEarly, OPENING_HELP, OPENING_OPTIONS, type OpenedAt } from './opening.ts';
import { defineCommand, parseChoice, parseRows } from './command.ts';
import { noteMissingLines, printMisleading } from './finding-lines.ts';
import { SELECTION_HELP, SELECTION_OPTIONS, sampleSelection } from './selection.ts';
import { jsonText, printMessage, tableLines, weightCells, wholeText } from './print.ts';

const SORTINGS = ['self', 'total'] as const;
type Sorting = (typeof SORTINGS)[number];
export const DEFAULT_ROWS = '30';

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
  const opened = await openEarly('top', positionals, values);
  const selection = sampleSelection(opened.open.recording, values);
  const filters = [...ofCost(values.cost), ...selection.filters];
  const found = await topOf(opened, { ...selection, filters, foldImports: true }, by, sorting);
  printMisleading(diagnosisOf(await opened.counted)?.diagnosis);
  if (by === 'line') noteMissingLines(opened.open);
  if (found.samples === 0 && opened.open.recording.samples > 0)
    printMessage('No samples match --thread, --time, --filter and --cost.');
  process.stdout.write(values.json ? topAsJson(opened, found, maxRows) : topAsText(opened, found, maxRows));
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

interface TopRow extends Pick<LineTotals, 'self' | 'selfSamples' | 'total' | 'totalSamples'> {
  readonly name: string;
  /** Printed behind the name; may be empty. */
  readonly place: string;
  readonly path: string | undefined;
  /** Only for lines. */
  readonly line?: number;
  /** Only for costs. */
  readonly cost?: CostId;
}

interface Top {
  readonly by: Grouping;
  /** Heaviest first. */
  readonly rows: readonly TopRow[];
  /** Weight and number of all selected samples. */
  readonly weight: number;
  readonly samples: number;
}

export async function topOf(
  { open, level, event }: OpenedAt,
  selection: SampleSelection & Pick<ViewOptions, 'foldImports'>,
  by: Grouping,
  sorting: Sorting,
): Promise<Top> {
  const { recording } = open;
  const views = localViews(open);
  const options = { level, event, ...selection };
  const table = await views.table({ options, by: by === 'line' ? 'kind' : by });
  const { weight, samples } = table;
  if (by === 'line') {
    const lines = await views.hottestLines({ options });
    const sorted = sorting === 'self' ? lines : lines.sort((a, b) => b.total - a.total || b.self - a.self);
    return { by, rows: sorted.map((row) => lineRow(recording, row)), weight, samples };
  }
  const rows = heaviestRows(recording, table, sorting).map((row): TopRow => ({
    ...rowLabel(recording, by, table.id[row], table.parts?.[row]),
    path: rowPath(recording, by, table.id[row]),
    ...(isByCost(by) && { cost: costOfRow(table, row) }),
    self: table.self[row],
    selfSamples: table.selfSamples[row],
    total: table.total[row],
    totalSamples: table.totalSamples[row],
  }));
  return { by, rows, weight, samples };
}

function lineRow(recording: Recording, { func, ...totals }: LineOfFunction): TopRow {
  const path = pathOf(recording, func);
  const place = path === undefined ? `line ${totals.line}` : `${path}:${totals.line}`;
  return { name: nameWithoutFile(recording, func), place, path, ...totals };
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

/** `maxRows` rows are printed. The heading names the level if there is a choice. */
export function topAsText(
  { open: { recording }, level, event }: OpenedAt,
  { by, rows, weight, samples }: Top,
  maxRows: number,
  hasLevels = true,
): string {
  const name = recording.events.at(event)?.name ?? 'no event';
  const measure = measureAt(recording, event);
  const shown = rows.slice(0, maxRows);
  const isCost = isByCost(by);
  const cells = shown.map(({ name: label, place, self, total }) => [
    ...weightCells(isCost ? [self] : [self, total], weight, measure),
    place === '' ? label : `${label}  (${place})`,
  ]);
  const head = isCost ? ['weight', ''] : ['self', '', 'total', ''];
  const total = `${wholeText(weight, measure)}, `;
  const amount = `${measure === '' && weight === samples ? '' : total}${formatParts(samples, measure)}`;
  const at = hasLevels ? `, level ${level}` : '';
  const all = escapeLine(`${recording.name}: ${amount} of ${name}${at}`);
  return [all, '', ...tableLines([[...head, by], ...cells], rows.length - shown.length), ''].join('\n');
}

export function topAsJson(
  { open: { recording }, level, event }: OpenedAt,
  { by, rows, weight, samples }: Top,
  maxRows: number,
): string {
  const written = rows
    .slice(0, maxRows)
    .map(({ name, cost, path, line, self, selfSamples, total, totalSamples }) => ({
      name,
      ...(cost && { cost }),
      path,
      ...(line && { line }),
      self,
      selfSamples,
      total,
      totalSamples,
    }));
  const about = { file: recording.name, event: recording.events[event]?.name, level, by };
  return jsonText({ ...about, weight, samples, length: rows.length, rows: written });
}
