// Menu entries of a thread. A lane represents all rows of its thread in `Recording.threadList`; a table row represents
// one of them.

import { NONE, threadKey, type Thread } from '../../model/profile.ts';
import type { Lane, Recording } from '../../model/session.ts';
import { setThreads } from '../../state/selection.ts';
import { store } from '../../state/store.ts';
import type { MenuCommand, MenuGroup } from '../primitives/menu-group.ts';

/** The thread's row that has the name of the lane. */
export function rowOfLane(
  threadList: readonly Thread[] | undefined,
  { threads, comm }: Pick<Lane, 'threads' | 'comm'>,
): number | undefined {
  return threads.find((row) => threadList?.[row]?.comm === comm) ?? threads[0];
}

/** All rows of the same thread as `row`: one for each name it had. */
export function rowsOfThread({ threadList }: Recording, row: number): number[] {
  const thread = threadList[row];
  return thread ? rowsWhere(threadList, (each) => threadKey(each) === threadKey(thread)) : [];
}

/** `own` are rows of one thread; `hasKey` is true if they have the focus. */
export function threadEntries({ threadList }: Recording, own: readonly number[], hasKey: boolean): MenuGroup {
  const pid = threadList[own[0]]?.pid ?? NONE;
  const chosen = store.getState().options.threads;
  const all = threadList.map((_, each) => each);
  const others = (chosen ?? all).filter((each) => !own.includes(each));
  const ofProcess = pid === NONE ? [] : rowsWhere(threadList, (each) => each.pid === pid);
  const isIncluded = !chosen || own.every((each) => chosen.includes(each));
  const choice = (isShown: boolean, label: string, rows: readonly number[]): MenuCommand[] =>
    isShown ? [{ label, run: () => setThreads(rows.length === all.length ? undefined : rows) }] : [];
  return [
    ...choice(own.length < all.length, 'Show only this thread', own).map((entry) => ({
      ...entry,
      ...(hasKey && { key: 'm' }),
    })),
    ...choice(
      ofProcess.length > own.length && ofProcess.length < all.length,
      `Show only process ${pid}`,
      ofProcess,
    ),
    ...choice(!isIncluded, 'Add this thread', [...others, ...own]),
    ...choice(isIncluded && others.length > 0, 'Exclude this thread', others),
    ...choice(chosen !== undefined, 'Show all threads', all),
  ];
}

function rowsWhere(list: readonly Thread[], isMatch: (thread: Thread) => boolean): number[] {
  return list.flatMap((thread, row) => (isMatch(thread) ? [row] : []));
}
