// The color of each function in a graph. A search, or a highlight in the legend, dims all other functions.

import { dim, type Palette } from './colors.ts';
import type { FunctionNames } from '../model/profile.ts';

export interface BoxColoring {
  readonly names: FunctionNames;
  readonly palette: Palette;
  /** 1 for each function that matches the search; undefined without a search. */
  readonly matches: Uint8Array | undefined;
  /** The kinds highlighted in the legend; empty for all. */
  readonly highlighted: ReadonlySet<number>;
}

/** Pixel colors per function. */
export interface BoxColors {
  readonly fill: Uint32Array;
  /** The color of the stripes; 0 for a plain box. */
  readonly stripe: Uint32Array;
}

export function boxColors({ palette, matches, highlighted, names }: BoxColoring): BoxColors {
  const { kind } = names.funcs;
  const isDimmed = (func: number) =>
    matches ? matches[func] === 0 : highlighted.size > 0 && !highlighted.has(kind[func]);
  return {
    fill: palette.funcs.map((color, func) => {
      if (matches?.[func]) return palette.match;
      return isDimmed(func) ? dim(color, palette.background) : color;
    }),
    stripe: palette.stripes.map((color, func) => {
      if (color === 0 || matches?.[func]) return 0;
      return isDimmed(func) ? dim(color, palette.background) : color;
    }),
  };
}
