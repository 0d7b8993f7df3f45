// Controls in the bar of the view.

import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { type Command, tooltip } from '../command.ts';
import { isMyCode } from '../../model/filter.ts';
import { shortFolder } from '../../model/paths.ts';
import type { State } from '../../state/store.ts';
import { COMMANDS } from '../commands.ts';
import { useAppState } from '../primitives/use-app-state.ts';
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
  const isOn = useAppState(
    ({ options, awaitsOwnCode }) =>
      awaitsOwnCode || options.filters.some((each) => isMyCode(each) && each.isOn),
  );
  const title = useAppState(describe);
  return (
    <BarSwitch command={COMMANDS.myCode} canRun={canRun} isOn={isOn} title={title}>
      My code
    </BarSwitch>
  );
}

function describe({ ownCode, options }: State): string {
  const filter = options.filters.find(isMyCode);
  const folder = filter?.target.path ?? ownCode?.folder;
  if (filter?.isOn) return tooltip(COMMANDS.myCode, 'Show all code');
  if (folder !== undefined)
    return tooltip(COMMANDS.myCode, `Show only the Python code in ${shortFolder(folder)}`);
  return ownCode
    ? 'All sampled Python code is in the standard library or in site-packages'
    : 'Looking for your code';
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
