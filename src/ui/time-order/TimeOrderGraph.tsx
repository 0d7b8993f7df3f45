// Stacks in time order, one lane per thread.

import { useMemo, useState } from 'react';
import { TimeChart, type TimeScene } from '../../canvas/time/time-chart.ts';
import { canOpenAll } from '../../canvas/time/time-rows.ts';
import { threadKey } from '../../model/profile.ts';
import type { Recording, TimeOrder } from '../../model/session.ts';
import { type TimeNodeAt, chainOf } from '../../model/tree.ts';
import { selectInTime, setVisibleRange, zoomToSelected } from '../../state/view/navigation.ts';
import { store } from '../../state/store.ts';
import type { Subject } from '../../state/view/view-state.ts';
import { timeGraph, type TimeGraph } from '../../state/view/time-graph.ts';
import { timeScale, timeText } from '../../canvas/time/time-axis.ts';
import { threadTitle, nameAndPlace, sampleNoun } from '../../text/labels.ts';
import { formatDuration, formatNumberOf } from '../../text/format.ts';
import {
  GraphItem,
  positionInTree,
  GraphFrame,
  GraphTree,
  useChart,
  useBoxColoring,
} from '../flame/GraphFrame.tsx';
import { useRecording, useAppState } from '../primitives/use-app-state.ts';
import { rowOfLane } from '../timeline/thread-entries.ts';
import { FunctionTooltip, InferredShare, waiterOf } from '../flame/Tooltip.tsx';

interface Hover extends TimeNodeAt {
  readonly order: TimeOrder;
  readonly x: number;
  readonly y: number;
}

export function TimeOrderGraph() {
  const recording = useRecording();
  const order = useAppState('timeOrder');
  const zero = useAppState((state) => state.timeline?.from) ?? order?.from ?? 0;
  const graph = useTimeGraph();
  const [hover, setHover] = useState<Hover>();
  const frame = useChart(TimeChart, useScene(order, graph, zero), {
    hover: (node, x, y) => setHover(node && order && { order, ...node, x, y }),
    click: (node) => node && select(node),
    doubleClick: zoomToSelected,
    settled: (range) => setVisibleRange('time', range),
    select,
    subjectOf: (node) => subjectOf(recording, order, node),
  });
  if (!(recording.duration >= 0)) return <NoTimestamps />;
  return (
    <GraphFrame
      {...frame}
      {...TREE}
      item={
        graph ? (
          <FocusedTimeBox order={graph.order} node={graph.selected} zero={zero} />
        ) : (
          <GraphItem id={ACTIVE_ID}>{order ? 'No samples' : 'Loading'}</GraphItem>
        )
      }
      tooltip={hover && hover.order === order && hover.node > 0 && <TimeTooltip zero={zero} {...hover} />}
    />
  );
}

function useTimeGraph(): TimeGraph | undefined {
  const viewName = useAppState('viewName');
  const timeOrder = useAppState('timeOrder');
  const recording = useAppState('recording');
  const locations = useAppState('locations');
  const view = useAppState('view');
  return useMemo(
    () => timeGraph({ viewName, timeOrder, recording, locations, view }),
    [viewName, timeOrder, recording, locations, view],
  );
}

const ACTIVE_ID = 'focused-box';

/** Properties of the graph that recordings with and without timestamps share. */
const TREE = { label: 'Time order', keys: 'time', activeId: ACTIVE_ID } as const;

function NoTimestamps() {
  return (
    <GraphTree {...TREE}>
      <div role="treeitem" id={ACTIVE_ID} aria-selected="true" className="no-samples">
        <strong>This recording has no timestamps.</strong> Record it again, or run perf script with its time
        column.
      </div>
    </GraphTree>
  );
}

function select(node: TimeNodeAt): void {
  selectInTime(timeGraph(store.getState())?.refOf(node));
}

/** The subject of a context menu: the function of a node, or the thread of a lane. */
function subjectOf(
  { threadList }: Recording,
  order: TimeOrder | undefined,
  { lane, node }: TimeNodeAt,
): Subject | undefined {
  const timeLane = order?.lanes[lane];
  if (!timeLane) return undefined;
  if (node > 0) return { by: 'function', id: timeLane.tree.func[node] };
  const thread = rowOfLane(threadList, timeLane);
  return thread === undefined ? undefined : { by: 'thread', id: thread };
}

