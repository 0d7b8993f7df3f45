// Saves a file as a download.

import type { SavedFile } from '../../state/save.ts';

/** In milliseconds; by then the browser has read the file. */
const REVOKE_AFTER = 60_000;

export function saveFile({ name, content }: SavedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}
