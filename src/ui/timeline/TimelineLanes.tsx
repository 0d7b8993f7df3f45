// The lanes of the timeline below their ruler: a canvas for the visible part, the thread names next to it, and the time range
// on top.

import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useMemo,
} from 'react';
import type { ColumnRange } from '../../canvas/chart/range-gestures.ts';
import { TimelineChart, type TimelineScene, type BandStyle } from '../../canvas/time/timeline-chart.ts';
import { laneAt, type TimelineRows } from '../../canvas/time/timeline-rows.ts';
import { timeOf } from '../../canvas/time/timeline-columns.ts';
import { widthEstimator } from '../../canvas/boxes/text-fit.ts';
import { placeTicks, ticksOf, scaleOf, timeText } from '../../canvas/time/time-axis.ts';
import { measureAt, threadTitle, labelOf } from '../../text/labels.ts';
import type { Lane, Timeline } from '../../model/session.ts';
import type { TimelineSelection, RangeControl } from './use-time-range.ts';
import { FloatingTooltip } from '../primitives/FloatingTooltip.tsx';
import { BandTooltip } from './BandTooltip.tsx';
import { LaneList, useLaneChoice } from './LaneList.tsx';
import { familyColors, type Theme, groupColors } from '../../canvas/colors/colors.ts';
import { costColors } from '../../canvas/colors/cost-coloring.ts';
import { COSTS } from '../../model/costs.ts';
import { NONE } from '../../model/profile.ts';
import { WAIT_STATES } from '../../model/wait-states.ts';
import { setPointedTime, openMenu } from '../../state/page.ts';
import { formatDuration } from '../../text/format.ts';
import { useSize, type Size } from '../primitives/use-size.ts';
import { useAppState, useRecording, useTheme } from '../primitives/use-app-state.ts';
import { TimelineRange, useRangeDrag, type Draggable } from './TimelineRange.tsx';
import { openRecording, store } from '../../state/store.ts';
import { rowOfLane } from './thread-entries.ts';

interface Props {
  readonly timeline: Timeline;
  readonly control: RangeControl;
  readonly selection: TimelineSelection;
  /** The part that the time order shows, if it does not show the complete range. */
  readonly visible: ColumnRange | undefined;
  readonly lanes: readonly Lane[];
  readonly rows: TimelineRows;
  /** True if there is a single lane without a name. */
  readonly isSingle: boolean;
}

export function TimelineLanes({ timeline, control, selection, visible, lanes, rows, isSingle }: Props) {
  const recording = useRecording();
  const scroller = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const listbox = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width } = useSize(plot);
  const { height } = useSize(scroller);
  const [top, setTop] = useState(0);
  const { chosen, active, setActive, click, onKeyDown } = useLaneChoice(lanes, selection);
  const theme = useTheme();
  const style = useBandStyle(timeline, theme);
  const visibleHeight = height - (isSingle ? 0 : RULER_HEIGHT);
  useTimelineChart(
    { scroller, canvas },
    { lanes, rows, chosen, style, theme },
    { width, height: visibleHeight },
    active,
  );
  const { grip, isPointed, hover, handlers } = useTimelinePointer(
    { plot, control, selection, lanes },
    listbox,
    rows,
    click,
  );
  return (
    <>
      <div
        ref={scroller}
        className={isSingle ? 'timeline-scroll timeline-single relative' : 'timeline-scroll relative'}
        role="presentation"
        style={{ height: heightOfLanes(rows, isSingle) }}
        data-grip={grip}
        data-pointed={isPointed || undefined}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onContextMenu={(event) => openLaneMenu(event, listbox.current, { lanes, rows, active, setActive })}
        {...handlers}
      >
        <TimelineRange {...{ control, visible, height }} />
        <Ruler ref={plot} control={control} width={width} />
        <LaneList
          ref={listbox}
          canvas={canvas}
          {...{ lanes, rows, isSingle, chosen, active, onKeyDown }}
          all={timeline.weight || 1}
          measure={measureAt(recording, timeline.event)}
          top={top}
          bottom={top + visibleHeight}
        />
      </div>
      {hover && <HoverTip {...hover} {...{ timeline, lanes }} colors={style.colors} />}
    </>
  );
}

/** In CSS pixels. */
const RULER_HEIGHT = 16;

