// What a thread is called.

import type { Thread } from '../model/profile.ts';

/** The title of a thread, or its name. */
export function threadTitle({ title, comm }: Pick<Thread, 'title' | 'comm'>): string {
  return title ?? (comm || '(no name)');
}
