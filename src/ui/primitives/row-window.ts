// Computes which rows of a long list are visible, and their positions. Browsers limit the height of elements to tens of
// millions of pixels. In a taller list, one pixel of scrolling moves the rows by more than one pixel.
//
//   scrolled:   0 ............................ height - view
//   rows:       0 .............................................. count * ROW_HEIGHT - view

/** In CSS pixels; must match rows.css. */
export const TABLE_ROW_HEIGHT = 24;

/** Firefox limits the height of an element to about 18 million pixels, Chromium to 34 million. */
export const MAX_HEIGHT = 12_000_000;

/** Rows rendered above and below the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN = 5;

export interface RowWindow {
  /** Index of the first rendered row, and the exclusive end index. */
  readonly first: number;
  readonly end: number;
  /** Add this to `row * ROW_HEIGHT` to get the position in the scrolled content; 0 except in the longest lists. */
  readonly shift: number;
}

/** Height of the scrolled content. */
export function heightOf(count: number): number {
  return Math.min(count * TABLE_ROW_HEIGHT, MAX_HEIGHT);
}

/** `scrolled` is the scroll position and `view` the visible height of the rows, both in CSS pixels. */
export function windowAt(scrolled: number, view: number, count: number): RowWindow {
  const top = topAt(scrolled, view, count);
  return {
    first: Math.max(0, Math.floor(top / TABLE_ROW_HEIGHT) - OVERSCAN),
    end: Math.min(count, Math.ceil((top + view) / TABLE_ROW_HEIGHT) + OVERSCAN),
    shift: scrolled - top,
  };
}

/** Scroll position that shows `row`: unchanged if the row is visible, else with the row at the nearest edge or in the middle. */
export function scrollTo(
  row: number,
  where: 'edge' | 'middle',
  scrolled: number,
  view: number,
  count: number,
): number {
  const top = topAt(scrolled, view, count);
  const rowTop = row * TABLE_ROW_HEIGHT;
  const minTop = rowTop + TABLE_ROW_HEIGHT - view;
  if (minTop <= top && top <= rowTop) return scrolled;
  const next = where === 'middle' ? (minTop + rowTop) / 2 : top > rowTop ? rowTop : minTop;
  return Math.max(0, Math.min(next / scrollRatio(view, count), heightOf(count) - view));
}

/** Offset from the first row to the top of the view, as if the height were unlimited. */
function topAt(scrolled: number, view: number, count: number): number {
  return Math.max(0, Math.min(scrolled * scrollRatio(view, count), count * TABLE_ROW_HEIGHT - view));
}

/** Pixels that the rows move per pixel of scrolling. */
function scrollRatio(view: number, count: number): number {
  const height = heightOf(count);
  const rows = count * TABLE_ROW_HEIGHT;
  return rows > height ? (rows - view) / (height - view) : 1;
}
