// Undo and redo of changes to the filters, the time range and the threads.

import { Redo2, Undo2, type LucideIcon } from 'lucide-react';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

export function UndoRedo() {
  return (
    <div className="undo-redo">
      <Step command={COMMANDS.undo} Icon={Undo2} />
      <Step command={COMMANDS.redo} Icon={Redo2} />
    </div>
  );
}

interface StepProps {
  readonly command: typeof COMMANDS.undo;
  readonly Icon: LucideIcon;
}

/** Stays focusable while unavailable, so that it does not lose the focus. */
function Step({ command, Icon }: StepProps) {
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
