// The table of a comparison: self or total weight of each function on both sides, and whether it changed.

import { useMemo } from 'react';
import type { ComparisonSummary } from '../../model/comparison.ts';
import { UNKNOWN } from '../../model/profile.ts';
import { sortComparedBy } from '../../state/compared-table.ts';
import { COMPARED_COLUMNS } from '../../model/view-names.ts';
import type { Label } from '../../text/labels.ts';
import { nameColumn } from '../primitives/columns.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { TableRows } from '../table/TableRows.tsx';
import { useFilteredRows, useRowNames } from '../table/use-table-rows.ts';
import { axisOf, comparedRows, hasMarks, sortComparedRows } from './compared-rows.ts';
import { comparedColumns, perNote } from './compared-columns.tsx';
import { ComparedTools } from './ComparedTools.tsx';

export function ComparedTable() {
  const comparison = useAppState((state) => state.comparison);
  if (!comparison) return <div className="rows-view column fill" aria-busy="true" />;
  return <Rows comparison={comparison} />;
}

interface Props {
  readonly comparison: ComparisonSummary;
}

function Rows({ comparison }: Props) {
  const state = useAppState(({ comparedTable }) => comparedTable);
  const { of, showsSmall, column, isDescending } = state;
  const table = useMemo(() => comparedRows(comparison, { of, showsSmall }), [comparison, of, showsSmall]);
  const names = useRowNames(table);
  const sorted = useMemo(
    () => sortComparedRows(table, names.sortKeys, { column, isDescending }),
    [table, names, column, isDescending],
  );
  const rows = useFilteredRows(table, sorted);
  const axis = useMemo(() => axisOf(Array.from(rows, (row) => table.values[row])), [rows, table]);
  const columns = useMemo(
    () => [
      {
        ...nameColumn('Function', names.sortKeys, (row) => labelOf(names.labels[row], comparison)),
        note: perNote(comparison),
      },
      ...comparedColumns((row) => table.values[row], comparison, axis),
    ],
    [names, table, comparison, axis],
  );
  return (
    <div className="rows-view column fill">
      <ComparedTools comparison={comparison} table={table} rows={rows} />
      <TableRows
        {...{ table, names, rows }}
        label={of === 'self' ? 'Self by function, A and B' : 'Total by function, A and B'}
        className={`table-rows compared-rows ${hasMarks(table.values) ? 'has-marks' : ''}`}
        columns={columns}
        sorting={state}
        onSort={(name) => {
          const sorting = COMPARED_COLUMNS.find((each) => each === name);
          if (sorting) sortComparedBy(sorting);
        }}
      />
    </div>
  );
}

/** Functions without a name are one function, whatever their modules. */
function labelOf(label: Label, { unnamedModules }: Pick<ComparisonSummary, 'unnamedModules'>): Label {
  return label.name === UNKNOWN && unnamedModules !== '' ? { ...label, place: unnamedModules } : label;
}
