// Where the focus goes when what had it is gone.

/** Puts the keyboard into the view that is open: on the graph, or on the row it was on before. */
export function focusView(): void {
  document
    .querySelector<HTMLElement>('#view [data-keys][tabindex="0"], #view [data-keys] [tabindex="0"]')
    ?.focus({ preventScroll: true });
}
