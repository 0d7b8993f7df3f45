// One graph of a call tree, whichever way it grows: a canvas for the eye, a tree of one item, the focused box, for a
// screen reader. Its tree and the place in it are given; what a person does to it is told.

import { useEffect, useId, useMemo, useRef, useState, type MouseEvent } from 'react';
import { FlameChart } from '../canvas/flame-chart.ts';
import { paletteOf } from '../canvas/colors.ts';
import { labelOf } from '../model/labels.ts';
import { NONE } from '../model/profile.ts';
import type { Recording } from '../model/session.ts';
import {
  childrenOf,
  depthOf,
  hasChildren,
  parentOf,
  runOf,
  type CallTree,
  type Direction,
} from '../model/tree.ts';
import { openMenu, setSeen } from '../state/actions.ts';
import type { GraphState } from '../state/graphs.ts';
import { formatNumberOf, formatShare } from '../model/format.ts';
import { useChart, useRefits } from './chart-of-page.ts';
import { GraphFrame, Unpainted, type GraphElements } from './GraphFrame.tsx';
import { Tooltip } from './Tooltip.tsx';
import { useStateOf } from './use-state-of.ts';
import { useTheme } from './use-theme.ts';

export interface GraphProps {
  readonly recording: Recording;
  /** Undefined while it is being made. */
  readonly graph: GraphState | undefined;
  readonly direction: Direction;
  /** What a screen reader calls it. */
  readonly label: string;
  /** What is said where there is no graph; undefined while one is to come. */
  readonly absent?: string | undefined;
  /** Is it the one that the keys move? */
  readonly isCurrent: boolean;
  readonly onSelect: (box: number) => void;
  readonly onZoom: (box: number) => void;
  /** A click on the background. */
  readonly onReset: () => void;
  /** A double click on a box, or one with the Alt key. */
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
          <Unpainted id={activeId}>{props.absent ?? 'There is no picture yet'}</Unpainted>
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
  // The chart lives as long as its canvas; whom it tells changes with every rendering.
  const told = useRef(props);
  useEffect(() => {
    told.current = props;
  });
  useEffect(() => {
    if (!scroller.current || !spacer.current || !canvas.current) return undefined;
    const made = new FlameChart(
      { scroller: scroller.current, spacer: spacer.current, canvas: canvas.current },
      {
        hover: (box, x, y) => {
          const tree = told.current.graph?.tree;
          setHover(box === NONE || !tree ? undefined : { tree, box, x, y });
        },
        pick: (box, alt) => {
          const { onSelect, onZoom, onReset, onOpen } = told.current;
          scroller.current?.focus();
          // The picture moves; the next move of the pointer says what is under it then.
          setHover(undefined);
          if (box === NONE) return onReset();
          if (alt && onOpen) return onOpen(box);
          onSelect(box);
          onZoom(box);
        },
        pickTwice: (box) => told.current.onOpen?.(box),
        settled: (seen) => {
          const name = told.current.graph?.name;
          if (name) setSeen(name, seen);
        },
      },
    );
    setChart(made);
    return () => made.dispose();
  }, [scroller, spacer, canvas, setHover]);
  return chart;
}

/** The menu of the box under the pointer; that of the focused one when a key asked for it. */
function openMenuAt(
  event: MouseEvent<HTMLDivElement>,
  chart: FlameChart,
  { tree, selected }: GraphState,
  onSelect: (box: number) => void,
): void {
  // A key asks the element that has the focus, a pointer the canvas in it.
  const isKey = event.target === event.currentTarget;
  const box = isKey ? selected : chart.boxAtClient(event.clientX, event.clientY);
  const func = box === NONE ? NONE : tree.func[box];
  if (func === NONE) return;
  event.preventDefault();
  event.currentTarget.focus();
  onSelect(box);
  const { x, y } = isKey ? chart.placeOfSelected() : { x: event.clientX, y: event.clientY };
  openMenu({ by: 'function', id: func }, x, y);
}

/** Gives the chart what to draw whenever any of it changes. */
function useScene(
  chart: FlameChart | undefined,
  { recording, graph, direction, isCurrent }: GraphProps,
): void {
  const found = useStateOf((state) => state.found);
  const lit = useStateOf((state) => state.lit);
  const theme = useTheme();
  const { funcs, strings, modules } = recording;
  const palette = useMemo(() => paletteOf(funcs, strings, modules, theme), [funcs, strings, modules, theme]);
  useChart(isCurrent ? chart : undefined);
  const { tree, grownFrom, root = 0, zoomed = 0, selected = 0, seen, refits = 0 } = graph ?? {};
  useEffect(() => {
    if (!chart || !tree) return;
    const matches = found?.matches;
    const place = { root, zoomed, selected, seen, isCurrent };
    chart.show({ tree, grownFrom, ...place, names: recording, palette, direction, matches, lit });
  }, [
    chart,
    tree,
    grownFrom,
    root,
    recording,
    palette,
    direction,
    zoomed,
    selected,
    seen,
    isCurrent,
    found,
    lit,
  ]);
  useRefits(chart, refits);
}

/** The box the keyboard is on, as a screen reader hears it. */
function FocusedBox({
  id,
  recording,
  graph: { tree, root, all, selected: box },
}: {
  readonly id: string;
  readonly recording: Recording;
  readonly graph: GraphState;
}) {
  const run = runOf(tree, box);
  const parent = box === root ? NONE : parentOf(tree, box, run);
  const siblings = parent === NONE ? [box] : childrenOf(tree, parent);
  const { name, place } = labelOf(recording, tree.func[box]);
  const share = formatShare(tree.total[run] / (all || 1));
  return (
    <div
      role="treeitem"
      id={id}
      className="visually-hidden"
      aria-level={depthOf(tree, box, run) - depthOf(tree, root) + 1}
      aria-posinset={siblings.indexOf(box) + 1}
      aria-setsize={siblings.length}
      aria-selected="true"
      {...(hasChildren(tree, box, run) ? { 'aria-expanded': true } : {})}
    >
      {`${name}${place ? ` (${place})` : ''}, ${formatNumberOf(tree.samples[run], 'sample')}, ${share}`}
    </div>
  );
}
