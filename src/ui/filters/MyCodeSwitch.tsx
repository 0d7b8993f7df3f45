// The switch that shows only the user's own code, in every view.

import { isMyCode } from '../../model/filter.ts';
import { shortFolder } from '../../model/paths.ts';
import type { State } from '../../state/store.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { BarSwitch } from './BarSwitch.tsx';

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
