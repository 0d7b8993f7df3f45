// Controls in the bar of the view.

import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { type Command, tooltip } from '../command.ts';
import { isMyCode } from '../../model/filter.ts';
import { shortFolder } from '../../model/paths.ts';
import { COMMANDS } from '../commands.ts';
import { useAppState, useOption } from '../primitives/use-app-state.ts';
import { IconButton } from '../primitives/Buttons.tsx';

interface Props {
  readonly command: Pick<Command, 'run'> & Partial<Pick<Command, 'keys'>>;
  readonly canRun?: boolean;
  readonly isOn: boolean;
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function BarSwitch({ command, canRun = true, isOn, title, className = '', children }: Props) {
  const key = command.keys?.[0];
  return (
    <button
      type="button"
      role="switch"
      className={`quiet small bar-switch no-shrink ${className}`}
      title={title}
      aria-checked={isOn}
      // Stays focusable, so that its tooltip can explain why it has no effect.
      aria-disabled={!canRun}
      aria-keyshortcuts={key === key?.toLowerCase() ? key : `Shift+${key}`}
      onClick={() => canRun && command.run()}
    >
      <span className="bar-switch-track" aria-hidden="true" />
      {children}
    </button>
  );
}

/** The switch that shows only the user's own code, in every view. */
export function MyCodeSwitch() {
  const canRun = useAppState(COMMANDS.myCode.isAvailable);
  const isAwaited = useAppState('awaitsOwnCode');
  const ownCode = useAppState('ownCode');
  const filters = useOption('filters');
  const isOn = filters.some((each) => isMyCode(each) && each.isOn);
  const folder = filters.find(isMyCode)?.target.path ?? ownCode?.folder;
  const title = isOn
    ? tooltip(COMMANDS.myCode, 'Show all code')
    : folder !== undefined
      ? tooltip(COMMANDS.myCode, `Show only the Python code in ${shortFolder(folder)}`)
      : ownCode
        ? 'All sampled Python code is in the standard library or in site-packages'
        : 'Looking for your code';
  return (
    <BarSwitch command={COMMANDS.myCode} canRun={canRun} isOn={isAwaited || isOn} title={title}>
      My code
    </BarSwitch>
  );
}

interface CommandButtonProps {
  readonly command: typeof COMMANDS.undo;
  readonly Icon: LucideIcon;
}

/** A small button for a command. If the command becomes unavailable, the button stays focusable so that it keeps the focus. */
export function CommandButton({ command, Icon }: CommandButtonProps) {
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
