// The visible part of a graph's width, as fractions of the total (0 to 1). The vertical position is the scroll position of the element
// around the canvas.

export interface Viewport {
  readonly from: number;
  readonly to: number;
}

export const WHOLE: Viewport = { from: 0, to: 1 };

/** Narrower ranges exceed the precision of doubles. */
const MIN_WIDTH = 1e-9;

/** Makes the range `factor` times as wide. The position at `anchor`, a fraction of the range, stays in place. */
export function zoomAt({ from, to }: Viewport, anchor: number, factor: number): Viewport {
  const width = Math.min(1, Math.max(MIN_WIDTH, (to - from) * factor));
  const at = from + (to - from) * anchor;
  return within({ from: at - width * anchor, to: at + width * (1 - anchor) });
}

/** Moves the range by a fraction of its width. */
export function panBy({ from, to }: Viewport, share: number): Viewport {
  const by = (to - from) * share;
  return within({ from: from + by, to: to + by });
}

export function between(a: Viewport, b: Viewport, t: number): Viewport {
  return { from: a.from + (b.from - a.from) * t, to: a.to + (b.to - a.to) * t };
}

/** Moves the range to within 0 and 1, keeping its width. */
function within({ from, to }: Viewport): Viewport {
  const width = Math.min(1, to - from);
  const start = Math.min(1 - width, Math.max(0, from));
  return { from: start, to: start + width };
}
