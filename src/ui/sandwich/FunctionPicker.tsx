// The field that chooses the function in the middle of the sandwich. It lists the functions whose names contain the typed
// text, heaviest first. Follows https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.

import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { labelOf, fullName } from '../../text/labels.ts';
import type { Table } from '../../model/session.ts';
import { openSandwich } from '../../state/view/navigation.ts';
import { focusView } from '../primitives/focus.ts';
import { formatShare } from '../../text/format.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { type FunctionNames, NONE } from '../../model/profile.ts';

export function FunctionPicker() {
  const recording = useRecording();
  const functions = useAppState((state) => state.sandwich?.functions);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** Index of the option that Enter chooses. */
  const [activeIndex, setActiveIndex] = useState(0);
  const choices = useMemo(
    () => (functions && isOpen ? matchingFunctions(recording, functions, typed) : []),
    [recording, functions, isOpen, typed],
  );
  const update = (text: string, opens: boolean) => {
    setTyped(text);
    setOpen(opens);
    setActiveIndex(0);
  };
  const close = () => update('', false);
  const choose = (choice: FunctionChoice | undefined) => {
    if (!choice) return;
    close();
    openSandwich(choice.func);
    focusView();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      setOpen(true);
      if (isOpen && choices.length > 0)
        setActiveIndex((activeIndex + step + choices.length) % choices.length);
    } else if (event.key === 'Enter' && isOpen) choose(choices[activeIndex]);
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
        aria-activedescendant={
          isOpen && choices[activeIndex] ? `${id}-${choices[activeIndex].func}` : undefined
        }
        placeholder="Another function"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(change) => update(change.target.value, true)}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <Choices {...{ id, choices, activeIndex, isOpen, functions, choose }} />
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Minimum distance from the edge of the window, in CSS pixels. */
const MARGIN = 8;

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly FunctionChoice[];
  readonly activeIndex: number;
  readonly isOpen: boolean;
  readonly functions: Table | undefined;
  readonly choose: (choice: FunctionChoice) => void;
}

function Choices({ id, choices, activeIndex, isOpen, functions, choose }: ChoicesProps) {
  const recording = useRecording();
  const active = choices[activeIndex] ? `${id}-${choices[activeIndex].func}` : '';
  useLayoutEffect(() => {
    document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const list = useRef<HTMLDivElement>(null);
  // The list is wider than the field; it must not begin to the left of the window.
  useLayoutEffect(() => {
    if (!list.current || !isOpen) return;
    list.current.style.translate = '';
    const { left } = list.current.getBoundingClientRect();
    list.current.style.translate = `${Math.max(0, MARGIN - left)}px`;
  }, [isOpen]);
  return (
    <div ref={list} className="choices small" hidden={!isOpen}>
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
              aria-selected={index === activeIndex}
              // Prevents the press from moving the focus out of the field.
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

interface FunctionChoice {
  readonly func: number;
  readonly total: number;
}

const MAX_LISTED = 50;

/**
 * The functions whose names contain the typed text, heaviest first. Matches names as displayed (`f script.py`), and recorded
 * names with their files. Ignores case. `functions` is a table grouped by function.
 */
export function matchingFunctions(
  names: FunctionNames,
  functions: Pick<Table, 'length' | 'id' | 'total'>,
  typed: string,
): FunctionChoice[] {
  const query = typed.trim().toLowerCase();
  const found: FunctionChoice[] = [];
  for (let row = 0; row < functions.length; row++) {
    const func = functions.id[row];
    if (func === NONE) continue;
    const { name, place } = labelOf(names, func);
    const text = `${name} ${place}\n${fullName(names, func)}`;
    if (query === '' || text.toLowerCase().includes(query)) found.push({ func, total: functions.total[row] });
  }
  return found.sort((a, b) => b.total - a.total || a.func - b.func).slice(0, MAX_LISTED);
}
