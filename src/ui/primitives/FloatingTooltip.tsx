// A tooltip next to the pointer, kept inside the window, and the lines in it that list the largest shares.

import type { ReactNode } from 'react';
import { pathOf } from '../../model/function-names.ts';
import { labelOf } from '../../text/labels.ts';
import { useRecording } from './use-app-state.ts';

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

/** The first lines of the tooltip of a function. */
export function TooltipName({ func }: { readonly func: number }) {
  const recording = useRecording();
  const { name, place } = labelOf(recording, func);
  const path = pathOf(recording, func);
  return (
    <>
      <p>
        <strong>{name}</strong>
        {place !== '' && <span className="muted"> {place}</span>}
      </p>
      {path !== undefined && <p className="muted">{path}</p>}
    </>
  );
}

interface ColoredShare {
  readonly label: string;
  /** A CSS background. */
  readonly color: string;
  /** From 0 to 1. */
  readonly share: number;
}

interface HeaviestSharesProps {
  readonly shares: readonly ColoredShare[];
  readonly max: number;
}

const MIN_SHARE = 0.01;

export function HeaviestShares({ shares, max }: HeaviestSharesProps) {
  const heaviest = shares
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, max);
  return (
    <>
      {heaviest.map(({ label, color, share }) => (
        <p key={label} className="row">
          <span className="swatch" style={{ background: color }} aria-hidden="true" />
          {label} {Math.round(share * 100)}%
        </p>
      ))}
    </>
  );
}
