// `pyrograph costs`: prints what the interpreter spent the time on.

import { costLabel, COSTS } from '../src/model/costs.ts';
import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { formatParts } from '../src/text/format.ts';
import { weightText } from '../src/text/column-text.ts';
import { escapeLine } from '../src/text/visible-text.ts';
import { COST_GROUPINGS, costLines, costRows, type CostOptions, type CostRow } from '../workers/costs.ts';
import { localViews } from '../workers/views/views.ts';
import { defineCommand, parseChoice } from './command.ts';
import { openAt, OPENING_HELP, OPENING_OPTIONS, type OpenedAt } from './opening.ts';
import { SELECTION_HELP, SELECTION_OPTIONS, sampleSelection } from './selection.ts';
import { alignColumns, jsonText, printMessage, weightCells } from './print.ts';
import { measureAt } from '../src/text/labels.ts';

const COSTS_HELP = `Prints what the interpreter spent the time on: running bytecode, calls, memory, garbage collection and so on. Each
sample has exactly one cost, judged on its stack as recorded.

Usage: pyrograph costs [OPTION]… FILE…

${OPENING_HELP.files}

On a terminal, it prints the costs of one event with their shares, heaviest first. Elsewhere, it prints tab-separated lines
for all events, sorted by bytes: event, group, cost, part, weight and samples. Only the table shortens names.

Options:
  --by GROUP        costs of own time per ${COST_GROUPINGS.join(', ')}
  --parts           split costs into parts, such as libraries
  --json            print JSON with exact numbers
  --event NAME      only this event
${SELECTION_HELP}
${OPENING_HELP.mend}
${OPENING_HELP.lookup}
`;

const OPTIONS = {
  ...OPENING_OPTIONS,
  ...SELECTION_OPTIONS,
  level: { type: 'string' },
  by: { type: 'string' },
  parts: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export const costs = defineCommand('costs', COSTS_HELP, OPTIONS, async ({ values, positionals }) => {
  const by = values.by === undefined ? undefined : parseChoice('group', COST_GROUPINGS, values.by);
  if (values.level !== undefined)
    printMessage('--level has no effect: costs are judged on the stacks as recorded.');
  const opened = await openAt('costs', positionals, { ...values, level: DEFAULT_LEVEL });
  const printsTable = process.stdout.isTTY && !values.json;
  const options: CostOptions = {
    by,
    parts: values.parts,
    event: printsTable || values.event !== undefined ? opened.event : undefined,
    isIncluded: await selectedSamples(opened, values),
  };
  if (printsTable) process.stdout.write(costsText(opened, options));
  else if (values.json) process.stdout.write(asJson(opened, options));
  else process.stdout.write(costLines(opened.open, options));
});

/** Undefined if all samples are selected. */
async function selectedSamples({ open }: OpenedAt, values: Parameters<typeof sampleSelection>[1]) {
  if (!values.thread && !values.time && !values.filter) return undefined;
  const selection = sampleSelection(open.recording, values);
  const views = localViews(open);
  // The level with the most frames that filters can match; `raw` is never mended.
  const level = open.recorded ? 'merged' : 'raw';
  const ofEvent = await Promise.all(
    open.recording.events.map((_, event) =>
      views.selected({ level, event, foldImports: false, ...selection }),
    ),
  );
  return (sample: number) => ofEvent.some((isSelected) => isSelected(sample));
}

export function costsText({ open, event }: OpenedAt, options: CostOptions): string {
  const rows = heaviestFirst(costRows(open, { ...options, event, hasLabels: true }));
  const whole = rows.reduce((sum, { weight }) => sum + weight, 0);
  const samples = rows.reduce((sum, row) => sum + row.samples, 0);
  const { recording } = open;
  const name = recording.events.at(event)?.name ?? 'no event';
  const measure = measureAt(recording, event);
  const cells = rows.map(({ group, cost, part, weight }) => [
    ...weightCells([weight], whole, measure),
    [costLabel(cost), part, group].filter((text) => text !== '').join('  '),
  ]);
  const head = `${recording.name}: ${weightText(whole, measure)}, ${formatParts(samples, measure)} of ${name}`;
  return [escapeLine(head), '', ...alignColumns(cells), ''].join('\n');
}

function asJson({ open }: OpenedAt, options: CostOptions): string {
  const rows = heaviestFirst(costRows(open, options)).map(({ group, part, ...row }) => ({
    ...row,
    ...(options.by && { [options.by]: group }),
    ...(options.parts && { part }),
  }));
  return jsonText({ file: open.recording.name, rows });
}

/** Rows of equal weight are in the order of COSTS. */
function heaviestFirst(rows: readonly CostRow[]): CostRow[] {
  return rows.toSorted((a, b) => b.weight - a.weight || indexOf(a) - indexOf(b));
}

function indexOf({ cost }: CostRow): number {
  return COSTS.findIndex(({ id }) => id === cost);
}
