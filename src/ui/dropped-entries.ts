// The files in dropped folders. One that cannot be read does not spoil the others: it is named in a note.

import { formatCount, formatNames, formatNumberOf } from '../model/format.ts';
import { NONE, type Note } from '../model/profile.ts';
import { reasonOf } from '../model/reason.ts';

/** More files than any set of symbols has; a home folder dropped by mistake stops here. */
const MOST_FILES = 20_000;

export interface Dropped {
  readonly files: readonly File[];
  /** What of the drop is not among them, and why. */
  readonly notes: readonly Note[];
}

interface Found {
  readonly files: File[];
  /** Paths, and why the first of them could not be read. */
  readonly unreadable: string[];
  reason: string;
  /** Is there more than is taken? */
  isCut: boolean;
}

/** `most` is how many files are taken. */
export async function filesIn(entries: readonly FileSystemEntry[], most = MOST_FILES): Promise<Dropped> {
  const found: Found = { files: [], unreadable: [], reason: '', isCut: false };
  for (const entry of entries) await addFiles(found, entry, most);
  const { files, unreadable, reason, isCut } = found;
  const texts = [
    ...(unreadable.length > 0 ? [textOf(unreadable, reason)] : []),
    ...(isCut
      ? [
          `Only the first ${formatCount(most)} files of what you dropped were taken: drop the recording with the files that name its code`,
        ]
      : []),
    ...(files.length + unreadable.length === 0 ? ['What you dropped holds no file'] : []),
  ];
  return {
    files,
    notes: texts.map((text, i) => ({ kind: `drop ${i}`, text, count: 1, line: NONE })),
  };
}

function textOf(paths: readonly string[], reason: string): string {
  return paths.length === 1
    ? `The browser could not read “${paths[0]}” (${reason}), so it was left out`
    : `The browser could not read ${formatNumberOf(paths.length, 'entry', 'entries')} of what you dropped (${reason}), so they were left out: ${formatNames(paths)}`;
}

async function addFiles(found: Found, entry: FileSystemEntry, most: number): Promise<void> {
  if (found.isCut) return;
  try {
    if (isFile(entry)) {
      if (found.files.length === most) {
        found.isCut = true;
        return;
      }
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      found.files.push(new File([file], entry.fullPath.slice(1)));
    } else if (isFolder(entry)) {
      const { children, failure } = await childrenOf(entry);
      for (const child of children) await addFiles(found, child, most);
      if (failure !== undefined) throw failure;
    }
  } catch (error) {
    found.reason ||= reasonOf(error);
    found.unreadable.push(entry.fullPath.slice(1));
  }
}

/** A folder is read in parts, until one comes empty. What was read before a failure counts. */
async function childrenOf(
  folder: FileSystemDirectoryEntry,
): Promise<{ readonly children: FileSystemEntry[]; readonly failure: unknown }> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  try {
    for (;;) {
      const more = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (more.length === 0) return { children, failure: undefined };
      children.push(...more);
    }
  } catch (failure) {
    return { children, failure };
  }
}

/** Their classes have no name that every browser knows. */
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
