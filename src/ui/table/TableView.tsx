// The table view: self and total weight by function, file, package, module, kind of code, thread or cost. Users can sort, filter
// and copy the rows.

import { useMemo } from 'react';
import { isByCost, type Table } from '../../model/session.ts';
import { sortBy } from '../../state/navigation.ts';
import { TABLE_COLUMNS } from '../../model/view-names.ts';
import { capitalized } from '../../text/format.ts';
import { measureAt } from '../../text/labels.ts';
import { nameColumn, WeightBar } from '../primitives/columns.tsx';
import { costsShown, shownColumn, weightColumns } from './table-columns.ts';
import { TableRows } from './TableRows.tsx';
import { TableTools } from './TableTools.tsx';
import { useDisplayedRows, useRowColors, useRowNames } from './use-table-rows.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

export function TableView() {
  const table = useAppState((state) => state.table);
  if (!table) return <div className="rows-view column fill" aria-busy="true" />;
  return <Rows table={table} />;
}

function Rows({ table }: { readonly table: Table }) {
  const recording = useRecording();
  const sorting = useAppState((state) => state.sorting);
  const names = useRowNames(table);
  const rows = useDisplayedRows(table, names);
  const colors = useRowColors(table);
  const chosenCosts = useAppState((state) => state.costColumns);
  const { by, options } = table;
  const costs = costsShown(table, chosenCosts);
  const measure = measureAt(recording, options.event);
  const shareOf = (weight: number) => weight / (table.weight || 1);
  const columns = useMemo(
    () => [
      nameColumn(
        capitalized(by),
        names.sortKeys,
        (row) => names.labels[row],
        (row) => colors[row],
      ),
      ...weightColumns(table, costs, measure),
    ],
    [by, table, names, colors, costs, measure],
  );
  return (
    <div className="rows-view column fill">
      <TableTools table={table} rows={rows} />
      <TableRows
        {...{ table, names, rows, columns }}
        label={`${isByCost(by) ? 'Weight' : 'Self and total'} by ${by}`}
        className={`table-rows ${isByCost(by) ? 'of-costs' : costs.length > 0 ? 'with-costs' : ''}`}
        sorting={{ ...sorting, column: shownColumn(by, sorting.column) }}
        renderBar={(row) => (
          <WeightBar self={shareOf(table.self[row])} total={shareOf(table.total[row])} color={colors[row]} />
        )}
        onSort={(name) => {
          const column = [...TABLE_COLUMNS, ...costs].find((each) => each === name);
          if (column) sortBy(column);
        }}
      />
    </div>
  );
}
