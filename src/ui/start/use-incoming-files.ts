// Opens files that the user drops anywhere on the page, and pasted files and text.

import { useLayoutEffect, useState } from 'react';
import type { DroppedFiles } from './dropped-entries.ts';
import { rememberHandles } from '../../state/opening/handles.ts';
import type { Note } from '../../model/profile.ts';
import { reasonOf } from '../../text/format.ts';
import { openFiles, prepareOpening } from '../../state/opening/opening.ts';
import { store } from '../../state/store.ts';
import { showProblem } from '../../state/page.ts';

/** Returns true while files are dragged over the page. */
export function useIncomingFiles(): boolean {
  const [isDragging, setDragging] = useState(false);
  useLayoutEffect(() => {
    const stop = new AbortController();
    const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, listener, { signal: stop.signal });
    /** Number of elements entered minus elements left. At 0, the pointer has left the window. */
    let depth = 0;
    on('dragenter', (event) => {
      depth++;
      if (!event.dataTransfer?.types.includes('Files')) return;
      setDragging(true);
      prepareOpening(true);
    });
    on('dragleave', () => {
      if (--depth === 0) setDragging(false);
    });
    on('dragover', (event) => event.preventDefault());
    on('drop', (event) => {
      event.preventDefault();
      depth = 0;
      setDragging(false);
      if (event.dataTransfer) void openDropped(event.dataTransfer);
    });
    on('paste', (event) => {
      if (event.target instanceof HTMLInputElement) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0) void receiveFiles(files);
      else if (text !== '') void receiveFiles([new File([text], 'pasted text')]);
    });
    return () => stop.abort();
  }, []);
  return isDragging;
}

async function openDropped(data: DataTransfer): Promise<void> {
  try {
    const { files, notes } = await droppedFiles(data);
    await receiveFiles(files, notes);
  } catch (error) {
    showProblem(
      `Could not read what you dropped (${reasonOf(error)}). Choose the files with “Open” instead.`,
    );
  }
}

/** While a recording is open, the user chooses what to do with another one. */
async function receiveFiles(files: readonly File[], notes: readonly Note[] = []): Promise<void> {
  if (store.getState().recording === undefined) return openFiles(files, { notes });
  const { receiveBeside } = await import('../../state/opening/received.ts');
  return receiveBeside(files, notes);
}

/** Includes the files in dropped folders, named by their paths. */
async function droppedFiles({ items, files }: DataTransfer): Promise<DroppedFiles> {
  // The browser empties the lists after the event.
  const all = [...files];
  const noted = rememberHandles([...items], all);
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  await noted;
  if (!entries.some((entry) => entry.isDirectory)) return { files: all, notes: [] };
  const { filesIn } = await import('./dropped-entries.ts');
  return filesIn(entries);
}
