// Chips: for filters, which can be turned off, moved and removed, and for folded imports, the selected threads and time range.

import { X, Pencil } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { isMyCode, type Filter } from '../../model/filter.ts';
import { toggleFilter, toggleImports } from '../../state/view/selection.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { IconButton } from '../primitives/Buttons.tsx';
import { FolderPopover } from './FolderPopover.tsx';
import { filterLabel, fullTargetName } from './filter-labels.ts';
import type { ChipDrag } from './use-chip-drag.ts';
import { useRecording } from '../primitives/use-app-state.ts';

interface PlainProps {
  readonly label: string;
  readonly onRemove: () => void;
}

export function PlainChip({ label, onRemove, ...rest }: PlainProps & ComponentProps<'li'>) {
  return (
    <li className="chip row relative" {...rest}>
      <span className="chip-label ellipsis">{label}</span>
      {/* `data-chip` marks the element that receives the focus of its chip. */}
      <RemoveButton label={label} onClick={onRemove} data-chip />
    </li>
  );
}

/** Takes the place of the removed chip, and folds imports again. */
export function ImportsChip({ isFolded }: { readonly isFolded: boolean }) {
  const title = tooltip(
    COMMANDS.toggleImports,
    'One box per import instead of the frames of the import machinery',
  );
  if (isFolded)
    return (
      <PlainChip
        label="Imports folded"
        className="chip calm row relative"
        title={title}
        data-permanent
        onRemove={toggleImports}
      />
    );
  return (
    <li className="chip unused row relative" title={title} data-permanent>
      <button type="button" className="chip-label" data-chip onClick={toggleImports}>
        Fold imports
      </button>
    </li>
  );
}

interface Props {
  readonly filter: Filter;
  readonly index: number;
  readonly drag: ChipDrag | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, index: number) => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

export function FilterChip({ filter, index, drag, onPointerDown, onMove, onRemove }: Props) {
  const recording = useRecording();
  const label = filterLabel(filter, recording);
  const dropSide = drag && drag.from < index ? 'after' : 'before';
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    if (altKey && key === 'ArrowLeft') onMove(-1);
    else if (altKey && key === 'ArrowRight') onMove(1);
    else if (key === 'Delete' || key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
  };
  const fullName = filter.target ? fullTargetName(filter.target) : '';
  return (
    <li
      className={`chip row relative movable${drag?.from === index ? ' dragged' : ''}${drag?.to === index ? ` drop-${dropSide}` : ''}`}
      data-index={index}
      onPointerDown={(event) => onPointerDown(event, index)}
    >
      <button
        type="button"
        className="chip-label ellipsis"
        aria-pressed={filter.isOn}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
        title={`${fullName ? `${fullName}\n` : ''}Click to turn ${filter.isOn ? 'off' : 'on'} · drag or Alt+arrow to move`}
        data-chip
        onClick={() => toggleFilter(index)}
        onKeyDown={onKeyDown}
      >
        {label}
      </button>
      {isMyCode(filter) && <FolderButton path={filter.target.path} />}
      <RemoveButton label={label} onClick={onRemove} onKeyDown={onKeyDown} />
    </li>
  );
}

function RemoveButton({ label, ...rest }: ComponentProps<'button'> & { readonly label: string }) {
  return (
    <IconButton
      Icon={X}
      size={12}
      className="chip-remove muted"
      label={`Remove ${label}`}
      title="Remove"
      {...rest}
    />
  );
}

/** The button in the “My code” chip that opens a popover for choosing another folder. */
function FolderButton({ path }: { readonly path: string }) {
  const [position, setPosition] = useState<{ x: number; y: number }>();
  /** True if pressing the button has closed the popover, so that the click must not open it again. */
  const isClosing = useRef(false);
  const close = () => setPosition(undefined);
  return (
    <>
      <IconButton
        Icon={Pencil}
        size={12}
        className="chip-edit muted"
        label="Choose another folder"
        aria-haspopup="dialog"
        aria-expanded={position !== undefined}
        onPointerDown={() => {
          isClosing.current = position !== undefined;
        }}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          if (!isClosing.current) setPosition({ x: left, y: bottom + 6 });
          isClosing.current = false;
        }}
      />
      {position && <FolderPopover path={path} {...position} onClose={close} />}
    </>
  );
}
