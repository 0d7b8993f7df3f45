// Keeps the focus in the side panel when its content changes.

import { useLayoutEffect, useRef, type RefObject } from 'react';

export function focusHeading(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/** Moves the focus to the heading if the focused element was removed with the overview or the details. */
export function useKeptFocus(panel: RefObject<HTMLElement | null>) {
  // Stays true when React removes the focused element, because React dispatches no blur event for it.
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) focusHeading(panel.current);
  });
  return { onFocus: () => void (hasFocus.current = true), onBlur: () => void (hasFocus.current = false) };
}
