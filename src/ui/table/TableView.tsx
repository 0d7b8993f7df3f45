// The table view: self and total weight by function, file, package, module, kind of code, thread or cost. Users can sort, filter
// and copy the rows.

import { useLayoutEffect, useRef, type RefObject } from 'react';
import { isByCost, type Recording, type Table } from '../../model/session.ts';
import { openSandwich, sortBy } from '../../state/navigation.ts';
import { openMenu } from '../../state/page.ts';
import { TABLE_COLUMNS } from '../../state/view-state.ts';
import { eventName } from '../../text/labels.ts';
import { explainRow } from '../primitives/row-names.ts';
import type { RowCommands } from '../primitives/row-commands.ts';
import { tableColumns, TableCells } from './TableCells.tsx';
import { columnsOf } from './cost-columns.ts';
import { TableTools } from './TableTools.tsx';
import {
  useFocusedRow,
  useRowColors,
  useRowNames,
  useMatchingRows,
  useDisplayedRows,
} from './use-table-rows.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { WindowedRows, type RowsHandle } from '../primitives/WindowedRows.tsx';

export function TableView({ recording }: { readonly recording: Recording }) {
  const table = useAppState((state) => state.table);
  if (!table) return <div className="rows-view column fill" aria-busy="true" />;
  return <Rows recording={recording} table={table} />;
}

function Rows({ recording, table }: { readonly recording: Recording; readonly table: Table }) {
  const sorting = useAppState((state) => state.sorting);
  const list = useRef<RowsHandle>(null);
  const names = useRowNames(recording, table);
  const rows = useDisplayedRows(recording, table, names);
  const matches = useMatchingRows(recording, table);
  const colors = useRowColors(recording, table);
  const chosenCosts = useAppState((state) => state.costColumns);
  const { by, id, options } = table;
  const costs = columnsOf(table, chosenCosts);
  const event = eventName(recording, options.event);
  const { focused, focus } = useFocusedRow(table, rows);
  useScrollToFocus(list, table, focused);
  const openRowMenu = (at: number, x: number, y: number) => openMenu({ by, id: id[rows[at]] }, x, y);
  const moveToMatch = (step: 1 | -1) => {
    const next = nextMatch(rows, matches, focused, step);
    if (next === undefined) return;
    list.current?.show(next, 'edge');
    focus(next);
  };
  const commands: RowCommands = {
    'next-match': () => moveToMatch(1),
    'previous-match': () => moveToMatch(-1),
  };
  return (
    <div className="rows-view column fill">
      <TableTools recording={recording} table={table} rows={rows} />
      <WindowedRows
        key={by}
        ref={list}
        role="grid"
        label={`${isByCost(by) ? 'Weight' : 'Self and total'} by ${by}`}
        className={`table-rows ${isByCost(by) ? 'of-costs' : costs.length > 0 ? 'with-costs' : ''}`}
        keys="rows table"
        columns={tableColumns(table, sorting, costs)}
        count={rows.length}
        content={rows}
        focused={focused}
        commands={commands}
        renderRow={(at) => {
          const row = rows[at];
          const label = names.labels[row];
          return {
            attributes: {
              title: explainRow(by, id[row]) ?? names.texts[row],
              className: matches?.[row] === 1 ? 'found' : '',
            },
            cells: (
              <TableCells
                table={table}
                costs={costs}
                row={row}
                event={event}
                {...label}
                color={colors[row]}
              />
            ),
          };
        }}
        onSort={(name) => {
          const column = [...TABLE_COLUMNS, ...costs].find((each) => each === name);
          if (column) sortBy(column);
          list.current?.show(0, 'edge');
        }}
        onFocus={focus}
        onOpen={(at, x, y) => (by === 'function' ? openSandwich(id[rows[at]]) : openRowMenu(at, x, y))}
        onMenu={openRowMenu}
      />
      {rows.length === 0 && table.length > 0 && <p className="no-rows muted">No matching rows.</p>}
    </div>
  );
}

/** Scrolls to the focused row when the table changes, but not when its rows are sorted or filtered. */
function useScrollToFocus(list: RefObject<RowsHandle | null>, table: Table, focused: number): void {
  const previous = useRef<Table>(undefined);
  useLayoutEffect(() => {
    if (previous.current !== table) list.current?.show(focused, 'middle');
    previous.current = table;
  }, [list, table, focused]);
}

/** Index of the next row that matches the search, wrapping around. */
function nextMatch(
  rows: Uint32Array,
  matches: Uint8Array | undefined,
  from: number,
  step: 1 | -1,
): number | undefined {
  for (let i = 1; i <= rows.length; i++) {
    const at = (from + step * i + rows.length) % rows.length;
    if (matches?.[rows[at]] === 1) return at;
  }
  return undefined;
}
