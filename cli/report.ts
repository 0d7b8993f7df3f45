// `pyrograph report`: a short answer for agents and scripts: what was recorded, what is wrong with it, where the time went, and
// what to look at next.

import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { escapeJson, escapeText } from '../src/text/visible-text.ts';
import { defineCommand } from './command.ts';
import { LOOKUP_OPTIONS, NotShownError, openAt, OPENING_HELP, type LookupValues } from './opening.ts';
import {
  gather,
  reportOf,
  reportOfProblems,
  type Detail,
  type Report,
  type NamedShare,
} from './report-content.ts';
import { printMessage } from './print.ts';
import {
  formatDuration,
  formatNumberOf,
  formatShare,
  formatWeight,
  formatParts,
} from '../src/text/format.ts';
import { MODES } from './finding-lines.ts';
import { measureOf } from '../src/text/sides-text.ts';
import {
  codeText,
  escapeAroundCode,
  escapeMarkdown,
  functionTable,
  shellBlock,
} from '../src/text/markdown.ts';

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

const SCOPES: Readonly<Record<Report['scope'], { title: string; includes: string }>> = {
  own: {
    title: 'Your hottest functions',
    includes:
      'Their share is with the libraries and C code that they call, without other functions of yours; total is with all.',
  },
  python: {
    title: 'Hottest Python functions',
    includes:
      'Their share is with the C code that they call, without other Python functions; total is with all.',
  },
  all: { title: 'Hottest functions', includes: 'Self time.' },
};

function asMarkdown(report: Report): string {
  const { packages, imports, notable, threads } = report;
  const sections = [
    factLines(report),
    problemLines(report),
    section('Where the wall time went', (report.states ?? []).map(shareLine)),
    costLines(report),
    functionLines(report),
    sourceLines(report),
    section('Hottest packages', packages.map(shareLine)),
    section('Slowest imports', imports.map(shareLine)),
    section('On the stack', notable.map(shareLine)),
    threads.length > 1 ? section('Threads', threads.map(shareLine)) : [],
    nextLines(report),
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function factLines({ file, recorded }: Report): string[] {
  const { program, python, perf, stacks, duration, threads, event, samples, weight, unit, otherEvents } =
    recorded;
  const how = [
    ...(program === null ? [] : [codeText(program)]),
    ...(python.length > 0 ? [`Python ${escapeMarkdown(python.join(', '))}`] : []),
    ...(stacks === null ? [] : [MODES[stacks]]),
    perf === null ? recorded.format : `perf ${escapeMarkdown(perf)}`,
  ];
  const amount = `${formatWeight(weight, unit === '' ? '' : event)}${unit === 'ns' ? ` of ${measureOf(event)}` : ''}`;
  const what = [
    ...(weight === samples && unit === '' ? [] : [escapeMarkdown(amount)]),
    samples === 0 ? 'no samples' : `${formatParts(samples, event)} of ${escapeMarkdown(event)}`,
    ...(duration === null ? [] : [`${formatDuration(duration * 1e9)} from the first to the last`]),
    ...(samples === 0 ? [] : [formatNumberOf(threads, 'thread')]),
    ...otherEvents.map(
      (other) => `also ${formatNumberOf(other.samples, 'sample')} of ${escapeMarkdown(other.name)}`,
    ),
  ];
  return [`# ${codeText(file)}`, '', `${how.join(', ')}: ${what.join(', ')}.`];
}

function problemLines({ problems, fix }: Report): string[] {
  if (problems.length === 0) return ['## Problems', '', 'None found.'];
  const blocks = problems.map(({ severity, share, title, text, fix: own }, i) => {
    const affected = share > 0 ? `, affects ${formatShare(share)}` : '';
    const commands = own.filter((line) => !line.startsWith('#'));
    const isOneLine = commands.length === 1 && own.length === 1;
    const line = `${i + 1}. **${severity}**${affected}: ${escapeAroundCode([`${title}.`, text].filter(Boolean).join(' '))}`;
    if (isOneLine) return [`${line} Fix: ${codeText(commands[0])}`];
    return [line, ...(own.length > 0 ? shellBlock(own).map((each) => `   ${each}`) : [])];
  });
  const all =
    fix.length > 0 && problems.length > 1 ? ['', 'To fix all of this:', '', ...shellBlock(fix)] : [];
  return ['## Problems', '', ...blocks.flat(), ...all];
}

function costLines({ costs }: Report): string[] {
  const lines = costs.map(({ label, share, parts }) => {
    const named = parts.map((part) => `${escapeMarkdown(part.name)} ${formatShare(part.share)}`).join(', ');
    return `${formatShare(share)} ${label}${named === '' ? '' : `: ${named}`}`;
  });
  return section('What the time was spent on', lines);
}

function functionLines({ scope, functions }: Report): string[] {
  if (functions.length === 0) return [];
  const { title, includes } = SCOPES[scope];
  const isSelf = scope === 'all';
  const columns = isSelf ? ['self'] : ['share', 'self', 'total'];
  const rows = functions.map(({ name, path, share, self, total }) => ({
    name,
    path,
    shares: isSelf ? [share] : [share, self, total],
  }));
  return [`## ${title}`, '', includes, '', ...functionTable(columns, rows)];
}

function sourceLines({ lines = [] }: Report): string[] {
  if (lines.length === 0) return [];
  const rows = lines.map(({ name, path, line, self, total }) => ({
    name,
    path: path === null ? `line ${line}` : `${path}:${line}`,
    shares: [self, total],
  }));
  return [
    '## Hottest lines',
    '',
    'Self is with the C code that the line calls.',
    '',
    ...functionTable(['self', 'total'], rows),
  ];
}

function nextLines({ next }: Report): string[] {
  const lines = next.map(({ what, command, link }) => {
    const shown = isView(link) ? codeText(link) : `<${link}>`;
    return `${escapeMarkdown(what)}: ${[...(command === null ? [] : [codeText(command)]), shown].join(' or ')}`;
  });
  const hint = next.some(({ link }) => isView(link))
    ? ['', 'To open one of these views in the browser: `pyrograph open --view VIEW FILE`']
    : [];
  return lines.length === 0 ? [] : [...section('Look next', lines), ...hint];
}

/** False for a URL. */
function isView(link: string): boolean {
  return link.startsWith('v=');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((line) => `- ${line}`)];
}

function shareLine({ name, share }: NamedShare): string {
  return `${formatShare(share)} ${escapeMarkdown(name)}`;
}
