// The colour of each function in a picture: a search and the legend dim what they do not mean.

import { dimmed, type Palette } from './colors.ts';
import type { Names } from '../model/labels.ts';

export interface Lights {
  readonly names: Names;
  readonly palette: Palette;
  /** 1 for each function that the search found; undefined without a search. */
  readonly matches: Uint8Array | undefined;
  /** The kinds the legend lights up; empty for all. */
  readonly lit: ReadonlySet<number>;
}

export function boxColors({ palette, matches, lit, names }: Lights): Uint32Array {
  const { kind } = names.funcs;
  return palette.funcs.map((color, func) => {
    if (matches?.[func]) return palette.match;
    const isMeant = !matches && (lit.size === 0 || lit.has(kind[func]));
    return isMeant ? color : dimmed(color, palette.background);
  });
}
