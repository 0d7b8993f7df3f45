// A tooltip next to the pointer, kept inside the window.

import type { ReactNode } from 'react';

interface Props {
  /** Position of the pointer in the window. */
  readonly x: number;
  readonly y: number;
  readonly children: ReactNode;
}

/** Gap between the pointer and the tooltip, in CSS pixels. */
const DISTANCE = 14;

export function FloatingTooltip({ x, y, children }: Props) {
  const place = (tooltip: HTMLElement | null) => {
    if (!tooltip) return;
    const { width, height } = tooltip.getBoundingClientRect();
    const left = x + DISTANCE + width > window.innerWidth ? x - DISTANCE - width : x + DISTANCE;
    const top = y + DISTANCE + height > window.innerHeight ? y - DISTANCE - height : y + DISTANCE;
    tooltip.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  };
  return (
    <div ref={place} className="tooltip small break-anywhere" role="tooltip">
      {children}
    </div>
  );
}
