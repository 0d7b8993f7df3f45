// Writes a comparison as tab-separated lines, JSON or Markdown.

import { isCertain, type ComparedRow, type Comparison, type Difference } from '../model/comparison.ts';
import type { ComparisonExport } from '../model/exports.ts';
import { withKernelNoiseLast } from '../model/kernel-noise.ts';
import { baseName } from '../model/paths.ts';
import { formatCount, formatWeight, orDash, unitOf } from '../text/format.ts';
import { shareText, weightText } from '../text/column-text.ts';
import { formatRelative, verdictCounts } from '../text/difference.ts';
import { escapeJson, escapeLine, onOneLine } from '../text/visible-text.ts';
import { measureOf } from '../text/sides-text.ts';
import { codeCell, codeText, escapeMarkdown } from '../text/markdown.ts';
import { shellCommand } from '../text/shell-command.ts';
import { displayName, isPythonKey, lineOfKey, partsOf, shortNameOf } from './match/function-key.ts';
import { sentenceOf } from './sentence.ts';

export const MAX_ROWS = 20;
const MAX_CANDIDATES = 5;
const MAX_LINES = 10;
const COLUMNS = 'kind key a b d lo hi p q verdict mark'.split(' ');

/** Per side: the part of its recordings that is compared; empty for whole recordings. */
export type SideParts = Readonly<Record<'a' | 'b', string>>;

/** Writes a comparison in each format. `exceeded` are sentences about limits, which its sentence begins with. */
export const WRITERS: Readonly<
  Record<ComparisonExport, (comparison: Comparison, parts: SideParts, exceeded?: readonly string[]) => string>
> = {
  json: asJson,
  tsv: asTsv,
  markdown: asMarkdown,
};

/** A header line, then one line per tested function. */
function asTsv({ functions: { self, totals }, lines: ofLines = [] }: Comparison): string {
  const lines = (kind: string, rows: readonly ComparedRow[]) =>
    rows.map(({ key, a, b, d, lo, hi, p, q, verdict, mark }) =>
      [kind, onOneLine(key), a, b, d, lo, hi, p, q, verdict, mark].join('\t'),
    );
  return [
    COLUMNS.join('\t'),
    ...lines('self', self),
    ...lines('total', totals),
    ...lines('line', ofLines),
    '',
  ].join('\n');
}

/** The fields are documented in docs/cli.md. */
function asJson(comparison: Comparison): string {
  const rowsOf = (rows: readonly ComparedRow[]) =>
    rows.map(({ key, a, b, d, lo, hi, se, df, p, q, verdict, mark }) => {
      return { key, a, b, d, lo, hi, se, df, p, q, verdict, how: mark };
    });
  const { basis, why, factor, factorSe, isUneven, tau, cpu, samples, elapsed, runs, level, event, delta } =
    comparison;
  const { total, explained, matched, functions, sentence, hint, notes } = comparison;
  const about = {
    basis,
    why,
    factor,
    factor_se: factorSe,
    uneven: isUneven,
    tau,
    cpu,
    samples,
    elapsed,
    runs,
    level,
    event,
    delta,
  };
  const self = rowsOf(functions.self);
  const totals = rowsOf(functions.totals);
  const nodes = rowsOf(comparison.nodes);
  const written = {
    version: 1,
    ...about,
    total,
    self,
    totals,
    ...(comparison.lines && { lines: rowsOf(comparison.lines) }),
    nodes,
    explained,
    matched,
    candidates: functions.candidates,
    sentence,
    hint,
    notes,
  };
  return `${escapeJson(JSON.stringify(written, null, 1))}\n`;
}

