// Waits until the page has been painted.

/** Runs after the next frame has been painted. A hidden page paints nothing, so it does not wait. */
export function afterPaint(run: () => void): void {
  const isVisible = typeof document !== 'undefined' && document.visibilityState === 'visible';
  if (isVisible) requestAnimationFrame(() => setTimeout(run));
  else run();
}
