// The color of each function in a graph. A search, or a highlight in the legend, dims all other functions.

import { dimmed, type Palette } from './colors.ts';
import type { FunctionNames } from '../model/profile.ts';

export interface Lights {
  readonly names: FunctionNames;
  readonly palette: Palette;
  /** 1 for each function that matches the search; undefined without a search. */
  readonly matches: Uint8Array | undefined;
  /** The kinds highlighted in the legend; empty for all. */
  readonly highlighted: ReadonlySet<number>;
}

export function boxColors({ palette, matches, highlighted, names }: Lights): Uint32Array {
  const { kind } = names.funcs;
  return palette.funcs.map((color, func) => {
    if (matches?.[func]) return palette.match;
    const isHighlighted = !matches && (highlighted.size === 0 || highlighted.has(kind[func]));
    return isHighlighted ? color : dimmed(color, palette.background);
  });
}
