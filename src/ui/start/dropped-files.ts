// The files of a drop, including those in dropped folders, each named by its path in the folder.

import { noteHandles } from '../../state/handles.ts';
import type { Dropped } from './dropped-entries.ts';

export async function droppedFiles({ items, files }: DataTransfer): Promise<Dropped> {
  // The lists are empty after the event handler returns.
  const all = [...files];
  const noted = noteHandles([...items], all);
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  await noted;
  if (!entries.some((entry) => entry.isDirectory)) return { files: all, notes: [] };
  const { filesIn } = await import('./dropped-entries.ts');
  return filesIn(entries);
}
