// A button that opens a menu below it, and closes it again.

import { useCallback, useRef, useState, type ReactNode } from 'react';
import { Menu } from './Menu.tsx';
import type { MenuGroup } from './menu-group.ts';

interface Props {
  readonly label: string;
  readonly icon: ReactNode;
  /** Over the entries, and what the menu is called. */
  readonly heading: string;
  readonly groups: readonly MenuGroup[];
  /** Is what was chosen last still being done? */
  readonly isBusy?: boolean;
}

export function MenuButton({ label, icon, heading, groups, isBusy = false }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number }>();
  const close = useCallback(() => setAt(undefined), []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="quiet"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        aria-busy={isBusy}
        onClick={() => {
          if (at) return close();
          const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
          setAt({ x: left, y: bottom + 4 });
        }}
      >
        {icon}
      </button>
      {at && (
        <Menu
          name={heading}
          heading={<p className="menu-heading">{heading}</p>}
          groups={groups}
          {...at}
          opener={button}
          onClose={close}
        />
      )}
    </>
  );
}
