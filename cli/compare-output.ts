// Formats a comparison as text for the terminal, tab-separated lines, JSON or Markdown.

import { partsOf, isPythonKey, shortNameOf } from '../src/compare/function-key.ts';
import { isCertain, type ComparedRow, type Comparison, type Difference } from '../src/model/comparison.ts';
import { baseName } from '../src/text/base-name.ts';
import { formatRelative } from '../src/text/difference.ts';
import { formatNumberOf, formatWeight, orDash, unitOf } from '../src/text/format.ts';
import type { Side, SideName } from './compare-arguments.ts';
import { codeText } from './markdown.ts';
import { escapeJson, escapeLine } from './terminal.ts';
import { alignColumns, shareText, weightText } from './weight-columns.ts';

type Sides = Record<SideName, Side>;

const MAX_ROWS = 20;
const MAX_CANDIDATES = 5;
const COLUMNS = 'kind key a b d lo hi p q verdict mark'.split(' ');

/** The sentence, facts, and rows with a certain difference. */
export function asText(comparison: Comparison, sides: Sides): string {
  const tables = [
    tableText(comparison, 'Self', comparison.self),
    tableText(comparison, 'Total', comparison.totals),
  ];
  const lines = [
    comparison.sentence,
    '',
    sideLine(comparison, sides, 0),
    sideLine(comparison, sides, 1),
    basisLine(comparison),
    ...comparison.notes.map((note) => `Note: ${note}`),
    ...renameHints(comparison),
  ];
  return [...lines.map(escapeLine), ...tables.flatMap((table) => ['', ...table]), ''].join('\n');
}

function renameHints({ candidates }: Comparison): string[] {
  return candidates
    .slice(0, MAX_CANDIDATES)
    .map(({ from, to }) => `May be the same function: --rename '${shortNameOf(from)}=${shortNameOf(to)}'`);
}

function sideLine({ cpu, samples, runs, event }: Comparison, sides: Sides, index: 0 | 1): string {
  const { name, files } = index === 0 ? sides.a : sides.b;
  const label =
    name === '' ? (files.length === 1 ? files[0] : formatNumberOf(runs[index], 'recording')) : name;
  const each = runs[index] > 1 ? ' each on average' : '';
  const weight = `${formatWeight(cpu[index], event)}${unitOf(event) === 'ns' ? ' of CPU time' : ''}`;
  return `${'AB'[index]}  ${label}: ${weight}${each}, ${formatNumberOf(samples[index], 'sample')}`;
}

function basisLine({ basis, why, factor, factorSe, level, event, cpu }: Comparison): string {
  const common = `common factor ${factor.toFixed(3)} ± ${(1.96 * factor * factorSe).toFixed(3)}`;
  const ratio = `CPU time B/A ${(cpu[1] / cpu[0]).toFixed(3)}`;
  return `Basis ${basis} (${why}); ${ratio}; ${common}; ${event}, level ${level}`;
}

function tableText(comparison: Comparison, title: string, rows: readonly ComparedRow[]): string[] {
  const certain = rows.filter(({ verdict }) => isCertain(verdict));
  const heading = escapeLine(
    `${title}: ${countsOf(rows)} of ${formatNumberOf(rows.length, 'tested function')}`,
  );
  if (certain.length === 0) return [heading];
  const header = ['A', 'B', 'B − A', '95 % interval', 'of A', 'verdict', 'function'];
  const cells = certain.slice(0, MAX_ROWS).map((row) => [...cellsOf(comparison, row), labelOf(row)]);
  const more = certain.length - MAX_ROWS;
  return [heading, ...alignColumns([header, ...cells]), ...(more > 0 ? [`… and ${more} more rows`] : [])];
}

function countsOf(rows: readonly ComparedRow[]): string {
  const certain = rows.filter(({ verdict }) => isCertain(verdict)).length;
  const unsure = rows.filter(({ verdict }) => verdict === 'unsure').length;
  return `${certain} changed, ${rows.length - certain - unsure} unchanged, ${unsure} uncertain`;
}

function cellsOf(comparison: Comparison, row: ComparedRow): string[] {
  const { a, b, d, lo, hi, verdict } = row;
  const value = (weight: number) => orDash(weight, valueText(weight, comparison));
  const interval = `${signed(lo, comparison)} to ${signed(hi, comparison)}`;
  return [value(a), value(b), signed(d, comparison), interval, relative(row), verdict];
}

