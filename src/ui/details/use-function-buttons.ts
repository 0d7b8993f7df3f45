// Buttons for functions. A click or Enter selects the function in the current view; a double click, Alt+click or Alt+Enter opens
// the sandwich. The panel handles these events, because the first click of a double click may replace the button.

import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { openSandwich } from '../../state/view/navigation.ts';
import { selectFunction } from '../../state/view/function-actions.ts';
import { focusView } from '../primitives/focus.ts';

/** Attributes that make an element a button for a function (a row of `Recording.funcs`). */
export function functionButton(func: number) {
  return { 'data-func': func };
}

/** Goes at the end of the tooltips of these buttons. */
export const FUNCTION_BUTTON_HELP = 'Click to select it; double-click or Alt+click to open the sandwich.';

/** Event handlers for the element that contains the buttons. Calls `focusPanel` after a selection with the keyboard. */
export function useFunctionButtons(focusPanel: () => void) {
  const lastClicked = useRef<number>(undefined);
  return {
    onClickCapture(event: MouseEvent) {
      const { detail: clicks, altKey } = event;
      const func = functionOf(event.target);
      if (clicks === 2 && lastClicked.current !== undefined) {
        // The second click may hit a different element.
        event.stopPropagation();
        return openSandwich(lastClicked.current);
      }
      lastClicked.current = func;
      if (func === undefined) return;
      if (altKey) openSandwich(func);
      else selectFunction(func);
      // Waits until the new selection is rendered, because focusing the old row would select that again.
      requestAnimationFrame(clicks > 0 ? focusView : focusPanel);
    },
    onKeyDownCapture(event: KeyboardEvent) {
      const func = functionOf(event.target);
      if (func === undefined || event.key !== 'Enter' || !event.altKey) return;
      event.preventDefault();
      openSandwich(func);
    },
  };
}

function functionOf(target: EventTarget): number | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-func]') : null;
  return button ? Number(button.dataset.func) : undefined;
}