function useScene(
  order: TimeOrder | undefined,
  graph: TimeGraph | undefined,
  zero: number,
): TimeScene | undefined {
  const location = useAppState((state) => state.locations.time);
  const coloring = useBoxColoring();
  const { lane = 0, node = 0 } = graph?.selected ?? {};
  // Until the user selects something, the first thread has the focus.
  const isChosen = node > 0 || 'tid' in location.selected;
  const open = useOpenLanes(order, isChosen ? lane : undefined);
  return useMemo(() => {
    const { visibleRange } = location;
    return order && { order, zero, open, selected: { lane, node }, visibleRange, location, ...coloring };
  }, [order, zero, open, lane, node, location, coloring]);
}

const NO_LANES: ReadonlySet<number> = new Set();

/** The lanes that the user has selected, as long as the threads stay the same. Undefined if all lanes can be open. */
function useOpenLanes(
  order: TimeOrder | undefined,
  selected: number | undefined,
): ReadonlySet<number> | undefined {
  const threads = useMemo(() => order?.lanes.map(threadKey).join('\n') ?? '', [order]);
  const [opened, setOpened] = useState<{ threads: string; lanes: ReadonlySet<number> }>();
  const known = opened?.threads === threads ? opened.lanes : NO_LANES;
  const hasAll = useMemo(() => canOpenAll(order?.lanes ?? []), [order]);
  if (!hasAll && selected !== undefined && !known.has(selected)) {
    setOpened({ threads, lanes: new Set([...known, selected]) });
    return new Set([...known, selected]);
  }
  return hasAll ? undefined : known;
}

interface Props extends TimeNodeAt {
  readonly order: TimeOrder;
  /** The time that is displayed as 0. */
  readonly zero: number;
  /** Position of the pointer in the window. */
  readonly x: number;
  readonly y: number;
}

/** Tooltip of the box under the pointer in the time-order view. */
function TimeTooltip({ order, zero, lane, node, x, y }: Props) {
  const { tree, costs, inferred } = order.lanes[lane];
  const chain = chainOf(tree, node);
  const { [chain]: start } = tree.start;
  const { [chain]: length } = tree.total;
  const recording = useRecording();
  const { [node]: func } = tree.func;
  return (
    <FunctionTooltip {...{ costs, chain, x, y }} func={func} waiter={waiterOf(recording, tree, node)}>
      <span>{formatDuration(length)}</span>
      <span>{formatNumberOf(tree.samples[chain], sampleNoun(recording, order.options.event, func))}</span>
      <span>
        {startText(order, start, zero)} – {startText(order, start + length, zero)}
      </span>
      <InferredShare {...{ tree, inferred, box: node }} />
    </FunctionTooltip>
  );
}

interface FocusedTimeBoxProps {
  readonly order: TimeOrder;
  readonly node: TimeNodeAt;
  /** The time that is displayed as 0. */
  readonly zero: number;
}

function FocusedTimeBox({ order, node: { lane, node }, zero }: FocusedTimeBoxProps) {
  const recording = useRecording();
  const { lanes } = order;
  const { tree, tid } = lanes[lane];
  const chain = chainOf(tree, node);
  const noun = sampleNoun(recording, order.options.event, tree.func[node]);
  const samples = formatNumberOf(tree.samples[chain], noun);
  const name = nameAndPlace(recording, tree.func[node]);
  return (
    <GraphItem
      id={ACTIVE_ID}
      {...positionInTree(tree, node)}
      {...(node === 0 && { 'aria-posinset': lane + 1, 'aria-setsize': lanes.length })}
    >
      {node === 0
        ? `${threadTitle(lanes[lane])} ${tid >= 0 ? tid : ''}, ${samples}`
        : `${name}, ${formatDuration(tree.total[chain])}, ${samples}, at ${startText(order, tree.start[chain], zero)}`}
    </GraphItem>
  );
}

/** Start time of a box, precise to 1/100,000 of the length of the time order. */
function startText({ from, length }: TimeOrder, start: number, zero: number): string {
  const time = from - zero + start;
  return timeText(time, timeScale(from - zero + length, length / 1e5));
}
