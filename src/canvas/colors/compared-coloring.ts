// Colors the boxes of a differential graph by their differences, and says which are ghosts, which are split into A and B, and which
// are bracketed. Loaded on demand.

import {
  isCertain,
  leanOf,
  NodeMark,
  type ComparedNodes,
  type ComparisonOptions,
} from '../../model/comparison.ts';
import type { CallTree } from '../../model/tree.ts';
import { labelOf } from '../../text/labels.ts';
import {
  bracketsOf,
  type Bracket,
  ComparedMarks,
  type ComparedLooks,
  isDashed,
  isGhost,
} from '../boxes/compared-marks.ts';
import { dimmedFuncs, type BoxColoring, type TreeColors } from './box-colors.ts';
import { dim, mix, type Theme } from './colors.ts';
import { DifferenceScale, type Certainty } from './difference-colors.ts';

export interface ColoredTree {
  readonly tree: CallTree;
  readonly nodes: ComparedNodes;
  readonly options: Pick<ComparisonOptions, 'width' | 'onlyCertain'>;
}

interface ComparedColors extends TreeColors {
  readonly looks: ComparedLooks;
}

export function comparedColoring(
  compared: ColoredTree,
  theme: Theme,
): (coloring: BoxColoring) => ComparedColors {
  const scale = new DifferenceScale(theme);
  const brackets = bracketsOf(compared.tree, compared.nodes);
  return (coloring) => comparedColors(compared, coloring, scale, brackets);
}

function comparedColors(
  { tree, nodes, options: { width, onlyCertain } }: ColoredTree,
  coloring: BoxColoring,
  scale: DifferenceScale,
  brackets: readonly Bracket[],
): ComparedColors {
  const { a, b, mark, movedOutOf } = nodes;
  const { palette, matches, names } = coloring;
  const isDimmed = dimmedFuncs(coloring);
  const hasDimmed = matches !== undefined || coloring.highlighted.size > 0;
  const dimmed = (color: number, func: number) =>
    hasDimmed && func >= 0 && isDimmed(func) ? dim(color, palette.background) : color;
  const bracketOf = new Map(brackets.map((each) => [each.chain, each]));

  const differenceColor = (chain: number): number =>
    scale.fill(
      (b[chain] - a[chain]) / (Math.max(a[chain], b[chain]) || 1),
      certainty(nodes, chain, onlyCertain),
    );
  const isHollow = (func: number, chain: number) =>
    isGhost(a[chain], b[chain], width) && matches?.[func] !== 1;
  const outline = (func: number, chain: number) =>
    isDashed(a[chain], b[chain], width) ? dimmed(scale.outline(differenceColor(chain)), func) : 0;
  const fill = (func: number, chain: number) =>
    matches?.[func] ? palette.match : dimmed(differenceColor(chain), func);
  const funcOf = (chain: number) => tree.func[tree.first[chain]];
  const looks: ComparedLooks = {
    isHollow,
    outline,
    partA(func, chain) {
      if (width !== 'both' || a[chain] === 0 || b[chain] === 0) return undefined;
      const color = fill(func, chain);
      return { share: a[chain] / (a[chain] + b[chain]), fill: mix(color, palette.background, 0.5) };
    },
    brackets,
  };
  return {
    // Ghosts too narrow for an outline are filled.
    fill: (func, chain) => (isHollow(func, chain) ? scale.fade(fill(func, chain)) : fill(func, chain)),
    stripe: () => 0,
    root: { fill: differenceColor(0), stripe: 0 },
    label(func, chain) {
      const label = labelOf(names, func);
      const call = movedOutOf[chain];
      if (call < 0) return label;
      const { name } = labelOf(names, funcOf(call));
      const place = `${mark[call] === NodeMark.inserted ? 'via' : 'was via'} ${name}`;
      return { ...label, place };
    },
    widthOf(chain) {
      const bracket = bracketOf.get(chain);
      return bracket && bracket.to - bracket.from;
    },
    marks: (frame, direction, ratio) => new ComparedMarks(looks, { tree, direction, palette, frame, ratio }),
    looks,
  };
}

function certainty({ row, rows, total }: ComparedNodes, chain: number, onlyCertain: boolean): Certainty {
  if (chain === 0 && !total) return 'same';
  const tested = chain === 0 ? total : rows[row[chain]];
  if (!tested) return 'unknown';
  if (isCertain(tested.verdict)) return 'certain';
  if (tested.verdict === 'same') return 'same';
  return leanOf(tested) && !onlyCertain ? 'likely' : 'unknown';
}
