// The entries of a menu and its submenus, with keyboard and pointer navigation.

import { Check, ChevronRight } from 'lucide-react';
import { Fragment, useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

export interface MenuCommand {
  readonly label: string;
  /** Keyboard shortcut of the command. */
  readonly key?: string;
  /** An explanation, shown below the label. */
  readonly about?: string;
  /** For one of several exclusive choices: true for the current one. */
  readonly isChecked?: boolean;
  /** For one of several independent choices: true if it is on. The menu stays open. */
  readonly isOn?: boolean;
  run(): void;
}

export interface Submenu {
  readonly label: string;
  /** Tooltip. */
  readonly title?: string;
  readonly groups: readonly MenuGroup[];
}

export type MenuEntry = MenuCommand | Submenu;

/** Separator lines are drawn between groups. */
export type MenuGroup = readonly MenuEntry[];

interface Props {
  readonly name: string;
  readonly groups: readonly MenuGroup[];
  /** Whether to focus the current choice, or else the first entry. */
  readonly takesFocus: boolean;
  readonly onToggle?: (() => void) | undefined;
  /** Closes the whole menu. */
  readonly onClose: () => void;
  /** Returns to the parent menu; undefined for the outermost menu. */
  readonly onBack?: () => void;
}

/** Delay before hovering opens or closes a submenu, in milliseconds, because the pointer may only be passing over an entry. */
const HOVER_DELAY = 180;

export function MenuList({ name, groups, takesFocus, onToggle, onClose, onBack }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { open, setOpen, hover, keepOpen } = useOpenEntry();
  const typed = useRef({ text: '', at: 0 });
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>(`[data-menu="${id}"]`) ?? [])];
  useLayoutEffect(() => {
    if (!takesFocus) return;
    const first = (selector: string) => list.current?.querySelector<HTMLElement>(`[data-menu]${selector}`);
    (first('[aria-checked=true]') ?? first(''))?.focus();
  }, [takesFocus, list]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keeps the key from reaching the parent menu or running a command.
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
          {group.map((entry, i) => (
            // Different functions may have the same label.
            <div key={`${i} ${entry.label}`} role="none">
              <Item
                entry={entry}
                menu={id}
                isOpen={open?.entry === entry}
                onHover={(item) => hover(entry, item)}
                onPick={(byKey) => {
                  if ('groups' in entry) return setOpen({ entry, byKey });
                  if (entry.isOn === undefined) onClose();
                  entry.run();
                  if (entry.isOn !== undefined) onToggle?.();
                }}
              />
              {open?.entry === entry && 'groups' in entry && (
                <div ref={placeSubmenu} className="menu within" onPointerEnter={keepOpen}>
                  <MenuList
                    name={entry.label}
                    groups={entry.groups}
                    takesFocus={open.byKey}
                    onClose={onClose}
                    onBack={() => {
                      setOpen(undefined);
                      items()[groups.flat().indexOf(entry)]?.focus();
                    }}
                  />
                </div>
              )}
            </div>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

/** The entry whose submenu is open. The pointer opens and closes submenus after a delay. */
function useOpenEntry() {
  const [open, setOpen] = useState<{ readonly entry: MenuEntry; readonly byKey: boolean }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keepOpen = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hover = (entry: MenuEntry, item: HTMLElement) => {
    const isFocused = item === document.activeElement;
    if (!isFocused || open?.entry === entry) keepOpen();
    if (isFocused) return;
    item.focus({ preventScroll: true });
    const next = 'groups' in entry ? { entry, byKey: false } : undefined;
    timer.current = setTimeout(() => setOpen(next), HOVER_DELAY);
  };
  return { open, setOpen, hover, keepOpen };
}

interface ItemProps {
  readonly entry: MenuEntry;
  readonly menu: string;
  readonly isOpen: boolean;
  readonly onHover: (item: HTMLElement) => void;
  readonly onPick: (byKey: boolean) => void;
}

function Item({ entry, menu, isOpen, onHover, onPick }: ItemProps) {
  const isSubmenu = 'groups' in entry;
  const { key, about, isChecked, isOn } = isSubmenu ? NO_CHOICE : entry;
  const checked = isChecked ?? isOn;
  const aboutId = useId();
  return (
    <button
      type="button"
      className="menu-item"
      role={checked === undefined ? 'menuitem' : isOn === undefined ? 'menuitemradio' : 'menuitemcheckbox'}
      tabIndex={-1}
      data-menu={menu}
      aria-checked={checked}
      aria-label={about && entry.label}
      aria-describedby={about && aboutId}
      aria-haspopup={isSubmenu ? 'menu' : undefined}
      aria-expanded={isSubmenu ? isOpen : undefined}
      aria-keyshortcuts={key && key !== key.toLowerCase() ? `Shift+${key}` : key}
      title={isSubmenu ? entry.title : undefined}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse') onHover(event.currentTarget);
      }}
      // A click triggered by a key has detail 0.
      onClick={(event) => onPick(event.detail === 0)}
    >
      {checked !== undefined && <Check size={14} aria-hidden="true" />}
      <span className="menu-label ellipsis">
        {entry.label}
        {about && (
          <span id={aboutId} className="menu-about small muted">
            {about}
          </span>
        )}
      </span>
      {isSubmenu ? <ChevronRight size={14} aria-hidden="true" /> : key && <kbd aria-hidden="true">{key}</kbd>}
    </button>
  );
}

const NO_CHOICE: Pick<MenuCommand, 'key' | 'about' | 'isChecked' | 'isOn'> = {};

/** Minimum gap between the menu and the edge of the window, in CSS pixels. */
const MARGIN = 6;

/** The CSS length nearest to `start` at which a menu of this size stays inside the window. */
export function clampToWindow(start: number, size: number, windowSize: number): string {
  return `${Math.max(MARGIN, Math.min(start, windowSize - size - MARGIN))}px`;
}

/** Places a submenu next to its entry; the style sheet places it below the entry on narrow screens. */
function placeSubmenu(element: HTMLElement | null): void {
  const parent = element?.parentElement?.getBoundingClientRect();
  if (!element || !parent || getComputedStyle(element).position !== 'fixed') return;
  const { width, height } = element.getBoundingClientRect();
  const hasRoom = parent.right + width + MARGIN <= window.innerWidth;
  element.style.left = `${Math.max(MARGIN, hasRoom ? parent.right - 2 : parent.left - width + 2)}px`;
  element.style.top = clampToWindow(parent.top - 5, height, window.innerHeight);
}

/** Letters typed within this many milliseconds form one prefix. */
const TYPEAHEAD_TIME = 700;

/** Index of the entry that a key moves to; undefined for other keys. */
function keyTarget(
  event: KeyboardEvent,
  at: number,
  all: readonly HTMLElement[],
  typed: { text: string; at: number },
): number | undefined {
  const { key } = event;
  if (key === 'ArrowDown') return (at + 1) % all.length;
  if (key === 'ArrowUp') return (Math.max(at, 0) - 1 + all.length) % all.length;
  if (key === 'Home') return 0;
  if (key === 'End') return all.length - 1;
  const isText = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isText) return undefined;
  if (event.timeStamp - typed.at >= TYPEAHEAD_TIME) typed.text = '';
  typed.text += key.toLowerCase();
  typed.at = event.timeStamp;
  // Repeating a letter moves to the next entry that starts with it.
  const isOneLetter = typed.text === typed.text[0].repeat(typed.text.length);
  const prefix = isOneLetter ? typed.text[0] : typed.text;
  for (let step = isOneLetter ? 1 : 0; step <= all.length; step++) {
    const next = (at + step + all.length) % all.length;
    if (all[next].textContent.toLowerCase().startsWith(prefix)) return next;
  }
  return at;
}
