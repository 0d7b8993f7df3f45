// Waits until the page has been painted.

/** In milliseconds. A page that is covered or just about to be hidden gets no frame, but is not hidden either. */
const MAX_WAIT = 1000;

/** Runs after the next frame has been painted, or soon if none is. A hidden page paints nothing, so it does not wait. */
export function afterPaint(run: () => void): void {
  const isVisible = typeof document !== 'undefined' && document.visibilityState === 'visible';
  if (!isVisible) return run();
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(run);
  });
  const late = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, MAX_WAIT);
}
