// For whoever measures: rows mark their picture as the charts mark theirs.

import { useLayoutEffect, useRef } from 'react';

/** Marks the time at which `picture` is on the screen, whenever it is another one. */
export function usePictureMark(picture: unknown): void {
  const marked = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (picture === marked.current) return;
    marked.current = picture;
    // The browser lays out and paints behind the callbacks of a frame; the next task finds both done.
    requestAnimationFrame(() => setTimeout(() => performance.mark('pyrograph:picture')));
  }, [picture]);
}
