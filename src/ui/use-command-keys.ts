// Runs the command for a pressed key.

import { useLayoutEffect } from 'react';
import { setHelpOpen } from '../state/page.ts';
import { store } from '../state/store.ts';
import { commandOf, COMMANDS } from './commands.ts';

export function useCommandKeys(): void {
  useLayoutEffect(() => {
    window.addEventListener('keydown', runCommandOf);
    return () => window.removeEventListener('keydown', runCommandOf);
  }, []);
}

function runCommandOf(event: KeyboardEvent): void {
  const { key, target } = event;
  // Keys with a modifier are left to the browser.
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  // Fields and dialogs handle their own keys.
  if (!(target instanceof Element) || target.closest('input:not([type=radio]), select, textarea, dialog'))
    return;
  if (document.querySelector('dialog:modal')) return;
  const { view, singleKeys, helpOpen } = store.getState();
  // Esc cancels the help while its code is loading.
  if (helpOpen && key === 'Escape') return setHelpOpen(false);
  const command = commandOf(key, target.closest<HTMLElement>('[data-keys]')?.dataset.keys?.split(' ') ?? []);
  if (!command) return;
  if (key.length === 1 && key !== ' ' && !singleKeys) return;
  if (!view && command !== COMMANDS.help) return;
  event.preventDefault();
  if (command.isAvailable?.(store.getState()) ?? true) command.run();
}
