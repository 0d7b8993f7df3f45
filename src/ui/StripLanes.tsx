// The lanes of the strip under their ruler: one canvas for what is seen of them, the names beside it, and over
// both the range of time.

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
import type { Columns } from '../canvas/range-gestures.ts';
import { StripChart, type StripScene } from '../canvas/strip-chart.ts';
import { laneAt, type StripRows } from '../canvas/strip-rows.ts';
import { rangeOf, scaleOf, timeOf } from '../canvas/strip-time.ts';
import { widthOf } from '../canvas/text-width.ts';
import { placedTicks, ticksOf, timeText } from '../canvas/time-axis.ts';
import type { Lane, Timeline } from '../model/session.ts';
import { setRange, undo } from '../state/look.ts';
import { Floating } from './Floating.tsx';
import { openLaneMenu } from './lane-menu.ts';
import { LaneList } from './LaneList.tsx';
import { StripRange } from './StripRange.tsx';
import { useLaneChoice } from './use-lane-choice.ts';
import { useRangeDrag, type Draggable } from './use-range-drag.ts';
import { useSize, type Size } from './use-size.ts';
import { useTheme } from './use-theme.ts';

interface Props {
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  readonly rows: StripRows;
  readonly range: Columns | undefined;
  readonly draft: (range: Columns | undefined) => void;
}

export function StripLanes({ timeline, lanes, rows, range, draft }: Props) {
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
  useStripChart({ scroller, canvas }, { lanes, rows, chosen, theme }, seen, active);
  const commit = (columns: Columns) => {
    draft(undefined);
    setRange(rangeOf(timeline, columns));
  };
  const { columns } = timeline;
  const { grip, isPointed, hover, handlers } = useStripPointer(
    { plot, columns, range, draft, commit },
    listbox,
    rows,
    click,
  );
  return (
    <>
      <div
        ref={scroller}
        className="strip-scroll"
        role="presentation"
        style={{ height: heightOf(rows) }}
        data-grip={grip}
        data-pointed={isPointed || undefined}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onContextMenu={(event) => openLaneMenu(event, listbox.current, { lanes, rows, active, setActive })}
        {...handlers}
      >
        <StripRange {...{ timeline, range, height, draft, commit }} />
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
      {hover && (
        <HoverTip
          {...hover}
          timeline={timeline}
          lane={hover.lane === undefined ? undefined : lanes[hover.lane]}
        />
      )}
    </>
  );
}

/** Of the lanes and their ruler, where there is room for all. */
export function heightOf({ height }: StripRows): string {
  return `calc(var(--ruler) + ${height}px)`;
}

interface Hovered {
  readonly column: number;
  /** Undefined on the heading of a process. */
  readonly lane: number | undefined;
  readonly x: number;
  readonly y: number;
}

/** What the pointer does on the strip: it drags a range, chooses lanes and is told where it is. */
function useStripPointer(
  strip: Omit<Draggable, 'hover'>,
  listbox: RefObject<HTMLElement | null>,
  rows: StripRows,
  click: (lane: number, event: MouseEvent) => boolean,
) {
  const [hover, setHover] = useState<Hovered>();
  /** Did a pointer bring the focus here, and no key was pressed since? */
  const [isPointed, setPointed] = useState(false);
  const laneUnder = (y: number) => laneAt(rows, y - (listbox.current?.getBoundingClientRect().top ?? 0));
  const { grip, handlers, giveUp } = useRangeDrag({
    ...strip,
    hover: (column, { clientX: x, clientY: y }) =>
      setHover(column === undefined ? undefined : { column, lane: laneUnder(y), x, y }),
  });
  const onClick = useClicks(strip.range !== undefined, (event) => {
    const lane = laneUnder(event.clientY);
    return lane !== undefined && click(lane, event);
  });
  const all = {
    ...handlers,
    onClick,
    onPointerDown: (event: PointerEvent) => {
      setPointed(true);
      const edge = event.target instanceof Element && event.target.closest('[role=slider]');
      // The list has the focus, wherever in the strip the pointer is.
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
      if (event.key === 'Escape' && giveUp()) event.preventDefault();
    },
  };
  return { grip, isPointed, hover, handlers: all };
}

/** A click chooses a lane; a second one at once takes the range back instead, where there is one. */
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

/** Paints the lanes, and keeps the one in sight that the keyboard is on. */
function useStripChart(
  elements: { scroller: RefObject<HTMLElement | null>; canvas: RefObject<HTMLCanvasElement | null> },
  { lanes, rows, chosen, theme }: StripScene,
  { width, height }: Size,
  active: number,
): void {
  const { scroller, canvas } = elements;
  const chart = useRef<StripChart>(undefined);
  useLayoutEffect(() => {
    if (!scroller.current || !canvas.current) return undefined;
    const made = new StripChart(scroller.current, canvas.current);
    chart.current = made;
    return () => made.dispose();
  }, [scroller, canvas]);
  useLayoutEffect(() => chart.current?.show({ lanes, rows, chosen, theme }), [lanes, rows, chosen, theme]);
  useLayoutEffect(() => chart.current?.resize(width, height), [width, height]);
  const before = useRef(active);
  useEffect(() => {
    // Only another lane is a reason to scroll.
    if (before.current !== active) chart.current?.reveal(active);
    before.current = active;
  }, [active]);
}

/** Between two ticks, in CSS pixels. */
const TICK_DISTANCE = 90;
/** Of a label: its letters, as the style has them, and what it stands off its tick and the next label. */
const LETTERS = widthOf(11);
const roomFor = (label: string) => Array.from(label, LETTERS).reduce((sum, each) => sum + each, 8);

function Ruler({
  ref,
  timeline,
  width,
}: {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly timeline: Timeline;
  readonly width: number;
}) {
  const length = timeline.to - timeline.from;
  const ticks = placedTicks(
    ticksOf(0, length, width / TICK_DISTANCE),
    width,
    (at) => (at / length) * width,
    roomFor,
  );
  return (
    <div className="strip-ruler" aria-hidden="true">
      <div ref={ref}>
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

interface HoverTipProps extends Pick<Hovered, 'column' | 'x' | 'y'> {
  readonly timeline: Timeline;
  readonly lane: Lane | undefined;
}

function HoverTip({ timeline, column, lane, x, y }: HoverTipProps) {
  const ids = lane && [lane.pid, lane.tid].filter((id) => id >= 0);
  return (
    <Floating x={x} y={y}>
      <p className="numbers">
        <strong>{timeText(timeOf(timeline, column), scaleOf(timeline))}</strong>
        {lane && (
          <span>
            {lane.comm} {ids && [...new Set(ids)].join('/')}
          </span>
        )}
      </p>
    </Floating>
  );
}
