// The current line of a source, which the keyboard moves, and which is scrolled into view.

import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { LineRange } from './python-source.ts';

/** Lines that a page key moves by. */
const PAGE = 12;

const KEYS: Readonly<Record<string, (line: number, range: LineRange) => number>> = {
  ArrowDown: (line) => line + 1,
  ArrowUp: (line) => line - 1,
  PageDown: (line) => line + PAGE,
  PageUp: (line) => line - PAGE,
  Home: (_, { from }) => from,
  End: (_, { to }) => to,
};

export function useCurrentLine(range: LineRange, first: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(first);
  /** True until the row that the user goes to is shown. */
  const isMoving = useRef(true);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    const row = element?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    if (!element || !row || !isMoving.current) return;
    isMoving.current = false;
    showRow(element, row);
    // When the source opens, the focus comes from the button in the details.
    if (!isFirst.current || document.activeElement?.closest('.lines')) row.focus({ preventScroll: true });
    isFirst.current = false;
  }, [current]);
  /** Moves to another line; false if the key is not for that. */
  const moveBy = ({ key }: KeyboardEvent): boolean => {
    const to = KEYS[key]?.(current, range);
    if (to === undefined) return false;
    isMoving.current = true;
    setCurrent(Math.max(range.from, Math.min(range.to, to)));
    return true;
  };
  return { scroller, current, setCurrent, moveBy };
}

/** Scrolls the row to the middle, unless it is in view with its neighbors. */
function showRow(scroller: HTMLElement, { offsetTop: top, offsetHeight: height }: HTMLElement): void {
  const { scrollTop, clientHeight } = scroller;
  if (top < scrollTop + 2 * height || top + 3 * height > scrollTop + clientHeight)
    scroller.scrollTop = top - clientHeight / 2;
}
