// The lanes of the timeline below their ruler: a canvas for the visible part, thread names beside it, and the time range on
// top.

import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Columns } from '../../canvas/range-gestures.ts';
import { TimelineChart, type TimelineScene } from '../../canvas/timeline-chart.ts';
import { laneAt, type TimelineRows } from '../../canvas/timeline-rows.ts';
import { rangeOf, scaleOf, timeOf } from '../../canvas/timeline-columns.ts';
import { widthOf } from '../../canvas/text-width.ts';
import { placedTicks, ticksOf, timeText } from '../../canvas/time-axis.ts';
import type { Lane, Timeline } from '../../model/session.ts';
import { setRange, undo } from '../../state/selection.ts';
import { Floating } from '../primitives/Floating.tsx';
import { openLaneMenu } from './lane-menu.ts';
import { LaneList } from './LaneList.tsx';
import { TimelineRange } from './TimelineRange.tsx';
import { useLaneChoice } from './use-lane-choice.ts';
import { useRangeDrag, type Draggable } from './use-range-drag.ts';
import { useSize, type Size } from '../primitives/use-size.ts';
import { useTheme } from '../header/use-theme.ts';

interface Props {
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  readonly rows: TimelineRows;
  readonly range: Columns | undefined;
  readonly draft: (range: Columns | undefined) => void;
}

export function TimelineLanes({ timeline, lanes, rows, range, draft }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const listbox = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ruler = useSize(plot);
  const { height } = useSize(scroller);
  const [top, setTop] = useState(0);
  const { chosen, active, setActive, click, onKeyDown } = useLaneChoice(lanes);
  const theme = useTheme();
  const seen = { width: ruler.width, height: height - ruler.height };
  useTimelineChart({ scroller, canvas }, { lanes, rows, chosen, theme }, seen, active);
  const commit = (columns: Columns) => {
    draft(undefined);
    setRange(rangeOf(timeline, columns));
  };
  const draggable = { plot, columns: timeline.columns, range, draft, commit };
  const { grip, isPointed, hover, handlers } = useTimelinePointer(draggable, listbox, rows, click);
  return (
    <>
      <div
        ref={scroller}
        className="timeline-scroll relative"
        role="presentation"
        style={{ height: heightOf(rows) }}
        data-grip={grip}
        data-pointed={isPointed || undefined}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onContextMenu={(event) => openLaneMenu(event, listbox.current, { lanes, rows, active, setActive })}
        {...handlers}
      >
        <TimelineRange {...{ timeline, range, height, draft, commit }} />
        <Ruler ref={plot} timeline={timeline} width={ruler.width} />
        <LaneList
          ref={listbox}
          canvas={canvas}
          {...{ lanes, rows, chosen, active, onKeyDown }}
          all={timeline.weight || 1}
          top={top}
          bottom={top + seen.height}
        />
      </div>
      {hover && <HoverTip {...hover} timeline={timeline} lanes={lanes} />}
    </>
  );
}

/** Height of all lanes and the ruler. */
export function heightOf({ height }: TimelineRows): string {
  return `calc(var(--ruler) + ${height}px)`;
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
  draggable: Omit<Draggable, 'hover'>,
  listbox: RefObject<HTMLElement | null>,
  rows: TimelineRows,
  click: (lane: number, event: MouseEvent) => boolean,
) {
  const [hover, setHover] = useState<Hovered>();
  /** True if a pointer moved the focus here and no key has been pressed since. */
  const [isPointed, setPointed] = useState(false);
  const laneUnder = (y: number) => laneAt(rows, y - (listbox.current?.getBoundingClientRect().top ?? 0));
  const { grip, handlers, cancel } = useRangeDrag({
    ...draggable,
    hover: (column, { clientX: x, clientY: y }) =>
      setHover(column === undefined ? undefined : { column, lane: laneUnder(y), x, y }),
  });
  const onClick = useClicks(draggable.range !== undefined, (event) => {
    const lane = laneUnder(event.clientY);
    return lane !== undefined && click(lane, event);
  });
  const all = {
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
  return { grip, isPointed, hover, handlers: all };
}

/** A click selects a lane; a double click removes the time range instead, if there is one. */
function useClicks(hasRange: boolean, choose: (event: MouseEvent) => boolean) {
  const hasChosen = useRef(false);
  return (event: MouseEvent) => {
    if (event.detail !== 2 || !hasRange) {
      hasChosen.current = choose(event);
      return;
    }
    if (hasChosen.current) undo();
    setRange(undefined);
  };
}

/** Paints the lanes, and scrolls to the focused one when it changes. */
function useTimelineChart(
  elements: { scroller: RefObject<HTMLElement | null>; canvas: RefObject<HTMLCanvasElement | null> },
  { lanes, rows, chosen, theme }: TimelineScene,
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
  useLayoutEffect(() => chart.current?.show({ lanes, rows, chosen, theme }), [lanes, rows, chosen, theme]);
  useLayoutEffect(() => chart.current?.resize(width, height), [width, height]);
  const previous = useRef(active);
  useEffect(() => {
    if (previous.current !== active) chart.current?.reveal(active);
    previous.current = active;
  }, [active]);
}

/** Minimum distance between ticks, in CSS pixels. */
const TICK_DISTANCE = 90;
/** Width of a character in the font size of the ruler. */
const CHARACTER_WIDTH = widthOf(11);
/** Width of a label with its margins. */
const labelWidth = (label: string) => Array.from(label, CHARACTER_WIDTH).reduce((sum, each) => sum + each, 8);

interface RulerProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly timeline: Timeline;
  readonly width: number;
}

function Ruler({ ref, timeline, width }: RulerProps) {
  const length = timeline.to - timeline.from;
  const xOf = (at: number) => (at / length) * width;
  const ticks = placedTicks(ticksOf(0, length, width / TICK_DISTANCE), width, xOf, labelWidth);
  return (
    <div className="timeline-ruler" aria-hidden="true">
      <div ref={ref} className="relative">
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
}

type HoverTipProps = Hovered & Pick<Props, 'timeline' | 'lanes'>;

function HoverTip({ timeline, lanes, column, lane: index, x, y }: HoverTipProps) {
  const lane = index === undefined ? undefined : lanes[index];
  return (
    <Floating x={x} y={y}>
      <p className="numbers">
        <strong>{timeText(timeOf(timeline, column), scaleOf(timeline))}</strong>
        {lane && (
          <span>
            {lane.comm} {[...new Set([lane.pid, lane.tid])].filter((id) => id >= 0).join('/')}
          </span>
        )}
      </p>
    </Floating>
  );
}
