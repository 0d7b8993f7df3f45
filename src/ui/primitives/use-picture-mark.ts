// Sets a performance mark for benchmarks when new rows are painted; charts set the same mark.

import { useLayoutEffect, useRef } from 'react';

/** Marks the time at which a new `picture` has been painted. */
export function usePictureMark(picture: unknown): void {
  const marked = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (picture === marked.current) return;
    marked.current = picture;
    // The browser paints after the callbacks of a frame, so the next task runs after painting.
    requestAnimationFrame(() => setTimeout(() => performance.mark('pyrograph:picture')));
  }, [picture]);
}
