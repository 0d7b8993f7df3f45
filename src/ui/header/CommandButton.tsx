// A small button for a command. If the command becomes unavailable, the button stays focusable so that it keeps the focus.

import type { LucideIcon } from 'lucide-react';
import { tooltip } from '../command.ts';
import type { COMMANDS } from '../commands.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

interface Props {
  readonly command: typeof COMMANDS.undo;
  readonly Icon: LucideIcon;
}

export function CommandButton({ command, Icon }: Props) {
  const { title, run, isAvailable } = command;
  const canRun = useAppState(isAvailable);
  return (
    <IconButton
      Icon={Icon}
      size={14}
      label={title}
      title={canRun ? tooltip(command, title) : `Nothing to ${title.toLowerCase()}`}
      aria-disabled={!canRun}
      onClick={run}
    />
  );
}
