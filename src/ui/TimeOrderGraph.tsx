// Stacks in the order of time, a lane a thread: a canvas for the eye, a tree of one item, the focused box, for a screen
// reader. Which box that is and what is seen of the time is its own; the function is told to menus and details.

import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { paletteOf } from '../canvas/colors.ts';
import { TimeChart } from '../canvas/time-chart.ts';
import type { Place } from '../canvas/time-rows.ts';
import {
  firstWithPath,
  nextMatch,
  placeOfSpot,
  spotOf,
  stepFrom,
  type Spot,
  type TimeStep,
} from '../canvas/time-walk.ts';
import type { FlameView, Recording, TimeOrder } from '../model/session.ts';
import { openMenu, select, setSubject, setTimeSeen } from '../state/actions.ts';
import { boxWithPathOf, pathOf } from '../state/box-like.ts';
import { store, type Subject } from '../state/store.ts';
import { useChart, useRefits } from './chart-of-page.ts';
import { ACTIVE_ID, FocusedTimeBox } from './FocusedTimeBox.tsx';
import { GraphFrame, GraphTree, Unpainted, type GraphElements } from './GraphFrame.tsx';
import { rowOfLane } from './thread-entries.ts';
import { TimeTooltip } from './TimeTooltip.tsx';
import { useStateOf } from './use-state-of.ts';
import { useTheme } from './use-theme.ts';

interface Hover extends Place {
  readonly order: TimeOrder;
  readonly x: number;
  readonly y: number;
}

/** Before the order of time is there. */
const NOWHERE: Place = { lane: 0, box: 0 };

export function TimeOrderGraph({ recording }: { readonly recording: Recording }) {
  const order = useStateOf((state) => state.timeOrder);
  const [hover, setHover] = useState<Hover>();
  const [selected, choose] = useSelected(order);
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useTimeChart({ scroller, spacer, canvas }, order, setHover, choose);
  useScene(chart, recording, order, selected);
  usePageChart(chart, order, selected, (place) => {
    // The picture may move, and the pointer does not.
    setHover(undefined);
    choose(place);
  });
  const zero = useStateOf((state) => state.timeline?.from) ?? order?.from ?? 0;
  const isEmpty = order?.lanes.length === 0;
  if (!(recording.duration >= 0)) return <NoTimes />;
  return (
    <GraphFrame
      {...{ scroller, spacer, canvas }}
      {...TREE}
      onContextMenu={(event) => {
        if (!chart || !order || isEmpty) return;
        setHover(undefined);
        openMenuAt(event, chart, order, selected, choose);
      }}
      item={
        order && !isEmpty ? (
          <FocusedTimeBox recording={recording} order={order} place={selected} zero={zero} />
        ) : (
          <Unpainted id={ACTIVE_ID}>{isEmpty ? 'No sample is left' : 'The picture is being made'}</Unpainted>
        )
      }
      tooltip={
        hover &&
        hover.order === order &&
        hover.box > 0 && <TimeTooltip recording={recording} zero={zero} {...hover} />
      }
    />
  );
}

/** With times and without. */
const TREE = { label: 'Time order', keys: 'time', activeId: ACTIVE_ID } as const;

function NoTimes() {
  return (
    <GraphTree {...TREE}>
      <div role="treeitem" id={ACTIVE_ID} aria-selected="true" className="nothing-left">
        <strong>This recording has no times.</strong> Record it again, or print it with perf script’s time
        column.
      </div>
    </GraphTree>
  );
}

/**
 * The selected box: the first one of the stack that is selected in the graph, until a person chooses another here. In other
 * lanes it is the one most like the box that he chose last, which is there again when what took it away is taken back. The
 * rest of the page is told which function it is, and of a chosen one which stack.
 */
function useSelected(order: TimeOrder | undefined): [Place, (place: Place) => void] {
  const [chosen, setChosen] = useState<{ of: WeakRef<TimeOrder>; place: Place; spot: Spot }>();
  const view = useStateOf((state) => state.view);
  const brought = useStateOf(({ selected }) => (chosen ? 0 : selected));
  const selected = useMemo(() => {
    if (!order || order.lanes.length === 0) return NOWHERE;
    if (chosen?.of.deref() === order) return chosen.place;
    if (chosen) return placeOfSpot(chosen.spot, order.lanes, order.from);
    if (view?.shape !== 'calls' || brought >= view.tree.length) return NOWHERE;
    return firstWithPath(order.lanes, pathOf(view.tree, brought).reverse()) ?? NOWHERE;
  }, [chosen, order, view, brought]);
  useEffect(() => {
    if (!order || !isIn(order, selected)) return;
    if (chosen) tellPage(order, selected, view);
    else setSubject(subjectAt(order, selected));
  }, [order, chosen, selected, view]);
  return [
    selected,
    (place) => {
      if (!order || !isIn(order, place)) return;
      setChosen({ of: new WeakRef(order), place, spot: spotOf(order.lanes, order.from, place) });
      tellPage(order, place, view);
    },
  ];
}

