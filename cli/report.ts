// `pyrograph report`: a short answer for agents and scripts: what was recorded, what is wrong with it, where the time went, and
// what to look at next.

import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { escapeJson, escapeText } from '../src/text/escapes.ts';
import { defineCommand } from './command.ts';
import { LOOKUP_OPTIONS, NotShownError, openAt, OPENING_HELP, type LookupValues } from './opening.ts';
import { gather, reportOf, reportOfProblems, type Detail, type Report } from './report-content.ts';
import { asMarkdown } from './report-markdown.ts';
import { printMessage } from './terminal.ts';

/** In characters: about 2,000 tokens, even if most of the text is JSON and paths. */
export const MAX_LENGTH = 6000;
const NOT_SHOWN = 1;

const REPORT_HELP = `Prints a short report for agents and scripts, at most about 2,000 tokens: what was recorded, what is wrong with it, where the
time went, and what to look at next, as commands and as links into the page.

Usage: pyrograph report [OPTION]… FILE…

${OPENING_HELP.files}

Options:
  --json            print JSON instead of Markdown
  --url BASE        the page that the links lead to: its URL, or the one that pyrograph open prints. Without it, a link is the
                    VIEW of pyrograph open --view VIEW FILE, and the part after the # of a URL
${OPENING_HELP.event}
  --no-lookup       use only the given files
  --symfs DIR       treat DIR as the root directory of the recorded machine; use / to trust the local files
  --help            show this help

Exit code: 0, even if something is wrong with the recording; 1 if it cannot be shown, so that the report has only its problems;
2 with an error message if nothing can be read.
`;

const OPTIONS = {
  ...LOOKUP_OPTIONS,
  event: { type: 'string' },
  url: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
} as const;

const FULL: Detail = {
  rows: 8,
  parts: 4,
  steps: 8,
  problems: 10,
  nameLength: 100,
  fixLength: 600,
  explained: ['misleading', 'incomplete', 'hint'],
};
/** From the most detailed to the shortest. */
const DETAILS: readonly Detail[] = [
  FULL,
  { ...FULL, explained: ['misleading', 'incomplete'], steps: 6, parts: 3 },
  { ...FULL, rows: 6, parts: 3, steps: 5, nameLength: 80, fixLength: 300, explained: ['misleading'] },
  { rows: 4, parts: 2, steps: 4, problems: 6, nameLength: 60, fixLength: 160, explained: ['misleading'] },
  { rows: 3, parts: 1, steps: 2, problems: 4, nameLength: 40, fixLength: 0, explained: [] },
];

export const report = defineCommand('report', REPORT_HELP, OPTIONS, async ({ values, positionals }) => {
  if (values.url !== '' && !/^https?:\/\//.test(values.url))
    throw new Error(`Invalid --url ${values.url}: use the URL of a page, such as http://localhost:8000/.`);
  const made = await reportsOf(positionals, values);
  process.stdout.write(fitting(made, values.json));
});

type ReportAt = (detail: Detail) => Report;

/** Sets the exit code if the recording cannot be shown. */
async function reportsOf(
  files: readonly string[],
  values: LookupValues & { readonly event?: string | undefined; readonly url: string },
): Promise<ReportAt> {
  try {
    const { open, event } = await openAt('report', files, { ...values, level: DEFAULT_LEVEL });
    const { recording } = open;
    const isDefault = event === recording.defaultEvent;
    const name = isDefault ? undefined : recording.events.at(event)?.name;
    if (recording.samples === 0) process.exitCode = NOT_SHOWN;
    const gathered = await gather(open, event, { recording, files, base: values.url, event: name });
    return (detail) => reportOf(gathered, detail);
  } catch (error) {
    if (!(error instanceof NotShownError)) throw error;
    printMessage(error.message);
    process.exitCode = NOT_SHOWN;
    return (detail) => reportOfProblems(files[0], error.diagnosis, detail);
  }
}

/** The most detailed report that is short enough. */
export function fitting(at: ReportAt, isJson: boolean): string {
  let text = '';
  for (const detail of DETAILS) {
    const made = at(detail);
    text = isJson ? asJson(made) : asMarkdown(made);
    if (text.length <= MAX_LENGTH) break;
  }
  return isJson || !process.stdout.isTTY ? text : escapeText(text);
}

/** One line per field or item: indenting everything would double the length. */
function asJson(made: Report): string {
  const fields = Object.entries(made).map(([name, value]) => {
    const text =
      Array.isArray(value) && value.length > 0
        ? `[\n  ${value.map((item) => JSON.stringify(item)).join(',\n  ')}\n ]`
        : JSON.stringify(value);
    return ` ${JSON.stringify(name)}: ${text}`;
  });
  return `${escapeJson(`{\n${fields.join(',\n')}\n}`)}\n`;
}
