// What can be done with the code a person points at: one row an action, for the menu, the keys and the help.

import { targetOf, type Filter, type FilterAction, type Target } from '../model/filter.ts';
import { NONE } from '../model/profile.ts';
import type { Recording } from '../model/session.ts';
import { addFilter, setThreads } from '../state/look.ts';
import type { Subject } from '../state/store.ts';

export interface SubjectAction {
  readonly action: FilterAction;
  readonly key: string;
  /** As the menu of a function has it. */
  readonly ofFunction: string;
  /** As the menu of a file, a package, a module or a kind has it; undefined where it has none. */
  readonly ofGroup: string | undefined;
  /** As the help has it. */
  readonly does: string;
}

export const SUBJECT_ACTIONS: readonly SubjectAction[] = [
  {
    action: 'focus',
    key: 'o',
    ofFunction: 'Focus on it',
    ofGroup: 'Focus on it',
    does: 'Focus on it: stacks begin there',
  },
  {
    action: 'callers',
    key: 'k',
    ofFunction: 'Focus on its callers',
    ofGroup: 'Focus on its callers',
    does: 'Focus on its callers: stacks end there',
  },
  {
    action: 'hide',
    key: 'h',
    ofFunction: 'Hide it',
    ofGroup: 'Hide it',
    does: 'Hide it: its weight goes to its callers',
  },
  {
    action: 'drop',
    key: 'd',
    ofFunction: 'Drop samples with it',
    ofGroup: 'Drop samples with it',
    does: 'Drop the samples that contain it',
  },
  {
    action: 'only',
    key: 'm',
    ofFunction: 'Only samples with it',
    ofGroup: 'Only samples with it',
    does: 'Only the samples that contain it',
  },
  {
    action: 'recursion',
    key: 'r',
    ofFunction: 'Collapse its direct recursion',
    ofGroup: undefined,
    does: 'Collapse its direct recursion',
  },
  {
    action: 'collapse',
    key: 'p',
    ofFunction: 'Collapse its package',
    ofGroup: 'Collapse to one box',
    does: 'Collapse its package to one box',
  },
];

/** What a filter on the subject is about; undefined for threads, and for rows of code that has no such thing. */
export function targetOfSubject(recording: Recording, { by, id }: Subject): Target | undefined {
  if (id === NONE) return undefined;
  const path = (by === 'module' ? recording.modules : recording.strings)[id];
  switch (by) {
    case 'function':
      return targetOf(recording, id, 'function');
    case 'file':
    case 'package':
    case 'module':
      return path === undefined ? undefined : { by, path };
    case 'kind':
      return { by, kind: id };
    case 'thread':
      return undefined;
  }
}

/** The filter that an action on the subject is; undefined where it is none. */
function filterOf(
  recording: Recording,
  subject: Subject,
  action: FilterAction,
): Omit<Filter, 'isOn'> | undefined {
  // A function alone is one box already: what it belongs to becomes one.
  const isItsPackage = action === 'collapse' && subject.by === 'function';
  const target = isItsPackage
    ? targetOf(recording, subject.id, 'package')
    : targetOfSubject(recording, subject);
  return target && { action, target };
}

/** Does it, if it can be done. */
export function act(recording: Recording, subject: Subject, action: FilterAction): void {
  const isAlone = action === 'focus' || action === 'only';
  if (subject.by === 'thread' && isAlone && subject.id !== NONE) return setThreads([subject.id]);
  const filter = filterOf(recording, subject, action);
  if (filter) addFilter(filter);
}
