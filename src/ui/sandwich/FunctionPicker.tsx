// Chooses the function in the middle of the sandwich: a field that lists the functions whose names contain the typed text,
// heaviest first. Follows https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.

import { useId, useLayoutEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { labelOf } from '../../text/labels.ts';
import type { Recording, Table } from '../../model/session.ts';
import { openSandwich } from '../../state/navigation.ts';
import { focusView } from '../primitives/focus-view.ts';
import { formatShare } from '../../text/format.ts';
import { matchingFunctions, type Choice } from './matching-functions.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function FunctionPicker({ recording }: { readonly recording: Recording }) {
  const functions = useAppState((state) => state.sandwich?.functions);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** Index of the option that Enter chooses. */
  const [at, setAt] = useState(0);
  const choices = useMemo(
    () => (functions && isOpen ? matchingFunctions(recording, functions, typed) : []),
    [recording, functions, isOpen, typed],
  );
  const type = (text: string, opens: boolean) => {
    setTyped(text);
    setOpen(opens);
    setAt(0);
  };
  const close = () => type('', false);
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    close();
    openSandwich(choice.func);
    focusView();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      setOpen(true);
      if (isOpen && choices.length > 0) setAt((at + step + choices.length) % choices.length);
    } else if (event.key === 'Enter' && isOpen) choose(choices[at]);
    else if (event.key === 'Escape') (isOpen ? close : focusView)();
    else return;
    event.preventDefault();
  };
  return (
    <div className="picker relative">
      <input
        type="text"
        className="small"
        role="combobox"
        aria-label="Function in the middle"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && choices[at] ? `${id}-${choices[at].func}` : undefined}
        placeholder="Another function"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(change) => type(change.target.value, true)}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <Choices {...{ id, choices, at, isOpen, functions, recording, choose }} />
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly at: number;
  readonly isOpen: boolean;
  readonly functions: Table | undefined;
  readonly recording: Recording;
  readonly choose: (choice: Choice) => void;
}

function Choices({ id, choices, at, isOpen, functions, recording, choose }: ChoicesProps) {
  const active = choices[at] ? `${id}-${choices[at].func}` : '';
  useLayoutEffect(() => {
    document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className="choices small" hidden={!isOpen}>
      <div id={`${id}-list`} role="listbox" aria-label="Functions">
        {choices.map((choice, index) => {
          const { name, place } = labelOf(recording, choice.func);
          return (
            // The field keeps the focus and points to the active option.
            <div
              key={choice.func}
              id={`${id}-${choice.func}`}
              role="option"
              className="row"
              tabIndex={-1}
              aria-selected={index === at}
              // Keeps the focus in the field until the click.
              onMouseDown={(event) => event.preventDefault()}
              onPointerUp={(event) => event.button === 0 && choose(choice)}
            >
              <span className="part-name ellipsis">{name}</span>
              {place !== '' && <span className="place ellipsis muted">{place}</span>}
              <span className="number push-end">{formatShare(choice.total / (functions?.weight || 1))}</span>
            </div>
          );
        })}
      </div>
      {choices.length === 0 && <p className="muted">No matching functions.</p>}
    </div>
  );
}
