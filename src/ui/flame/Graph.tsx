// A flame, icicle or inverted graph of a call tree. The parent component passes the tree with its zoomed and selected nodes.
// Clicks zoom and select in the current graph.

import { useId, useMemo, useState, type ReactNode } from 'react';
import type { BoxColoring } from '../../canvas/colors/box-colors.ts';
import { FlameChart, type FlameScene } from '../../canvas/flame/flame-chart.ts';
import { costLabel, heaviestCost, type CostShares } from '../../model/costs.ts';
import { nameAndPlace, sampleNoun } from '../../text/labels.ts';
import { NONE } from '../../model/profile.ts';
import type { Recording } from '../../model/session.ts';
import { chainOf, type CallTree, type Direction } from '../../model/tree.ts';
import { type GraphState, callsGraph, callersGraph } from '../../state/view/graphs.ts';
import {
  resetZoom,
  select,
  setVisibleRange,
  zoomTo,
  setInvertedDirection,
} from '../../state/view/navigation.ts';
import { formatNumberOf, formatShare } from '../../text/format.ts';
import { GraphFrame, GraphItem, positionInTree, useChart, useBoxColoring } from './GraphFrame.tsx';
import { inferredIn } from '../../text/mending-text.ts';
import { lazyComponent, lazyPart } from '../primitives/lazy-part.ts';
import { useRecording, useParts, useAppState } from '../primitives/use-app-state.ts';
import { Segments } from '../primitives/Buttons.tsx';

const Tooltip = lazyComponent(
  lazyPart(() => import('./Tooltip.tsx')),
  (part) => part.Tooltip,
);

interface GraphProps {
  /** Undefined while loading. */
  readonly graph: GraphState | undefined;
  readonly direction: Direction;
  /** Accessible name of the graph. */
  readonly label: string;
  /** Explains why there is no graph; undefined while the graph is loading. */
  readonly emptyText?: string | undefined;
  /** True if keys act on this graph. */
  readonly isCurrent: boolean;
  /** Called when the user double-clicks or Alt+clicks a box. */
  readonly onOpen?: (box: number) => void;
  /** Called when the user focuses the graph or selects a box. */
  readonly onFocus?: () => void;
  /** How a comparison shows and describes boxes. */
  readonly compared?: GraphBoxes | undefined;
}

export interface GraphBoxes extends Pick<BoxColoring, 'comparedColoring'> {
  /** One sentence for screen readers. */
  readonly describe: (box: number) => string;
  readonly renderTooltip: (pointed: PointedBox) => ReactNode;
}

export interface PointedBox {
  readonly box: number;
  /** Position of the pointer in the window. */
  readonly x: number;
  readonly y: number;
}

interface Hover extends PointedBox {
  readonly tree: CallTree;
}

export function Graph(props: GraphProps) {
  const { graph, label, isCurrent, onOpen, onFocus, compared } = props;
  const [hover, setHover] = useState<Hover>();
  const selectBox = (box: number) => {
    onFocus?.();
    select(box);
  };
  const frame = useChart(FlameChart, useScene(props), {
    hover: (box, x, y) => setHover(box === undefined || !graph ? undefined : { tree: graph.tree, box, x, y }),
    click: (box, alt) => {
      // Zooming moves the graph under the pointer; the next pointer move shows the tooltip again.
      setHover(undefined);
      if (box === undefined) return resetZoom();
      if (alt && onOpen) return onOpen(box);
      selectBox(box);
      zoomTo(box);
    },
    doubleClick: (box) => box !== undefined && onOpen?.(box),
    settled: (range) => graph && setVisibleRange(graph.name, range),
    select: selectBox,
    subjectOf: (box) => {
      const id = graph?.tree.func[box] ?? NONE;
      return id === NONE ? undefined : { by: 'function', id };
    },
  });
  const activeId = useId();
  return (
    <GraphFrame
      {...{ ...frame, label, activeId, isCurrent, onFocus }}
      keys="graph"
      item={
        graph ? (
          <FocusedBox id={activeId} {...{ graph, compared }} />
        ) : (
          <GraphItem id={activeId}>{props.emptyText ?? 'Loading'}</GraphItem>
        )
      }
      tooltip={
        hover &&
        hover.tree === graph?.tree &&
        (compared ? compared.renderTooltip(hover) : <Tooltip graph={graph} {...hover} />)
      }
    />
  );
}

/** The scene to paint; undefined while loading. */
function useScene({ graph, direction, isCurrent, compared }: GraphProps): FlameScene | undefined {
  const coloring = useBoxColoring();
  const comparedColoring = compared?.comparedColoring;
  const { tree, costs, inferred, options, root = 0, zoomed = 0, selected = 0, location } = graph ?? {};
  return useMemo(() => {
    if (!tree || !options || !location) return undefined;
    const { visibleRange } = location;
    const position = { root, zoomed, selected, visibleRange, location, isCurrent };
    return { tree, costs, inferred, options, direction, ...position, ...coloring, comparedColoring };
  }, [
    tree,
    costs,
    inferred,
    options,
    root,
    zoomed,
    selected,
    location,
    direction,
    isCurrent,
    coloring,
    comparedColoring,
  ]);
}

interface FocusedBoxProps {
  readonly id: string;
  readonly graph: GraphState;
  readonly compared: GraphBoxes | undefined;
}

function FocusedBox({ id, graph, compared }: FocusedBoxProps) {
  const recording = useRecording();
  const { tree, root, selected } = graph;
  return (
    <GraphItem id={id} {...positionInTree(tree, selected, root)}>
      {compared ? compared.describe(selected) : boxText(recording, graph)}
    </GraphItem>
  );
}

function boxText(recording: Recording, graph: GraphState): string {
  const { tree, costs, all, selected } = graph;
  const chain = chainOf(tree, selected);
  const share = formatShare(tree.total[chain] / (all || 1));
  const func = tree.func[selected];
  const samples = formatNumberOf(tree.samples[chain], sampleNoun(recording, graph.options.event, func));
  return `${nameAndPlace(recording, func)}, ${samples}, ${share}${inferredIn(graph, selected, ', ')}${costText(costs, chain)}`;
}

/** The heaviest cost of a box, for those who do not see its color. */
function costText(costs: CostShares | undefined, chain: number): string {
  if (!costs) return '';
  const { at, share } = heaviestCost(costs, chain);
  return at === NONE ? '' : `, ${Math.round(share * 100)}% ${costLabel(costs.costs[at])}`;
}

/** The flame graph and the icicle graph: all samples, from callers to callees. */
export function FlameGraph() {
  const graph = useParts(callsGraph);
  return <Graph graph={graph} direction="flame" label="Flame graph" isCurrent />;
}

export function IcicleGraph() {
  const graph = useParts(callsGraph);
  return <Graph graph={graph} direction="icicle" label="Icicle graph" isCurrent />;
}

export function InvertedGraph() {
  const graph = useParts(callersGraph);
  const direction = useAppState('invertedDirection');
  return <Graph {...{ graph, direction }} label="Inverted graph" isCurrent />;
}

const DIRECTIONS = [
  { name: 'icicle', label: 'Icicle', tooltip: 'Sampled functions at the top, callers below' },
  { name: 'flame', label: 'Flame', tooltip: 'Sampled functions at the bottom, callers above' },
] as const;

export function InvertedTools() {
  const direction = useAppState('invertedDirection');
  return (
    <Segments
      label="Direction"
      className="small"
      options={DIRECTIONS}
      value={direction}
      onChange={setInvertedDirection}
    />
  );
}
