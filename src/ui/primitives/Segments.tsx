// Radio buttons in a row, styled as segments of one control.

interface Option<T extends string> {
  readonly name: T;
  readonly label: string;
  readonly tooltip: string;
}

export interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly className: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (name: T) => void;
}

export function Segments<T extends string>({ label, className, options, value, onChange }: SegmentsProps<T>) {
  return (
    <div role="radiogroup" aria-label={label} className={`segments ${className}`}>
      {options.map(({ name, label: text, tooltip }) => (
        <label key={name} className="relative" title={tooltip}>
          <input type="radio" name={label} checked={name === value} onChange={() => onChange(name)} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  );
}
