// Sets a performance mark for benchmarks when new rows are painted; charts set the same mark.

import { useLayoutEffect, useRef } from 'react';

/** Marks the time at which a new `content` has been painted. */
export function usePaintMark(content: unknown): void {
  const marked = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (content === marked.current) return;
    marked.current = content;
    // The browser paints after a frame's callbacks, so a task queued by one runs after painting.
    requestAnimationFrame(() => setTimeout(() => performance.mark('pyrograph:picture')));
  }, [content]);
}
