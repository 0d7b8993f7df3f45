// The selected time range, drawn over the lanes. The time outside the range is dimmed. Each end is a slider that arrow keys
// move by one tick. A range can also be dragged; it applies when the key or the pointer is released, so that each is
// one undo step.

import {
  type ColumnRange,
  type Edge,
  dragRange,
  gripAt,
  type Grip,
} from '../../canvas/chart/range-gestures.ts';
import { timeOf } from '../../canvas/time/timeline-columns.ts';
import type { RangeControl } from './use-time-range.ts';
import { scaleOf, timeText } from '../../canvas/time/time-axis.ts';
import { memo, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';

interface Props {
  readonly control: RangeControl;
  /** The part that the time order shows, if it does not show the complete range. */
  readonly visible: ColumnRange | undefined;
  readonly height: number;
}

const EDGES: readonly { readonly edge: Edge; readonly label: string }[] = [
  { edge: 'from', label: 'From' },
  { edge: 'to', label: 'To' },
];

export const TimelineRange = memo(function TimelineRange({ control, visible, height }: Props) {
  const { axis, range, edgeKeys } = control;
  const { columns } = axis;
  const shown = range ?? { from: 0, to: columns };
  const scale = scaleOf(axis);
  const percent = (column: number) => `${(column / columns) * 100}%`;
  const span = ({ from, to }: ColumnRange) => ({ left: percent(from), width: percent(to - from) });
  return (
    <div className={range ? 'timeline-range' : 'timeline-range timeline-whole'}>
      <div className="relative" style={{ height }}>
        {range && (
          <>
            <div className="timeline-veil" style={{ left: 0, width: percent(range.from) }} />
            <div className="timeline-veil" style={{ left: percent(range.to), right: 0 }} />
            <div className="timeline-bar" style={span(range)} />
          </>
        )}
        {visible && <div className="timeline-visible" style={span(visible)} />}
        {EDGES.map(({ edge, label }) => (
          <div
            key={edge}
            className={`timeline-edge timeline-edge-${edge}${shown[edge] >= columns ? ' timeline-edge-end' : ''}`}
            style={{ left: percent(shown[edge]) }}
            role="slider"
            tabIndex={0}
            aria-label={`${label}: arrow keys move this end of the range by one tick, or with Shift the whole range`}
            aria-orientation="horizontal"
            aria-valuemin={0}
            aria-valuemax={Math.round(timeOf(axis, columns))}
            aria-valuenow={Math.round(timeOf(axis, shown[edge]))}
            aria-valuetext={timeText(timeOf(axis, shown[edge]), scale)}
            onKeyDown={(event) => edgeKeys.press(edge, event)}
            onKeyUp={edgeKeys.apply}
            onBlur={edgeKeys.apply}
          />
        ))}
      </div>
    </div>
  );
});

/** A drag that starts this close to an end of the range moves that end; in CSS pixels. */
const REACH = 6;
/** A shorter pointer movement is a click; in CSS pixels. */
const CLICK_DISTANCE = 4;

interface Drag {
  readonly grip: Grip;
  readonly range: ColumnRange | undefined;
  readonly start: number;
  readonly x: number;
  isMoving: boolean;
}

export interface Draggable {
  /** The element that spans the columns. */
  readonly plot: RefObject<HTMLElement | null>;
  readonly control: RangeControl;
  /** Called with the column under the pointer, or undefined during a drag that moves the range. */
  readonly hover: (column: number | undefined, event: PointerEvent) => void;
}

/** Returns handlers for the scrolling element, the grip under the pointer, and a function that cancels a drag. */
export function useRangeDrag(draggable: Draggable) {
  const { control, hover } = draggable;
  const { range, track, preview, commit } = control;
  const drag = useRef<Drag>(undefined);
  /** True if the last press was not a click on a lane. */
  const wasDrag = useRef(false);
  const [grip, setGrip] = useState<Grip>();
  // With Alt, a drag does not snap.
  const dragged = (event: PointerEvent, { grip, range, start }: Drag) =>
    dragRange(grip, range, start, columnOf(event, draggable).at, {
      ...track,
      ...(event.altKey && { stops: undefined }),
    });

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) drag.current = startDrag(event, draggable);
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = drag;
      if (!current) {
        const { at, reach } = columnOf(event, draggable);
        hover(at, event);
        setGrip(gripAt(at, range, reach));
        return;
      }
      current.isMoving ||= Math.abs(event.clientX - current.x) >= CLICK_DISTANCE;
      if (!current.isMoving) return;
      hover(undefined, event);
      preview(dragged(event, current));
    },
    onPointerUp: (event: PointerEvent) => {
      const { current } = drag;
      drag.current = undefined;
      wasDrag.current = !current || current.isMoving || current.grip === 'from' || current.grip === 'to';
      if (current?.isMoving) commit(dragged(event, current));
    },
    onPointerCancel: () => {
      drag.current = undefined;
      preview(undefined);
    },
    onPointerLeave: (event: PointerEvent) => {
      if (!drag.current) hover(undefined, event);
    },
    onClickCapture: (event: MouseEvent) => {
      if (wasDrag.current) event.stopPropagation();
    },
  };
  /** Returns true if there was a drag. */
  const cancel = (): boolean => {
    const wasMoving = drag.current?.isMoving ?? false;
    drag.current = undefined;
    preview(undefined);
    return wasMoving;
  };
  return { grip, handlers, cancel };
}

/** Starts a drag; returns undefined if the press is on the scroll bar. */
function startDrag(event: PointerEvent, draggable: Draggable): Drag | undefined {
  const { at, reach, isBeyond } = columnOf(event, draggable);
  if (isBeyond) return undefined;
  event.currentTarget.setPointerCapture(event.pointerId);
  const { range } = draggable.control;
  // Shift starts a new range inside the current one.
  const grip = event.shiftKey ? 'new' : gripAt(at, range, reach);
  return { grip, range, start: at, x: event.clientX, isMoving: false };
}

/** Position of the pointer in columns, possibly outside the plot; `reach` is REACH in columns. */
function columnOf({ clientX }: PointerEvent, { plot, control }: Draggable) {
  const { columns } = control.track;
  const { left, width } = plot.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
  const x = clientX - left;
  return {
    at: (x / width) * columns,
    reach: (REACH / width) * columns,
    isBeyond: x >= width,
  };
}
