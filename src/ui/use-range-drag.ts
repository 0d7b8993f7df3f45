// The pointer on the strip: a drag is a range of time. What is dragged is shown at once and asked for when the pointer
// lets go, so that one drag is one step on the way back.

import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { draggedTo, gripAt, type Columns, type Grip } from '../canvas/range-gestures.ts';

/** In CSS pixels: how near an edge is taken hold of, and what is no click any more. */
const REACH = 6;
const CLICK = 4;

interface Drag {
  /** Undefined beside the graphs, where the names are. */
  readonly grip: Grip | undefined;
  readonly range: Columns | undefined;
  readonly start: number;
  readonly x: number;
  isMoving: boolean;
}

export interface Draggable {
  /** The element as wide as the graphs of the lanes. */
  readonly plot: RefObject<HTMLElement | null>;
  readonly columns: number;
  /** What is chosen now. */
  readonly range: Columns | undefined;
  /** What is shown while a drag goes on; undefined when it is over. */
  readonly draft: (range: Columns | undefined) => void;
  readonly commit: (range: Columns) => void;
  /** Of the pointer: a column, undefined beside the graphs. */
  readonly hover: (column: number | undefined, event: PointerEvent) => void;
}

/** Handlers for the element that scrolls, what the pointer would take hold of, and the way to give up a drag. */
export function useRangeDrag(strip: Draggable) {
  const { columns, range, draft, commit, hover } = strip;
  const drag = useRef<Drag>(undefined);
  /** Was what the pointer did last no click on a lane? */
  const wasDrag = useRef(false);
  const [grip, setGrip] = useState<Grip>();
  const dragged = (event: PointerEvent, { grip = 'new', range, start }: Drag) =>
    draggedTo(grip, range, Math.round(start), Math.round(placeOf(event, strip).at), columns);

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) drag.current = begun(event, strip);
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = drag;
      if (!current) {
        const { at, reach, isInside } = placeOf(event, strip);
        hover(isInside ? at : undefined, event);
        setGrip(isInside ? gripAt(at, range, reach) : undefined);
        return;
      }
      current.isMoving ||= current.grip !== undefined && Math.abs(event.clientX - current.x) >= CLICK;
      if (!current.isMoving) return;
      hover(undefined, event);
      draft(dragged(event, current));
    },
    onPointerUp: (event: PointerEvent) => {
      const { current } = drag;
      drag.current = undefined;
      wasDrag.current = !current || current.isMoving || current.grip === 'from' || current.grip === 'to';
      if (current?.isMoving) commit(dragged(event, current));
    },
    onPointerCancel: () => {
      drag.current = undefined;
      draft(undefined);
    },
    onPointerLeave: (event: PointerEvent) => {
      if (!drag.current) hover(undefined, event);
    },
    onClickCapture: (event: MouseEvent) => {
      if (wasDrag.current) event.stopPropagation();
    },
  };
  /** Says whether a drag went on. */
  const giveUp = (): boolean => {
    const wasMoving = drag.current?.isMoving ?? false;
    drag.current = undefined;
    draft(undefined);
    return wasMoving;
  };
  return { grip, handlers, giveUp };
}

/** Undefined on the scroll bar. */
function begun(event: PointerEvent, strip: Draggable): Drag | undefined {
  const { at, reach, isInside, isBeyond } = placeOf(event, strip);
  if (isBeyond) return undefined;
  event.currentTarget.setPointerCapture(event.pointerId);
  const { range } = strip;
  const held = gripAt(at, range, reach);
  // With Shift a range can be begun inside the one there is.
  const grip = isInside || held !== 'new' ? (event.shiftKey ? 'new' : held) : undefined;
  return { grip, range, start: at, x: event.clientX, isMoving: false };
}

/** Where a pointer is, in columns, perhaps beyond the ends; `reach` is how many lie within an edge's reach. */
function placeOf({ clientX }: PointerEvent, { plot, columns }: Draggable) {
  const { left, width } = plot.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
  const x = clientX - left;
  return {
    at: (x / width) * columns,
    reach: (REACH / width) * columns,
    isInside: x >= 0 && x < width,
    isBeyond: x >= width,
  };
}
