// Where the open recording could be found again, should a person want that to be remembered.

import type { GivenFile } from '../model/session.ts';
import { whatIsOpen } from './opening.ts';
import { handleOf, type FileHandle } from './handles.ts';

export type RecentPlace =
  /** What a link says of where it is, as in `State.source`. */
  | { readonly by: 'link'; readonly source: string }
  | { readonly by: 'handles'; readonly handles: readonly FileHandle[] }
  | { readonly by: 'copy'; readonly files: readonly File[] };

/** Undefined where it can only be kept itself: most browsers do not say where files are. */
export function placeOfOpen(): RecentPlace | undefined {
  const { files, source } = whatIsOpen();
  if (source !== '') return { by: 'link', source };
  const handles = filesOf(files)?.map(handleOf);
  return handles?.every((handle) => handle !== undefined) ? { by: 'handles', handles } : undefined;
}

/** Of all files of what is open, in bytes. */
export function sizeOfOpen(): number {
  return whatIsOpen().files.reduce((sum, { size }) => sum + size, 0);
}

/** Undefined for what lies on a server. */
export function copyOfOpen(): RecentPlace | undefined {
  const files = filesOf(whatIsOpen().files);
  return files && { by: 'copy', files };
}

function filesOf(given: readonly GivenFile[]): File[] | undefined {
  const files = given.filter((file) => file instanceof File);
  return files.length === given.length ? files : undefined;
}
