// Drags a chip to a different position, with mouse, pen or finger.

import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';

export interface ChipDrag {
  /** Index of the dragged chip, and the one it would have after a drop. */
  readonly from: number;
  readonly to: number;
}

/** In CSS pixels; a shorter movement is a click. */
const CLICK_DISTANCE = 5;

/** Returns the current drag, and a handler that starts one. */
export function useChipDrag(drop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<ChipDrag>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const onPointerDown = (down: ReactPointerEvent<HTMLElement>, index: number) => {
    if (down.button !== 0) return;
    stop.current?.abort();
    const listening = new AbortController();
    stop.current = listening;
    const { signal } = listening;
    const chip = down.currentTarget;
    let at: number | undefined;
    const end = () => {
      listening.abort();
      setDrag(undefined);
    };
    const onMove = (move: PointerEvent) => {
      const distance = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY);
      if (at === undefined && distance < CLICK_DISTANCE) return;
      // Prevents a click on the button under the pointer.
      chip.setPointerCapture(move.pointerId);
      at = indexOfChipAt(move.clientX, move.clientY) ?? at ?? index;
      setDrag({ from: index, to: at });
    };
    const onUp = () => {
      end();
      if (at !== undefined && at !== index) drop(index, at);
    };
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  };
  return { drag, onPointerDown };
}

function indexOfChipAt(x: number, y: number): number | undefined {
  const chip = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-index]');
  return chip ? Number(chip.dataset.index) : undefined;
}
