// Self and total of every function, file, package, module, kind of code or thread: sorted by any column, narrowed down
// by words, copied as text.

import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Recording, Table } from '../model/session.ts';
import { openMenu, openSandwich, sortBy } from '../state/actions.ts';
import { TABLE_COLUMNS } from '../state/store.ts';
import { eventName } from '../model/format.ts';
import { aboutRow } from './row-names.ts';
import type { RowCommands } from './rows-of-page.ts';
import { columnsOf, TableCells } from './TableCells.tsx';
import { TableTools } from './TableTools.tsx';
import { useFocusedRow, useRowColors, useRowNames, useRowsFound, useShownRows } from './use-table-rows.ts';
import { useStateOf } from './use-state-of.ts';
import { WindowedRows, type RowsHandle } from './WindowedRows.tsx';

export function TableView({ recording }: { readonly recording: Recording }) {
  const table = useStateOf((state) => state.table);
  if (!table) return <div className="rows-view" aria-busy="true" />;
  return <Rows recording={recording} table={table} />;
}

function Rows({ recording, table }: { readonly recording: Recording; readonly table: Table }) {
  const sorting = useStateOf((state) => state.sorting);
  const list = useRef<RowsHandle>(null);
  const names = useRowNames(recording, table);
  const rows = useShownRows(table, names);
  const found = useRowsFound(recording, table);
  const colors = useRowColors(recording, table);
  const { by, id, options } = table;
  const event = eventName(recording, options.event);
  const { focused, focus } = useFocusedRow(table, rows);
  useInSight(list, table, focused);
  const menu = (at: number, x: number, y: number) => openMenu({ by, id: id[rows[at]] }, x, y);
  const toFound = (step: 1 | -1) => {
    const next = nextFound(rows, found, focused, step);
    if (next === undefined) return;
    list.current?.show(next, 'edge');
    focus(next);
  };
  const commands: RowCommands = { 'next-found': () => toFound(1), 'previous-found': () => toFound(-1) };
  return (
    <div className="rows-view">
      <TableTools recording={recording} table={table} rows={rows} />
      <WindowedRows
        key={by}
        ref={list}
        role="grid"
        label={`Self and total by ${by}`}
        className="table-rows"
        keys="rows table"
        columns={columnsOf(table, sorting)}
        count={rows.length}
        picture={rows}
        focused={focused}
        commands={commands}
        renderRow={(at) => {
          const row = rows[at];
          const label = names.labels[row];
          return {
            attributes: {
              title: aboutRow(by, id[row]) ?? names.texts[row],
              className: found?.[row] === 1 ? 'found' : '',
            },
            cells: <TableCells table={table} row={row} event={event} {...label} color={colors[row]} />,
          };
        }}
        onSort={(name) => {
          const column = TABLE_COLUMNS.find((each) => each === name);
          if (column) sortBy(column);
          list.current?.show(0, 'edge');
        }}
        onFocus={focus}
        onOpen={(at, x, y) => (by === 'function' ? openSandwich(id[rows[at]]) : menu(at, x, y))}
        onMenu={menu}
      />
      {rows.length === 0 && table.length > 0 && <p className="no-rows">No row has these words.</p>}
    </div>
  );
}

/** Another table comes with the row in sight that the keyboard is on; by sorting and words a person may leave it. */
function useInSight(list: RefObject<RowsHandle | null>, table: Table, focused: number): void {
  const seen = useRef<Table>(undefined);
  useLayoutEffect(() => {
    if (seen.current !== table) list.current?.show(focused, 'middle');
    seen.current = table;
  }, [list, table, focused]);
}

/** The next of the shown rows that is marked, round at the ends. */
function nextFound(
  rows: Uint32Array,
  found: Uint8Array | undefined,
  from: number,
  step: 1 | -1,
): number | undefined {
  for (let i = 1; i <= rows.length; i++) {
    const at = (from + step * i + rows.length) % rows.length;
    if (found?.[rows[at]] === 1) return at;
  }
  return undefined;
}
