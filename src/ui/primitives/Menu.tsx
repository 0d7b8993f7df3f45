// A menu at a position in the window: groups of entries, some with a submenu. Arrow keys, Home, End and typed letters move
// the focus. A click outside, scrolling or resizing closes the menu, and the focus returns to where it was.

import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { focusView } from './focus.ts';
import { type MenuGroup, clampToWindow, MenuList } from './MenuList.tsx';

type ElementRef = RefObject<HTMLElement | null>;

interface Props {
  readonly name: string;
  readonly groups: readonly MenuGroup[];
  /** Top left corner in the window, in CSS pixels; moved if the menu would not fit. */
  readonly x: number;
  readonly y: number;
  /** Shown above the entries; the name by default, null for none. */
  readonly heading?: ReactNode;
  /** The button that opened the menu and handles its own clicks; undefined for a context menu. */
  readonly opener?: ElementRef;
  /** Called when an entry was turned on or off, which leaves the menu open. */
  readonly onToggle?: () => void;
  readonly onClose: () => void;
}

export function Menu({ name, groups, x, y, heading = name, opener, onToggle, onClose }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const place = () => {
      const { width, height } = element.getBoundingClientRect();
      element.style.left = clampToWindow(x, width, window.innerWidth);
      element.style.top = clampToWindow(y, height, window.innerHeight);
    };
    place();
    // On a narrow screen, submenus open inside this menu and change its size.
    const resized = new ResizeObserver(place);
    resized.observe(element);
    return () => resized.disconnect();
  }, [x, y]);
  useReturnFocus(frame);
  useClosing(frame, opener, onClose);
  return (
    <div ref={frame} className="menu" onContextMenu={(event) => event.preventDefault()}>
      {heading !== null && <p className="menu-heading row small">{heading}</p>}
      <MenuList name={name} groups={groups} takesFocus onToggle={onToggle} onClose={onClose} />
    </div>
  );
}

/** Returns the focus to the element that had it, or to the view if that element is gone. */
function useReturnFocus(frame: ElementRef): void {
  // Read while rendering, because the list takes the focus before effects run.
  const previous = useRef(document.activeElement);
  useLayoutEffect(() => {
    const element = frame.current;
    const target = previous.current;
    return () => {
      // An element clicked outside the menu already has the focus.
      if (!element?.contains(document.activeElement)) return;
      if (target instanceof HTMLElement && target !== document.body) target.focus({ preventScroll: true });
      // The chosen entry may remove that element.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusView();
      });
    };
  }, [frame]);
}

/** Clicks in `frame` and `opener` do not close the menu. */
function useClosing(frame: ElementRef, opener: ElementRef | undefined, onClose: () => void): void {
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const closeOutside = (event: MouseEvent) => {
      const { target } = event;
      if (target instanceof Node && [frame, opener].some((part) => part?.current?.contains(target))) return;
      // A click that closes the menu must not do anything else.
      if (event.type === 'pointerdown' && event.button === 0) event.stopPropagation();
      onClose();
    };
    window.addEventListener('pointerdown', closeOutside, options);
    window.addEventListener('wheel', closeOutside, options);
    window.addEventListener('resize', onClose, options);
    return () => stop.abort();
  }, [frame, opener, onClose]);
}
