// Actions of the table and the call tree of a comparison. Loaded on demand.

import { action } from '../store.ts';
import type { ComparedColumn, ComparedTableState } from '../../model/view-names.ts';

/** Changes what the table of a comparison shows. */
export const setComparedTable = action(({ comparedTable }, change: Partial<ComparedTableState>) => ({
  comparedTable: { ...comparedTable, ...change },
}));

/** Sorts the table of a comparison: names from A to Z, the most certain first, numbers in descending order; then in reverse. */
export const sortComparedBy = action(({ comparedTable }, column: ComparedColumn) => {
  const isSame = comparedTable.column === column;
  const isDescending = isSame ? !comparedTable.isDescending : column !== 'name' && column !== 'q';
  return { comparedTable: { ...comparedTable, column, isDescending } };
});
