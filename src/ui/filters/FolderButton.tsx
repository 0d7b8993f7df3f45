// The button in the “My code” chip that opens a popover for choosing another folder.

import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../primitives/IconButton.tsx';
import { FolderPopover } from './FolderPopover.tsx';

export function FolderButton({ path }: { readonly path: string }) {
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
