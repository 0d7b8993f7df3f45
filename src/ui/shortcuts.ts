// The keyboard: every shortcut with what it does, in one list that the page listens by and the help shows.
// Single keys can be turned off; keys of the graph work only while the graph has the focus.

import { useLayoutEffect } from 'react';
import { LEVELS } from '../model/levels.ts';
import { resetZoom, setHelpOpen, setLevel, setView, walk, zoomBack, zoomTo } from '../state/actions.ts';
import { store } from '../state/store.ts';
import { chartOfPage, walkMatchesOfPage } from './chart-of-page.ts';
import { SEARCH_ID } from './SearchBox.tsx';
import { VIEWS } from './views.ts';

export interface Shortcut {
  /** As `KeyboardEvent.key` has it. */
  readonly keys: readonly string[];
  /** As the help prints it. */
  readonly shown: string;
  readonly does: string;
  /** Works only while the graph has the focus. */
  readonly inGraph: boolean;
  run(): void;
}

const isFlame = () => store.getState().viewName === 'flame';

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: ['ArrowUp'],
    shown: '↑',
    does: 'To the box above: the first callee in a flame graph, the caller in an icicle graph',
    inGraph: true,
    run: () => walk(isFlame() ? 'child' : 'parent'),
  },
  {
    keys: ['ArrowDown'],
    shown: '↓',
    does: 'To the box below: the caller in a flame graph, the first callee in an icicle graph',
    inGraph: true,
    run: () => walk(isFlame() ? 'parent' : 'child'),
  },
  {
    keys: ['ArrowRight'],
    shown: '→',
    does: 'To the next box with the same caller',
    inGraph: true,
    run: () => walk('next'),
  },
  {
    keys: ['ArrowLeft'],
    shown: '←',
    does: 'To the previous box with the same caller',
    inGraph: true,
    run: () => walk('previous'),
  },
  { keys: ['Home'], shown: 'Home', does: 'To the root', inGraph: true, run: () => walk('root') },
  {
    keys: ['End'],
    shown: 'End',
    does: 'Along the heaviest path to its end',
    inGraph: true,
    run: () => walk('end'),
  },
  {
    keys: ['Enter', ' '],
    shown: 'Enter or Space',
    does: 'Zoom to the focused box',
    inGraph: true,
    run: () => zoomTo(store.getState().selected),
  },
  {
    keys: ['Escape', 'Backspace'],
    shown: 'Esc or Backspace',
    does: 'Back to the zoom before',
    inGraph: false,
    run: zoomBack,
  },
  { keys: ['0'], shown: '0', does: 'Show everything', inGraph: false, run: resetZoom },
  { keys: ['+', '='], shown: '+', does: 'Closer', inGraph: false, run: () => chartOfPage()?.zoomBy(1 / 1.5) },
  { keys: ['-'], shown: '−', does: 'Farther', inGraph: false, run: () => chartOfPage()?.zoomBy(1.5) },
  ...LEVELS.map(({ name, label }, index) => ({
    keys: [String(index + 1)],
    shown: String(index + 1),
    does: `Detail: ${label}`,
    inGraph: false,
    run: () => setLevel(name),
  })),
  ...VIEWS.map(({ name, label, about, key }) => ({
    keys: [key],
    shown: key,
    does: `${label}: ${about}`,
    inGraph: false,
    run: () => setView(name),
  })),
  {
    keys: ['/'],
    shown: '/',
    does: 'Search',
    inGraph: false,
    run: () => document.getElementById(SEARCH_ID)?.focus(),
  },
  { keys: ['n'], shown: 'n', does: 'To the next match', inGraph: false, run: () => walkMatchesOfPage(1) },
  {
    keys: ['N'],
    shown: 'N',
    does: 'To the previous match',
    inGraph: false,
    run: () => walkMatchesOfPage(-1),
  },
  { keys: ['?'], shown: '?', does: 'This help', inGraph: false, run: () => setHelpOpen(true) },
];

export function useShortcuts(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // With a modifier a key belongs to the browser, in a field to the field, in a dialog to the dialog.
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      if (!(target instanceof Element) || target.closest('input:not([type=radio]), select, textarea, dialog'))
        return;
      const { view, singleKeys, helpOpen } = store.getState();
      if (helpOpen) return;
      const inGraph = target.closest('[data-graph]') !== null;
      const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
      if (!shortcut || (shortcut.inGraph && !inGraph)) return;
      if (event.key.length === 1 && event.key !== ' ' && !singleKeys) return;
      if (!view && event.key !== '?') return;
      event.preventDefault();
      shortcut.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
