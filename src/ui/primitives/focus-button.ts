// Focuses the default button of a dialog.

/** A ref. The button is also marked, because a dialog that opens takes the focus. */
export function focusButton(button: HTMLButtonElement | null): void {
  if (!button) return;
  button.autofocus = true;
  button.focus();
}
