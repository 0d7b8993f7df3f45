// A labeled checkbox for a setting.

interface Props {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: string;
}

export function Switch({ isOn, onChange, children }: Props) {
  return (
    <label className="switch muted">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