/** Short enough for a comment on a pull request. */
function asMarkdown(comparison: Comparison, parts: SideParts, exceeded: readonly string[] = []): string {
  const { functions, runs, samples, basis, why, factor, level, event, measure, notes, cpu } = comparison;
  const { hint } = comparison;
  const certain = [
    ...functions.self.map((row) => ({ kind: 'self', row })),
    ...functions.totals.map((row) => ({ kind: 'total', row })),
  ];
  const rows = withKernelNoiseLast(
    certain.filter(({ row }) => isCertain(row.verdict)),
    ({ row }) => row.key,
  );
  const cells = rows.slice(0, MAX_ROWS).map(({ kind, row }) => {
    const file = fileNameOf(row);
    const name = [displayName(row.key, comparison.unnamedModules), ...(file === '' ? [] : [file])]
      .map(codeCell)
      .join(' ');
    return [name, kind, ...cellsOf(comparison, row), escapeMarkdown(row.mark)].join(' | ');
  });
  const table = [
    '| function | | A | B | B − A | 95 % interval | of A | verdict | |',
    '|---|---|--:|--:|--:|--:|--:|---|---|',
    ...cells.map((line) => `| ${line} |`),
  ];
  const more = rows.length > MAX_ROWS ? [`… and ${rows.length - MAX_ROWS} more rows.`, ''] : [];
  const facts = [
    ...(parts.a === '' ? [] : [`A: ${parts.a}`]),
    ...(parts.b === '' ? [] : [`B: ${parts.b}`]),
    `${unitOf(measure) === 'ns' ? measureOf(measure) : 'total'} ${formatWeight(cpu[0], measure)} → ${formatWeight(cpu[1], measure)}`,
    `functions by total: ${countsOf(functions.totals)}`,
    `${runs[0]} + ${runs[1]} recordings`,
    `${formatCount(samples[0])} + ${formatCount(samples[1])} samples of ${event}`,
    `level ${level}`,
    `basis ${basis} (${why})`,
    `most code ×${factor.toFixed(3)}`,
    ...notes.map((note) => note.replace(/\.$/, '')),
  ];
  const hints = renameOptions(comparison).map((option) => `${MAY_BE_SAME}: ${codeText(option)}`);
  const body = [...(cells.length > 0 ? [...table, '', ...more] : []), ...linesOf(comparison)];
  return [
    escapeLine(`**${[...exceeded.map(escapeMarkdown), sentenceOf(comparison, codeText)].join(' ')}**`),
    '',
    ...(hint === '' ? [] : [escapeMarkdown(hint), '']),
    ...body.map(escapeLine),
    escapeLine(`<sub>${[...facts.map(escapeMarkdown), ...hints].join('; ')}.</sub>`),
    '',
  ].join('\n');
}

/** A list of the source lines whose own time differs. */
function linesOf(comparison: Comparison): string[] {
  const { lines = [] } = comparison;
  const certain = lines.filter(({ verdict }) => isCertain(verdict));
  if (certain.length === 0) return [];
  const rows = certain.slice(0, MAX_LINES).map((row) => {
    const { key, line } = lineOfKey(row.key) ?? { key: row.key, line: '' };
    const file = isPythonKey(key) ? baseName(partsOf(key).file) : 'line';
    return `- ${codeText(`${file}:${line}`)} in ${codeText(shortNameOf(key))} ${signed(row.d, comparison)}`;
  });
  return ['Lines:', '', ...rows, ''];
}

export const MAY_BE_SAME = 'May be the same function';

/** Options for functions that may be the same, as typed in a shell. */
export function renameOptions({ functions: { candidates } }: Comparison): string[] {
  return candidates.slice(0, MAX_CANDIDATES).flatMap(({ from, to }) => {
    const option = shellCommand(['--rename', `${shortNameOf(from)}=${shortNameOf(to)}`]);
    return option === undefined ? [] : [option];
  });
}

export function countsOf(rows: readonly ComparedRow[]): string {
  return verdictCounts(rows.map(({ verdict }) => verdict)).join(', ');
}

export function cellsOf(comparison: Comparison, row: ComparedRow): string[] {
  const { a, b, d, lo, hi, verdict } = row;
  const value = (weight: number) => orDash(weight, valueText(weight, comparison));
  const interval = `${signed(lo, comparison)} to ${signed(hi, comparison)}`;
  return [value(a), value(b), signed(d, comparison), interval, relative(row), verdict];
}

/** A value in the unit of the basis. */
function valueText(value: number, { basis, measure }: Comparison): string {
  if (basis === 'share') return shareText(value, 1);
  const isSeconds = unitOf(measure) === 'ns' && (basis === 'cpu' || basis === 'matched');
  const text = isSeconds ? weightText(value, measure) : formatWeight(value, measure);
  return basis === 'rate' ? `${text}/s` : text;
}

function signed(value: number, comparison: Comparison): string {
  return `${value < 0 ? '−' : '+'}${valueText(Math.abs(value), comparison)}`;
}

function relative({ a, d }: Difference): string {
  return a === 0 ? '–' : formatRelative(d, a);
}

/** The name of a Python function's file without folders; otherwise empty. */
export function fileNameOf({ key }: ComparedRow): string {
  return isPythonKey(key) ? baseName(partsOf(key).file) : '';
}
