// The files of recordings in the browser's history.

import { store, type OpenedFiles } from './store.ts';

/** Maximum number of recordings that can be reopened. Their contents stay on disk, except for pasted text. */
const MAX_REOPENED = 8;

/** Adds the files of a recording to those that can be reopened, and forgets the oldest. */
export function openedFilesWith(
  recordingNumber: number,
  from: OpenedFiles,
): ReadonlyMap<number, OpenedFiles> {
  const { kept, suspended, openedFiles } = store.getState();
  const files = new Map(openedFiles);
  // Fetched files need not stay in memory, since the link leads to them.
  const before = kept ?? suspended;
  if (before && before.source !== '') files.delete(before.recordingNumber);
  files.delete(recordingNumber);
  files.set(recordingNumber, from);
  const [oldest] = files.keys();
  if (files.size > MAX_REOPENED) files.delete(oldest);
  return files;
}
