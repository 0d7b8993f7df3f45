// A menu at a place of the window: groups of entries, some with a menu of their own. Arrow keys, Home, End and the first
// letters of an entry move in it; it goes away when something else is asked for, and gives the focus back.

import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { focusView } from './focus-view.ts';
import type { MenuGroup } from './menu-group.ts';
import { MenuList } from './MenuList.tsx';

interface Props {
  readonly name: string;
  readonly groups: readonly MenuGroup[];
  /** The corner, in CSS pixels of the window, as far as there is room. */
  readonly x: number;
  readonly y: number;
  /** Over the entries. */
  readonly heading?: ReactNode;
  /** What opened it and closes it again; undefined for a place without one. */
  readonly opener?: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Between the menu and the edge of the window. */
const MARGIN = 6;

export function Menu({ name, groups, x, y, heading, opener, onClose }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const place = () => {
      const { width, height } = element.getBoundingClientRect();
      element.style.left = `${Math.max(MARGIN, Math.min(x, window.innerWidth - width - MARGIN))}px`;
      element.style.top = `${Math.max(MARGIN, Math.min(y, window.innerHeight - height - MARGIN))}px`;
    };
    place();
    // On a narrow screen a menu within opens in line.
    const resized = new ResizeObserver(place);
    resized.observe(element);
    return () => resized.disconnect();
  }, [x, y]);
  useFocusBack(frame);
  useClosing([frame, opener], onClose);
  return (
    <div ref={frame} className="menu" onContextMenu={(event) => event.preventDefault()}>
      {heading}
      <MenuList name={name} groups={groups} takesFocus onClose={onClose} />
    </div>
  );
}

/** Gives the focus back to what had it, and where that is gone, to the view. */
function useFocusBack(frame: RefObject<HTMLElement | null>): void {
  // The list inside has taken the focus by the time of an effect; a render comes before.
  const before = useRef(document.activeElement);
  useLayoutEffect(() => {
    const element = frame.current;
    const had = before.current;
    return () => {
      // What a person clicked beside the menu has the focus already.
      if (!element?.contains(document.activeElement)) return;
      if (had instanceof HTMLElement && had !== document.body) had.focus({ preventScroll: true });
      // What an entry did may take its place.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusView();
      });
    };
  }, [frame]);
}

/** `parts` are what may be clicked without closing it; each the same from render to render. */
function useClosing(
  [frame, opener]: readonly [RefObject<HTMLElement | null>, RefObject<HTMLElement | null> | undefined],
  onClose: () => void,
): void {
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const isOutside = ({ target }: Event) =>
      !(target instanceof Node && [frame, opener].some((part) => part?.current?.contains(target)));
    const closeOutside = (event: Event) => {
      if (isOutside(event)) onClose();
    };
    window.addEventListener(
      'pointerdown',
      (event) => {
        if (!isOutside(event)) return;
        // A click that only puts the menu away does not zoom too.
        if (event.button === 0) event.stopPropagation();
        onClose();
      },
      options,
    );
    window.addEventListener('wheel', closeOutside, options);
    window.addEventListener('resize', onClose, options);
    return () => stop.abort();
  }, [frame, opener, onClose]);
}