/** The height in CSS pixels of all lanes, and of the ruler unless a single lane contains it. */
export function heightOfLanes({ height }: TimelineRows, isSingle: boolean): number {
  return height + (isSingle ? 0 : RULER_HEIGHT);
}

interface Hovered {
  readonly column: number;
  /** Undefined for the heading of a process. */
  readonly lane: number | undefined;
  readonly x: number;
  readonly y: number;
}

/** Dragging selects a time range, a click selects a lane, and hovering shows the time. */
function useTimelinePointer(
  { selection, lanes, ...draggable }: Omit<Draggable, 'hover'> & Pick<Props, 'selection' | 'lanes'>,
  listbox: RefObject<HTMLElement | null>,
  rows: TimelineRows,
  click: (lane: number, event: MouseEvent) => boolean,
) {
  const [hover, setHover] = useState<Hovered>();
  /** True if a pointer moved the focus here and no key has been pressed since. */
  const [isPointed, setPointed] = useState(false);
  const laneUnder = (y: number) => laneAt(rows, y - (listbox.current?.getBoundingClientRect().top ?? 0));
  const point = (at: Hovered | undefined) => {
    setHover(at);
    const lane = at?.lane === undefined ? undefined : lanes[at.lane];
    const { axis } = draggable.control;
    setPointedTime(
      at && lane && lane.tid !== NONE
        ? { thread: lane.threads[0], time: axis.from + timeOf(axis, at.column) }
        : undefined,
    );
  };
  const { grip, handlers, cancel } = useRangeDrag({
    ...draggable,
    hover: (column, { clientX: x, clientY: y }) =>
      point(column === undefined ? undefined : { column, lane: laneUnder(y), x, y }),
  });
  const onClick = useClicks(draggable.control.range !== undefined, selection, (event) => {
    const lane = laneUnder(event.clientY);
    return lane !== undefined && click(lane, event);
  });
  const allHandlers = {
    ...handlers,
    onClick,
    onPointerDown: (event: PointerEvent) => {
      setPointed(true);
      const edge = event.target instanceof Element && event.target.closest('[role=slider]');
      // A press on an end of the range focuses that end; anywhere else, it focuses the list.
      if (edge instanceof HTMLElement) edge.focus();
      else listbox.current?.focus({ preventScroll: true });
      handlers.onPointerDown(event);
    },
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setPointed(false);
    },
    onKeyDown: (event: KeyboardEvent) => {
      setPointed(false);
      if (event.key === 'Escape' && cancel()) event.preventDefault();
    },
  };
  return { grip, isPointed, hover, handlers: allHandlers };
}

/** A click selects a lane. A double click removes the time range, if there is one, and undoes the selection by its first click. */
function useClicks(
  hasRange: boolean,
  { setRange, undo }: TimelineSelection,
  choose: (event: MouseEvent) => boolean,
) {
  const hasSelected = useRef(false);
  return (event: MouseEvent) => {
    if (event.detail !== 2 || !hasRange) {
      hasSelected.current = choose(event);
      return;
    }
    if (hasSelected.current) undo();
    setRange(undefined);
  };
}

/** Paints the lanes, and scrolls to the focused lane when it changes. */
function useTimelineChart(
  elements: { scroller: RefObject<HTMLElement | null>; canvas: RefObject<HTMLCanvasElement | null> },
  { lanes, rows, chosen, style, theme }: TimelineScene,
  { width, height }: Size,
  active: number,
): void {
  const { scroller, canvas } = elements;
  const chart = useRef<TimelineChart>(undefined);
  useLayoutEffect(() => {
    if (!scroller.current || !canvas.current) return undefined;
    const created = new TimelineChart(scroller.current, canvas.current);
    chart.current = created;
    return () => created.dispose();
  }, [scroller, canvas]);
  useLayoutEffect(
    () => chart.current?.show({ lanes, rows, chosen, style, theme }),
    [lanes, rows, chosen, style, theme],
  );
  useLayoutEffect(() => chart.current?.resize(width, height), [width, height]);
  const previous = useRef(active);
  useEffect(() => {
    if (previous.current !== active) chart.current?.reveal(active);
    previous.current = active;
  }, [active]);
}

/** Minimum distance between ticks, in CSS pixels. */
const TICK_DISTANCE = 90;
/** Returns the width of a character in the font size of the ruler. */
const CHARACTER_WIDTH = widthEstimator(11);
/** Width of a label including its margins. */
const labelWidth = (label: string) => Array.from(label, CHARACTER_WIDTH).reduce((sum, each) => sum + each, 8);

