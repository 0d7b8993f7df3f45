// A flame, icicle or inverted graph of a call tree. The parent passes the tree and the zoomed and selected boxes, and
// handles what the user does.

import { useEffect, useId, useMemo, useRef, useState, type MouseEvent } from 'react';
import { FlameChart } from '../../canvas/flame-chart.ts';
import { paletteOf } from '../../canvas/colors.ts';
import { labelOf } from '../../text/labels.ts';
import { NONE } from '../../model/profile.ts';
import type { Recording } from '../../model/session.ts';
import {
  childrenOf,
  depthOf,
  hasChildren,
  parentOf,
  chainOf,
  type CallTree,
  type Direction,
} from '../../model/tree.ts';
import type { GraphState } from '../../state/graphs.ts';
import { setVisibleRange } from '../../state/navigation.ts';
import { openMenu } from '../../state/page.ts';
import { formatNumberOf, formatShare } from '../../text/format.ts';
import { GraphFrame, GraphItem, type GraphElements } from './GraphFrame.tsx';
import { Tooltip } from './Tooltip.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { useTheme } from '../header/use-theme.ts';

export interface GraphProps {
  readonly recording: Recording;
  /** Undefined while loading. */
  readonly graph: GraphState | undefined;
  readonly direction: Direction;
  /** Accessible name of the graph. */
  readonly label: string;
  /** Why there is no graph; undefined while it is loading. */
  readonly emptyText?: string | undefined;
  /** Whether keys act on this graph. */
  readonly isCurrent: boolean;
  readonly onSelect: (box: number) => void;
  readonly onZoom: (box: number) => void;
  /** Called on a click on the background. */
  readonly onReset: () => void;
  /** Called on a double click or an Alt+click on a box. */
  readonly onOpen?: (box: number) => void;
  readonly onFocus?: () => void;
}

interface Hover {
  readonly tree: CallTree;
  readonly box: number;
  readonly x: number;
  readonly y: number;
}

export function Graph(props: GraphProps) {
  const { recording, graph, label } = props;
  const [hover, setHover] = useState<Hover>();
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useNewChart(props, { scroller, spacer, canvas }, setHover);
  const activeId = useId();
  useScene(chart, props);
  return (
    <GraphFrame
      {...{ scroller, spacer, canvas, label, activeId }}
      keys="graph"
      isCurrent={props.isCurrent}
      onFocus={props.onFocus}
      onContextMenu={(event) => {
        if (!chart || !graph) return;
        setHover(undefined);
        openMenuAt(event, chart, graph, props.onSelect);
      }}
      item={
        graph ? (
          <FocusedBox id={activeId} recording={recording} graph={graph} />
        ) : (
          <GraphItem id={activeId}>{props.emptyText ?? 'Loading'}</GraphItem>
        )
      }
      tooltip={
        hover && hover.tree === graph?.tree && <Tooltip recording={recording} graph={graph} {...hover} />
      }
    />
  );
}

function useNewChart(
  props: GraphProps,
  { scroller, spacer, canvas }: GraphElements,
  setHover: (hover: Hover | undefined) => void,
): FlameChart | undefined {
  const [chart, setChart] = useState<FlameChart>();
  // The chart exists as long as its canvas, but the handlers change with every render.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!scroller.current || !spacer.current || !canvas.current) return undefined;
    const created = new FlameChart(
      { scroller: scroller.current, spacer: spacer.current, canvas: canvas.current },
      {
        hover: (box, x, y) => {
          const tree = latest.current.graph?.tree;
          setHover(box === NONE || !tree ? undefined : { tree, box, x, y });
        },
        pick: (box, alt) => {
          const { onSelect, onZoom, onReset, onOpen } = latest.current;
          scroller.current?.focus();
          // The graph moves under the pointer; the next pointer move shows the tooltip again.
          setHover(undefined);
          if (box === NONE) return onReset();
          if (alt && onOpen) return onOpen(box);
          onSelect(box);
          onZoom(box);
        },
        pickTwice: (box) => latest.current.onOpen?.(box),
        settled: (range) => {
          const name = latest.current.graph?.name;
          if (name) setVisibleRange(name, range);
        },
      },
    );
    setChart(created);
    return () => created.dispose();
  }, [scroller, spacer, canvas, setHover]);
  return chart;
}

/** Opens the menu of the box under the pointer or, for the menu key, of the focused box. */
function openMenuAt(
  event: MouseEvent<HTMLDivElement>,
  chart: FlameChart,
  { tree, selected }: GraphState,
  onSelect: (box: number) => void,
): void {
  // Events of the menu key target the focused element; pointer events target the canvas inside it.
  const isKey = event.target === event.currentTarget;
  const box = isKey ? selected : chart.boxAtClient(event.clientX, event.clientY);
  const func = box === NONE ? NONE : tree.func[box];
  if (func === NONE) return;
  event.preventDefault();
  event.currentTarget.focus();
  onSelect(box);
  const { x, y } = isKey ? chart.positionOfSelected() : { x: event.clientX, y: event.clientY };
  openMenu({ by: 'function', id: func }, x, y);
}

/** Redraws the chart when anything it shows changes. */
function useScene(
  chart: FlameChart | undefined,
  { recording, graph, direction, isCurrent }: GraphProps,
): void {
  const searchResult = useAppState((state) => state.searchResult);
  const highlighted = useAppState((state) => state.highlighted);
  const theme = useTheme();
  const { funcs, strings, modules } = recording;
  const palette = useMemo(() => paletteOf(funcs, strings, modules, theme), [funcs, strings, modules, theme]);
  const { tree, options, root = 0, zoomed = 0, selected = 0, location } = graph ?? {};
  useEffect(() => {
    if (!chart || !tree || !options || !location) return;
    const { matches } = searchResult ?? {};
    const place = { root, zoomed, selected, visibleRange: location.visibleRange, location, isCurrent };
    chart.show({ tree, options, ...place, names: recording, palette, direction, matches, highlighted });
  }, [
    chart,
    tree,
    options,
    root,
    zoomed,
    selected,
    location,
    recording,
    palette,
    direction,
    isCurrent,
    searchResult,
    highlighted,
  ]);
}

/** Describes the focused box to screen readers. */
function FocusedBox({
  id,
  recording,
  graph: { tree, root, all, selected: box },
}: {
  readonly id: string;
  readonly recording: Recording;
  readonly graph: GraphState;
}) {
  const chain = chainOf(tree, box);
  const parent = box === root ? NONE : parentOf(tree, box, chain);
  const siblings = parent === NONE ? [box] : childrenOf(tree, parent);
  const { name, place } = labelOf(recording, tree.func[box]);
  const share = formatShare(tree.total[chain] / (all || 1));
  return (
    <GraphItem
      id={id}
      position={{
        level: depthOf(tree, box, chain) - depthOf(tree, root) + 1,
        position: siblings.indexOf(box) + 1,
        siblings: siblings.length,
        hasChildren: hasChildren(tree, box, chain),
      }}
    >
      {`${name}${place ? ` (${place})` : ''}, ${formatNumberOf(tree.samples[chain], 'sample')}, ${share}`}
    </GraphItem>
  );
}
