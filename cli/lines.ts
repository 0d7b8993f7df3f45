// `pyrograph lines`: prints the source lines of Python frames.

import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { ALL_SAMPLES } from '../src/model/session.ts';
import { escapeTable } from '../src/text/visible-text.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import { lineLevelOf } from '../workers/line-profiles.ts';
import { linesAsTsv } from '../workers/python-lines.ts';
import { defineCommand, parseRows } from './command.ts';
import { noteMissingLines, printMisleading } from './finding-lines.ts';
import { LOOKUP_OPTIONS, openAt, OPENING_HELP } from './opening.ts';
import { DEFAULT_ROWS, topAsJson, topAsText, topOf } from './top.ts';

const LINES_HELP = `Prints the source lines at which Python functions spent the time. Self counts the samples whose innermost Python function
is at the line, total those with a call at the line anywhere on their stack.

Usage: pyrograph lines [OPTION]… FILE…

${OPENING_HELP.files}

It needs copied stacks (perf record --call-graph dwarf) of a program that ran with -X perf or -X perf_jit, and a line table
(*.lines) among the files; or a pprof or speedscope profile, or folded stacks, with lines. Lines that nothing proves are left
out.

Options:
  -n, --rows ROWS   number of rows (default: ${DEFAULT_ROWS}); 0 for all
  --tsv             print each Python frame that has a line, tab-separated: sample, python_frame (both counted from 0, frames
                    from the leaf), function and line
  --json            print JSON with exact numbers
${OPENING_HELP.event}
${OPENING_HELP.lookup}
`;

const OPTIONS = {
  ...LOOKUP_OPTIONS,
  event: { type: 'string' },
  rows: { type: 'string', short: 'n', default: DEFAULT_ROWS },
  tsv: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export const lines = defineCommand('lines', LINES_HELP, OPTIONS, async ({ values, positionals }) => {
  const maxRows = parseRows(values.rows);
  if (values.tsv && values.json) throw new Error('Choose --tsv or --json.');
  const opened = await openAt('lines', positionals, { ...values, level: DEFAULT_LEVEL });
  printMisleading(diagnosisOf(opened.open)?.diagnosis);
  noteMissingLines(opened.open);
  if (values.tsv) {
    const text = linesAsTsv(opened.open.classified.profile);
    process.stdout.write(process.stdout.isTTY ? escapeTable(text) : text);
    return;
  }
  const atLevel = { ...opened, level: lineLevelOf(opened.open) };
  const hottest = await topOf(atLevel, { ...ALL_SAMPLES, foldImports: false }, 'line', 'self');
  const text = values.json
    ? topAsJson(atLevel, hottest, maxRows)
    : topAsText(atLevel, hottest, maxRows, false);
  process.stdout.write(text);
});
