// The differential flame and icicle graphs, and their controls. Boxes are colored by their differences.

import type { Direction, CallTree } from '../../model/tree.ts';
import { callsGraph } from '../../state/view/graphs.ts';
import { Graph, type GraphBoxes, type PointedBox } from '../flame/Graph.tsx';
import {
  useAppState,
  useParts,
  PHONE,
  useMedia,
  useTheme,
  useRecording,
  useOption,
} from '../primitives/use-app-state.ts';
import { setComparison } from '../../state/opening/comparing.ts';
import { Segments, Switch } from '../primitives/Buttons.tsx';
import { useMemo } from 'react';
import { comparedColoring } from '../../canvas/colors/compared-coloring.ts';
import type { ComparedNodes, ComparisonOptions } from '../../model/comparison.ts';
import { comparedBoxSentence, type ComparedBoxes, comparedBoxText } from '../../text/compared-box.ts';
import { FloatingTooltip, TooltipName } from '../primitives/FloatingTooltip.tsx';
import './compared-graph.css';

export function ComparedFlameGraph() {
  return <ComparedGraph direction="flame" label="Flame graph" />;
}

export function ComparedIcicleGraph() {
  return <ComparedGraph direction="icicle" label="Icicle graph" />;
}

function ComparedGraph({ direction, label }: { readonly direction: Direction; readonly label: string }) {
  const graph = useParts(callsGraph);
  const view = useAppState('view');
  const compared = useComparedBoxes(view?.tree, view?.compared, view?.options.comparison);
  return <Graph {...{ direction, label, compared }} graph={compared && graph} isCurrent />;
}

const WIDTHS = [
  { name: 'b', label: 'B', tooltip: 'Boxes are as wide as in B; code that is gone is outlined' },
  { name: 'a', label: 'A', tooltip: 'Boxes are as wide as in A; new code is outlined' },
  { name: 'max', label: 'Larger', tooltip: 'Boxes are as wide as on the side that has more' },
  { name: 'both', label: 'A + B', tooltip: 'Boxes show A, paler, and B beside each other' },
] as const;

/** The controls in the line above the view; on phones, they are among the options of the comparison. */
export function GraphTools() {
  return useMedia(PHONE) ? null : <GraphControls />;
}

export function GraphControls() {
  const options = useOption('comparison');
  const isComparable = useAppState('notComparable') === undefined;
  if (!options || !isComparable) return null;
  const { width, onlyCertain, hidesGhosts } = options;
  const hasGhosts = width === 'a' || width === 'b';
  return (
    <div className="compared-graph-tools row small">
      <Segments
        label="Width of boxes"
        className="small"
        options={WIDTHS}
        value={width}
        onChange={(name) => setComparison({ width: name })}
      />
      <Switch isOn={onlyCertain} onChange={(isOn) => setComparison({ onlyCertain: isOn })}>
        Only certain
      </Switch>
      {hasGhosts && (
        <Switch isOn={hidesGhosts} onChange={(isOn) => setComparison({ hidesGhosts: isOn })}>
          {width === 'b' ? 'Hide gone code' : 'Hide new code'}
        </Switch>
      )}
    </div>
  );
}

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

interface TooltipProps {
  readonly boxes: ComparedBoxes;
  readonly box: number;
  /** Position of the pointer in the window. */
  readonly x: number;
  readonly y: number;
}

/**
 * Tooltip of a box in a differential graph: both values, the difference with its interval, and the verdict in words.
 */
function ComparedTooltip({ boxes, box, x, y }: TooltipProps) {
  const { a, b, change, verdict, marks } = comparedBoxText(boxes, box);
  return (
    <FloatingTooltip x={x} y={y}>
      <TooltipName func={boxes.tree.func[box]} />
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
