// The entries of the menu about a thread: a lane of the strip or of the time order, which is all rows of
// `Recording.threadList` under which it ran, or a row of the table, which is one of them.

import { NONE, threadKey, type Thread } from '../model/profile.ts';
import type { Recording } from '../model/session.ts';
import { setThreads } from '../state/look.ts';
import { store } from '../state/store.ts';
import type { MenuCommand, MenuGroup } from './menu-group.ts';

/** The row under whose name a lane stands, for all of it. */
export function rowOfLane(
  threadList: readonly Thread[] | undefined,
  { threads, comm }: { readonly threads: readonly number[]; readonly comm: string },
): number | undefined {
  return threads.find((row) => threadList?.[row]?.comm === comm) ?? threads[0];
}

/** All rows of the thread that has this one. */
export function rowsOfThread({ threadList }: Recording, row: number): number[] {
  const thread = threadList[row];
  return thread ? rowsWhere(threadList, (each) => threadKey(each) === threadKey(thread)) : [];
}

/** What can be done with rows of one thread; `key` is of the first entry, where the keyboard is on them. */
export function threadEntries(
  { threadList }: Recording,
  own: readonly number[],
  key: { readonly key?: string },
): MenuGroup {
  const pid = threadList[own[0]]?.pid ?? NONE;
  const chosen = store.getState().options.threads;
  const all = threadList.map((_, each) => each);
  const others = (chosen ?? all).filter((each) => !own.includes(each));
  const ofProcess = pid === NONE ? [] : rowsWhere(threadList, (each) => each.pid === pid);
  const choice = (label: string, rows: readonly number[]): MenuCommand => ({
    label,
    run: () => setThreads(rows.length === all.length ? undefined : rows),
  });
  return [
    ...(own.length < all.length ? [{ ...choice('Only this thread', own), ...key }] : []),
    ...(ofProcess.length > own.length && ofProcess.length < all.length
      ? [choice(`Only process ${pid}`, ofProcess)]
      : []),
    ...(chosen && !own.every((each) => chosen.includes(each))
      ? [choice('This thread too', [...others, ...own])]
      : others.length > 0
        ? [choice('Without this thread', others)]
        : []),
    ...(chosen ? [choice('All threads', all)] : []),
  ];
}

function rowsWhere(list: readonly Thread[], isMeant: (thread: Thread) => boolean): number[] {
  return list.flatMap((thread, row) => (isMeant(thread) ? [row] : []));
}
