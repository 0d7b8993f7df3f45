// A divider between the upper and lower part of a view, which the user can drag or move with keys.

import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { setSandwichSplit } from '../../state/view/navigation.ts';

const MIN = 0.1;
const MAX = 0.9;
const STEP = 0.05;

interface Props {
  /** The element that contains both parts. */
  readonly container: RefObject<HTMLElement | null>;
  /** Share of the height that the upper part takes, 0 to 1. */
  readonly split: number;
  /** The share that fits the contents of both parts. */
  readonly fitting: number;
  /** Element ID of the upper part. */
  readonly controls: string;
}

export function Divider({ container, split, fitting, controls }: Props) {
  const moveTo = (to: number) => setSandwichSplit(Math.min(MAX, Math.max(MIN, to)));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!container.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { top, height } = container.current.getBoundingClientRect();
    const bar = event.currentTarget.getBoundingClientRect().height;
    moveTo((event.clientY - top - bar / 2) / Math.max(1, height - bar));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = KEYS[event.key]?.(split);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moveTo(to);
  };
  return (
    <div
      role="separator"
      className="divider"
      aria-label="Height of the callers"
      aria-orientation="horizontal"
      aria-valuemin={MIN * 100}
      aria-valuemax={MAX * 100}
      aria-valuenow={Math.round(split * 100)}
      aria-valuetext={`${Math.round(split * 100)}%`}
      aria-controls={controls}
      tabIndex={0}
      title="Drag to resize, double-click to fit"
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onDoubleClick={() => moveTo(fitting)}
      onKeyDown={onKeyDown}
    />
  );
}

const KEYS: Readonly<Record<string, (split: number) => number>> = {
  ArrowUp: (split) => split - STEP,
  ArrowLeft: (split) => split - STEP,
  ArrowDown: (split) => split + STEP,
  ArrowRight: (split) => split + STEP,
  PageUp: (split) => split - 4 * STEP,
  PageDown: (split) => split + 4 * STEP,
  Home: () => MIN,
  End: () => MAX,
};
