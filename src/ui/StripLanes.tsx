// The lanes of the strip under their ruler: one canvas for what is seen of them, the names beside it, and over
// both the range of time.

import { useLayoutEffect, useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';
import type { Columns } from '../canvas/range-gestures.ts';
import { StripChart, type StripScene } from '../canvas/strip-chart.ts';
import { laneAt, type StripRows } from '../canvas/strip-rows.ts';
import { rangeOf, scaleOf, timeOf } from '../canvas/strip-time.ts';
import { ticksOf, timeText } from '../canvas/time-axis.ts';
import type { Lane, Timeline } from '../model/session.ts';
import { setRange, undo } from '../state/look.ts';
import { Floating } from './Floating.tsx';
import { LaneList } from './LaneList.tsx';
import { StripRange } from './StripRange.tsx';
import { useLaneChoice } from './use-lane-choice.ts';
import { useRangeDrag } from './use-range-drag.ts';
import { useSize, type Size } from './use-size.ts';
import { useTheme } from './use-theme.ts';

interface Props {
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  readonly rows: StripRows;
  readonly range: Columns | undefined;
  draft(range: Columns | undefined): void;
}

interface Hovered {
  readonly column: number;
  readonly lane: Lane | undefined;
  readonly x: number;
  readonly y: number;
}

export function StripLanes({ timeline, lanes, rows, range, draft }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const listbox = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ruler = useSize(plot);
  const { height } = useSize(scroller);
  const [top, setTop] = useState(0);
  const [hover, setHover] = useState<Hovered>();
  const { chosen, active, click, onKeyDown } = useLaneChoice(lanes);
  const theme = useTheme();
  const seen = { width: ruler.width, height: height - ruler.height };
  useStripChart({ scroller, canvas }, { lanes, rows, chosen, theme }, seen);
  useScrollTo(scroller, rows, active, seen.height);

  const commit = (columns: Columns) => {
    draft(undefined);
    setRange(rangeOf(timeline, columns));
  };
  const laneUnder = (y: number) => laneAt(rows, y - (listbox.current?.getBoundingClientRect().top ?? 0));
  const { grip, giveUp, ...drag } = useRangeDrag({
    plot,
    columns: timeline.columns,
    range,
    draft,
    commit,
    hover: (column, { clientX: x, clientY: y }) => {
      const lane = laneUnder(y);
      setHover(
        column === undefined ? undefined : { column, lane: lane === undefined ? lane : lanes[lane], x, y },
      );
    },
  });
  const clicked = useClicks(range !== undefined, (event) => {
    const lane = laneUnder(event.clientY);
    return lane !== undefined && click(lane, event);
  });
  return (
    <>
      <div
        ref={scroller}
        className="strip-scroll"
        role="presentation"
        data-grip={grip}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && giveUp()) event.preventDefault();
        }}
        {...drag}
        onPointerDown={(event) => {
          const edge = event.target instanceof Element && event.target.closest('[role=slider]');
          // The list has the focus, wherever in the strip the pointer is.
          if (edge instanceof HTMLElement) edge.focus();
          else listbox.current?.focus({ preventScroll: true });
          drag.onPointerDown(event);
        }}
        onMouseDown={(event) => event.preventDefault()}
        onClick={clicked}
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
      {hover && <HoverTip timeline={timeline} {...hover} />}
    </>
  );
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

function useStripChart(
  elements: { scroller: RefObject<HTMLElement | null>; canvas: RefObject<HTMLCanvasElement | null> },
  { lanes, rows, chosen, theme }: StripScene,
  { width, height }: Size,
): void {
  const { scroller, canvas } = elements;
  const [chart, setChart] = useState<StripChart>();
  useEffect(() => {
    if (!scroller.current || !canvas.current) return undefined;
    const made = new StripChart(scroller.current, canvas.current);
    setChart(made);
    return () => made.dispose();
  }, [scroller, canvas]);
  useLayoutEffect(() => chart?.show({ lanes, rows, chosen, theme }), [chart, lanes, rows, chosen, theme]);
  useLayoutEffect(() => chart?.resize(width, height), [chart, width, height]);
}

/** The lane the keyboard is on stays in sight. */
function useScrollTo(
  scroller: RefObject<HTMLElement | null>,
  { rows, ofLane }: StripRows,
  active: number,
  seen: number,
): void {
  const before = useRef(active);
  useEffect(() => {
    const { current } = scroller;
    const row = rows[ofLane[active]];
    if (!current || !row || before.current === active) return;
    before.current = active;
    const { top, height } = row;
    if (top < current.scrollTop) current.scrollTop = active === 0 ? 0 : top;
    else if (top + height > current.scrollTop + seen) current.scrollTop = top + height - seen;
  }, [scroller, rows, ofLane, active, seen]);
}

/** Between two ticks, in CSS pixels. */
const TICK_DISTANCE = 90;
/** What a label needs before the end, in CSS pixels. */
const LABEL_ROOM = 48;

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
  return (
    <div className="strip-ruler" aria-hidden="true">
      <div ref={ref}>
        {ticksOf(0, length, width / TICK_DISTANCE).map(({ at, label }) => (
          <span key={label} style={{ left: `${(at / length) * 100}%` }}>
            {(1 - at / length) * width > LABEL_ROOM && label}
          </span>
        ))}
      </div>
    </div>
  );
}

function HoverTip({ timeline, column, lane, x, y }: Hovered & { readonly timeline: Timeline }) {
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
