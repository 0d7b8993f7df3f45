// The columns of a table with the self weight of one cost.

import { costIndex, COSTS, type CostId, type PartWeight } from '../../model/costs.ts';
import { isByCost, type Table } from '../../model/session.ts';

/** Short enough for the head of a column. */
export const COST_COLUMN_LABELS: Readonly<Record<CostId, string>> = {
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

/** The chosen columns that the table can show. */
export function columnsOf({ by }: Table, chosen: readonly CostId[]): readonly CostId[] {
  return isByCost(by) ? [] : chosen;
}

/** The self weight of a row with this cost; undefined until the costs of the table have arrived. */
export function selfCostOf({ selfCosts }: Table, row: number, cost: CostId): number | undefined {
  return selfCosts?.[row * COSTS.length + costIndex(cost)];
}

/** Per row. Zeros until the costs of the table have arrived. */
export function selfCostsOf(table: Table, cost: CostId): Float64Array {
  return Float64Array.from({ length: table.length }, (_, row) => selfCostOf(table, row, cost) ?? 0);
}

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
