// Moves the focus to the view, for example when the focused element is removed.

/** The element that contains the current view. */
export const VIEW_ID = 'view';

/** The search field. */
export const SEARCH_ID = 'search';

/** Focuses the current view: its graph, or its focused row once there are rows. Without a view, focuses the screen. */
export function focusView(): void {
  const view = document.getElementById(VIEW_ID);
  const first = (which: string) => view?.querySelector<HTMLElement>(which);
  const inView =
    first('[data-current=true]') ?? first('[data-keys][tabindex="0"], [data-keys] [tabindex="0"]');
  const screen = document.querySelector<HTMLElement>('main');
  (inView ?? view ?? screen)?.focus({ preventScroll: true });
}

/** For Esc in a field: clears it, or returns to the view if it is already empty. */
export function clearOrLeave(text: string, setText: (text: string) => void): void {
  if (text === '') focusView();
  else setText('');
}
