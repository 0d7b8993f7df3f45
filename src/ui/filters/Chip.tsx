// Chips: for filters, which can be turned off, moved and removed, and for folded imports, the selected threads and time range.

import { X, Pencil } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  useRef,
  useState,
  useEffect,
  type PointerEvent as ReactPointerEvent,
} from 'react';
import { isMyCode, type Filter } from '../../model/filter.ts';
import { toggleFilter, toggleImports } from '../../state/view/selection.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { IconButton } from '../primitives/Buttons.tsx';
import { FolderPopover } from './FolderPopover.tsx';
import { filterLabel, fullTargetName } from './filter-labels.ts';
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
  readonly onPointerDown: (event: ReactPointerEvent<HTMLElement>, index: number) => void;
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

/** Lets the user drag a chip to a different position with a mouse. A finger scrolls the line of chips. */
interface ChipDrag {
  /** Index of the dragged chip. */
  readonly from: number;
  /** Index of the chip if it were dropped now. */
  readonly to: number;
}

/** A shorter pointer movement is a click; in CSS pixels. */
const CLICK_DISTANCE = 5;

/** Returns the current drag, and a handler that starts one. */
export function useChipDrag(drop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<ChipDrag>();
  const currentDrag = useRef<AbortController>(undefined);
  useEffect(() => () => currentDrag.current?.abort(), []);
  const onPointerDown = (down: ReactPointerEvent<HTMLElement>, index: number) => {
    // React also reports presses in the popover of a chip.
    const isInChip = down.target instanceof Node && down.currentTarget.contains(down.target);
    if (down.button !== 0 || down.pointerType === 'touch' || !isInChip) return;
    currentDrag.current?.abort();
    const controller = new AbortController();
    currentDrag.current = controller;
    const { signal } = controller;
    const chip = down.currentTarget;
    let dropIndex: number | undefined;
    const end = () => {
      controller.abort();
      setDrag(undefined);
    };
    const onMove = (move: PointerEvent) => {
      const distance = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY);
      if (dropIndex === undefined && distance < CLICK_DISTANCE) return;
      // Prevents a click on the button under the pointer.
      chip.setPointerCapture(move.pointerId);
      dropIndex = indexOfChipAt(move.clientX, move.clientY) ?? dropIndex ?? index;
      setDrag({ from: index, to: dropIndex });
    };
    const onUp = () => {
      end();
      if (dropIndex !== undefined && dropIndex !== index) drop(index, dropIndex);
    };
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  };
  return { drag, onPointerDown };
}

function indexOfChipAt(x: number, y: number): number | undefined {
  const chip = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-index]');
  return chip ? Number(chip.dataset.index) : undefined;
}
