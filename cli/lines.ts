// `pyrograph lines`: prints the source lines of Python frames.

import { escapeLine, escapeTable } from '../src/text/escapes.ts';
import { formatNumberOf } from '../src/text/format.ts';
import { measureAt } from '../src/text/labels.ts';
import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { nameWithoutFile, pathOf } from '../src/model/function-path.ts';
import { ALL_SAMPLES, type Recording } from '../src/model/session.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import type { OpenProfile } from '../workers/pipeline.ts';
import { linesAsTsv } from '../workers/python-lines.ts';
import { localViews } from '../workers/views/views.ts';
import { defineCommand, parseRows } from './command.ts';
import { printMisleading } from './finding-lines.ts';
import { LOOKUP_OPTIONS, openAt, OPENING_HELP, type OpenedAt } from './opening.ts';
import { printMessage, tableLines, weightCells, wholeText } from './print.ts';

const DEFAULT_ROWS = '30';

const LINES_HELP = `Prints the source lines at which Python functions spent the time. Self counts the samples whose innermost Python function
is at the line, total those with a call at the line anywhere on their stack.

Usage: pyrograph lines [OPTION]… FILE…

${OPENING_HELP.files}

It needs copied stacks (perf record --call-graph dwarf) of a program that ran with -X perf or -X perf_jit, and a line table
(*.lines) among the files. Lines that nothing proves are left out.

Options:
  -n, --rows ROWS   number of rows (default: ${DEFAULT_ROWS}); 0 for all
  --tsv             print each Python frame that has a line, tab-separated: sample, python_frame (both counted from 0, frames
                    from the leaf), function and line
${OPENING_HELP.event}
${OPENING_HELP.lookup}
`;

const OPTIONS = {
  ...LOOKUP_OPTIONS,
  event: { type: 'string' },
  rows: { type: 'string', short: 'n', default: DEFAULT_ROWS },
  tsv: { type: 'boolean', default: false },
} as const;

/** Prints that the recording has no lines, unless it has. */
export function noteMissingLines({ classified }: OpenProfile): void {
  if (!classified.profile.stacks.line) printMessage(NO_LINES);
}

const NO_LINES = 'No source lines are known: a perf.data needs a line table (*.lines).';

export const lines = defineCommand('lines', LINES_HELP, OPTIONS, async ({ values, positionals }) => {
  const maxRows = parseRows(values.rows);
  const opened = await openAt('lines', positionals, { ...values, level: DEFAULT_LEVEL });
  printMisleading(diagnosisOf(opened.open)?.diagnosis);
  const { profile } = opened.open.classified;
  noteMissingLines(opened.open);
  if (values.tsv) {
    const text = linesAsTsv(profile);
    process.stdout.write(process.stdout.isTTY ? escapeTable(text) : text);
  } else process.stdout.write(await asText(opened, maxRows));
});

async function asText({ open, event }: OpenedAt, maxRows: number): Promise<string> {
  const { recording } = open;
  // The leaf frame of a stack is then its innermost Python function.
  const options = { level: 'python', event, foldImports: false, ...ALL_SAMPLES } as const;
  const rows = await localViews(open).hottestLines({ options });
  const { name = 'no event', weight = 0, samples = 0 } = recording.events.at(event) ?? {};
  const measure = measureAt(recording, event);
  const shown = rows
    .slice(0, maxRows)
    .map(({ func, line, self, total }) => [
      ...weightCells([self, total], weight, measure),
      lineLabel(recording, func, line),
    ]);
  const amount = `${wholeText(weight, measure)}, ${formatNumberOf(samples, 'sample')}`;
  const head = escapeLine(`${recording.name}: ${amount} of ${name}`);
  const table = tableLines([['self', '', 'total', '', 'line'], ...shown], rows.length - shown.length);
  return [head, '', ...table, ''].join('\n');
}

function lineLabel(recording: Recording, func: number, line: number): string {
  return `${nameWithoutFile(recording, func)}  (${pathOf(recording, func)}:${line})`;
}
