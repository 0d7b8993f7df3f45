// A long list of rows with columns. Only the visible rows and the focused one are in the DOM. The view renders each row,
// stores which row is focused, and adds its own commands to those that move the focus.

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
  useState,
} from 'react';
import { focusView, VIEW_ID } from './focus.ts';
import { ColumnHeaders, type Column, type ColumnSorting } from './columns.tsx';
import { useRowCommands, type RowCommands } from './row-commands.ts';

/** One row: cells in the order of the columns. */
export interface RowContent {
  readonly attributes: HTMLAttributes<HTMLElement>;
  readonly cells: ReactNode;
}

export interface RowsHandle {
  /** Scrolls the row into view. */
  readonly show: (row: number, where: 'edge' | 'middle') => void;
}

interface Props {
  readonly ref: Ref<RowsHandle>;
  readonly role: 'grid' | 'treegrid';
  readonly label: string;
  readonly className: string;
  /** Command scopes, separated by spaces. */
  readonly keys: string;
  readonly columns: readonly Column[];
  readonly sorting: ColumnSorting;
  readonly count: number;
  /** The data that the rows show. Benchmarks measure how long a new value takes to be painted. */
  readonly content: unknown;
  /** Index of the focused row. */
  readonly focused: number;
  /** Commands in addition to those that move the focus. */
  readonly commands: RowCommands;
  readonly renderRow: (row: number) => RowContent;
  readonly onSort: (column: string) => void;
  readonly onFocus: (row: number) => void;
  /** Called on Enter, Space or a double click. `x` and `y` are the position for a menu in the window, in CSS pixels. */
  readonly onOpen: (row: number, x: number, y: number) => void;
  readonly onMenu: (row: number, x: number, y: number) => void;
}

