// The columns of the table: names, self and total weight, and the self weight of chosen costs.

import { costIndex, costLabel, COSTS, type CostId, type PartWeight } from '../../model/costs.ts';
import { NONE } from '../../model/profile.ts';
import { isByCost, type Table } from '../../model/session.ts';
import type { Sorting } from '../../model/view-names.ts';
import { formatCount, formatShare, formatWeight, unitOf, partNoun } from '../../text/format.ts';
import type { Label } from '../../text/labels.ts';
import {
  column,
  comparedBy,
  copiedNames,
  copiedText,
  sortRows,
  type Column,
} from '../primitives/columns.tsx';

/** Short enough for the head of a column. */
const COST_LABELS: Readonly<Record<CostId, string>> = {
  bytecode: 'Bytecode',
  calls: 'Calls',
  attributes: 'Attributes',
  values: 'Built-ins',
  memory: 'Memory',
  gc: 'GC',
  locks: 'Locks',
  imports: 'Imports',
  compile: 'Compiling',
  exceptions: 'Exceptions',
  classes: 'Classes',
  libraries: 'Libraries',
  system: 'System',
  profiling: 'Profiling',
  unknown: 'Unknown',
};

/** `measure` determines the unit of weights. Self and total weight of costs are the same, so those show one column of each. */
export function weightColumns(table: Table, costs: readonly CostId[], measure: string): Column[] {
  const { by, self, selfSamples, total, totalSamples } = table;
  const [ofSelf, ofTotal] = [
    columnsFor('self', self, selfSamples, table, measure),
    columnsFor('total', total, totalSamples, table, measure),
  ];
  if (!isByCost(by)) return [...ofSelf, ...costs.map((cost) => costColumn(table, cost, measure)), ...ofTotal];
  const labels = ['Weight', 'Samples', 'Share'];
  return ofSelf.map((each, i) => ({
    ...each,
    prefix: '',
    label: labels[i],
    className: each.className.replace(' self-share', ''),
  }));
}

/** Weight, samples and share. */
function columnsFor(
  name: 'self' | 'total',
  weights: Float64Array,
  samples: Int32Array,
  { self, weight: all }: Table,
  measure: string,
): Column[] {
  const label = name === 'self' ? 'Self' : 'Total';
  const className = name === 'self' ? 'row-number' : 'row-number total';
  const isNone = (row: number) => name === 'self' && self[row] === 0;
  const value = (row: number) => weights[row];
  const share = (row: number) => weights[row] / (all || 1);
  const parts = `${partNoun(measure)}s`;
  return [
    column(name, label, className, {
      value,
      isNone,
      text: (row) => formatWeight(weights[row], measure),
      copied: { [inUnit(`${name} weight`, measure)]: value },
    }),
    column(`${name}Samples`, parts, `${className} samples`, {
      prefix: label,
      isNone,
      value: (row) => samples[row],
      text: (row) => formatCount(samples[row]),
      copied: { [`${name} ${parts}`]: (row) => samples[row] },
    }),
    column(`${name}Share`, 'share', name === 'self' ? `${className} self-share` : className, {
      prefix: label,
      value,
      isNone,
      text: (row) => formatShare(share(row)),
      copied: { [`${name} %`]: (row) => Number((100 * share(row)).toPrecision(6)) },
    }),
  ];
}

function costColumn(table: Table, cost: CostId, measure: string): Column {
  /** Undefined until the costs of the table have arrived. */
  const weightOf = (row: number) => table.selfCosts?.[row * COSTS.length + costIndex(cost)];
  return column(cost, COST_LABELS[cost], 'row-number', {
    prefix: 'Self',
    title: `Self weight: ${costLabel(cost)}`,
    value: (row) => weightOf(row) ?? 0,
    isNone: (row) => weightOf(row) === 0,
    text: (row) => (table.selfCosts ? formatWeight(weightOf(row) ?? 0, measure) : ''),
    copied: { [inUnit(`self ${cost}`, measure)]: (row) => weightOf(row) ?? '' },
  });
}

function inUnit(heading: string, measure: string): string {
  const unit = unitOf(measure);
  return unit === '' ? heading : `${heading} (${unit})`;
}

/**
 * Breaks ties by weight, heaviest first, then by name. `names` are in lower case. Code without a package, file or module comes last in
 * any order: it is what the table is not about, and often most of the weight.
 */
export function sortTable(
  table: Table,
  names: readonly string[],
  { column, isDescending }: Sorting,
): Uint32Array {
  const { by, id, total, self } = table;
  const costs = COSTS.map((cost) => cost.id).filter((cost) => cost === column);
  const chosen = weightColumns(table, costs, '').find(({ name }) => name === shownColumn(by, column));
  const value = chosen?.value ?? ((row: number) => names[row]);
  const byName = comparedBy(names);
  const ties = (a: number, b: number) => total[b] - total[a] || self[b] - self[a] || byName(a, b);
  return sortRows(table.length, value, isDescending, ties, (row) => id[row] === NONE);
}

/** Tables by cost have no columns for totals. */
export function shownColumn(by: Table['by'], column: string): string {
  return isByCost(by) ? column.replace('total', 'self') : column;
}

/** Tab-separated text with unrounded weights, and percentages to six digits. */
export function tableText(
  table: Table,
  rows: Iterable<number>,
  labelOf: (row: number) => Label,
  measure: string,
  costs: readonly CostId[] = [],
): string {
  const { by, self, selfSamples, total, totalSamples } = table;
  const columns = [
    copiedNames(by, labelOf),
    ...columnsFor('self', self, selfSamples, table, measure),
    ...columnsFor('total', total, totalSamples, table, measure),
    ...costs.map((cost) => costColumn(table, cost, measure)),
  ];
  return copiedText(columns, rows);
}

/** The chosen columns that the table can show. */
export function costsShown({ by }: Table, chosen: readonly CostId[]): readonly CostId[] {
  return isByCost(by) ? NO_COSTS : chosen;
}

const NO_COSTS: readonly CostId[] = [];

/**
 * The costs to choose from: those that occur in the selected samples, as far as the table or the overview knows, and those already
 * chosen; all if neither knows.
 */
export function offeredCosts(
  { selfCosts }: Table,
  overview: readonly PartWeight[] | undefined,
  chosen: readonly CostId[],
): CostId[] {
  if (!selfCosts && !overview) return COSTS.map(({ id }) => id);
  const occurring = new Set<CostId>(chosen);
  selfCosts?.forEach((weight, i) => weight > 0 && occurring.add(COSTS[i % COSTS.length].id));
  if (!selfCosts) overview?.forEach(({ cost, total }) => total > 0 && occurring.add(cost));
  return COSTS.map(({ id }) => id).filter((id) => occurring.has(id));
}
