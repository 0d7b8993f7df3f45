// Moves the focus to the view, for example when the focused element is removed.

import type { KeyboardEvent } from 'react';

/** The element that contains the current view. */
export const VIEW_ID = 'view';

/** The search field. */
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
