// Formats a comparison as text for the terminal.

import {
  cellsOf,
  countsOf,
  fileNameOf,
  MAX_ROWS,
  MAY_BE_SAME,
  renameOptions,
  type SideParts,
} from '../src/compare/comparison-formats.ts';
import {
  displayName,
  isOwnFile,
  isPythonKey,
  partsOf,
  shortNameOf,
} from '../src/compare/match/function-key.ts';
import { isCertain, type ComparedRow, type Comparison } from '../src/model/comparison.ts';
import { withKernelNoiseLast } from '../src/model/kernel-noise.ts';
import { escapeLine } from '../src/text/visible-text.ts';
import { measureOf } from '../src/text/sides-text.ts';
import { capitalized, formatWeight, unitOf, formatNumberOf, formatParts } from '../src/text/format.ts';
import { WAIT_STATES } from '../src/model/wait-states.ts';
import { WALL_TIME } from '../src/model/events.ts';
import type { SideFiles, SideName } from './compare-arguments.ts';
import { tableLines } from './print.ts';

type Sides = Record<SideName, SideFiles>;

/** The sentence, facts, and rows with a certain difference. */
export function asText(
  comparison: Comparison,
  parts: SideParts,
  _exceeded: readonly string[],
  sides: Sides,
): string {
  const tables = [
    ...(comparison.measure === WALL_TIME ? [waitsText(comparison)] : []),
    tableText(comparison, 'Self', comparison.functions.self),
    tableText(comparison, 'Total', comparison.functions.totals),
    ...(comparison.lines ? [tableText(comparison, 'Self by line', comparison.lines)] : []),
  ];
  const lines = [
    comparison.sentence,
    ...(comparison.hint === '' ? [] : [comparison.hint]),
    '',
    sideLine(comparison, sides.a, parts.a, 0),
    sideLine(comparison, sides.b, parts.b, 1),
    basisLine(comparison),
    ...comparison.notes.map((note) => `Note: ${note}`),
    ...renameOptions(comparison).map((option) => `${MAY_BE_SAME}: ${option}`),
  ];
  return [...lines.map(escapeLine), ...tables.flatMap((table) => ['', ...table]), ''].join('\n');
}

function sideLine(
  { cpu, samples, runs, measure }: Comparison,
  { name, files }: SideFiles,
  part: string,
  index: 0 | 1,
): string {
  const label =
    name === '' ? (files.length === 1 ? files[0] : formatNumberOf(runs[index], 'recording')) : name;
  const each = runs[index] > 1 ? ' each on average' : '';
  const unit = unitOf(measure) === 'ns' ? ` of ${measureOf(measure)}` : '';
  const isCount = measure === '' && cpu[index] === samples[index];
  const weight = isCount ? '' : `${formatWeight(cpu[index], measure)}${unit}${each}, `;
  const recorded = part === '' ? label : `${label}, ${part}`;
  return `${'AB'[index]}  ${recorded}: ${weight}${formatParts(samples[index], measure)}`;
}

function basisLine({ basis, why, factor, factorSe, level, event, cpu, measure }: Comparison): string {
  const common = `most code ×${factor.toFixed(3)} ± ${(1.96 * factor * factorSe).toFixed(3)}`;
  const ratio = `${capitalized(measureOf(measure))} B/A ${(cpu[1] / cpu[0]).toFixed(3)}`;
  return `Basis ${basis} (${why}); ${ratio}; ${common}; ${event}, level ${level}`;
}

function tableText(comparison: Comparison, title: string, rows: readonly ComparedRow[]): string[] {
  const found = withKernelNoiseLast(
    rows.filter(({ verdict }) => isCertain(verdict)),
    ({ key }) => key,
  );
  const certain = comparison.measure === WALL_TIME ? ownFirst(found) : found;
  const heading = escapeLine(
    `${title}, ${formatNumberOf(rows.length, 'tested function')}: ${countsOf(rows)}`,
  );
  if (certain.length === 0) return [heading];
  const header = ['A', 'B', 'B − A', '95 % interval', 'of A', 'verdict', 'function'];
  const cells = certain
    .slice(0, MAX_ROWS)
    .map((row) => [...cellsOf(comparison, row), labelOf(comparison, row)]);
  return [heading, ...tableLines([header, ...cells], certain.length - MAX_ROWS)];
}

/** A wait is usually longest far above the code that can shorten it. */
function ownFirst(rows: readonly ComparedRow[]): ComparedRow[] {
  const isOwn = ({ key }: ComparedRow) => isPythonKey(key) && isOwnFile(partsOf(key).file);
  return [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))];
}

/** The certain differences of the waits in each own function, the largest first. */
function waitsText(comparison: Comparison): string[] {
  const waits = comparison.nodes.flatMap((row) => {
    const path = row.key.split(';');
    const isWait = WAIT_STATES.some(({ leaf }) => leaf !== '' && leaf === path.at(-1));
    const own = path.findLast((key) => isPythonKey(key) && isOwnFile(partsOf(key).file));
    return isWait && isCertain(row.verdict)
      ? [{ row, label: `${path.at(-1)} in ${shortNameOf(own ?? path[0])}` }]
      : [];
  });
  if (waits.length === 0) return ['No wait got longer or shorter for certain.'];
  const header = ['A', 'B', 'B − A', '95 % interval', 'of A', 'verdict', 'wait'];
  const sorted = waits.sort((a, b) => Math.abs(b.row.d) - Math.abs(a.row.d));
  const cells = sorted.slice(0, MAX_ROWS).map(({ row, label }) => [...cellsOf(comparison, row), label]);
  return ['Waits that changed:', ...tableLines([header, ...cells], waits.length - MAX_ROWS)];
}

function labelOf({ unnamedModules }: Comparison, row: ComparedRow): string {
  const { key, mark } = row;
  const file = fileNameOf(row);
  return `${displayName(key, unnamedModules)}${file === '' ? '' : `  (${file})`}${mark === '' ? '' : `  [${mark}]`}`;
}
