// Drags a chip to a different position, with mouse, pen or finger.

import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';

interface Drag {
  /** Index of the chip; undefined if none is dragged. */
  readonly dragged: number | undefined;
  /** Index that the dragged chip would have after a drop. */
  readonly target: number | undefined;
}

const NO_DRAG: Drag = { dragged: undefined, target: undefined };

/** In CSS pixels; a shorter movement is a click. */
const CLICK_DISTANCE = 5;

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
      const distance = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY);
      if (at === undefined && distance < CLICK_DISTANCE) return;
      // Prevents a click on the button under the pointer.
      chip.setPointerCapture(move.pointerId);
      at = indexOfChipAt(move.clientX, move.clientY) ?? at ?? place;
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

function indexOfChipAt(x: number, y: number): number | undefined {
  const chip = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]');
  return chip ? Number(chip.dataset.place) : undefined;
}
