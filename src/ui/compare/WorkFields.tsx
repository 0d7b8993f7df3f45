// The number of requests, or other units of work, of each side. Enter or leaving a field applies the typed number, and Esc discards
// it.

import { useState, type KeyboardEvent } from 'react';
import { setComparison } from '../../state/comparing.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { readUnits } from './read-units.ts';

const NO_WORK = [1, 1] as const;

export function WorkFields() {
  const work = useAppState((state) => state.options.comparison?.work) ?? NO_WORK;
  const [a, b] = work;
  return (
    <span className="work-fields row no-shrink">
      Requests
      <Field side="A" value={a} onChange={(units) => setComparison({ work: [units, b] })} />
      <Field side="B" value={b} onChange={(units) => setComparison({ work: [a, units] })} />
    </span>
  );
}

interface FieldProps {
  readonly side: 'A' | 'B';
  readonly value: number;
  readonly onChange: (units: number) => void;
}

function Field({ side, value, onChange }: FieldProps) {
  /** The text being typed. */
  const [draft, setDraft] = useState<string>();
  const units = draft === undefined ? value : readUnits(draft);
  const apply = () => {
    setDraft(undefined);
    if (units !== undefined && units !== value) onChange(units);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && units !== undefined) apply();
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
        aria-invalid={units === undefined}
        size={8}
        value={draft ?? String(value)}
        onChange={({ target }) => setDraft(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={apply}
        onKeyDown={onKeyDown}
      />
      {/* Always present, because screen readers only announce changes. */}
      <output>{units === undefined && 'Enter a number above 0'}</output>
    </label>
  );
}
