// The five levels of detail as one row of radio buttons.

import { LEVELS } from '../model/levels.ts';
import { setLevel } from '../state/actions.ts';
import { useStateOf } from './use-state-of.ts';

export function LevelSwitch() {
  const level = useStateOf((state) => state.options.level);
  return (
    <div role="radiogroup" aria-label="Detail" className="segments levels">
      {LEVELS.map(({ name, label, about }, index) => (
        <label key={name} title={`${about} (${index + 1})`}>
          <input type="radio" name="level" checked={name === level} onChange={() => setLevel(name)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