export function WindowedRows({ ref, role, label, className, keys, columns, sorting, count, ...rest }: Props) {
  const { content, focused, commands, renderRow, onSort, onFocus, onOpen, onMenu } = rest;
  const scroller = useRef<HTMLDivElement>(null);
  // Stays true when React removes the focused row, because React dispatches no blur event for it.
  const hasFocus = useRef(false);
  const { first, end, shift } = useRowWindow(scroller, count);
  const show = (row: number, where: 'edge' | 'middle') => {
    const element = scroller.current;
    if (element) element.scrollTop = scrollTo(row, where, element.scrollTop, visibleHeightOf(element), count);
  };
  useImperativeHandle(ref, () => ({ show }));
  useKeyboard({ scroller, hasFocus, count, focused, commands, show, onFocus, onOpen });
  usePaintMark(content);
  const rows = Array.from({ length: end - first }, (_, i) => first + i);
  if (focused >= 0 && focused < first) rows.unshift(focused);
  if (focused >= end && focused < count) rows.push(focused);
  return (
    <div
      ref={scroller}
      className={`rows fill relative small ${className}`}
      role={role}
      aria-label={label}
      aria-rowcount={count + 1}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      <ColumnHeaders {...{ columns, sorting, onSort }} />
      <div
        role="rowgroup"
        className="rows-body relative"
        style={{ height: heightOf(count) }}
        data-keys={keys}
      >
        {rows.map((row) => (
          <Row
            key={row}
            row={row}
            top={row * TABLE_ROW_HEIGHT + shift}
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
  /** Position in the scrolled content, in CSS pixels. */
  readonly top: number;
  readonly isFocused: boolean;
}

/** Memoized, so that scrolling renders only rows that become visible. */
const Row = memo(function Row({ row, top, isFocused, renderRow, onFocus, onOpen, onMenu }: RowProps) {
  const { attributes, cells } = renderRow(row);
  const callAtPointer = (handler: RowProps['onOpen']) => (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    handler(row, ...positionOf(event));
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
      onDoubleClick={callAtPointer(onOpen)}
      onContextMenu={callAtPointer(onMenu)}
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

/** Moves the focus between rows, and focuses the element of a row once it exists. */
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
  const rowsPerPage = () =>
    scroller.current ? Math.floor(visibleHeightOf(scroller.current) / TABLE_ROW_HEIGHT) : 1;
  useLayoutEffect(() => {
    // Focuses the new row if the focus was in the rows, or on the view because there were no rows.
    const { activeElement } = document;
    // The focused row may have been removed.
    const isLost = hasFocus.current && activeElement === document.body;
    const isInRows = isMoving.current || isLost || activeElement?.closest('[data-row]');
    if (!isInRows && activeElement?.id !== VIEW_ID) return;
    const element = elementOf(focused);
    if (!element) {
      if (isLost) focusView();
      return;
    }
    isMoving.current = false;
    if (element !== document.activeElement) element.focus({ preventScroll: true });
  });
  const open = () => {
    const place = elementOf(focused)?.getBoundingClientRect();
    if (place) onOpen(focused, place.left + TABLE_ROW_HEIGHT, place.bottom);
  };
  useRowCommands({
    up: () => moveTo(focused - 1),
    down: () => moveTo(focused + 1),
    'page-up': () => moveTo(focused - rowsPerPage()),
    'page-down': () => moveTo(focused + rowsPerPage()),
    first: () => moveTo(0),
    last: () => moveTo(count - 1),
    open,
    toggle: open,
    ...commands,
  });
}

/**
 * Position of the pointer in the window. For the menu key, some browsers report no position; the menu then opens below the row.
 */
function positionOf({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): [x: number, y: number] {
  if (clientX !== 0 || clientY !== 0) return [clientX, clientY];
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return [left + TABLE_ROW_HEIGHT, bottom];
}

/** Marks the time at which a new `content` has been painted. */
function usePaintMark(content: unknown): void {
  const marked = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (content === marked.current) return;
    marked.current = content;
    // The browser paints after a frame's callbacks, so a task queued by one runs after painting.
    requestAnimationFrame(() => setTimeout(() => performance.mark('pyrograph:picture')));
  }, [content]);
}

/** Used before the first measurement. */
const EMPTY: RowWindow = { first: 0, end: 0, shift: 0 };

/** The visible rows of a list, updated when the list is scrolled or resized. */
function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [rowWindow, setRowWindow] = useState(EMPTY);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => {
      const next = windowAt(element.scrollTop, visibleHeightOf(element), count);
      setRowWindow((before) => (isSame(before, next) ? before : next));
    };
    update();
    const resized = new ResizeObserver(update);
    resized.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, count]);
  // The list may become shorter before it is measured again.
  const { first, end, shift } = rowWindow;
  return { first: Math.min(first, count), end: Math.min(end, count), shift };
}

/** Visible height of the rows, without the column headers. */
function visibleHeightOf(scroller: HTMLElement): number {
  return scroller.clientHeight - (scroller.firstElementChild?.getBoundingClientRect().height ?? 0);
}

function isSame(a: RowWindow, b: RowWindow): boolean {
  return a.first === b.first && a.end === b.end && a.shift === b.shift;
}

// Computes which rows of a long list are visible, and their positions. Browsers limit the height of elements to tens of
// millions of pixels. In a taller list, one pixel of scrolling moves the rows by more than one pixel.
//
//   scrolled:   0 ............................ height - view
//   rows:       0 .............................................. count * ROW_HEIGHT - view

/** In CSS pixels; must match rows.css. */
export const TABLE_ROW_HEIGHT = 24;

/** Firefox limits the height of an element to about 18 million pixels, Chromium to 34 million. */
export const MAX_HEIGHT = 12_000_000;

/** Rows rendered above and below the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN = 5;

interface RowWindow {
  /** Index of the first rendered row, and the exclusive end index. */
  readonly first: number;
  readonly end: number;
  /** Add this to `row * ROW_HEIGHT` to get the position in the scrolled content; 0 except in the longest lists. */
  readonly shift: number;
}

/** Height of the scrolled content. */
export function heightOf(count: number): number {
  return Math.min(count * TABLE_ROW_HEIGHT, MAX_HEIGHT);
}

/** `scrolled` is the scroll position and `view` the visible height of the rows, both in CSS pixels. */
export function windowAt(scrolled: number, view: number, count: number): RowWindow {
  const top = topAt(scrolled, view, count);
  return {
    first: Math.max(0, Math.floor(top / TABLE_ROW_HEIGHT) - OVERSCAN),
    end: Math.min(count, Math.ceil((top + view) / TABLE_ROW_HEIGHT) + OVERSCAN),
    shift: scrolled - top,
  };
}

/** Scroll position that shows `row`: unchanged if the row is visible, else with the row at the nearest edge or in the middle. */
export function scrollTo(
  row: number,
  where: 'edge' | 'middle',
  scrolled: number,
  view: number,
  count: number,
): number {
  const top = topAt(scrolled, view, count);
  const rowTop = row * TABLE_ROW_HEIGHT;
  const minTop = rowTop + TABLE_ROW_HEIGHT - view;
  if (minTop <= top && top <= rowTop) return scrolled;
  const next = where === 'middle' ? (minTop + rowTop) / 2 : top > rowTop ? rowTop : minTop;
  return Math.max(0, Math.min(next / scrollRatio(view, count), heightOf(count) - view));
}

/** Offset from the first row to the top of the view, as if the height were unlimited. */
function topAt(scrolled: number, view: number, count: number): number {
  return Math.max(0, Math.min(scrolled * scrollRatio(view, count), count * TABLE_ROW_HEIGHT - view));
}

/** Pixels that the rows move per pixel of scrolling. */
function scrollRatio(view: number, count: number): number {
  const height = heightOf(count);
  const rows = count * TABLE_ROW_HEIGHT;
  return rows > height ? (rows - view) / (height - view) : 1;
}
