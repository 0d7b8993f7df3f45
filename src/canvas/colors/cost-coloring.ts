// Colors the boxes of a tree by their costs: each has the color of its heaviest cost, the paler the less of its time that cost
// takes. Highlighted costs dim all other boxes. Loaded on demand.

import { chainsWith, heaviestCost, type CostId, type CostShares } from '../../model/costs.ts';
import { NONE } from '../../model/profile.ts';
import { dimmedFuncs, type CostColoring } from './box-colors.ts';
import { dim, mix, pixelOf, stripeOf, type Theme } from './colors.ts';
import { costColor } from './cost-colors.ts';

/** The share of gray in a box whose heaviest cost takes next to nothing of its time. */
const MAX_GRAY = 0.8;
/** How much of its color a box keeps that has only one sample of a highlighted cost. */
const MIN_LIT = 0.35;

/**
 * `isColored` is false if the colors of boxes show their functions, and only the highlight or the search refers to costs. Boxes without
 * the `searched` cost do not match, whatever their function.
 */
export function costColoringOf(
  isColored: boolean,
  highlighted: ReadonlySet<CostId>,
  theme: Theme,
  searched?: CostId,
): CostColoring {
  return (coloring, costs) => {
    const { palette, matches } = coloring;
    const isDimmedFunc = dimmedFuncs(coloring);
    const canMatch = searched === undefined ? undefined : chainsWith(costs, searched);
    const isMatch = (func: number, chain: number) => matches?.[func] === 1 && (canMatch?.(chain) ?? true);
    const isDimmed = (func: number, chain: number) => (matches ? !isMatch(func, chain) : isDimmedFunc(func));
    const hasDimmed = matches !== undefined || coloring.highlighted.size > 0;
    const mixed = isColored ? heaviestColors(costs, palette.root, theme) : undefined;
    const shareOf = highlighted.size > 0 && !hasDimmed ? highlightedShares(costs, highlighted) : undefined;
    const shown = (color: number, func: number, chain: number) => {
      if (hasDimmed) return isDimmed(func, chain) ? dim(color, palette.background) : color;
      if (!shareOf) return color;
      const share = shareOf(chain);
      const lit = share === 0 ? 0 : MIN_LIT + (1 - MIN_LIT) * share;
      return lit === 1 ? color : mix(dim(color, palette.background), color, lit);
    };
    const base = (func: number, chain: number) => mixed?.(chain) ?? palette.funcs[func];
    return {
      fill: (func, chain) => (isMatch(func, chain) ? palette.match : shown(base(func, chain), func, chain)),
      stripe(func, chain) {
        if (palette.stripes[func] === 0 || isMatch(func, chain)) return 0;
        return shown(stripeOf(base(func, chain), palette.background), func, chain);
      },
    };
  };
}

/** The color of a chain: that of its heaviest cost, mixed with gray. */
function heaviestColors(of: CostShares, gray: number, theme: Theme): (chain: number) => number {
  const { costs, shares } = of;
  if (costs.length === 0) return () => gray;
  const pixels = costs.map((cost) => pixelOf(costColor(cost, theme)));
  /** Per chain: its color, 0 until it is needed. */
  const colors = new Uint32Array(shares.length / costs.length);
  return (chain) => {
    if (colors[chain] !== 0) return colors[chain];
    const { at, share } = heaviestCost(of, chain);
    return (colors[chain] = at === NONE ? gray : mix(pixels[at], gray, MAX_GRAY * (1 - share)));
  };
}

/** The share of the highlighted costs in a chain, 0 to 1. */
function highlightedShares(
  { costs, shares }: CostShares,
  highlighted: ReadonlySet<CostId>,
): (chain: number) => number {
  const litCosts = [...costs.keys()].filter((at) => highlighted.has(costs[at]));
  return (chain) => {
    let sum = 0;
    for (const at of litCosts) sum += shares[chain * costs.length + at];
    return Math.min(1, sum / 255);
  };
}
