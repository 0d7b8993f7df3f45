// The visible part of a graph's width, as fractions of the total (0 to 1). The vertical position is the scroll position of the
// element that contains the canvas.

export interface Viewport {
  readonly from: number;
  readonly to: number;
}

export const FULL_WIDTH: Viewport = { from: 0, to: 1 };

/** A narrower range would exceed the precision of doubles. */
const MIN_WIDTH = 1e-9;

/** Scales the width of the range by `factor`. The position at `anchor`, a fraction of the range, stays in place. */
export function zoomAt({ from, to }: Viewport, anchor: number, factor: number): Viewport {
  const width = Math.min(1, Math.max(MIN_WIDTH, (to - from) * factor));
  const at = from + (to - from) * anchor;
  return clamp({ from: at - width * anchor, to: at + width * (1 - anchor) });
}

/** Moves the range by a fraction of its width. */
export function panBy({ from, to }: Viewport, share: number): Viewport {
  const by = (to - from) * share;
  return clamp({ from: from + by, to: to + by });
}

export function interpolate(a: Viewport, b: Viewport, t: number): Viewport {
  return { from: a.from + (b.from - a.from) * t, to: a.to + (b.to - a.to) * t };
}

/** Shifts the range into 0 to 1 without changing its width. */
function clamp({ from, to }: Viewport): Viewport {
  const width = Math.min(1, to - from);
  const start = Math.min(1 - width, Math.max(0, from));
  return { from: start, to: start + width };
}
