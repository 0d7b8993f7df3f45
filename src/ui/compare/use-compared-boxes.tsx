// How the graphs of a comparison color and describe their boxes.

import { useMemo } from 'react';
import { comparedColoring } from '../../canvas/compared-coloring.ts';
import type { ComparedNodes, ComparisonOptions } from '../../model/comparison.ts';
import type { CallTree } from '../../model/tree.ts';
import { comparedBoxSentence, type ComparedBoxes } from '../../text/compared-box.ts';
import type { GraphBoxes, PointedBox } from '../flame/Graph.tsx';
import { useTheme } from '../header/use-theme.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { ComparedTooltip } from './ComparedTooltip.tsx';

/** `options` are those with which the tree was drawn. Undefined while loading. */
export function useComparedBoxes(
  tree: CallTree | undefined,
  nodes: ComparedNodes | undefined,
  options: ComparisonOptions | undefined,
): GraphBoxes | undefined {
  const recording = useRecording();
  const moves = useAppState((state) => state.comparison?.moves);
  const theme = useTheme();
  return useMemo(() => {
    if (!tree || !nodes || !options) return undefined;
    const boxes: ComparedBoxes = { names: recording, nodes, tree, moves: moves ?? [] };
    return {
      comparedColoring: comparedColoring({ tree, nodes, options }, theme),
      describe: (box: number) => comparedBoxSentence(boxes, box),
      renderTooltip: (pointed: PointedBox) => <ComparedTooltip boxes={boxes} {...pointed} />,
    };
  }, [recording, tree, nodes, options, moves, theme]);
}
