// Stacks in time order, one lane per thread: a canvas and, for screen readers, a tree whose only item is the focused
// node.

import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { paletteOf } from '../../canvas/colors.ts';
import { TimeChart } from '../../canvas/time-chart.ts';
import type { Recording, TimeNodeAt, TimeOrder } from '../../model/session.ts';
import { selectInTime, setVisibleRange, zoomToSelected } from '../../state/navigation.ts';
import { openMenu } from '../../state/page.ts';
import { openRecording, store } from '../../state/store.ts';
import { timeGraph, type TimeGraph } from '../../state/time-graph.ts';
import { ACTIVE_ID, FocusedTimeBox } from './FocusedTimeBox.tsx';
import { GraphFrame, GraphTree, GraphItem, type GraphElements } from '../flame/GraphFrame.tsx';
import { rowOfLane } from '../timeline/thread-entries.ts';
import { TimeTooltip } from './TimeTooltip.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { useTheme } from '../header/use-theme.ts';

interface Hover extends TimeNodeAt {
  readonly order: TimeOrder;
  readonly x: number;
  readonly y: number;
}

export function TimeOrderGraph({ recording }: { readonly recording: Recording }) {
  const order = useAppState((state) => state.timeOrder);
  const graph = useTimeGraph();
  const [hover, setHover] = useState<Hover>();
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useTimeChart({ scroller, spacer, canvas }, setHover);
  useScene(chart, recording, order, graph);
  const zero = useAppState((state) => state.timeline?.from) ?? order?.from ?? 0;
  if (!(recording.duration >= 0)) return <NoTimes />;
  return (
    <GraphFrame
      {...{ scroller, spacer, canvas }}
      {...TREE}
      onContextMenu={(event) => {
        if (!chart || !graph) return;
        setHover(undefined);
        openMenuAt(event, chart, graph);
      }}
      item={
        graph ? (
          <FocusedTimeBox recording={recording} order={graph.order} node={graph.selected} zero={zero} />
        ) : (
          <GraphItem id={ACTIVE_ID}>{order ? 'No samples' : 'Loading'}</GraphItem>
        )
      }
      tooltip={
        hover &&
        hover.order === order &&
        hover.node > 0 && <TimeTooltip recording={recording} zero={zero} {...hover} />
      }
    />
  );
}

function useTimeGraph(): TimeGraph | undefined {
  const viewName = useAppState((state) => state.viewName);
  const timeOrder = useAppState((state) => state.timeOrder);
  const recordings = useAppState((state) => state.recordings);
  const locations = useAppState((state) => state.locations);
  const view = useAppState((state) => state.view);
  return useMemo(
    () => timeGraph({ viewName, timeOrder, recordings, locations, view }),
    [viewName, timeOrder, recordings, locations, view],
  );
}

/** Shared by recordings with and without timestamps. */
const TREE = { label: 'Time order', keys: 'time', activeId: ACTIVE_ID } as const;

function NoTimes() {
  return (
    <GraphTree {...TREE}>
      <div role="treeitem" id={ACTIVE_ID} aria-selected="true" className="no-samples">
        <strong>This recording has no timestamps.</strong> Record it again, or run perf script with its time
        column.
      </div>
    </GraphTree>
  );
}

function useTimeChart(
  { scroller, spacer, canvas }: GraphElements,
  setHover: (hover: Hover | undefined) => void,
): TimeChart | undefined {
  const [chart, setChart] = useState<TimeChart>();
  useEffect(() => {
    if (!scroller.current || !spacer.current || !canvas.current) return undefined;
    const made = new TimeChart(
      { scroller: scroller.current, spacer: spacer.current, canvas: canvas.current },
      {
        hover: (node, x, y) => {
          const order = store.getState().timeOrder;
          setHover(node && order && { order, ...node, x, y });
        },
        pick: (node) => {
          scroller.current?.focus();
          if (node) pick(node);
        },
        pickTwice: zoomToSelected,
        settled: (range) => setVisibleRange('time', range),
      },
    );
    // oxlint-disable-next-line react/set-state-in-effect -- the canvas does not exist earlier
    setChart(made);
    return () => made.dispose();
  }, [scroller, spacer, canvas, setHover]);
  return chart;
}

function pick(node: TimeNodeAt): void {
  selectInTime(timeGraph(store.getState())?.refOf(node));
}

/** Redraws the chart when anything it shows changes. */
function useScene(
  chart: TimeChart | undefined,
  recording: Recording,
  order: TimeOrder | undefined,
  graph: TimeGraph | undefined,
): void {
  const searchResult = useAppState((state) => state.searchResult);
  const highlighted = useAppState((state) => state.highlighted);
  const location = useAppState((state) => state.locations.time);
  const zero = useAppState((state) => state.timeline?.from);
  const theme = useTheme();
  const { funcs, strings, modules } = recording;
  const palette = useMemo(() => paletteOf(funcs, strings, modules, theme), [funcs, strings, modules, theme]);
  const { lane = 0, node = 0 } = graph?.selected ?? {};
  useEffect(() => {
    if (!chart || !order) return;
    const { visibleRange } = location;
    const names = { names: recording, palette, matches: searchResult?.matches, highlighted };
    chart.show({
      order,
      zero: zero ?? order.from,
      selected: { lane, node },
      visibleRange,
      location,
      ...names,
    });
  }, [chart, order, zero, recording, palette, lane, node, location, searchResult, highlighted]);
}

/** Opens the menu of the node under the pointer or, for the menu key, of the focused node. */
function openMenuAt(event: MouseEvent<HTMLDivElement>, chart: TimeChart, graph: TimeGraph): void {
  // Events of the menu key target the focused element; pointer events target the canvas inside it.
  const isKey = event.target === event.currentTarget;
  const node = isKey ? graph.selected : chart.nodeAtClient(event.clientX, event.clientY);
  if (!node) return;
  event.preventDefault();
  event.currentTarget.focus();
  pick(node);
  const { x, y } = isKey ? chart.positionOfSelected() : { x: event.clientX, y: event.clientY };
  const lane = graph.order.lanes[node.lane];
  const thread = rowOfLane(openRecording(store.getState())?.threadList, lane);
  if (node.node > 0) openMenu({ by: 'function', id: lane.tree.func[node.node] }, x, y);
  else if (thread !== undefined) openMenu({ by: 'thread', id: thread }, x, y);
}
