// Commands that filter by the focused or clicked subject. Keys, menus and the help dialog all use this list.

import { COSTS, type CostPart, partOfRow } from '../../model/costs.ts';
import { targetOf, type FilterAction, type Target } from '../../model/filter.ts';
import { NONE } from '../../model/profile.ts';
import { isByCost, type Recording } from '../../model/session.ts';
import { currentSubject } from '../../state/view/graphs.ts';
import { openRecording, store } from '../../state/store.ts';
import { addFilter, setThreads } from '../../state/view/selection.ts';
import type { Subject } from '../../state/view/view-state.ts';
import { command, type Command } from '../command.ts';

interface FilterCommand extends Command {
  readonly action: FilterAction;
  /** Label in a context menu. */
  readonly label: string;
  /** Label in the search menu; empty if the action does not apply to a search. */
  readonly matchesLabel: string;
  /** Limits the command to menus of functions or of groups (files, packages, modules and kinds); undefined for both. */
  readonly subjects?: 'functions' | 'groups';
}

type Labels = Pick<FilterCommand, 'label' | 'matchesLabel' | 'subjects'>;

function filterCommand(action: FilterAction, key: string, title: string, labels: Labels): FilterCommand {
  return { ...command(key, title, () => filterCurrent(action)), action, ...labels };
}

export const FILTER_COMMANDS: readonly FilterCommand[] = [
  filterCommand('focus', 'o', 'Focus on it: stacks start there', {
    label: 'Focus on it',
    matchesLabel: 'Focus on matching functions',
  }),
  filterCommand('callers', 'k', 'Focus on its callers: stacks end there', {
    label: 'Focus on its callers',
    matchesLabel: 'Focus on callers of matches',
  }),
  filterCommand('hide', 'h', 'Hide it: its weight goes to its callers', {
    label: 'Hide it',
    matchesLabel: 'Hide matching functions',
  }),
  filterCommand('keep', 'H', 'Keep only its frames: the weight of others goes to their callers', {
    label: 'Keep only its frames',
    matchesLabel: 'Keep only matching frames',
  }),
  filterCommand('drop', 'd', 'Drop samples with it', {
    label: 'Drop samples with it',
    matchesLabel: 'Drop matching stacks',
  }),
  filterCommand('only', 'm', 'Keep only samples with it', {
    label: 'Keep only samples with it',
    matchesLabel: 'Keep only matching stacks',
  }),
  filterCommand('recursion', 'r', 'Collapse its direct recursion', {
    label: 'Collapse direct recursion',
    matchesLabel: '',
    subjects: 'functions',
  }),
  filterCommand('collapse', 'p', 'Collapse its package to one box', {
    label: 'Collapse to one box',
    matchesLabel: 'Collapse adjacent matches to one box',
    subjects: 'groups',
  }),
];

/**
 * The target of a filter on the subject; undefined for threads, for the row of functions that have no file, package or module, and
 * for parts of costs that the table does not show.
 */
export function targetOfSubject(recording: Recording, { by, id }: Subject): Target | undefined {
  if (id === NONE || by === 'thread') return undefined;
  if (by === 'function' || by === 'line') return targetOf(recording, id, 'function');
  if (by === 'kind') return { by, kind: id };
  if (by === 'cost') return { by, cost: COSTS[id].id };
  if (by === 'part') return targetOfPart(partOfRow(store.getState().table, id));
  const path = (by === 'module' ? recording.modules : recording.strings)[id];
  return path === undefined ? undefined : { by, path };
}

function targetOfPart(part: CostPart | undefined): Target | undefined {
  return part && { by: 'cost', ...part };
}

/** Costs are properties of samples, not of frames: focusing on one keeps only its samples. */
function filterByCost(target: Target | undefined, action: FilterAction): void {
  if (target && (action === 'focus' || action === 'only')) addFilter({ action: 'only', target });
  if (target && action === 'drop') addFilter({ action, target });
}

function filterCurrent(action: FilterAction): void {
  const recording = openRecording(store.getState());
  const subject = currentSubject();
  if (recording && subject) filterSubject(recording, subject, action);
}

/** Adds a filter, or does nothing if the action does not apply to the subject. */
export function filterSubject(recording: Recording, subject: Subject, action: FilterAction): void {
  const { by, id } = subject;
  if (by === 'thread' && (action === 'focus' || action === 'only') && id !== NONE) return setThreads([id]);
  if (isByCost(by)) return filterByCost(targetOfSubject(recording, subject), action);
  // A function is already a single box, so its package is collapsed instead.
  const target =
    action === 'collapse' && by === 'function'
      ? targetOf(recording, id, 'package')
      : targetOfSubject(recording, subject);
  if (target) addFilter({ action, target });
}
