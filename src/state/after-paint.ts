// Waits until the page has been painted.

/** In milliseconds. A page that is covered or just about to be hidden gets no frame, but is not hidden either. */
const MAX_WAIT = 1000;

/** What waits for the same frame. */
const waiting = new Set<() => void>();

/** Runs once after the next frame has been painted, or soon if none is. A hidden page paints nothing, so it does not wait. */
export function afterPaint(run: () => void): void {
  const isVisible = typeof document !== 'undefined' && document.visibilityState === 'visible';
  if (!isVisible) return run();
  waiting.add(run);
  if (waiting.size > 1) return;
  const runAll = () => {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    for (const each of waiting) setTimeout(each);
    waiting.clear();
  };
  const frame = requestAnimationFrame(runAll);
  const late = setTimeout(runAll, MAX_WAIT);
}
