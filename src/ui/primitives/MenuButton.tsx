// A button that opens and closes a menu below it.

import type { LucideIcon } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { Menu } from './Menu.tsx';
import type { MenuGroup } from './menu-group.ts';

interface Props {
  /** Names the button and its menu. */
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly size?: number;
  readonly groups: readonly MenuGroup[];
  /** True while the chosen entry is still running. */
  readonly isBusy?: boolean;
}

export function MenuButton({ groups, isBusy = false, ...button }: Props) {
  const { label } = button;
  const opener = useRef<HTMLButtonElement>(null);
  const [position, setPosition] = useState<{ x: number; y: number }>();
  const close = useCallback(() => setPosition(undefined), []);
  return (
    <>
      <IconButton
        {...button}
        ref={opener}
        aria-haspopup="menu"
        aria-expanded={position !== undefined}
        aria-busy={isBusy}
        onClick={({ currentTarget }) => {
          if (position) return close();
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setPosition({ x: left, y: bottom + 4 });
        }}
      />
      {position && <Menu name={label} groups={groups} {...position} opener={opener} onClose={close} />}
    </>
  );
}
