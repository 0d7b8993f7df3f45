// The context menu of a box, row, lane or kind of code: commands for it and for its file, package, module and kind.

import { useMemo } from 'react';
import { closeMenu } from '../state/page.ts';
import { copyText, Toast, useMessage } from './primitives/Buttons.tsx';
import { Menu } from './primitives/Menu.tsx';
import { useAppState, useRecording } from './primitives/use-app-state.ts';
import { fullName, labelOf, threadName, threadTitle } from '../text/labels.ts';
import { rowLabel } from '../text/row-labels.ts';
import {
  isSampleTarget,
  targetOf,
  type FilterAction,
  type NamedTarget,
  type Target,
} from '../model/filter.ts';
import { COSTS, partOfRow } from '../model/costs.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import type { Recording } from '../model/session.ts';
import { explain } from '../state/view/findings.ts';
import { currentSubject } from '../state/view/graphs.ts';
import { store } from '../state/store.ts';
import { openSandwich } from '../state/view/navigation.ts';
import { addFilter } from '../state/view/selection.ts';
import type { Subject } from '../state/view/view-state.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { FILTER_COMMANDS, filterSubject, targetOfSubject } from './filters/filter-commands.ts';
import { fullTargetName, targetLabel } from './filters/filter-labels.ts';
import type { MenuCommand, MenuGroup } from './primitives/MenuList.tsx';
import { rowsOfThread, threadEntries } from './timeline/thread-entries.ts';

export function ContextMenu() {
  const recording = useRecording();
  const menu = useAppState('menu');
  const [message, showMessage] = useMessage();
  const content = useMemo(() => {
    const copy = (text: string) => void copyText(text).then(showMessage);
    return menu && subjectMenu(recording, menu.subject, copy);
  }, [menu, recording, showMessage]);
  return (
    <>
      <Toast message={message} />
      {menu && content && (
        <Menu
          key={`${menu.subject.by} ${menu.subject.id} ${menu.x} ${menu.y}`}
          name={`Actions for ${content.name}`}
          groups={content.groups}
          x={menu.x}
          y={menu.y}
          onClose={closeMenu}
          heading={
            <>
              <strong className="ellipsis">{content.name}</strong>
              {content.place && <span className="ellipsis no-shrink muted">{content.place}</span>}
            </>
          }
        />
      )}
    </>
  );
}

export interface SubjectMenu {
  readonly name: string;
  /** Distinguishes subjects with the same name; empty if the name alone is unique. */
  readonly place: string;
  readonly groups: readonly MenuGroup[];
}

type Copy = (text: string) => void;

/** Undefined if there are no commands for the subject. */
export function subjectMenu(recording: Recording, subject: Subject, copy: Copy): SubjectMenu | undefined {
  if (subject.id === NONE) return undefined;
  if (subject.by === 'function') return functionMenu(recording, subject, copy);
  if (subject.by === 'thread') return threadMenu(recording, subject, copy);
  const target = targetOfSubject(recording, subject);
  if (!target) return undefined;
  if (isSampleTarget(target)) return costMenu(recording, subject, target, copy);
  const longName = target.by === 'kind' ? KIND_LABELS[target.kind] : fullTargetName(target);
  return {
    name: targetLabel(target, recording),
    place: target.by === 'file' || target.by === 'module' ? longName : '',
    groups: [groupEntries(target, isFocused(subject)), [entry('Copy name', () => copy(longName))]],
  };
}

/** Costs are properties of samples, so only filters of samples apply. */
function costMenu(recording: Recording, subject: Subject, target: Target, copy: Copy): SubjectMenu {
  const part = partOfRow(store.getState().table, subject.id);
  const { name, place } = rowLabel(recording, subject.by, subject.id, part);
  const hasKeys = isFocused(subject);
  const entriesFor = (of: Target, keys: boolean) =>
    FILTER_COMMANDS.filter(({ action }) => action === 'only' || action === 'drop').map((command) =>
      entry(command.label, () => addFilter({ action: command.action, target: of }), keys && command),
    );
  const whole: Target | undefined = part && { by: 'cost', cost: part.cost };
  return {
    name,
    place,
    groups: [
      entriesFor(target, hasKeys),
      ...(whole ? [[{ label: `All of ${targetLabel(whole)}`, groups: [entriesFor(whole, false)] }]] : []),
      [entry('About this cost', () => explain(part?.cost ?? COSTS[subject.id].id))],
      [entry('Copy name', () => copy(name))],
    ],
  };
}

/** Keys act on the focused subject, so the menu of any other subject, such as a kind in the legend, shows no keys. */
function isFocused({ by, id }: Subject): boolean {
  const focused = currentSubject();
  return focused?.by === by && focused.id === id;
}

function functionMenu(recording: Recording, subject: Subject, copy: Copy): SubjectMenu {
  const { id } = subject;
  const hasKeys = isFocused(subject);
  return {
    ...labelOf(recording, id),
    groups: [
      [entry('Open in sandwich', () => openSandwich(id), hasKeys && COMMANDS.openSandwich)],
      filterEntries('functions', hasKeys, (action) => filterSubject(recording, subject, action)),
      ownerSubmenus(recording, id, hasKeys),
      [entry('Copy name', () => copy(fullName(recording, id)))],
    ],
  };
}

const OWNERS: readonly NamedTarget['by'][] = ['file', 'package', 'module', 'kind'];

/** One submenu for each group that the function belongs to. */
function ownerSubmenus(recording: Recording, func: number, hasKeys: boolean): MenuGroup {
  const targets = OWNERS.map((by) => targetOf(recording, func, by)).filter((target) => target !== undefined);
  return targets.map((target) => ({
    label: `All of ${targetLabel(target, recording)}`,
    title: fullTargetName(target),
    // The collapse key is the only one that acts on a function's package instead of the function.
    groups: [groupEntries(target, hasKeys && target.by === 'package' && 'collapse')],
  }));
}

function groupEntries(target: Target, keys: boolean | FilterAction): MenuGroup {
  return filterEntries('groups', keys, (action) => addFilter({ action, target }));
}

/** `keys`: true if all keys act on the subject; otherwise the one action whose key does, if any. */
function filterEntries(
  type: 'functions' | 'groups',
  keys: boolean | FilterAction,
  run: (action: FilterAction) => void,
): MenuGroup {
  return FILTER_COMMANDS.filter(({ subjects }) => subjects === undefined || subjects === type).map(
    (command) => {
      const { label, action } = command;
      return entry(label, () => run(action), (keys === true || keys === action) && command);
    },
  );
}

/** If a command is given, the entry shows its key. */
function entry(label: string, run: () => void, command: Command | false = false): MenuCommand {
  return { label, run, ...(command && { key: command.keys[0] }) };
}

function threadMenu(recording: Recording, subject: Subject, copy: Copy): SubjectMenu | undefined {
  const thread = recording.threadList[subject.id];
  if (!thread) return undefined;
  const hasKey = isFocused(subject);
  const rows = hasKey ? [subject.id] : rowsOfThread(recording, subject.id);
  return {
    name: threadName(thread),
    place: thread.pid === NONE || thread.pid === thread.tid ? '' : `process ${thread.pid}`,
    groups: [
      threadEntries(recording, rows, hasKey),
      [entry('Copy name', () => copy(threadTitle(thread)))],
      // With only one thread, there are no entries for selecting threads.
    ].filter((group) => group.length > 0),
  };
}
