// The number of requests, or other units of work, of each side. Both together are applied by Enter or when a field is left; Esc
// discards what was typed.

import { useState, type KeyboardEvent } from 'react';
import { setComparison } from '../../state/opening/comparing.ts';
import { useOption } from '../primitives/use-app-state.ts';

interface Props {
  /** Called when the sides are compared per request. */
  readonly onApply: () => void;
}

export function WorkFields({ onApply }: Props) {
  const work = useOption('comparison')?.work;
  /** What was entered while the other number is missing. */
  const [entered, setEntered] = useState<readonly [a: number | undefined, b: number | undefined]>([
    undefined,
    undefined,
  ]);
  const [a, b] = work ?? entered;
  const enter = (newA: number | undefined, newB: number | undefined) => {
    if (newA === undefined || newB === undefined) return setEntered([newA, newB]);
    setComparison({ basis: 'work', work: [newA, newB] });
    onApply();
  };
  return (
    <span className="work-fields row wrap">
      Requests
      <Field side="A" value={a} onChange={(units) => enter(units, b)} />
      <Field side="B" value={b} onChange={(units) => enter(a, units)} />
      {work === undefined && <span className="muted">Enter both numbers</span>}
    </span>
  );
}

interface FieldProps {
  readonly side: 'A' | 'B';
  /** Undefined until it is entered. */
  readonly value: number | undefined;
  readonly onChange: (units: number) => void;
}

function Field({ side, value, onChange }: FieldProps) {
  /** The text being typed. */
  const [draft, setDraft] = useState<string>();
  const isTyped = draft !== undefined && draft.trim() !== '';
  const units = isTyped ? readUnits(draft) : value;
  const isInvalid = isTyped && units === undefined;
  const apply = () => {
    if (isInvalid) return;
    setDraft(undefined);
    if (units !== undefined && units !== value) onChange(units);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
    if (event.key !== 'Escape' || draft === undefined) return;
    event.preventDefault();
    setDraft(undefined);
  };
  return (
    <label className="row">
      {side}
      <input
        className="number"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`Requests of ${side}`}
        aria-invalid={isInvalid}
        size={8}
        value={draft ?? value?.toString() ?? ''}
        onChange={({ target }) => setDraft(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={apply}
        onKeyDown={onKeyDown}
      />
      {/* Always present, because screen readers only announce changes. */}
      <output>{isInvalid && 'Enter a number above 0'}</output>
    </label>
  );
}

/** `1,000`, `1 000` and `1_000`, also with decimals. */
const GROUPED = /^\d{1,3}(?:[,_\s']\d{3})+(?:\.\d+)?$/;

/** Undefined unless the text is a number greater than zero. */
export function readUnits(text: string): number | undefined {
  const typed = text.trim();
  const units = Number(GROUPED.test(typed) ? typed.replaceAll(/[,_\s']/g, '') : typed);
  return units > 0 && Number.isFinite(units) ? units : undefined;
}
