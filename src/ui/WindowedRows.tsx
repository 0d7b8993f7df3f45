// A long list of rows with columns, of which only those in sight are in the document. The keyboard is on one row, which
// stays in the document wherever the list is scrolled to. What a row is, which one has the focus and what keys mean
// besides moving is for the view to say.

import {
  memo,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type HTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { focusView, VIEW_ID } from './focus-view.ts';
import { heightOf, ROW_HEIGHT, scrollTo } from './row-window.ts';
import { RowsHead, type Column } from './RowsHead.tsx';
import { useRowCommands, type RowCommands } from './rows-of-page.ts';
import { usePictureMark } from './use-picture-mark.ts';
import { useRowWindow, viewOf } from './use-row-window.ts';

/** What a view gives for one row: cells in the order of the columns. */
export interface RowContent {
  readonly attributes: HTMLAttributes<HTMLElement>;
  readonly cells: ReactNode;
}

export interface RowsHandle {
  /** Scrolls as far as it takes to have the row in sight. */
  readonly show: (row: number, where: 'edge' | 'middle') => void;
}

interface Props {
  readonly ref: Ref<RowsHandle>;
  readonly role: 'grid' | 'treegrid';
  readonly label: string;
  readonly className: string;
  /** As PLACES of the shortcuts has them. */
  readonly keys: string;
  readonly columns: readonly Column[];
  readonly count: number;
  /** What the rows are made of: another one is another picture. */
  readonly picture: unknown;
  /** The row the keyboard is on. */
  readonly focused: number;
  /** Besides those for moving. */
  readonly commands: RowCommands;
  readonly renderRow: (row: number) => RowContent;
  readonly onSort: (column: string) => void;
  readonly onFocus: (row: number) => void;
  /** Enter, Space, a double click; the place is where a menu opens, in CSS pixels of the window. */
  readonly onOpen: (row: number, x: number, y: number) => void;
  readonly onMenu: (row: number, x: number, y: number) => void;
}

export function WindowedRows({ ref, role, label, className, keys, columns, count, ...rest }: Props) {
  const { picture, focused, commands, renderRow, onSort, onFocus, onOpen, onMenu } = rest;
  const scroller = useRef<HTMLDivElement>(null);
  // Stays when the row that has the focus is taken away: React tells of no event while it does that.
  const hasFocus = useRef(false);
  const { first, end, shift } = useRowWindow(scroller, count);
  const show = (row: number, where: 'edge' | 'middle') => {
    const element = scroller.current;
    if (element) element.scrollTop = scrollTo(row, where, element.scrollTop, viewOf(element), count);
  };
  useImperativeHandle(ref, () => ({ show }));
  useKeyboard({ scroller, hasFocus, count, focused, commands, show, onFocus, onOpen });
  usePictureMark(picture);
  const rows = Array.from({ length: end - first }, (_, i) => first + i);
  if (focused >= 0 && focused < first) rows.unshift(focused);
  if (focused >= end && focused < count) rows.push(focused);
  return (
    <div
      ref={scroller}
      className={`rows ${className}`}
      role={role}
      aria-label={label}
      aria-rowcount={count + 1}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      <RowsHead columns={columns} onSort={onSort} />
      <div role="rowgroup" className="rows-body" style={{ height: heightOf(count) }} data-keys={keys}>
        {rows.map((row) => (
          <Row
            key={row}
            row={row}
            top={row * ROW_HEIGHT + shift}
            isFocused={row === focused}
            {...{ renderRow, onFocus, onOpen, onMenu }}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps extends Pick<Props, 'renderRow' | 'onFocus' | 'onOpen' | 'onMenu'> {
  readonly row: number;
  /** In pixels of the scrolled content. */
  readonly top: number;
  readonly isFocused: boolean;
}

/** While the list is scrolled, only rows that come into sight are made. */
const Row = memo(function Row({ row, top, isFocused, renderRow, onFocus, onOpen, onMenu }: RowProps) {
  const { attributes, cells } = renderRow(row);
  const act = (does: RowProps['onOpen']) => (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    does(row, ...placeOf(event));
  };
  return (
    <div
      role="row"
      data-row={row}
      aria-rowindex={row + 2}
      aria-selected={isFocused}
      tabIndex={isFocused ? 0 : -1}
      style={{ top }}
      onFocus={() => onFocus(row)}
      onDoubleClick={act(onOpen)}
      onContextMenu={act(onMenu)}
      {...attributes}
    >
      {cells}
    </div>
  );
});

interface Keyboard extends Pick<Props, 'count' | 'focused' | 'commands' | 'onFocus' | 'onOpen'> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly hasFocus: { readonly current: boolean };
  readonly show: RowsHandle['show'];
}

/** Moves the focus from row to row; the element of the row takes it as soon as it is there. */
function useKeyboard(keyboard: Keyboard): void {
  const { scroller, hasFocus, count, focused, commands, show, onFocus, onOpen } = keyboard;
  const isMoving = useRef(false);
  const elementOf = (row: number) => scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"]`);
  const moveTo = (row: number) => {
    const to = Math.max(0, Math.min(count - 1, row));
    show(to, 'edge');
    if (to === focused || count === 0) return;
    isMoving.current = true;
    onFocus(to);
  };
  const page = () => (scroller.current ? Math.floor(viewOf(scroller.current) / ROW_HEIGHT) : 1);
  useLayoutEffect(() => {
    // Whoever moves the focus from elsewhere while it is in the rows takes it along; until there are rows, the view has it.
    const { activeElement } = document;
    // The row that had it may be gone.
    const isLost = hasFocus.current && activeElement === document.body;
    const isHere = isMoving.current || isLost || activeElement?.closest('[data-row]');
    if (!isHere && activeElement?.id !== VIEW_ID) return;
    const element = elementOf(focused);
    if (!element) {
      if (isLost) focusView();
      return;
    }
    isMoving.current = false;
    if (element !== document.activeElement) element.focus({ preventScroll: true });
  });
  useRowCommands({
    up: () => moveTo(focused - 1),
    down: () => moveTo(focused + 1),
    'page-up': () => moveTo(focused - page()),
    'page-down': () => moveTo(focused + page()),
    first: () => moveTo(0),
    last: () => moveTo(count - 1),
    open: () => {
      const place = elementOf(focused)?.getBoundingClientRect();
      if (place) onOpen(focused, place.left + ROW_HEIGHT, place.bottom);
    },
    ...commands,
  });
}

/** In the window; the key for a menu has no place of its own in every browser, and opens it below the row. */
function placeOf({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): [x: number, y: number] {
  if (clientX !== 0 || clientY !== 0) return [clientX, clientY];
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return [left + ROW_HEIGHT, bottom];
}
