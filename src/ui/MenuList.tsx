// The entries of a menu, and of each menu within it, with the keys and the pointer that move among them.

import { ChevronRight } from 'lucide-react';
import { Fragment, useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { MenuEntry, MenuGroup } from './menu-group.ts';

interface Props {
  readonly name: string;
  readonly groups: readonly MenuGroup[];
  /** Does its first entry take the focus? */
  readonly takesFocus: boolean;
  /** Puts the whole menu away. */
  readonly onClose: () => void;
  /** Back to the menu that this one is in; undefined for the outermost. */
  readonly onBack?: () => void;
}

/** A pointer on its way into an open menu crosses other entries: they wait so long, in milliseconds. */
const PATIENCE = 180;

export function MenuList({ name, groups, takesFocus, onClose, onBack }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { open, setOpen, hover, stay } = useOpenEntry();
  const typed = useRef<Typed>({ text: '', at: 0 });
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>(`[data-menu="${id}"]`) ?? [])];
  useLayoutEffect(() => {
    if (takesFocus) list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [takesFocus, list]);
  const onKeyDown = (event: KeyboardEvent) => {
    // A key pressed in a menu is for this menu: not for the one around it, and no shortcut.
    event.stopPropagation();
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const to = keyTarget(event, at, all, typed.current);
    if (to !== undefined) all[to]?.focus();
    else if (event.key === 'ArrowRight') {
      const entry = groups.flat()[at];
      if (entry && 'groups' in entry) setOpen({ entry, byKey: true });
    } else if (event.key === 'Tab' || (event.key === 'Escape' && !onBack)) onClose();
    else if (event.key === 'Escape' || (event.key === 'ArrowLeft' && onBack)) onBack?.();
    else return;
    event.preventDefault();
  };
  return (
    <div ref={list} role="menu" aria-label={name} tabIndex={-1} onKeyDown={onKeyDown}>
      {groups.map((group, index) => (
        <Fragment key={group[0]?.label}>
          {index > 0 && <hr />}
          {group.map((entry) => (
            <div key={entry.label} role="none">
              <Item
                entry={entry}
                menu={id}
                isOpen={open?.entry === entry}
                onHover={(item) => hover(entry, item)}
                onPick={(byKey) => {
                  if ('groups' in entry) return setOpen({ entry, byKey });
                  onClose();
                  entry.run();
                }}
              />
              {open?.entry === entry && 'groups' in entry && (
                <Within
                  onEnter={stay}
                  list={{
                    name: entry.label,
                    groups: entry.groups,
                    takesFocus: open.byKey,
                    onClose,
                    onBack: () => {
                      setOpen(undefined);
                      items()[groups.flat().indexOf(entry)]?.focus();
                    },
                  }}
                />
              )}
            </div>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

interface OpenEntry {
  readonly entry: MenuEntry;
  readonly byKey: boolean;
}

/** The entry whose own menu is open; a pointer opens one, and puts another away, after a while. */
function useOpenEntry() {
  const [open, setOpen] = useState<OpenEntry>();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = () => clearTimeout(waiting.current);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const hover = (entry: MenuEntry, item: HTMLElement) => {
    if (item !== document.activeElement) item.focus({ preventScroll: true });
    else if (open?.entry === entry) return stay();
    else return;
    stay();
    const next = 'groups' in entry ? { entry, byKey: false } : undefined;
    waiting.current = setTimeout(() => setOpen(next), PATIENCE);
  };
  return { open, setOpen, hover, stay };
}

function Item({
  entry,
  menu,
  isOpen,
  onHover,
  onPick,
}: {
  readonly entry: MenuEntry;
  readonly menu: string;
  readonly isOpen: boolean;
  readonly onHover: (item: HTMLElement) => void;
  readonly onPick: (byKey: boolean) => void;
}) {
  const isSubmenu = 'groups' in entry;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-menu={menu}
      {...(isSubmenu ? { 'aria-haspopup': 'menu' as const, 'aria-expanded': isOpen } : {})}
      {...(!isSubmenu && entry.key ? { 'aria-keyshortcuts': keyShortcut(entry.key) } : {})}
      {...(isSubmenu && entry.title ? { title: entry.title } : {})}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse') onHover(event.currentTarget);
      }}
      // A click that a key made has no place.
      onClick={(event) => onPick(event.detail === 0)}
    >
      <span className="menu-label">{entry.label}</span>
      {isSubmenu ? (
        <ChevronRight size={14} aria-hidden="true" />
      ) : (
        entry.key && <kbd aria-hidden="true">{entry.key}</kbd>
      )}
    </button>
  );
}

/** Between the menu and the edge of the window. */
const MARGIN = 6;

/** A menu beside its entry; on a narrow screen below it, as the style says. */
function Within({ list, onEnter }: { readonly list: Props; readonly onEnter: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    const beside = element?.parentElement?.getBoundingClientRect();
    if (!element || !beside || getComputedStyle(element).position !== 'fixed') return;
    const { width, height } = element.getBoundingClientRect();
    const isRoom = beside.right + width + MARGIN <= window.innerWidth;
    element.style.left = `${Math.max(MARGIN, isRoom ? beside.right - 2 : beside.left - width + 2)}px`;
    element.style.top = `${Math.max(MARGIN, Math.min(beside.top - 5, window.innerHeight - height - MARGIN))}px`;
  }, []);
  return (
    <div ref={frame} className="menu within" onPointerEnter={onEnter}>
      <MenuList {...list} />
    </div>
  );
}

/** As ARIA writes keys. */
function keyShortcut(key: string): string {
  return key === key.toLowerCase() ? key : `Shift+${key}`;
}

interface Typed {
  text: string;
  at: number;
}

/** Letters typed within this many milliseconds are the beginning of one label. */
const ONE_WORD = 700;

/** Where a key leads among the entries; undefined when it does not move. */
function keyTarget(
  event: KeyboardEvent,
  at: number,
  all: readonly HTMLElement[],
  typed: Typed,
): number | undefined {
  const { key } = event;
  if (key === 'ArrowDown') return (at + 1) % all.length;
  if (key === 'ArrowUp') return (Math.max(at, 0) - 1 + all.length) % all.length;
  if (key === 'Home') return 0;
  if (key === 'End') return all.length - 1;
  const isText = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isText) return undefined;
  typed.text = event.timeStamp - typed.at < ONE_WORD ? typed.text + key.toLowerCase() : key.toLowerCase();
  typed.at = event.timeStamp;
  // The same letter again goes on to the next that begins with it.
  const isOneLetter = typed.text === typed.text[0].repeat(typed.text.length);
  const wanted = isOneLetter ? typed.text[0] : typed.text;
  for (let step = isOneLetter ? 1 : 0; step <= all.length; step++) {
    const next = (at + step + all.length) % all.length;
    if (all[next].textContent.toLowerCase().startsWith(wanted)) return next;
  }
  return at;
}
