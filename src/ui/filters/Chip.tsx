// A chip: a filter that can be turned off, moved and removed, or the chosen threads or time range.

import { X } from 'lucide-react';
import type { ComponentProps, KeyboardEvent, PointerEvent } from 'react';
import type { Filter } from '../../model/filter.ts';
import { toggleFilter } from '../../state/selection.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { filterLabel, fullTargetName } from './filter-labels.ts';
import type { ChipDrag } from './use-chip-drag.ts';

export function PlainChip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <li className="chip row relative">
      <span className="chip-label ellipsis">{label}</span>
      {/* `data-chip` marks the element that is focused when the chip is. */}
      <RemoveButton label={label} onClick={onRemove} data-chip />
    </li>
  );
}

interface Props {
  readonly filter: Filter;
  readonly place: number;
  readonly drag: ChipDrag | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, place: number) => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

export function FilterChip({ filter, place, drag, onPointerDown, onMove, onRemove }: Props) {
  const label = filterLabel(filter);
  const dropSide = drag && drag.from < place ? 'after' : 'before';
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
      className={`chip row relative movable${drag?.from === place ? ' dragged' : ''}${drag?.to === place ? ` drop-${dropSide}` : ''}`}
      data-place={place}
      onPointerDown={(event) => onPointerDown(event, place)}
    >
      <button
        type="button"
        className="chip-label ellipsis"
        aria-pressed={filter.isOn}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
        title={`${fullName ? `${fullName}\n` : ''}Click to turn ${filter.isOn ? 'off' : 'on'}. Drag, or press Alt and an arrow key, to move.`}
        data-chip
        onClick={() => toggleFilter(place)}
        onKeyDown={onKeyDown}
      >
        {label}
      </button>
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
