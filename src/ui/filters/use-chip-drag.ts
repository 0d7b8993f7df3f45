// Lets the user drag a chip to a different position with a mouse. A finger scrolls the line of chips.

import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';

export interface ChipDrag {
  /** Index of the dragged chip. */
  readonly from: number;
  /** Index of the chip if it were dropped now. */
  readonly to: number;
}

/** A shorter pointer movement is a click; in CSS pixels. */
const CLICK_DISTANCE = 5;

/** Returns the current drag, and a handler that starts one. */
export function useChipDrag(drop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<ChipDrag>();
  const currentDrag = useRef<AbortController>(undefined);
  useEffect(() => () => currentDrag.current?.abort(), []);
  const onPointerDown = (down: ReactPointerEvent<HTMLElement>, index: number) => {
    // React also reports presses in the popover of a chip.
    const isInChip = down.target instanceof Node && down.currentTarget.contains(down.target);
    if (down.button !== 0 || down.pointerType === 'touch' || !isInChip) return;
    currentDrag.current?.abort();
    const controller = new AbortController();
    currentDrag.current = controller;
    const { signal } = controller;
    const chip = down.currentTarget;
    let dropIndex: number | undefined;
    const end = () => {
      controller.abort();
      setDrag(undefined);
    };
    const onMove = (move: PointerEvent) => {
      const distance = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY);
      if (dropIndex === undefined && distance < CLICK_DISTANCE) return;
      // Prevents a click on the button under the pointer.
      chip.setPointerCapture(move.pointerId);
      dropIndex = indexOfChipAt(move.clientX, move.clientY) ?? dropIndex ?? index;
      setDrag({ from: index, to: dropIndex });
    };
    const onUp = () => {
      end();
      if (dropIndex !== undefined && dropIndex !== index) drop(index, dropIndex);
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
