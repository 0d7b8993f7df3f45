// Drags a chip to another place in the row, with mouse, pen or finger.

import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';

interface Drag {
  /** Of the chip; undefined while none is dragged. */
  readonly dragged: number | undefined;
  /** The chip whose place it would take. */
  readonly target: number | undefined;
}

const NO_DRAG: Drag = { dragged: undefined, target: undefined };

/** A pointer that moves less than this has clicked, in pixels. */
const CLICK = 5;

export function useChipDrag(
  drop: (from: number, to: number) => void,
): Drag & { onPointerDown: (event: ReactPointerEvent<HTMLElement>, place: number) => void } {
  const [drag, setDrag] = useState(NO_DRAG);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const onPointerDown = (down: ReactPointerEvent<HTMLElement>, place: number) => {
    if (down.button !== 0) return;
    stop.current?.abort();
    const listening = new AbortController();
    stop.current = listening;
    const { signal } = listening;
    const chip = down.currentTarget;
    let at: number | undefined;
    const end = () => {
      listening.abort();
      setDrag(NO_DRAG);
    };
    const onMove = (move: PointerEvent) => {
      const way = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY);
      if (at === undefined && way < CLICK) return;
      // From here on it is no click on the button below.
      chip.setPointerCapture(move.pointerId);
      at = placeUnder(move.clientX, move.clientY) ?? at ?? place;
      setDrag({ dragged: place, target: at });
    };
    const onUp = () => {
      end();
      if (at !== undefined && at !== place) drop(place, at);
    };
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  };
  return { ...drag, onPointerDown };
}

function placeUnder(x: number, y: number): number | undefined {
  const chip = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]');
  return chip ? Number(chip.dataset.place) : undefined;
}
