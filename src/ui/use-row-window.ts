// Follows how far a list is scrolled and how high it is, and says which of its rows are in sight.

import { useLayoutEffect, useState, type RefObject } from 'react';
import { windowAt, type RowWindow } from './row-window.ts';

/** Before anything is measured. */
const NOTHING: RowWindow = { first: 0, end: 0, shift: 0 };

export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [rowWindow, setRowWindow] = useState(NOTHING);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const follow = () => {
      const next = windowAt(element.scrollTop, viewOf(element), count);
      setRowWindow((before) => (isSame(before, next) ? before : next));
    };
    follow();
    const resized = new ResizeObserver(follow);
    resized.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [scroller, count]);
  // The rows of a list that became shorter are gone before it is measured again.
  const { first, end, shift } = rowWindow;
  return { first: Math.min(first, count), end: Math.min(end, count), shift };
}

/** How many pixels of the rows are in sight: what the head, which comes first, leaves. */
export function viewOf(scroller: HTMLElement): number {
  return scroller.clientHeight - (scroller.firstElementChild?.getBoundingClientRect().height ?? 0);
}

function isSame(a: RowWindow, b: RowWindow): boolean {
  return a.first === b.first && a.end === b.end && a.shift === b.shift;
}
