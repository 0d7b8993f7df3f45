// Runs the commands that are bound to keys.

import { useLayoutEffect } from 'react';
import { setHelpOpen } from '../state/page.ts';
import { store } from '../state/store.ts';
import { findCommand, COMMANDS } from './commands.ts';

export function useCommandKeys(): void {
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener('keydown', onKeyDown, { signal });
    window.addEventListener('keydown', () => markKeyboardUse(true), { signal, capture: true });
    window.addEventListener('pointerdown', () => markKeyboardUse(false), { signal, capture: true });
    return () => controller.abort();
  }, []);
}

/** For `:focus-visible`, the focus that a graph gets when it opens would count as keyboard use. */
function markKeyboardUse(isUsed: boolean): void {
  document.documentElement.toggleAttribute('data-keyboard', isUsed);
}

/** Radio buttons and checkboxes take no text. */
const OWN_KEYS = 'input:not([type=radio], [type=checkbox]), select, textarea, dialog';

function onKeyDown(event: KeyboardEvent): void {
  const { key, target } = event;
  // Leave key combinations with Ctrl, Meta or Alt to the browser.
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  // Fields and dialogs handle their own keys.
  if (!(target instanceof Element) || target.closest(OWN_KEYS)) return;
  if (document.querySelector('dialog:modal')) return;
  const { view, singleKeys, isHelpOpen } = store.getState();
  // Esc cancels the help while its code is loading.
  if (isHelpOpen && key === 'Escape') return setHelpOpen(false);
  const command = findCommand(
    key,
    target.closest<HTMLElement>('[data-keys]')?.dataset.keys?.split(' ') ?? [],
  );
  if (!command) return;
  if (key.length === 1 && key !== ' ' && !singleKeys) return;
  if (!view && command !== COMMANDS.help) return;
  event.preventDefault();
  if (command.isAvailable?.(store.getState()) ?? true) command.run();
}
