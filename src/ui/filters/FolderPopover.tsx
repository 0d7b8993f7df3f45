// The popover for typing or choosing the folder of “My code”. It lists the folders of own code, heaviest first.
// Follows https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.

import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { isBelow, shortFolder } from '../../model/paths.ts';
import type { OwnFolder } from '../../model/own-code.ts';
import { NONE } from '../../model/profile.ts';
import type { Recording } from '../../model/session.ts';
import { setMyCode } from '../../state/view/selection.ts';
import { formatShare, orDash } from '../../text/format.ts';
import { clampToWindow } from '../primitives/MenuList.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

interface Props {
  readonly path: string;
  /** Top left corner in the window, in CSS pixels; adjusted so that the popover fits. */
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
}

export function FolderPopover({ path, x, y, onClose }: Props) {
  const id = useId();
  const folders = useAppState('ownCode')?.folders ?? NO_FOLDERS;
  const recording = useRecording();
  const popover = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(path);
  /** Index of the folder that Enter chooses; -1 for the typed one. */
  const [active, setActive] = useState(-1);
  const choices = typed === path ? folders : folders.filter((each) => contains(each.path, typed));
  const choose = (folder: string) => {
    if (folder.trim() !== '') setMyCode(folder.trim());
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const length = choices.length + 1;
      setActive(((active + 1 + step + length) % length) - 1);
    } else if (event.key === 'Enter') choose(choices[active]?.path ?? typed);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  useLayoutEffect(() => {
    const element = popover.current;
    element?.showPopover();
    element?.querySelector('input')?.select();
    // Closing returns the focus, so it must happen before React removes the popover.
    return () => element?.hidePopover();
  }, []);
  useLayoutEffect(() => {
    const element = popover.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = clampToWindow(x, width, window.innerWidth);
    element.style.top = clampToWindow(y, height, window.innerHeight);
  }, [x, y]);
  useLayoutEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  // Rendered in the body, because the popover is not part of the chip.
  return createPortal(
    <div
      ref={popover}
      popover="auto"
      className="folder-popover small"
      role="dialog"
      aria-label="Folder of my code"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <label>
        <span className="muted">Show only the Python code in this folder</span>
        <input
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(change) => {
            setTyped(change.target.value);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {isEmpty(recording, typed) && <p className="muted">This folder contains no sampled Python code.</p>}
      <Choices {...{ id, choices, active, choose }} />
    </div>,
    document.body,
  );
}

const NO_FOLDERS: readonly OwnFolder[] = [];
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly OwnFolder[];
  readonly active: number;
  readonly choose: (folder: string) => void;
}

function Choices({ id, choices, active, choose }: ChoicesProps) {
  return (
    <>
      {choices.length > 0 && (
        <p className="row muted">
          <span>Your code</span>
          <span className="push-end">% of samples</span>
        </p>
      )}
      <div id={`${id}-list`} role="listbox" aria-label="Folders of your code">
        {choices.map(({ path, share }, index) => (
          // The field keeps the focus and points to the active option.
          <div
            key={path}
            id={`${id}-${index}`}
            role="option"
            className="row"
            title={path}
            tabIndex={-1}
            aria-selected={index === active}
            // Prevents the press from moving the focus out of the field.
            onMouseDown={(event) => event.preventDefault()}
            onPointerUp={(event) => event.button === 0 && choose(path)}
          >
            <span className="name ellipsis">{shortFolder(path)}</span>
            <span className="number push-end">{orDash(share, formatShare(share))}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function contains(path: string, typed: string): boolean {
  const text = typed.trim().toLowerCase();
  return path.toLowerCase().includes(text) || shortFolder(path).toLowerCase().includes(text);
}

function isEmpty({ funcs, strings }: Recording, typed: string): boolean {
  const folder = typed.trim();
  return (
    folder !== '' && ![...new Set(funcs.file)].some((file) => file !== NONE && isBelow(strings[file], folder))
  );
}
