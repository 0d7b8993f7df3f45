// The keyboard: every shortcut with what it does, in one list that the page listens by and the help shows.
// Single keys can be turned off; a key that has a place works only while the focus is in it, and goes before one without.

import { useLayoutEffect } from 'react';
import { LEVELS } from '../model/levels.ts';
import {
  resetZoom,
  setHelpOpen,
  sandwichSubject,
  setLevel,
  setView,
  walk,
  zoomBack,
  zoomToSelected,
} from '../state/actions.ts';
import { directionOf } from '../state/graphs.ts';
import { store } from '../state/store.ts';
import { chartOfPage, walkMatchesOfPage } from './chart-of-page.ts';
import { LOOK_SHORTCUTS, SUBJECT_SHORTCUTS } from './filter-shortcuts.ts';
import { commandRows } from './rows-of-page.ts';
import { SEARCH_ID } from './SearchBox.tsx';
import { TIME_SHORTCUTS } from './time-shortcuts.ts';
import { VIEWS } from './views.ts';

/** Where keys have a meaning of their own: a word in `data-keys` of the element, and how the help says it. */
export const PLACES = {
  graph: 'in the graph',
  rows: 'in the table and the call tree',
  table: 'in the table',
  tree: 'in the call tree',
  time: 'in the time order',
} as const;

export interface Shortcut {
  /** As `KeyboardEvent.key` has it. */
  readonly keys: readonly string[];
  /** As the help prints it. */
  readonly shown: string;
  readonly does: string;
  /** Works only while the focus is there; undefined for everywhere. */
  readonly where: keyof typeof PLACES | undefined;
  run(): void;
}

