// One chip: a filter that can be switched off, moved and removed, or a choice of threads or time.

import { X } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Filter } from '../model/filter.ts';
import { wholeTarget, wordsOfFilter } from './filter-words.ts';

export function PlainChip({ words, onRemove }: { readonly words: string; readonly onRemove: () => void }) {
  return (
    <li className="chip">
      <span className="chip-words">{words}</span>
      <RemoveButton words={words} onRemove={onRemove} isFocusTarget />
    </li>
  );
}

interface Props {
  readonly filter: Filter;
  readonly place: number;
  readonly isDragged: boolean;
  /** Where a dragged chip would be dropped. */
  readonly mark: 'before' | 'behind' | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, place: number) => void;
  readonly onToggle: () => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

export function FilterChip({
  filter,
  place,
  isDragged,
  mark,
  onPointerDown,
  onToggle,
  onMove,
  onRemove,
}: Props) {
  const words = wordsOfFilter(filter);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    if (altKey && key === 'ArrowLeft') onMove(-1);
    else if (altKey && key === 'ArrowRight') onMove(1);
    else if (key === 'Delete' || key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
  };
  const whole = filter.target ? wholeTarget(filter.target) : '';
  return (
    <li
      className={`chip movable${isDragged ? ' dragged' : ''}${mark ? ` drop-${mark}` : ''}`}
      data-place={place}
      onPointerDown={(event) => onPointerDown(event, place)}
    >
      <button
        type="button"
        className="chip-words"
        aria-pressed={filter.isOn}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
        title={`${whole ? `${whole}\n` : ''}Click: ${filter.isOn ? 'off' : 'on'}. Drag, or Alt and an arrow key: earlier or later.`}
        data-chip
        onClick={onToggle}
        onKeyDown={onKeyDown}
      >
        {words}
      </button>
      <RemoveButton words={words} onRemove={onRemove} onKeyDown={onKeyDown} />
    </li>
  );
}

function RemoveButton({
  words,
  onRemove,
  onKeyDown,
  isFocusTarget = false,
}: {
  readonly words: string;
  readonly onRemove: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly isFocusTarget?: boolean;
}) {
  return (
    <button
      type="button"
      className="chip-remove"
      aria-label={`Remove ${words}`}
      title="Remove"
      {...(isFocusTarget ? { 'data-chip': '' } : {})}
      onClick={onRemove}
      {...(onKeyDown ? { onKeyDown } : {})}
    >
      <X size={12} aria-hidden="true" />
    </button>
  );
}
