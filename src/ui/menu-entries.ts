// The entries of the menu about a box, a row or a lane: groups of what can be done with it, and with what it belongs to.

import { fullName, labelOf } from '../model/labels.ts';
import { targetOf, type FilterAction, type NamedTarget, type Target } from '../model/filter.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import type { Recording } from '../model/session.ts';
import { currentSubject, openSandwich } from '../state/actions.ts';
import { addFilter } from '../state/look.ts';
import type { Subject } from '../state/store.ts';
import type { MenuGroup } from './menu-group.ts';
import { threadName, wholeTarget, wordsOfTarget } from './filter-words.ts';
import { act, SUBJECT_ACTIONS, targetOfSubject } from './subject-filters.ts';
import { rowsOfThread, threadEntries } from './thread-entries.ts';

export interface SubjectMenu {
  readonly name: string;
  /** Which of several of that name; empty where the name says all. */
  readonly place: string;
  readonly groups: readonly MenuGroup[];
}

/** What copies a text, and says whether it could. */
export type Copy = (text: string) => void;

/** Keys act on what the keyboard is on: the menu of anything else, such as a kind in the legend, shows none. */
function hasKeyboard({ by, id }: Subject): boolean {
  const focused = currentSubject();
  return focused?.by === by && focused.id === id;
}

/** Undefined where there is nothing to be done. */
export function menuOf(recording: Recording, subject: Subject, copy: Copy): SubjectMenu | undefined {
  if (subject.id === NONE) return undefined;
  if (subject.by === 'function') return menuOfFunction(recording, subject, copy);
  if (subject.by === 'thread') return menuOfThread(recording, subject, copy);
  const target = targetOfSubject(recording, subject);
  if (!target) return undefined;
  const whole = target.by === 'kind' ? KIND_LABELS[target.kind] : wholeTarget(target);
  return {
    name: wordsOfTarget(target),
    place: target.by === 'file' || target.by === 'module' ? whole : '',
    groups: [groupEntries(target, hasKeyboard(subject)), [{ label: 'Copy name', run: () => copy(whole) }]],
  };
}

function menuOfFunction(recording: Recording, subject: Subject, copy: Copy): SubjectMenu {
  const { id } = subject;
  const hasKeys = hasKeyboard(subject);
  const { name, place } = labelOf(recording, id);
  return {
    name,
    place,
    groups: [
      [{ label: 'Open in sandwich', run: () => openSandwich(id) }],
      SUBJECT_ACTIONS.filter(({ action }) => action !== 'collapse').map(({ action, key, ofFunction }) => ({
        label: ofFunction,
        ...(hasKeys && { key }),
        run: () => act(recording, subject, action),
      })),
      belongings(recording, id, hasKeys),
      [{ label: 'Copy name', run: () => copy(fullName(recording, id)) }],
    ],
  };
}

const BELONGINGS: readonly NamedTarget['by'][] = ['file', 'package', 'module', 'kind'];

/** What a function belongs to, each with what can be done with all of it. */
function belongings(recording: Recording, func: number, hasKeys: boolean): MenuGroup {
  return BELONGINGS.flatMap((by) => {
    const target = targetOf(recording, func, by);
    if (!target) return [];
    return [
      {
        label: `All of ${wordsOfTarget(target)}`,
        title: wholeTarget(target),
        // The one key that goes beyond the function it is pressed on.
        groups: [groupEntries(target, hasKeys && by === 'package' && 'collapse')],
      },
    ];
  });
}

/** `hasKeys` where the keyboard is on the target itself; or only what one key does. */
function groupEntries(target: Target, hasKeys: boolean | FilterAction): MenuGroup {
  return SUBJECT_ACTIONS.flatMap(({ action, key, ofGroup }) => {
    if (ofGroup === undefined) return [];
    const isReached = hasKeys === true || hasKeys === action;
    return [{ label: ofGroup, ...(isReached ? { key } : {}), run: () => addFilter({ action, target }) }];
  });
}

function menuOfThread(recording: Recording, subject: Subject, copy: Copy): SubjectMenu | undefined {
  const thread = recording.threadList[subject.id];
  if (!thread) return undefined;
  return {
    name: threadName(thread),
    place: thread.pid === NONE || thread.pid === thread.tid ? '' : `process ${thread.pid}`,
    groups: [
      hasKeyboard(subject)
        ? threadEntries(recording, [subject.id], { key: 'm' })
        : threadEntries(recording, rowsOfThread(recording, subject.id), {}),
      [{ label: 'Copy name', run: () => copy(thread.comm) }],
      // Where there is one thread there is nothing to choose.
    ].filter((group) => group.length > 0),
  };
}
