// A report as Markdown.

import { formatDuration, formatNumberOf, formatShare, formatWeight } from '../src/text/format.ts';
import { MODES } from './finding-lines.ts';
import {
  codeText,
  escapeAroundCode,
  escapeMarkdown,
  functionTable,
  shellBlock,
} from '../src/text/markdown.ts';
import type { NamedShare, Report } from './report-content.ts';

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

export function asMarkdown(report: Report): string {
  const { packages, imports, notable, threads } = report;
  const sections = [
    factLines(report),
    problemLines(report),
    costLines(report),
    functionLines(report),
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
  const amount = `${formatWeight(weight, unit === '' ? '' : event)}${unit === 'ns' ? ' of CPU time' : ''}`;
  const what = [
    ...(weight === samples && unit === '' ? [] : [escapeMarkdown(amount)]),
    samples === 0 ? 'no samples' : `${formatNumberOf(samples, 'sample')} of ${escapeMarkdown(event)}`,
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