interface RulerProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly control: RangeControl;
  readonly width: number;
}

/** Labeled ticks, and small ones at the stops that a range snaps to. */
const Ruler = memo(function Ruler({ ref, control: { axis, track }, width }: RulerProps) {
  const length = axis.to - axis.from;
  const step = `${(track.stops[1] / track.columns) * 100}%`;
  const xOf = (at: number) => (at / length) * width;
  const ticks = placeTicks(ticksOf(0, length, width / TICK_DISTANCE), width, xOf, labelWidth);
  return (
    <div className="timeline-ruler" aria-hidden="true">
      <div
        ref={ref}
        className="relative"
        style={{
          backgroundImage: `repeating-linear-gradient(90deg, var(--tick) 0 1px, transparent 1px ${step})`,
        }}
      >
        {ticks.map(
          ({ at, label, side }) =>
            side && (
              <span key={label} style={{ left: `${(at / length) * 100}%` }} data-side={side}>
                {label}
              </span>
            ),
        )}
      </div>
    </div>
  );
});

type HoverTipProps = Hovered & Pick<Props, 'lanes' | 'timeline'> & Pick<BandStyle, 'colors'>;

function HoverTip({ timeline, lanes, colors, column, lane: index, x, y }: HoverTipProps) {
  const lane = index === undefined ? undefined : lanes[index];
  return (
    <FloatingTooltip x={x} y={y}>
      <p className="numbers">
        <strong>{timeText(timeOf(timeline, column), scaleOf(timeline))}</strong>
        {lane && lane.tid >= 0 && (
          <span>
            {threadTitle(lane)} {[...new Set([lane.pid, lane.tid])].filter((id) => id >= 0).join('/')}
          </span>
        )}
      </p>
      {lane && lane.tid !== NONE && <PieceLine />}
      {lane && <BandTooltip {...{ timeline, lane, column, colors }} />}
      <p className="muted">Drag to select time. It snaps to ticks; hold Alt to move freely.</p>
    </FloatingTooltip>
  );
}

/** What the thread does at the pointer. */
function PieceLine() {
  const recording = useRecording();
  const piece = useAppState('pieceOfTime');
  if (!piece) return null;
  const place = piece.func === NONE ? '' : ` in ${labelOf(recording, piece.func).name}`;
  return <p>{`${WAIT_STATES[piece.state].title}: ${formatDuration(piece.length)}${place}`}</p>;
}

function useBandStyle({ bands, hasStates }: Timeline, theme: Theme): BandStyle {
  const highlighted = useAppState('highlightedCosts');
  return useMemo(() => {
    const states = hasStates ? groupColors(theme) : [];
    const code = bands === 'families' ? familyColors(theme) : costColors(theme);
    const style = { colors: [...code, ...states], codeBands: hasStates ? code.length : undefined };
    if (bands === 'families') return { ...style, highlighted: [] };
    const indices = COSTS.flatMap(({ id }, band) => (highlighted.has(id) ? [band] : []));
    return { ...style, highlighted: indices };
  }, [bands, hasStates, highlighted, theme]);
}

interface Lanes {
  readonly lanes: readonly Lane[];
  readonly rows: TimelineRows;
  /** Index of the focused lane. */
  readonly active: number;
  readonly setActive: (lane: number) => void;
}

/** `list` contains the lanes. The browser shows its own menu unless the lane belongs to a single thread. */
function openLaneMenu(
  event: MouseEvent,
  list: HTMLElement | null,
  { lanes, rows, active, setActive }: Lanes,
): void {
  if (!list) return;
  // Events of the menu key target the list, which has the focus; pointer events target an element inside it.
  const isKey = event.target === list;
  const { left, top } = list.getBoundingClientRect();
  const lane = isKey ? active : laneAt(rows, event.clientY - top);
  const recording = openRecording(store.getState());
  const thread = lane === undefined ? undefined : rowOfLane(recording?.threadList, lanes[lane]);
  if (lane === undefined || thread === undefined) return;
  event.preventDefault();
  setActive(lane);
  const row = rows.rows[rows.ofLane[lane]];
  const [x, y] = isKey ? [left + row.height, top + row.top + row.height] : [event.clientX, event.clientY];
  openMenu({ by: 'thread', id: thread }, x, y);
}
