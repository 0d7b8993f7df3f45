// The button in the header that lists what is open, if there are several recordings or comparisons, and the list.

import { ChevronDown, X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { close, openNumbers, switchTo } from '../../state/opening/switching.ts';
import { openRecording, type State } from '../../state/store.ts';
import { formatBytes } from '../../text/format.ts';
import { COMMANDS } from '../commands.ts';
import { tooltip } from '../command.ts';
import { focusView } from '../primitives/focus.ts';
import { IconButton } from '../primitives/Buttons.tsx';
import { clampToWindow } from '../primitives/MenuList.tsx';
import { useAppState, useParts, useRecording } from '../primitives/use-app-state.ts';
import './open-recordings.css';

export function OpenRecordings() {
  const id = useId();
  const { name } = useRecording();
  const opened = useAppState('opened');
  const shown = useAppState('recordingNumber');
  const numbers = openNumbers({ opened, recordingNumber: shown });
  const [isOpen, setOpen] = useState(false);
  if (numbers.length < 2) return null;
  const position = numbers.indexOf(shown) + 1;
  return (
    <>
      <button
        type="button"
        className="quiet open-recordings no-shrink number"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`Open recordings: ${position} of ${numbers.length}`}
        title={tooltip(COMMANDS.nextRecording, 'Open recordings; next one')}
      >
        {position}/{numbers.length}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      <span role="status" className="visually-hidden">
        {name}, {position} of {numbers.length} open
      </span>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Open recordings"
        className="open-list small"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <OpenList numbers={numbers} />}
      </div>
    </>
  );
}

function OpenList({ numbers }: { readonly numbers: readonly number[] }) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useAppState('recordingNumber');
  const labels = useParts((state) => labelsOf(state, numbers));
  const sizes = useParts((state) => numbers.map((number) => sizeOf(state, number)));
  const focusRow = (index: number) => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('.open-name');
    buttons?.item(Math.max(0, Math.min(index, buttons.length - 1)))?.focus();
  };
  useLayoutEffect(() => {
    const popover = list.current?.parentElement;
    const opener = document.querySelector(`[popovertarget="${popover?.id}"]`);
    if (!popover || !opener) return;
    const { left, bottom } = opener.getBoundingClientRect();
    const { width, height } = popover.getBoundingClientRect();
    popover.style.left = clampToWindow(left, width, window.innerWidth);
    popover.style.top = clampToWindow(bottom + 4, height, window.innerHeight);
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [list]);
  const choose = (number: number) => {
    list.current?.parentElement?.hidePopover();
    switchTo(number);
    requestAnimationFrame(focusView);
  };
  const closeRow = (index: number) => {
    close(numbers[index]);
    requestAnimationFrame(() => {
      focusRow(index);
      // With a single recording, there is no list.
      if (document.activeElement === document.body) focusView();
    });
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const { key } = event;
    if (key === 'Escape') list.current?.parentElement?.hidePopover();
    else if (key === 'Delete' || key === 'Backspace') closeRow(index);
    else if (key === 'Home' || key === 'End') focusRow(key === 'Home' ? 0 : numbers.length - 1);
    else if (STEPS[key] !== undefined) focusRow((index + STEPS[key] + numbers.length) % numbers.length);
    else return;
    event.preventDefault();
  };
  return (
    <ul ref={list}>
      {numbers.map((number, index) => (
        <li key={number} className="row">
          <button
            type="button"
            className="quiet open-name fill row"
            aria-current={number === shown ? 'true' : undefined}
            title={labels[index]}
            onClick={() => choose(number)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <span className="ellipsis">{labels[index]}</span>
            <span className="muted number no-shrink push-end">{sizes[index]}</span>
          </button>
          <IconButton
            Icon={X}
            size={14}
            label={`Close ${labels[index]}`}
            onClick={() => closeRow(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
        </li>
      ))}
    </ul>
  );
}

const STEPS: Readonly<Record<string, number | undefined>> = { ArrowDown: 1, ArrowUp: -1 };

/** Names, with the position among those of the same name. */
function labelsOf(state: State, numbers: readonly number[]): string[] {
  const names = numbers.map((number) =>
    number === state.recordingNumber ? openRecording(state)?.name : state.opened.get(number)?.name,
  );
  return names.map((name = '', index) => {
    const before = names.slice(0, index).filter((each) => each === name).length;
    return before > 0 ? `${name} (${before + 1})` : name;
  });
}

function sizeOf({ opened, recordingNumber }: State, number: number): string {
  const { size = 0, kept } = opened.get(number) ?? {};
  const isLoaded = number === recordingNumber || kept !== undefined;
  return `${formatBytes(size)}${isLoaded ? '' : ', not loaded'}`;
}
