// How the graphs of a comparison color and describe their boxes.

import { useMemo } from 'react';
import { comparedColoring } from '../../canvas/colors/compared-coloring.ts';
import type { ComparedNodes, ComparisonOptions } from '../../model/comparison.ts';
import type { CallTree } from '../../model/tree.ts';
import { comparedBoxSentence, type ComparedBoxes, comparedBoxText } from '../../text/compared-box.ts';
import type { GraphBoxes, PointedBox } from '../flame/Graph.tsx';
import { useTheme, useAppState, useRecording } from '../primitives/use-app-state.ts';
import { pathOf } from '../../model/function-names.ts';
import { labelOf } from '../../text/labels.ts';
import { FloatingTooltip } from '../primitives/FloatingTooltip.tsx';

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

interface Props {
  readonly boxes: ComparedBoxes;
  readonly box: number;
  /** Position of the pointer in the window. */
  readonly x: number;
  readonly y: number;
}

/** Tooltip of a box in a differential graph: both values, the difference with its interval, and the verdict in words. */
function ComparedTooltip({ boxes, box, x, y }: Props) {
  const { names, tree } = boxes;
  const { name, place } = labelOf(names, tree.func[box]);
  const path = pathOf(names, tree.func[box]);
  const { a, b, change, verdict, marks } = comparedBoxText(boxes, box);
  return (
    <FloatingTooltip x={x} y={y}>
      <p>
        <strong>{name}</strong>
        {place !== '' && <span className="muted"> {place}</span>}
      </p>
      {path !== undefined && <p className="muted">{path}</p>}
      <p className="numbers">
        <span>A {a}</span>
        <span>B {b}</span>
        <span>{change}</span>
      </p>
      <p>{verdict}</p>
      {marks.map((mark) => (
        <p key={mark} className="muted">
          {mark}
        </p>
      ))}
    </FloatingTooltip>
  );
}
