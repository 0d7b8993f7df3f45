// Collects dropped files, including those in folders. Unreadable entries are skipped and named in a note.

import { formatCount, formatNames, formatNumberOf, reasonOf } from '../../text/format.ts';
import { newNote, type Note } from '../../model/profile.ts';

/** Enough for any recording with its symbol files. Limits the damage if the user drops a home folder by mistake. */
const MAX_FILES = 20_000;

export interface DroppedFiles {
  readonly files: readonly File[];
  /** About skipped entries. */
  readonly notes: readonly Note[];
}

interface Found {
  readonly files: File[];
  /** Paths of unreadable entries; `reason` is that of the first one. */
  readonly unreadable: string[];
  reason: string;
  /** True if there are more files than the limit. */
  isTruncated: boolean;
}

export async function filesIn(entries: readonly FileSystemEntry[], limit = MAX_FILES): Promise<DroppedFiles> {
  const found: Found = { files: [], unreadable: [], reason: '', isTruncated: false };
  for (const entry of entries) await addFiles(found, entry, limit);
  const { files, unreadable, reason, isTruncated } = found;
  const texts: string[] = [];
  if (unreadable.length > 0) texts.push(textOf(unreadable, reason));
  if (isTruncated)
    texts.push(
      `Only the first ${formatCount(limit)} of the dropped files were opened: drop only the recording with its symbol files`,
    );
  if (files.length + unreadable.length === 0) texts.push('What you dropped contains no files');
  return { files, notes: texts.map((text, i) => newNote(`drop ${i}`, text)) };
}

function textOf(paths: readonly string[], reason: string): string {
  return paths.length === 1
    ? `The browser could not read “${paths[0]}” (${reason}), so it was skipped`
    : `The browser could not read ${formatNumberOf(paths.length, 'entry', 'entries')} in what you dropped (${reason}), so they were skipped: ${formatNames(paths)}`;
}

async function addFiles(found: Found, entry: FileSystemEntry, limit: number): Promise<void> {
  if (found.isTruncated) return;
  try {
    if (isFile(entry)) {
      if (found.files.length === limit) {
        found.isTruncated = true;
        return;
      }
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      found.files.push(new File([file], entry.fullPath.slice(1), file));
    } else if (isFolder(entry)) {
      for await (const child of childrenOf(entry)) await addFiles(found, child, limit);
    }
  } catch (error) {
    found.reason ||= reasonOf(error);
    found.unreadable.push(entry.fullPath.slice(1));
  }
}

/** A folder is read in batches, the last of which is empty. */
async function* childrenOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return;
    yield* batch;
  }
}

/** Type guards by property: not every browser exposes the classes. */
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
