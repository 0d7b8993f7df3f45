// The files of a drop, those in dropped folders too, each under its path in the folder.

import { noteHandles } from '../state/handles.ts';

/** More files than any set of symbols has; a home folder dropped by mistake stops here. */
const MOST_FILES = 20_000;

export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // The list is only there until the event has been handled.
  const all = [...files];
  const noted = noteHandles([...items], all);
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  await noted;
  if (!entries.some((entry) => entry?.isDirectory)) return all;
  const found: File[] = [];
  for (const entry of entries) if (entry) await addFiles(found, entry);
  return found;
}

async function addFiles(found: File[], entry: FileSystemEntry): Promise<void> {
  if (found.length >= MOST_FILES) return;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push(new File([file], entry.fullPath.slice(1)));
  } else if (isFolder(entry)) {
    for (const child of await childrenOf(entry)) await addFiles(found, child);
  }
}

/** A folder is read in parts, until one comes empty. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (more.length === 0) return children;
    children.push(...more);
  }
}

/** Their classes have no name that every browser knows. */
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
