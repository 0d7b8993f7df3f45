// Where the focus goes when what had it is gone.

/** Puts the keyboard into the view that is open: on the graph, or on the row it was on before. */
export function focusView(): void {
  const place = '[data-keys][tabindex="0"], [data-keys] [tabindex="0"]';
  document.querySelector<HTMLElement>(`#view :is(${place})`)?.focus({ preventScroll: true });
}
