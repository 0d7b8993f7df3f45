// The visible rows of a list, updated when the list is scrolled or resized.

import { useLayoutEffect, useState, type RefObject } from 'react';
import { windowAt, type RowWindow } from './row-window.ts';

/** Used before the first measurement. */
const EMPTY: RowWindow = { first: 0, end: 0, shift: 0 };

export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindow {
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
export function visibleHeightOf(scroller: HTMLElement): number {
  return scroller.clientHeight - (scroller.firstElementChild?.getBoundingClientRect().height ?? 0);
}

function isSame(a: RowWindow, b: RowWindow): boolean {
  return a.first === b.first && a.end === b.end && a.shift === b.shift;
}
