// The switch that shows only the user's own code, in every view.

import { isMyCode } from '../../model/filter.ts';
import { shortFolder } from '../../model/short-path.ts';
import type { State } from '../../state/store.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function MyCodeSwitch() {
  const { isAvailable, run } = COMMANDS.myCode;
  const canRun = useAppState(isAvailable);
  const isOn = useAppState(
    ({ options, awaitsOwnCode }) =>
      awaitsOwnCode || options.filters.some((each) => isMyCode(each) && each.isOn),
  );
  const title = useAppState(describe);
  return (
    <button
      type="button"
      role="switch"
      className="quiet small my-code no-shrink"
      title={title}
      aria-checked={isOn}
      // Stays focusable, so that its tooltip can explain why it has no effect.
      aria-disabled={!canRun}
      aria-keyshortcuts="y"
      onClick={() => canRun && run()}
    >
      <span className="my-code-track" aria-hidden="true" />
      My code
    </button>
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
