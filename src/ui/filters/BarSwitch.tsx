// A switch in the bar of the view.

import type { ReactNode } from 'react';
import type { Command } from '../command.ts';

interface Props {
  readonly command: Command;
  readonly canRun: boolean;
  readonly isOn: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

export function BarSwitch({ command, canRun, isOn, title, children }: Props) {
  const [key] = command.keys;
  return (
    <button
      type="button"
      role="switch"
      className="quiet small bar-switch no-shrink"
      title={title}
      aria-checked={isOn}
      // Stays focusable, so that its tooltip can explain why it has no effect.
      aria-disabled={!canRun}
      aria-keyshortcuts={key === key.toLowerCase() ? key : `Shift+${key}`}
      onClick={() => canRun && command.run()}
    >
      <span className="bar-switch-track" aria-hidden="true" />
      {children}
    </button>
  );
}
