// The way back through what was looked at, and forth again.

import { Redo2, Undo2 } from 'lucide-react';
import { redo, undo } from '../state/look.ts';
import { useStateOf } from './use-state-of.ts';

export function UndoRedo() {
  const canUndo = useStateOf((state) => state.past.length > 0);
  const canRedo = useStateOf((state) => state.future.length > 0);
  return (
    <div className="undo-redo">
      <Step name="Undo" hotkey="u" can={canUndo} run={undo} Icon={Undo2} />
      <Step name="Redo" hotkey="U" can={canRedo} run={redo} Icon={Redo2} />
    </div>
  );
}

interface StepProps {
  readonly name: string;
  readonly hotkey: string;
  readonly can: boolean;
  readonly run: () => void;
  readonly Icon: typeof Undo2;
}

/** Without anything to do it stays where it is, and keeps the focus. */
function Step({ name, hotkey, can, run, Icon }: StepProps) {
  return (
    <button
      type="button"
      className="quiet"
      aria-disabled={!can}
      aria-label={name}
      title={can ? `${name} (${hotkey})` : `Nothing to ${name.toLowerCase()}`}
      onClick={run}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}
