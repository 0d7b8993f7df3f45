// Thin diagonal lines over boxes that are inferred, whatever their colors are.

/** Distance of the lines and their width, in pixels across them. */
export const HATCH_PERIOD = 6;
export const HATCH_WIDTH = 1;
/** Of the text color. */
export const HATCH_OPACITY = 0.15;
/** What it means, in pictures that are saved. */
export const HATCH_LEGEND = 'hatched: inferred';