function isIn({ lanes }: TimeOrder, { lane, box }: Place): boolean {
  return lane < lanes.length && box < lanes[lane].tree.length;
}

function funcAt({ lanes }: TimeOrder, { lane, box }: Place): number {
  return lanes[lane].tree.func[box];
}

function subjectAt(order: TimeOrder, place: Place): Subject | undefined {
  return place.box > 0 ? { by: 'function', id: funcAt(order, place) } : undefined;
}

/** Details are those of the same stack in all of the samples. */
function tellPage(order: TimeOrder, place: Place, view: FlameView | undefined): void {
  setSubject(subjectAt(order, place));
  if (view?.shape !== 'calls') return;
  const same = boxWithPathOf(order.lanes[place.lane].tree, place.box, view.tree);
  if (same >= 0) select(same);
}

function useTimeChart(
  { scroller, spacer, canvas }: GraphElements,
  order: TimeOrder | undefined,
  setHover: (hover: Hover | undefined) => void,
  choose: (place: Place) => void,
): TimeChart | undefined {
  const [chart, setChart] = useState<TimeChart>();
  // The chart lives as long as its canvas; what it shows and whom it tells changes.
  const current = useRef({ order, choose });
  useEffect(() => {
    current.current = { order, choose };
  });
  useEffect(() => {
    if (!scroller.current || !spacer.current || !canvas.current) return undefined;
    const made = new TimeChart(
      { scroller: scroller.current, spacer: spacer.current, canvas: canvas.current },
      {
        hover: (place, x, y) => {
          const { order } = current.current;
          setHover(place && order && { order, ...place, x, y });
        },
        pick: (place) => {
          scroller.current?.focus();
          if (place) current.current.choose(place);
        },
        settled: setTimeSeen,
      },
    );
    setChart(made);
    return () => made.dispose();
  }, [scroller, spacer, canvas, setHover]);
  return chart;
}

/** Gives the chart what to draw whenever any of it changes. */
function useScene(
  chart: TimeChart | undefined,
  recording: Recording,
  order: TimeOrder | undefined,
  selected: Place,
): void {
  const found = useStateOf((state) => state.found);
  const lit = useStateOf((state) => state.lit);
  const refits = useStateOf((state) => state.refits);
  const seen = useStateOf((state) => state.timeSeen);
  const zero = useStateOf((state) => state.timeline?.from);
  const theme = useTheme();
  const { funcs, strings, modules } = recording;
  const palette = useMemo(() => paletteOf(funcs, strings, modules, theme), [funcs, strings, modules, theme]);
  useEffect(() => {
    if (!chart || !order) return;
    chart.show({
      order,
      zero: zero ?? order.from,
      names: recording,
      palette,
      selected,
      seen,
      matches: found?.matches,
      lit,
    });
  }, [chart, order, zero, recording, palette, selected, seen, found, lit]);
  useRefits(chart, refits);
}

/** The menu of the box under the pointer; that of the focused one when a key asked for it. */
function openMenuAt(
  event: MouseEvent<HTMLDivElement>,
  chart: TimeChart,
  order: TimeOrder,
  selected: Place,
  choose: (place: Place) => void,
): void {
  // A key asks the element that has the focus, a pointer the canvas in it.
  const isKey = event.target === event.currentTarget;
  const place = isKey ? selected : chart.placeUnder(event.clientX, event.clientY);
  if (!place) return;
  event.preventDefault();
  event.currentTarget.focus();
  choose(place);
  const { x, y } = isKey ? chart.placeOfSelected() : { x: event.clientX, y: event.clientY };
  const func = place.box > 0 ? funcAt(order, place) : undefined;
  const thread = rowOfLane(store.getState().recording?.threadList, order.lanes[place.lane]);
  if (func !== undefined) openMenu({ by: 'function', id: func }, x, y);
  else if (thread !== undefined) openMenu({ by: 'thread', id: thread }, x, y);
}

/** What shortcuts move. */
function usePageChart(
  chart: TimeChart | undefined,
  order: TimeOrder | undefined,
  selected: Place,
  choose: (place: Place) => void,
): void {
  const lanes = order?.lanes ?? [];
  const own = {
    walk: (step: TimeStep) => choose(stepFrom(lanes, selected, step)),
    walkMatches(direction: 1 | -1) {
      const { found } = store.getState();
      const match = found && nextMatch(lanes, selected, found.matches, direction);
      if (match) choose(match);
    },
    zoomToSelected: () => chart?.zoomTo(selected),
    showAll: () => chart?.refit(),
  };
  useChart(chart && { zoomBy: (factor) => chart.zoomBy(factor), ...(lanes.length > 0 ? { own } : {}) });
}
