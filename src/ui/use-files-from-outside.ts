// Files and text that come from outside the page: dropped anywhere, or pasted.

import { useLayoutEffect, useState } from 'react';
import { droppedFiles } from './dropped-files.ts';
import { reasonOf } from '../model/reason.ts';
import { sayProblem } from '../state/actions.ts';
import { openFiles } from '../state/opening.ts';

export function useFilesFromOutside(): { isDragging: boolean } {
  const [isDragging, setDragging] = useState(false);
  useLayoutEffect(() => {
    const stop = new AbortController();
    const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, listener, { signal: stop.signal });
    /** Entering a child comes before leaving its parent, so the depth says when the window itself is left. */
    let depth = 0;
    on('dragenter', (event) => {
      depth++;
      if (event.dataTransfer?.types.includes('Files')) setDragging(true);
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
      // Text pasted into a field is for the field.
      if (event.target instanceof HTMLInputElement) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0) void openFiles(files);
      else if (text !== '') void openFiles([new File([text], 'pasted text')]);
    });
    return () => stop.abort();
  }, []);
  return { isDragging };
}

async function openDropped(data: DataTransfer): Promise<void> {
  try {
    const { files, notes } = await droppedFiles(data);
    await openFiles(files, { notes });
  } catch (error) {
    sayProblem(`What you dropped could not be read (${reasonOf(error)}): choose the files with “Open”.`);
  }
}