const isFlame = () => directionOf(store.getState()) === 'flame';

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: ['ArrowUp'],
    shown: '↑',
    does: 'To the box above: the first callee in a flame graph, the caller in an icicle graph',
    where: 'graph',
    run: () => walk(isFlame() ? 'child' : 'parent'),
  },
  {
    keys: ['ArrowDown'],
    shown: '↓',
    does: 'To the box below: the caller in a flame graph, the first callee in an icicle graph',
    where: 'graph',
    run: () => walk(isFlame() ? 'parent' : 'child'),
  },
  {
    keys: ['ArrowRight'],
    shown: '→',
    does: 'To the next box with the same caller',
    where: 'graph',
    run: () => walk('next'),
  },
  {
    keys: ['ArrowLeft'],
    shown: '←',
    does: 'To the previous box with the same caller',
    where: 'graph',
    run: () => walk('previous'),
  },
  { keys: ['Home'], shown: 'Home', does: 'To the root', where: 'graph', run: () => walk('root') },
  {
    keys: ['End'],
    shown: 'End',
    does: 'Along the heaviest path to its end',
    where: 'graph',
    run: () => walk('end'),
  },
  {
    keys: ['Enter', ' '],
    shown: 'Enter or Space',
    does: 'Zoom to the focused box',
    where: 'graph',
    run: zoomToSelected,
  },
  { keys: ['ArrowUp'], shown: '↑', does: 'To the row above', where: 'rows', run: () => commandRows('up') },
  {
    keys: ['ArrowDown'],
    shown: '↓',
    does: 'To the row below',
    where: 'rows',
    run: () => commandRows('down'),
  },
  {
    keys: ['PageUp'],
    shown: 'Page up',
    does: 'A page of rows up',
    where: 'rows',
    run: () => commandRows('page-up'),
  },
  {
    keys: ['PageDown'],
    shown: 'Page down',
    does: 'A page of rows down',
    where: 'rows',
    run: () => commandRows('page-down'),
  },
  { keys: ['Home'], shown: 'Home', does: 'To the first row', where: 'rows', run: () => commandRows('first') },
  { keys: ['End'], shown: 'End', does: 'To the last row', where: 'rows', run: () => commandRows('last') },
  {
    keys: ['Enter', ' '],
    shown: 'Enter or Space',
    does: 'The callers and callees of a function; what can be done with any other row',
    where: 'table',
    run: () => commandRows('open'),
  },
  {
    keys: ['n'],
    shown: 'n',
    does: 'To the next row that the search found',
    where: 'table',
    run: () => commandRows('next-found'),
  },
  {
    keys: ['N'],
    shown: 'N',
    does: 'To the previous row that the search found',
    where: 'table',
    run: () => commandRows('previous-found'),
  },
  {
    keys: ['Enter', ' '],
    shown: 'Enter or Space',
    does: 'Open the row, or close it',
    where: 'tree',
    run: () => commandRows('open'),
  },
  {
    keys: ['ArrowRight'],
    shown: '→',
    does: 'Open the row; in an open one to the first callee',
    where: 'tree',
    run: () => commandRows('unfold'),
  },
  {
    keys: ['ArrowLeft'],
    shown: '←',
    does: 'Close the row; from a closed one to the caller',
    where: 'tree',
    run: () => commandRows('fold'),
  },
  {
    keys: ['*'],
    shown: '*',
    does: 'Open all rows with the same caller',
    where: 'tree',
    run: () => commandRows('unfold-siblings'),
  },
  {
    keys: ['e'],
    shown: 'e',
    does: 'Open the heaviest path from the row to its end',
    where: 'tree',
    run: () => commandRows('unfold-heaviest'),
  },
  ...TIME_SHORTCUTS,
  {
    keys: ['Escape', 'Backspace'],
    shown: 'Esc or Backspace',
    does: 'Back to the zoom before; in the sandwich then to the function before',
    where: undefined,
    run: zoomBack,
  },
  { keys: ['0'], shown: '0', does: 'Show everything', where: undefined, run: resetZoom },
  {
    keys: ['+', '='],
    shown: '+',
    does: 'Closer',
    where: undefined,
    run: () => chartOfPage()?.zoomBy(1 / 1.5),
  },
  { keys: ['-'], shown: '−', does: 'Farther', where: undefined, run: () => chartOfPage()?.zoomBy(1.5) },
  ...LEVELS.map(({ name, label }, index) => ({
    keys: [String(index + 1)],
    shown: String(index + 1),
    does: `Detail: ${label}`,
    where: undefined,
    run: () => setLevel(name),
  })),
  ...VIEWS.map(({ name, label, about, key }) => ({
    keys: [key],
    shown: key,
    does: `${label}: ${about}`,
    where: undefined,
    run: () => setView(name),
  })),
  {
    keys: ['S'],
    shown: 'S',
    does: 'The callers and callees of the function that has the focus',
    where: undefined,
    run: sandwichSubject,
  },
  {
    keys: ['/'],
    shown: '/',
    does: 'Search',
    where: undefined,
    run: () => document.getElementById(SEARCH_ID)?.focus(),
  },
  { keys: ['n'], shown: 'n', does: 'To the next match', where: undefined, run: () => walkMatchesOfPage(1) },
  {
    keys: ['N'],
    shown: 'N',
    does: 'To the previous match',
    where: undefined,
    run: () => walkMatchesOfPage(-1),
  },
  ...SUBJECT_SHORTCUTS,
  ...LOOK_SHORTCUTS,
  { keys: ['?'], shown: '?', does: 'This help', where: undefined, run: () => setHelpOpen(true) },
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
      if (document.querySelector('dialog:modal')) return;
      // Until the help is there, Esc takes the wish for it back.
      if (helpOpen && event.key === 'Escape') return setHelpOpen(false);
      const places = target.closest<HTMLElement>('[data-keys]')?.dataset.keys?.split(' ') ?? [];
      const meant = SHORTCUTS.filter(
        ({ keys, where }) => keys.includes(event.key) && (where === undefined || places.includes(where)),
      );
      const shortcut = meant.find(({ where }) => where !== undefined) ?? meant[0];
      if (!shortcut) return;
      if (event.key.length === 1 && event.key !== ' ' && !singleKeys) return;
      if (!view && event.key !== '?') return;
      event.preventDefault();
      shortcut.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
