// The rows of a table of code: focus, search matches, menus and tooltips. The view renders the columns and the cells.

import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { ListFilter } from 'lucide-react';
import { openSandwich, setRowQuery } from '../../state/view/navigation.ts';
import { openMenu } from '../../state/page.ts';
import { NONE, wholeFunction } from '../../model/profile.ts';
import type { Subject } from '../../state/view/view-state.ts';
import { useRecording, useAppState } from '../primitives/use-app-state.ts';
import { RowCells, type Column, type ColumnSorting } from '../primitives/columns.tsx';
import type { RowCommands } from '../primitives/row-commands.ts';
import { explainRow } from '../primitives/row-names.ts';
import { WindowedRows, type RowsHandle } from '../primitives/WindowedRows.tsx';
import { useFocusedRow, useMatchingRows, type Groups, type RowNames } from './use-table-rows.ts';
import { leaveOnEscape } from '../primitives/focus.ts';

interface Props {
  /** Identifies the groups of code, as in Table. */
  readonly table: Groups;
  readonly names: RowNames;
  /** The displayed rows, in order. */
  readonly rows: Uint32Array;
  readonly label: string;
  readonly className: string;
  readonly columns: readonly Column[];
  readonly sorting: ColumnSorting;
  readonly renderBar?: (row: number) => ReactNode;
  readonly onSort: (column: string) => void;
}

export function TableRows({ table, names, rows, renderBar, onSort, ...rest }: Props) {
  const { by, id } = table;
  const list = useRef<RowsHandle>(null);
  const matches = useMatchingRows(table);
  const { focused, focus } = useFocusedRow(table, rows);
  useScrollToFocus(list, table, focused);
  const { funcs } = useRecording();
  // What can be done with a line is done with its function.
  const subjectAt = (at: number): Subject => {
    const row = id[rows[at]];
    return by === 'line' && row !== NONE
      ? { by: 'function', id: wholeFunction(funcs, row) }
      : { by, id: row };
  };
  const openRowMenu = (at: number, x: number, y: number) => openMenu(subjectAt(at), x, y);
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
    <>
      <WindowedRows
        key={by}
        ref={list}
        role="grid"
        keys="rows table"
        {...rest}
        count={rows.length}
        content={rows}
        focused={focused}
        commands={commands}
        renderRow={(at) => {
          const row = rows[at];
          return {
            attributes: {
              title: explainRow(by, id[row]) ?? names.texts[row],
              className: matches?.[row] === 1 ? 'found' : '',
            },
            cells: (
              <>
                <RowCells columns={rest.columns} row={row} />
                {renderBar?.(row)}
              </>
            ),
          };
        }}
        onSort={(name) => {
          onSort(name);
          list.current?.show(0, 'edge');
        }}
        onFocus={focus}
        onOpen={(at, x, y) => {
          const subject = subjectAt(at);
          if (subject.by === 'function') openSandwich(subject.id);
          else openRowMenu(at, x, y);
        }}
        onMenu={openRowMenu}
      />
      {rows.length === 0 && id.length > 0 && <p className="no-rows muted">No matching rows.</p>}
    </>
  );
}

/** Scrolls to the focused row when the table changes, but not when its rows are sorted or filtered. */
function useScrollToFocus(list: RefObject<RowsHandle | null>, table: Props['table'], focused: number): void {
  const previous = useRef<Props['table']>(undefined);
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

/** The field that filters the rows of a table by name or path. */
export function RowFilter() {
  const rowQuery = useAppState('rowQuery');
  return (
    <label className="row-query row">
      <ListFilter size={14} aria-hidden="true" />
      <input
        type="search"
        aria-label="Filter rows"
        placeholder="Filter rows"
        title="Show only rows whose name or path contains this text or matches this regular expression, case-sensitive if it contains capital letters"
        value={rowQuery}
        autoComplete="off"
        spellCheck={false}
        onChange={(change) => setRowQuery(change.target.value)}
        onKeyDown={leaveOnEscape}
      />
    </label>
  );
}

/** Says how the pattern was matched, unless as a regular expression. */
export function RowFilterMode() {
  const mode = useAppState((state) => state.rowMatches?.mode);
  if (mode === 'text') return <span>Matched as plain text</span>;
  if (mode === 'timeout') return <span>Too slow: simplify the expression</span>;
  return null;
}
