// Which rows of a long list are in sight, and where they lie. A browser lays out nothing taller than some millions of
// pixels: a taller list is scrolled in larger steps than its rows are high, and what is in sight is still whole.
//
//   scrolled:   0 ............................ height - view
//   rows:       0 .............................................. count * ROW_HEIGHT - view

/** In CSS pixels; the style sheet says it too. */
export const ROW_HEIGHT = 24;

/** Firefox ends before 18 million pixels, Chromium before 34. */
export const TALLEST = 12_000_000;

/** Rows drawn above and below those in sight, so that a quick wheel meets no gap. */
const SPARE = 5;

export interface RowWindow {
  /** The first row to draw, and the one behind the last. */
  readonly first: number;
  readonly end: number;
  /** What is added to `row * ROW_HEIGHT` to have the row's place in the scrolled content; 0 for all but the longest. */
  readonly shift: number;
}

/** Of the scrolled content. */
export function heightOf(count: number): number {
  return Math.min(count * ROW_HEIGHT, TALLEST);
}

/** `view` is how many pixels of the rows are in sight. */
export function windowAt(scrolled: number, view: number, count: number): RowWindow {
  const top = topAt(scrolled, view, count);
  return {
    first: Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE),
    end: Math.min(count, Math.ceil((top + view) / ROW_HEIGHT) + SPARE),
    shift: scrolled - top,
  };
}

/** How far to scroll so that `row` is in sight: not at all where it is, else to the nearest edge or the middle. */
export function scrollTo(
  row: number,
  where: 'edge' | 'middle',
  scrolled: number,
  view: number,
  count: number,
): number {
  const top = topAt(scrolled, view, count);
  const rowTop = row * ROW_HEIGHT;
  const least = rowTop + ROW_HEIGHT - view;
  if (least <= top && top <= rowTop) return scrolled;
  const next = where === 'middle' ? (least + rowTop) / 2 : top > rowTop ? rowTop : least;
  return scrolledFor(next, view, count);
}

/** The pixel of the rows that is topmost. */
function topAt(scrolled: number, view: number, count: number): number {
  return Math.max(0, Math.min(scrolled * steepness(view, count), count * ROW_HEIGHT - view));
}

function scrolledFor(top: number, view: number, count: number): number {
  return Math.max(0, Math.min(top / steepness(view, count), heightOf(count) - view));
}

/** How many pixels of the rows go by for one that is scrolled. */
function steepness(view: number, count: number): number {
  const height = heightOf(count);
  const rows = count * ROW_HEIGHT;
  return rows > height ? (rows - view) / (height - view) : 1;
}
