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
  readonly index: number;
  readonly drag: ChipDrag | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, index: number) => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

export function FilterChip({ filter, index, drag, onPointerDown, onMove, onRemove }: Props) {
  const label = filterLabel(filter);
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
