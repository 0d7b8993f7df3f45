// Where the focus goes when what had it is gone.

/** What the view that is open is in. */
export const VIEW_ID = 'view';

/** Puts the keyboard into the view that is open: on the graph, or on the row it was on before, as soon as there are rows. */
export function focusView(): void {
  const view = document.getElementById(VIEW_ID);
  const first = (which: string) => view?.querySelector<HTMLElement>(which);
  const inView =
    first('[data-current=true]') ?? first('[data-keys][tabindex="0"], [data-keys] [tabindex="0"]');
  (inView ?? view)?.focus({ preventScroll: true });
}

/** Esc in a field: empties it, and leaves it for the view where it is empty. */
export function emptyOrLeave(text: string, empty: (text: string) => void): void {
  if (text === '') focusView();
  else empty('');
}
