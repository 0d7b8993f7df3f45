// Keys that choose what is looked at: with the focused box or row, and the way back.

import { currentSubject } from '../state/actions.ts';
import { lookAtAll, redo, undo } from '../state/look.ts';
import { store } from '../state/store.ts';
import { act, SUBJECT_ACTIONS } from './subject-filters.ts';

export const SUBJECT_SHORTCUTS = SUBJECT_ACTIONS.map(({ action, key, does }) => ({
  keys: [key],
  shown: key,
  does,
  where: undefined,
  run: () => {
    const { recording } = store.getState();
    const subject = currentSubject();
    if (recording && subject) act(recording, subject, action);
  },
}));

export const LOOK_SHORTCUTS = [
  {
    keys: ['u'],
    shown: 'u',
    does: 'Undo the last change of filters, time or threads',
    where: undefined,
    run: undo,
  },
  { keys: ['U'], shown: 'U', does: 'Redo it', where: undefined, run: redo },
  {
    keys: ['x'],
    shown: 'x',
    does: 'Clear all filters, the time and the threads',
    where: undefined,
    run: lookAtAll,
  },
];
