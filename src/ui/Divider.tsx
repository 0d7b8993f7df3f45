// Parts the height between what is above and what is below it: dragged, or moved by keys.

import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { setSandwichSplit } from '../state/actions.ts';

const LEAST = 0.1;
const MOST = 0.9;
const STEP = 0.05;

interface Props {
  /** What is parted. */
  readonly whole: RefObject<HTMLElement | null>;
  /** How much of it is above, 0 to 1. */
  readonly split: number;
  /** The id of what is above. */
  readonly controls: string;
}

export function Divider({ whole, split, controls }: Props) {
  const moveTo = (to: number) => setSandwichSplit(Math.min(MOST, Math.max(LEAST, to)));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!whole.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { top, height } = whole.current.getBoundingClientRect();
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
      aria-valuemin={LEAST * 100}
      aria-valuemax={MOST * 100}
      aria-valuenow={Math.round(split * 100)}
      aria-valuetext={`${Math.round(split * 100)}%`}
      aria-controls={controls}
      tabIndex={0}
      title="Drag to part the height otherwise; a double click parts it as it suits"
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onDoubleClick={() => setSandwichSplit(undefined)}
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
  Home: () => LEAST,
  End: () => MOST,
};
