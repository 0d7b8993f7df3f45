// Gives a file to the browser to be saved, which asks where or puts it among the downloads.

import type { SavedFile } from '../state/save.ts';

/** Until then the browser has taken the file, in milliseconds. */
const TAKEN = 60_000;

export function saveFile({ name, content }: SavedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN);
}
