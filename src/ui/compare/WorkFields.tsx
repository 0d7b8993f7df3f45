// The number of requests, or other units of work, of each side.

import { setComparison } from '../../state/comparing.ts';
import { useAppState } from '../primitives/use-app-state.ts';

const NO_WORK = [1, 1] as const;

export function WorkFields() {
  const work = useAppState((state) => state.options.comparison?.work) ?? NO_WORK;
  const [a, b] = work;
  return (
    <span className="row no-shrink">
      <Field label="Requests of A" value={a} onChange={(units) => setComparison({ work: [units, b] })} />
      <span aria-hidden="true">→</span>
      <Field label="Requests of B" value={b} onChange={(units) => setComparison({ work: [a, units] })} />
    </span>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (units: number) => void;
}

/** Applies the number when the field is left, or on Enter. */
function Field({ label, value, onChange }: FieldProps) {
  const apply = (text: string) => {
    const units = Number(text);
    if (units > 0 && Number.isFinite(units) && units !== value) onChange(units);
  };
  return (
    <input
      key={value}
      className="number"
      inputMode="decimal"
      aria-label={label}
      title={label}
      defaultValue={value}
      size={8}
      onBlur={({ target }) => apply(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(event.currentTarget.value);
      }}
    />
  );
}
