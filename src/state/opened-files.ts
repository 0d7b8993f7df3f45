// The files of recordings in the browser's history.

import type { KeptRecording, OpenedFiles } from './store.ts';

/** Maximum number of recordings that can be reopened. Their contents stay on disk, except for pasted text. */
const MAX_REOPENED = 8;

type FilesByNumber = ReadonlyMap<number, OpenedFiles>;

/** Adds the files of recordings, by number, to those that can be reopened, and forgets the oldest. */
export function openedFilesWith(openedFiles: FilesByNumber, added: FilesByNumber): FilesByNumber {
  const files = new Map(openedFiles);
  for (const [number, from] of added) {
    files.delete(number);
    files.set(number, from);
  }
  const oldest = [...files.keys()].slice(0, Math.max(0, files.size - MAX_REOPENED));
  for (const number of oldest) files.delete(number);
  return files;
}

/** Forgets the files of a recording that another one replaces, if a link leads to them: they need not stay in memory. */
export function withoutFetched(
  openedFiles: FilesByNumber,
  replaced: KeptRecording | undefined,
): FilesByNumber {
  const files = new Map(openedFiles);
  for (const each of [replaced, replaced?.comparing?.alone])
    if (each && each.source !== '') files.delete(each.recordingNumber);
  return files;
}
