// The pointer on the strip: a drag is a range of time, a click a lane. What is dragged is shown at once and asked for
// when the pointer lets go, so that one drag is one step on the way back.

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

interface Wanted {
  /** The element as wide as the graphs of the lanes. */
  readonly plot: RefObject<HTMLElement | null>;
  readonly columns: number;
  /** What is chosen now. */
  readonly range: Columns | undefined;
  /** What is shown while a drag goes on; undefined when it is over. */
  draft(range: Columns | undefined): void;
  commit(range: Columns): void;
  /** Of the pointer: a column, undefined beside the graphs. */
  hover(column: number | undefined, event: PointerEvent): void;
}

/** Handlers for the element that scrolls, and what the pointer would take hold of. */
export function useRangeDrag({ plot, columns, range, draft, commit, hover }: Wanted) {
  const drag = useRef<Drag>(undefined);
  /** Was what the pointer did last no click on a lane? */
  const wasDrag = useRef(false);
  const [grip, setGrip] = useState<Grip>();

  /** In columns, perhaps beyond the ends; `reach` is how many lie within an edge's reach. */
  const place = (event: PointerEvent) => {
    const { left, width } = plot.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const x = event.clientX - left;
    return {
      at: (x / width) * columns,
      reach: (REACH / width) * columns,
      isInside: x >= 0 && x < width,
      isBeyond: x >= width,
    };
  };
  const rangeAt = (event: PointerEvent, { grip = 'new', range, start }: Drag) =>
    draggedTo(grip, range, Math.round(start), Math.round(place(event).at), columns);

  return {
    grip,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const { at, reach, isInside, isBeyond } = place(event);
      // There is the scroll bar.
      if (isBeyond) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const held = gripAt(at, range, reach);
      // With Shift a range can be begun inside the one there is.
      const grip = isInside || held !== 'new' ? (event.shiftKey ? 'new' : held) : undefined;
      drag.current = { grip, range, start: at, x: event.clientX, isMoving: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { at, reach, isInside } = place(event);
      const { current } = drag;
      if (!current) {
        hover(isInside ? at : undefined, event);
        setGrip(isInside ? gripAt(at, range, reach) : undefined);
        return;
      }
      current.isMoving ||= current.grip !== undefined && Math.abs(event.clientX - current.x) >= CLICK;
      if (!current.isMoving) return;
      hover(undefined, event);
      draft(rangeAt(event, current));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const { current } = drag;
      drag.current = undefined;
      wasDrag.current = !current || current.isMoving || current.grip === 'from' || current.grip === 'to';
      if (current?.isMoving) commit(rangeAt(event, current));
    },
    onPointerCancel() {
      drag.current = undefined;
      draft(undefined);
    },
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      if (!drag.current) hover(undefined, event);
    },
    onClickCapture(event: MouseEvent) {
      if (wasDrag.current) event.stopPropagation();
    },
    /** Gives up a drag that goes on; says whether there was one. */
    giveUp(): boolean {
      const wasMoving = drag.current?.isMoving ?? false;
      drag.current = undefined;
      draft(undefined);
      return wasMoving;
    },
  };
}
