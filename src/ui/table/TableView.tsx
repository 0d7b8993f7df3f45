// The table view: self and total weight by function, file, package, module, kind of code, thread or cost. Users can sort, filter
// and copy the rows.

import { isByCost, type Table } from '../../model/session.ts';
import { sortBy } from '../../state/navigation.ts';
import { TABLE_COLUMNS } from '../../model/view-names.ts';
import { measureAt } from '../../text/labels.ts';
import { tableColumns, TableCells } from './TableCells.tsx';
import { columnsOf } from './cost-columns.ts';
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
  const costs = columnsOf(table, chosenCosts);
  const measure = measureAt(recording, options.event);
  return (
    <div className="rows-view column fill">
      <TableTools table={table} rows={rows} />
      <TableRows
        {...{ table, names, rows }}
        label={`${isByCost(by) ? 'Weight' : 'Self and total'} by ${by}`}
        className={`table-rows ${isByCost(by) ? 'of-costs' : costs.length > 0 ? 'with-costs' : ''}`}
        columns={tableColumns(table, sorting, costs)}
        renderCells={(row) => (
          <TableCells {...{ table, costs, row, measure }} {...names.labels[row]} color={colors[row]} />
        )}
        onSort={(name) => {
          const column = [...TABLE_COLUMNS, ...costs].find((each) => each === name);
          if (column) sortBy(column);
        }}
      />
    </div>
  );
}
