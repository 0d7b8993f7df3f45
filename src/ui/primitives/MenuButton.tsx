// A button that opens and closes a menu below it. The entries are built when it opens. The code of menus is loaded on demand.

import { useCallback, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { lazyComponent, lazyPart } from './lazy-part.ts';
import type { MenuGroup } from './MenuList.tsx';

const Menu = lazyComponent(
  lazyPart(() => import('./Menu.tsx')),
  (part) => part.Menu,
);

interface Props {
  /** Accessible name of the menu and, unless `children` is text, of the button. */
  readonly name: string;
  readonly title?: string;
  readonly groups: () => readonly MenuGroup[];
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
  const [opened, setOpened] = useState<Pick<ComponentProps<typeof Menu>, 'groups' | 'x' | 'y'>>();
  const close = useCallback(() => setOpened(undefined), []);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className ?? 'quiet'}
        title={title}
        aria-label={hasText ? undefined : name}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        aria-busy={isBusy}
        onClick={({ currentTarget }) => {
          if (opened) return close();
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setOpened({ groups: groups(), x: left, y: bottom + 4 });
        }}
      >
        {children}
      </button>
      {opened && (
        <Menu
          {...{ name, heading, ...opened, opener }}
          onToggle={() => setOpened({ ...opened, groups: groups() })}
          onClose={close}
          onFail={close}
        />
      )}
    </>
  );
}
