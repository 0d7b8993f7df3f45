// The columns and the order of tables, and what their rows are about.

import { COSTS, type CostId } from '../../model/costs.ts';
import { DEFAULT_SORTING } from '../links/link.ts';
import { action } from '../store.ts';
import type { ComparedColumn, ComparedTableState } from '../../model/view-names.ts';
import { NONE, wholeFunction, type FuncTable } from '../../model/profile.ts';
import type { Grouping, Table } from '../../model/session.ts';
import type { Subject } from './view-state.ts';

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

export const setComparedTable = action(({ comparedTable }, change: Partial<ComparedTableState>) => ({
  comparedTable: { ...comparedTable, ...change },
}));

/**
 * Sorts the table of a comparison: names from A to Z, the most certain first, numbers in descending order; then in
 * reverse.
 */
export const sortComparedBy = action(({ comparedTable }, column: ComparedColumn) => {
  const isSame = comparedTable.column === column;
  const isDescending = isSame ? !comparedTable.isDescending : column !== 'name' && column !== 'q';
  return { comparedTable: { ...comparedTable, column, isDescending } };
});

type LineColumns = Pick<FuncTable, 'whole' | 'line'>;

/**
 * `id` is from `Table.id`. A line is identified by its function and number, because the rows of lines change with the
 * table.
 */
export function subjectOfRow(by: Grouping, id: number, funcs: LineColumns): Subject {
  if (by !== 'line' || id === NONE) return { by, id };
  return { by, id: wholeFunction(funcs, id), line: funcs.line?.[id] ?? 0 };
}

/** The index in `Table.id`, -1 if it is not there. */
export function indexOfSubject({ id, line }: Subject, ids: Table['id'], funcs: LineColumns): number {
  if (line === undefined) return ids.indexOf(id);
  return ids.findIndex((each) => wholeFunction(funcs, each) === id && (funcs.line?.[each] ?? 0) === line);
}

export function isSameSubject(a: Subject | undefined, b: Subject | undefined): boolean {
  return a?.by === b?.by && a?.id === b?.id && a?.line === b?.line;
}
