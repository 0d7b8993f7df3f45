// Menu entries of a thread. `Recording.threadList` has one row for each name of a thread: a lane represents all rows of its
// thread, a table row only one of them.

import { NONE, threadKey, type Thread } from '../../model/profile.ts';
import type { Lane, Recording } from '../../model/session.ts';
import { setThreads } from '../../state/view/selection.ts';
import { store } from '../../state/store.ts';
import type { MenuCommand, MenuGroup } from '../primitives/MenuList.tsx';

/** The row of the lane's thread that has the same name as the lane; undefined for a lane of several threads. */
export function rowOfLane(
  threadList: readonly Thread[] | undefined,
  { threads, comm }: Pick<Lane, 'threads' | 'comm'>,
): number | undefined {
  const isOfOne =
    new Set(threads.map((row) => threadList?.[row]).map((each) => each && threadKey(each))).size < 2;
  return isOfOne ? (threads.find((row) => threadList?.[row]?.comm === comm) ?? threads[0]) : undefined;
}

/** All rows of the same thread as `row`: one for each name that the thread had. */
export function rowsOfThread({ threadList }: Recording, row: number): number[] {
  const thread = threadList[row];
  return thread ? rowsWhere(threadList, (each) => threadKey(each) === threadKey(thread)) : [];
}

/** `ownRows` are the rows of the thread; `hasKey` is true if the thread has the focus. */
export function threadEntries(
  { threadList }: Recording,
  ownRows: readonly number[],
  hasKey: boolean,
): MenuGroup {
  const pid = threadList[ownRows[0]]?.pid ?? NONE;
  const chosen = store.getState().options.threads;
  const all = threadList.map((_, each) => each);
  const others = (chosen ?? all).filter((each) => !ownRows.includes(each));
  const ofProcess = pid === NONE ? [] : rowsWhere(threadList, (each) => each.pid === pid);
  const isIncluded = !chosen || ownRows.every((each) => chosen.includes(each));
  const choice = (isShown: boolean, label: string, rows: readonly number[]): MenuCommand[] =>
    isShown ? [{ label, run: () => setThreads(rows.length === all.length ? undefined : rows) }] : [];
  return [
    ...choice(ownRows.length < all.length, 'Show only this thread', ownRows).map((entry) => ({
      ...entry,
      ...(hasKey && { key: 'm' }),
    })),
    ...choice(
      ofProcess.length > ownRows.length && ofProcess.length < all.length,
      `Show only process ${pid}`,
      ofProcess,
    ),
    ...choice(!isIncluded, 'Add this thread', [...others, ...ownRows]),
    ...choice(isIncluded && others.length > 0, 'Exclude this thread', others),
    ...choice(chosen !== undefined, 'Show all threads', all),
  ];
}

function rowsWhere(list: readonly Thread[], isMatch: (thread: Thread) => boolean): number[] {
  return list.flatMap((thread, row) => (isMatch(thread) ? [row] : []));
}
