// A button that opens and closes a menu below it. The code of menus is loaded on demand.

import { useCallback, useRef, useState, type ReactNode } from 'react';
import { LazyComponent, lazyPart } from './lazy-part.ts';
import type { MenuGroup } from './menu-group.ts';

export const MENU = lazyPart(async () => (await import('./Menu.tsx')).Menu);

interface Props {
  /** Accessible name of the menu and, unless `children` is text, of the button. */
  readonly name: string;
  readonly title?: string;
  readonly groups: readonly MenuGroup[];
  /** Shown above the entries; the name by default, null for none. */
  readonly heading?: ReactNode;
  /** True while the chosen entry is still running. */
  readonly isBusy?: boolean;
  readonly className?: string;
  readonly hasText?: boolean;
  readonly children: ReactNode;
}

export function MenuButton({
  name,
  title = name,
  groups,
  heading,
  isBusy,
  className,
  hasText,
  children,
}: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const [position, setPosition] = useState<{ x: number; y: number }>();
  const close = useCallback(() => setPosition(undefined), []);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className ?? 'quiet'}
        title={title}
        aria-label={hasText ? undefined : name}
        aria-haspopup="menu"
        aria-expanded={position !== undefined}
        aria-busy={isBusy}
        onClick={({ currentTarget }) => {
          if (position) return close();
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setPosition({ x: left, y: bottom + 4 });
        }}
      >
        {children}
      </button>
      {position && (
        <LazyComponent
          part={MENU}
          props={{ name, groups, heading, ...position, opener, onClose: close }}
          onFail={close}
        />
      )}
    </>
  );
}
