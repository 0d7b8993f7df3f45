// Which part of the graph is seen: a range of its width, as shares of the whole (0 to 1). Pure numbers; the vertical
// place is the scroll position of the element around the canvas.

export interface Viewport {
  readonly from: number;
  readonly to: number;
}

export const WHOLE: Viewport = { from: 0, to: 1 };

/** Closer than this, doubles no longer tell two pixels apart. */
const NARROWEST = 1e-9;

/** The range that is `factor` times as wide, with the place at `anchor` (a share of the view's width) kept where it is. */
export function zoomAt({ from, to }: Viewport, anchor: number, factor: number): Viewport {
  const width = Math.min(1, Math.max(NARROWEST, (to - from) * factor));
  const at = from + (to - from) * anchor;
  return within({ from: at - width * anchor, to: at + width * (1 - anchor) });
}

/** The range moved by a share of its own width. */
export function panBy({ from, to }: Viewport, share: number): Viewport {
  const by = (to - from) * share;
  return within({ from: from + by, to: to + by });
}

export function between(a: Viewport, b: Viewport, t: number): Viewport {
  return { from: a.from + (b.from - a.from) * t, to: a.to + (b.to - a.to) * t };
}

/** The range pushed back between 0 and 1, its width kept. */
function within({ from, to }: Viewport): Viewport {
  const width = Math.min(1, to - from);
  const start = Math.min(1 - width, Math.max(0, from));
  return { from: start, to: start + width };
}
