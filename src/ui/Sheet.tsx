// The side panel; on phones, a sheet at the bottom of the screen, of which only the top shows until the user opens it.

import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useAppState, PHONE, useMedia } from './primitives/use-app-state.ts';

interface Props {
  /** Accessible name. */
  readonly label: string;
  readonly children: ReactNode;
}

export function Sheet({ label, children }: Props) {
  const isPhone = useMedia(PHONE);
  const findings = useAppState((state) => state.openFindings);
  const sheet = useRef<HTMLElement>(null);
  /** The user's choice, which holds until the panel of findings opens or closes. */
  const [choice, setChoice] = useState({ findings, isOpen: false });
  const isOpen = choice.findings === findings ? choice.isOpen : findings !== undefined;
  const show = (opens: boolean) => {
    setChoice({ findings, isOpen: opens });
    if (!opens) sheet.current?.scrollTo({ top: 0 });
  };
  return (
    <aside ref={sheet} className={isPhone && isOpen ? 'side column open' : 'side column'} aria-label={label}>
      {isPhone && <Handle isOpen={isOpen} onChange={show} />}
      {children}
    </aside>
  );
}

/** Minimum length of a swipe in CSS pixels; a shorter one counts as a click. */
const SWIPE = 16;

function Handle({
  isOpen,
  onChange,
}: {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}) {
  const startY = useRef<number>(undefined);
  const swipe = (event: PointerEvent) => {
    if (startY.current === undefined || Math.abs(event.clientY - startY.current) < SWIPE) return;
    onChange(event.clientY < startY.current);
    startY.current = undefined;
  };
  return (
    <button
      type="button"
      className="sheet-handle"
      aria-label={isOpen ? 'Hide details' : 'Show details'}
      aria-expanded={isOpen}
      onPointerDown={(event) => {
        startY.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={swipe}
      // A swipe has cleared `startY`.
      onClick={({ detail }) => (detail === 0 || startY.current !== undefined) && onChange(!isOpen)}
    />
  );
}