/** A value in the unit of the basis. */
function valueText(value: number, { basis, event }: Comparison): string {
  if (basis === 'share') return shareText(value, 1);
  const isSeconds = unitOf(event) === 'ns' && (basis === 'cpu' || basis === 'matched');
  const text = isSeconds ? weightText(value, event) : formatWeight(value, event);
  return basis === 'rate' ? `${text}/s` : text;
}

function signed(value: number, comparison: Comparison): string {
  return `${value < 0 ? '−' : '+'}${valueText(Math.abs(value), comparison)}`;
}

function relative({ a, d }: Difference): string {
  return a === 0 ? '–' : formatRelative(d, a);
}

/** The name of a Python function's file without folders; otherwise empty. */
function fileOf({ key }: ComparedRow): string {
  return isPythonKey(key) ? baseName(partsOf(key).file) : '';
}

function labelOf(row: ComparedRow): string {
  const { key, mark } = row;
  const file = fileOf(row);
  return `${shortNameOf(key)}${file === '' ? '' : `  (${file})`}${mark === '' ? '' : `  [${mark}]`}`;
}

/** A header line, then one line per tested function. */
export function asTsv({ self, totals }: Comparison): string {
  const lines = (kind: string, rows: readonly ComparedRow[]) =>
    rows.map(({ key, a, b, d, lo, hi, p, q, verdict, mark }) =>
      [kind, key.replace(/[\t\n]/g, ' '), a, b, d, lo, hi, p, q, verdict, mark].join('\t'),
    );
  return [COLUMNS.join('\t'), ...lines('self', self), ...lines('total', totals), ''].join('\n');
}

/** The fields are documented in docs/cli.md. */
export function asJson(comparison: Comparison): string {
  const rowsOf = (rows: readonly ComparedRow[]) =>
    rows.map(({ key, a, b, d, lo, hi, se, df, p, q, verdict, mark }) => {
      return { key, a, b, d, lo, hi, se, df, p, q, verdict, how: mark };
    });
  const { basis, why, factor, factorSe, tau, cpu, samples, elapsed, runs, level, event, delta } = comparison;
  const { total, explained, matched, candidates, sentence, notes } = comparison;
  const about = {
    basis,
    why,
    factor,
    factor_se: factorSe,
    tau,
    cpu,
    samples,
    elapsed,
    runs,
    level,
    event,
    delta,
  };
  const self = rowsOf(comparison.self);
  const totals = rowsOf(comparison.totals);
  const nodes = rowsOf(comparison.nodes);
  const written = {
    version: 1,
    ...about,
    total,
    self,
    totals,
    nodes,
    explained,
    matched,
    candidates,
    sentence,
    notes,
  };
  return `${escapeJson(JSON.stringify(written, null, 1))}\n`;
}

/** Short enough for a comment on a pull request. */
export function asMarkdown(comparison: Comparison): string {
  const { self, totals, runs, samples, basis, why, factor, level, event, notes, sentence, cpu } = comparison;
  const certain = [
    ...self.map((row) => ({ kind: 'self', row })),
    ...totals.map((row) => ({ kind: 'total', row })),
  ];
  const rows = certain.filter(({ row }) => isCertain(row.verdict));
  const cells = rows.slice(0, MAX_ROWS).map(({ kind, row }) => {
    const file = fileOf(row);
    const name = [shortNameOf(row.key), ...(file === '' ? [] : [file])].map(codeText).join(' ');
    return [name, kind, ...cellsOf(comparison, row), row.mark].join(' | ');
  });
  const table = [
    '| function | | A | B | B − A | 95 % interval | of A | verdict | |',
    '|---|---|--:|--:|--:|--:|--:|---|---|',
    ...cells.map((line) => `| ${line} |`),
  ];
  const more = rows.length > MAX_ROWS ? [`… and ${rows.length - MAX_ROWS} more rows.`, ''] : [];
  const facts = [
    `${unitOf(event) === 'ns' ? 'CPU time' : 'total'} ${formatWeight(cpu[0], event)} → ${formatWeight(cpu[1], event)}`,
    `functions by total: ${countsOf(totals)}`,
    `${runs[0]} + ${runs[1]} recordings`,
    `${samples[0]} + ${samples[1]} samples of ${event}`,
    `level ${level}`,
    `basis ${basis} (${why})`,
    `common factor ${factor.toFixed(3)}`,
    ...notes.map((note) => note.replace(/\.$/, '')),
    ...renameHints(comparison),
  ];
  const body = cells.length > 0 ? [...table, '', ...more] : [];
  return [
    escapeLine(`**${sentence}**`),
    '',
    ...body.map(escapeLine),
    escapeLine(`<sub>${facts.join('; ')}.</sub>`),
    '',
  ].join('\n');
}
