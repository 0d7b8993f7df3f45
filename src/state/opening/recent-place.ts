// Determines how the open recording can be opened again, if the user wants the browser to remember it.

import type { InputFile } from '../../model/session.ts';
import { openFilesAndSource } from './opening.ts';
import { handleOf, type FileHandle } from './handles.ts';

export type RecentPlace =
  /** The part of the link that leads to the recording, as in `State.source`. */
  | { readonly by: 'link'; readonly source: string }
  | { readonly by: 'handles'; readonly handles: readonly FileHandle[] }
  | { readonly by: 'copy'; readonly files: readonly File[] };

/** Undefined if only a copy is possible, because most browsers do not provide file handles. */
export function placeOfOpenFiles(): RecentPlace | undefined {
  const { files, source } = openFilesAndSource();
  if (source !== '') return { by: 'link', source };
  const handles = filesOf(files)?.map(handleOf);
  return handles?.every((handle) => handle !== undefined) ? { by: 'handles', handles } : undefined;
}

/** Size of all files of the open recording, in bytes. */
export function sizeOfOpenFiles(): number {
  return openFilesAndSource().files.reduce((sum, { size }) => sum + size, 0);
}

/** Undefined for files on a server. */
export function copyOfOpenFiles(): RecentPlace | undefined {
  const files = filesOf(openFilesAndSource().files);
  return files && { by: 'copy', files };
}

function filesOf(given: readonly InputFile[]): File[] | undefined {
  const files = given.filter((file) => file instanceof File);
  return files.length === given.length ? files : undefined;
}
