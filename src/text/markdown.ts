// Pieces of Markdown. Names come from recordings: in code, nothing in them is markup, a link, an image or the mention of a user.

import { formatShare, formatWeight, formatParts } from './format.ts';
import { onOneLine } from './visible-text.ts';
import { pathOf } from '../model/function-names.ts';
import type { Overview, Recording } from '../model/session.ts';
import { labelOf, measureAt } from './labels.ts';

/** What Markdown, HTML or GitHub interprets in a word. Escaping with backslashes does not stop mentions and bare URLs. */
const MARKUP = /[\\`*_~[\]<>&|#@$!]|:\/\/|\bwww\.|:[\w+-]+:/i;
/** A word with punctuation around it. */
const WORD = /^([(“]*)(.*?)([).,:;”]*)$/;

/** Code, exactly as it is except for line breaks. */
export function codeText(code: string): string {
  const text = onOneLine(code);
  const fence = '`'.repeat(longestRun(text) + 1);
  const needsSpace = text.trim() === '' || /^`|`$|^ .* $/.test(text);
  return needsSpace ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

export function codeCell(code: string): string {
  return codeText(code).replaceAll('|', '\\|');
}

interface FunctionRow {
  readonly name: string;
  /** Its file or module. */
  readonly path: string | null | undefined;
  /** One for each column. */
  readonly shares: readonly number[];
}

/** Lines of a table of functions. `columns` name the shares. */
export function functionTable(columns: readonly string[], rows: readonly FunctionRow[]): string[] {
  const lines = rows.map(({ name, path, shares }) => [
    ...shares.map(formatShare),
    codeCell(name),
    path ? codeCell(path) : '',
  ]);
  const head = `| ${[...columns, 'function', 'file'].join(' | ')} |`;
  return [
    head,
    `|${columns.map(() => '--:|').join('')}---|---|`,
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
  ];
}

export function shellBlock(lines: readonly string[]): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}sh`, ...lines, fence];
}

/** Text in which the words that would be markup are code, such as `__init__`, `<genexpr>` and URLs. */
export function escapeMarkdown(text: string): string {
  const words = onOneLine(text).split(' ');
  return words.map((word) => (MARKUP.test(word) ? codeWord(word) : word)).join(' ');
}

/** The same for text with code in backticks, which stays code. */
export function escapeAroundCode(text: string): string {
  const parts = onOneLine(text).split(/`([^`]+)`/);
  return parts
    .map((part, i) => (i % 2 === 0 ? escapeMarkdown(part.replaceAll('`', "'")) : codeText(part)))
    .reduce((before, part) =>
      before.endsWith('`') && part.startsWith('`') ? `${before} ${part}` : before + part,
    );
}

function codeWord(word: string): string {
  const [, before, core, after] = WORD.exec(word) ?? ['', '', word, ''];
  return `${before}${codeText(core)}${after}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

const TITLES: Readonly<Record<Overview['scope'], string>> = {
  own: 'Your hottest functions, with the libraries that they call',
  python: 'Hottest Python functions, with the C code that they call',
  all: 'Hottest functions',
};

/** The overview of a recording as Markdown, for a message: what was recorded, and the hottest functions. */
export function overviewMarkdown(
  recording: Recording,
  { options, weight, samples, scope, functions }: Overview,
): string {
  const measure = measureAt(recording, options.event);
  const rows = functions.map(({ id, weight: part, self, total }) => ({
    name: labelOf(recording, id).name,
    path: pathOf(recording, id),
    shares: [part, self, total].map((each) => each / (weight || 1)),
  }));
  return [
    `**${codeText(recording.name)}**: ${formatWeight(weight, measure)}, ${formatParts(samples, measure)}`,
    ...(rows.length > 0 ? [`\n${TITLES[scope]}:\n`, ...functionTable(['share', 'self', 'total'], rows)] : []),
    '',
  ].join('\n');
}
