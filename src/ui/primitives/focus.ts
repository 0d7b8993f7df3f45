// Moves the focus, for example when the focused element is removed.

import { type KeyboardEvent, useEffect, useRef, useLayoutEffect, type RefObject } from 'react';

/** The element that contains the current view. */
export const VIEW_ID = 'view';

export const SEARCH_ID = 'search';

/** Focuses the current view: its graph, or its focused row once there are rows. Without a view, focuses the main element. */
export function focusView(): void {
  const view = document.getElementById(VIEW_ID);
  const first = (selector: string) => view?.querySelector<HTMLElement>(selector);
  const inView =
    first('[data-current=true]') ?? first('[data-keys][tabindex="0"], [data-keys] [tabindex="0"]');
  const main = document.querySelector<HTMLElement>('main');
  (inView ?? view ?? main)?.focus({ preventScroll: true });
}

/** Handles Esc in a field: keeps its text and moves the focus to the view. */
export function leaveOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  // Keeps the browser from clearing the field.
  event.preventDefault();
  focusView();
}

/** A ref. The element is also marked, because a dialog that opens takes the focus. */
export function takeFocus(element: HTMLElement | null): void {
  if (!element) return;
  element.autofocus = true;
  element.focus();
}

/** Moves the focus into a new screen or view once its code has loaded, unless another element has the focus. */
export function useFocusOnChange(name: string, isLoaded = true): void {
  const previous = useRef(isLoaded ? name : '');
  useEffect(() => {
    if (!isLoaded || previous.current === name) return;
    previous.current = name;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === VIEW_ID) focusView();
  }, [name, isLoaded]);
}

export function focusHeading(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/**
 * Keeps the focus in the side panel: moves it to the heading if the focused element was removed with the overview or the
 * details.
 */
export function useKeptFocus(panel: RefObject<HTMLElement | null>) {
  // Stays true when React removes the focused element, because React dispatches no blur event for it.
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) focusHeading(panel.current);
  });
  return { onFocus: () => void (hasFocus.current = true), onBlur: () => void (hasFocus.current = false) };
}
