// Colors the boxes of a tree by their costs: each has the color of its heaviest cost, the paler the less of its time that cost
// takes. Highlighted costs dim all other boxes. Loaded on demand.

import { chainsWith, heaviestCost, type CostId, type CostShares, COSTS } from '../../model/costs.ts';
import { NONE } from '../../model/profile.ts';
import { dimmedFuncs, type CostColoring } from './box-colors.ts';
import { dim, mix, pixelOf, stripeOf, type Theme, type Lch, lchToHex } from './colors.ts';

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

/** Chosen so that no two costs look alike, even with color blindness of any kind, least of all neighbors in COSTS. */
const COST_COLORS: Readonly<Record<Theme, Readonly<Record<CostId, Lch>>>> = {
  light: {
    bytecode: [80, 48, 83],
    calls: [57, 62, 81],
    attributes: [72, 39, 84],
    values: [70, 45, 259],
    memory: [84, 26, 245],
    gc: [58.5, 64, 269.5],
    locks: [58.5, 54, 1],
    imports: [74.1, 25.4, 131.8],
    compile: [88.9, 43.3, 124],
    exceptions: [59.3, 74, 22.5],
    classes: [80.9, 43.5, 157.6],
    libraries: [57, 21.5, 197],
    system: [57, 67, 309],
    profiling: [66.7, 43, 339.5],
    unknown: [82.6, 2, 270],
  },
  dark: {
    bytecode: [35.5, 26.4, 62.1],
    calls: [44.2, 54, 75.8],
    attributes: [25.7, 44.8, 56.2],
    values: [37.4, 30.8, 261.5],
    memory: [26.1, 38.5, 271],
    gc: [43.8, 53.5, 270.4],
    locks: [31.4, 34.6, 360.3],
    imports: [43.5, 26, 140.4],
    compile: [33.6, 54, 132.5],
    exceptions: [44.5, 58.4, 20],
    classes: [25.5, 27.3, 137.2],
    libraries: [42.5, 28.8, 214.2],
    system: [33.4, 59.8, 302.3],
    profiling: [25.6, 39.4, 324.8],
    unknown: [41.2, 2, 269.4],
  },
};

/**
 * The colors of costs. Related costs have similar hues and differ in lightness: the interpreter is yellow and brown, objects and
 * their memory are blue, loading code is green, trouble is red, and what is outside the interpreter is teal and purple.
 */
export function costColor(cost: CostId, theme: Theme): string {
  return lchToHex(...COST_COLORS[theme][cost]);
}

/** The colors of COSTS, in order. */
export function costColors(theme: Theme): string[] {
  return COSTS.map(({ id }) => costColor(id, theme));
}
