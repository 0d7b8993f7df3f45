// Selects a time range by dragging on the timeline. The range applies when the pointer is released, so that one drag is one
// undo step.

import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { draggedTo, gripAt, type Columns, type Grip } from '../../canvas/range-gestures.ts';

/** In CSS pixels; a drag that starts this close to an end of the range moves that end. */
const REACH = 6;
/** In CSS pixels; a shorter movement is a click. */
const CLICK_DISTANCE = 4;

interface Drag {
  /** Undefined if the drag starts on the thread names. */
  readonly grip: Grip | undefined;
  readonly range: Columns | undefined;
  readonly start: number;
  readonly x: number;
  isMoving: boolean;
}

export interface Draggable {
  /** The element that spans the columns. */
  readonly plot: RefObject<HTMLElement | null>;
  readonly columns: number;
  /** The selected range. */
  readonly range: Columns | undefined;
  /** Previews a range during a drag; undefined removes the preview. */
  readonly draft: (range: Columns | undefined) => void;
  readonly commit: (range: Columns) => void;
  /** Called with the column under the pointer, or undefined on the thread names. */
  readonly hover: (column: number | undefined, event: PointerEvent) => void;
}

/** Returns handlers for the scrolling element, the part that a drag would move, and a function that cancels a drag. */
export function useRangeDrag(draggable: Draggable) {
  const { columns, range, draft, commit, hover } = draggable;
  const drag = useRef<Drag>(undefined);
  /** True if the last press was not a click on a lane. */
  const wasDrag = useRef(false);
  const [grip, setGrip] = useState<Grip>();
  const dragged = (event: PointerEvent, { grip = 'new', range, start }: Drag) =>
    draggedTo(grip, range, Math.round(start), Math.round(columnOf(event, draggable).at), columns);

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) drag.current = dragFrom(event, draggable);
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = drag;
      if (!current) {
        const { at, reach, isInside } = columnOf(event, draggable);
        hover(isInside ? at : undefined, event);
        setGrip(isInside ? gripAt(at, range, reach) : undefined);
        return;
      }
      current.isMoving ||=
        current.grip !== undefined && Math.abs(event.clientX - current.x) >= CLICK_DISTANCE;
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
  /** Returns whether there was a drag. */
  const cancel = (): boolean => {
    const wasMoving = drag.current?.isMoving ?? false;
    drag.current = undefined;
    draft(undefined);
    return wasMoving;
  };
  return { grip, handlers, cancel };
}

/** The drag that a press would start; undefined on the scroll bar. */
function dragFrom(event: PointerEvent, draggable: Draggable): Drag | undefined {
  const { at, reach, isInside, isBeyond } = columnOf(event, draggable);
  if (isBeyond) return undefined;
  event.currentTarget.setPointerCapture(event.pointerId);
  const { range } = draggable;
  const held = gripAt(at, range, reach);
  // Shift starts a new range inside the current one.
  const grip = isInside || held !== 'new' ? (event.shiftKey ? 'new' : held) : undefined;
  return { grip, range, start: at, x: event.clientX, isMoving: false };
}

/** Position of the pointer in columns, possibly out of range; `reach` is REACH in columns. */
function columnOf({ clientX }: PointerEvent, { plot, columns }: Draggable) {
  const { left, width } = plot.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
  const x = clientX - left;
  return {
    at: (x / width) * columns,
    reach: (REACH / width) * columns,
    isInside: x >= 0 && x < width,
    isBeyond: x >= width,
  };
}
