// The columns of the table with the self weight of one cost. Loaded on demand.

import { COSTS, type CostId } from '../../model/costs.ts';
import { DEFAULT_SORTING } from '../links/link.ts';
import { action } from '../store.ts';

/** Each cost once, in the order of COSTS. */
export function inOrder(costs: readonly CostId[]): CostId[] {
  return COSTS.map(({ id }) => id).filter((id) => costs.includes(id));
}

/** Adds a column, or removes it. Without the column that it is sorted by, the table is sorted as at first. */
export const toggleCostColumn = action(({ costColumns, sorting }, cost: CostId) => {
  const others = costColumns.filter((each) => each !== cost);
  const isAdded = others.length === costColumns.length;
  return {
    costColumns: isAdded ? inOrder([...others, cost]) : others,
    sorting: sorting.column === cost ? DEFAULT_SORTING : sorting,
  };
});

export const removeCostColumns = action(({ costColumns, sorting }) => ({
  costColumns: [],
  sorting: costColumns.some((each) => each === sorting.column) ? DEFAULT_SORTING : sorting,
}));
