// The color of each function in a graph. A search, or a highlight in the legend, dims all other functions.

import type { CostShares } from '../../model/costs.ts';
import { dim, type Palette } from './colors.ts';
import type { FunctionNames } from '../../model/profile.ts';
import type { Direction } from '../../model/tree.ts';
import type { Label } from '../../text/labels.ts';
import type { ComparedLooks } from '../boxes/compared-marks.ts';
import type { Frame } from '../boxes/raster.ts';
import type { BoxMarks } from '../boxes/stripes.ts';

export interface BoxColoring {
  readonly names: FunctionNames;
  readonly palette: Palette;
  /** 1 for each function that matches the search; undefined without a search. */
  readonly matches: Uint8Array | undefined;
  /** The kinds highlighted in the legend; empty for all. */
  readonly highlighted: ReadonlySet<number>;
  /** How boxes show the costs of their samples; undefined if they do not. */
  readonly costColoring?: CostColoring | undefined;
  /** How boxes show the differences of a comparison; undefined if nothing is compared. */
  readonly comparedColoring?: ((coloring: BoxColoring) => TreeColors) | undefined;
}

export interface TreeColors {
  readonly fill: (func: number, chain: number) => number;
  /** The color of the stripes; 0 for a plain box. */
  readonly stripe: (func: number, chain: number) => number;
  /** The colors of the root, if it is not plain and in the color of the palette. */
  readonly root?: { readonly fill: number; readonly stripe: number };
  /** Replaces the label of a box. */
  readonly label?: (func: number, chain: number) => Label;
  /** The weight that the ring around a selected box spans, if it is not that of the box. */
  readonly widthOf?: (chain: number) => number | undefined;
  /** Shapes of boxes in a comparison, by chain. */
  readonly looks?: ComparedLooks;
  /** Paints other shapes than stripes over the boxes. `ratio` is in device pixels per CSS pixel. */
  readonly marks?: (frame: Frame, direction: Direction, ratio: number) => BoxMarks;
}

export type CostColoring = (coloring: BoxColoring, costs: CostShares) => TreeColors;

/** `costs` are those of the tree; without them, colors show only the functions. */
export function treeColors(
  coloring: BoxColoring,
  { fill, stripe }: BoxColors,
  costs: CostShares | undefined,
): TreeColors {
  if (coloring.comparedColoring) return coloring.comparedColoring(coloring);
  if (coloring.costColoring && costs) return coloring.costColoring(coloring, costs);
  return { fill: (func) => fill[func], stripe: (func) => stripe[func] };
}

/** Pixel colors per function. */
export interface BoxColors {
  readonly fill: Uint32Array;
  /** The color of the stripes; 0 for a plain box. */
  readonly stripe: Uint32Array;
}

export function boxColors(coloring: BoxColoring): BoxColors {
  const { palette, matches } = coloring;
  const isDimmed = dimmedFuncs(coloring);
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

/** Tells which functions a search, or a highlight of kinds, dims. */
export function dimmedFuncs({ matches, highlighted, names }: BoxColoring): (func: number) => boolean {
  const { kind } = names.funcs;
  return (func) => (matches ? matches[func] === 0 : highlighted.size > 0 && !highlighted.has(kind[func]));
}
