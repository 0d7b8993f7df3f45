// A field with a list of what matches the typed text. Follows https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.

import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { focusView } from './focus.ts';

interface Props<T> {
  readonly label: string;
  readonly listLabel: string;
  readonly placeholder: string;
  /** The typed text; undefined while the list is closed. */
  readonly query: string | undefined;
  readonly onQuery: (query: string | undefined) => void;
  readonly choices: readonly T[];
  readonly keyOf: (choice: T) => string | number;
  readonly onChoose: (choice: T) => void;
  /** Shown instead of an empty list. */
  readonly emptyText: string;
  readonly children: (choice: T) => ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function ComboBox<T>({ query, onQuery, choices, onChoose, ...props }: Props<T>) {
  const id = useId();
  const [activeIndex, setActiveIndex] = useState(0);
  const isOpen = query !== undefined;
  const update = (text: string | undefined) => {
    onQuery(text);
    setActiveIndex(0);
  };
  const close = () => update(undefined);
  const choose = (choice: T | undefined) => {
    if (choice === undefined) return;
    close();
    onChoose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      if (!isOpen) onQuery('');
      else if (choices.length > 0) setActiveIndex((activeIndex + step + choices.length) % choices.length);
    } else if (event.key === 'Enter' && isOpen) choose(choices[activeIndex]);
    else if (event.key === 'Escape') (isOpen ? close : focusView)();
    else return;
    event.preventDefault();
  };
  const active = choices[activeIndex];
  const activeId = isOpen && active !== undefined ? `${id}-${props.keyOf(active)}` : undefined;
  return (
    <div className="picker relative">
      <input
        type="text"
        className="small"
        role="combobox"
        aria-label={props.label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query ?? ''}
        onChange={(change) => update(change.target.value)}
        onClick={() => onQuery(query ?? '')}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <Choices {...props} {...{ id, choices, activeIndex, activeId, isOpen, choose }} />
    </div>
  );
}

/** Minimum distance from the edge of the window, in CSS pixels. */
const MARGIN = 8;

interface ChoicesProps<T> extends Pick<
  Props<T>,
  'listLabel' | 'choices' | 'keyOf' | 'emptyText' | 'children'
> {
  readonly id: string;
  readonly activeIndex: number;
  readonly activeId: string | undefined;
  readonly isOpen: boolean;
  readonly choose: (choice: T) => void;
}

function Choices<T>({ id, choices, activeIndex, activeId, isOpen, choose, ...props }: ChoicesProps<T>) {
  useLayoutEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
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
      <div id={`${id}-list`} role="listbox" aria-label={props.listLabel}>
        {choices.map((choice, index) => (
          // The field keeps the focus and points to the active option.
          <div
            key={props.keyOf(choice)}
            id={`${id}-${props.keyOf(choice)}`}
            role="option"
            className="row"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            // Prevents the press from moving the focus out of the field.
            onMouseDown={(event) => event.preventDefault()}
            onPointerUp={(event) => event.button === 0 && choose(choice)}
          >
            {props.children(choice)}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="muted">{props.emptyText}</p>}
    </div>
  );
}
