// The switch between the callers of cut stacks as recorded and those that were inferred. Recordings without inferred callers have none.

import { hasInferredCallers } from '../../state/graphs.ts';
import type { State } from '../../state/store.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { BarSwitch } from './BarSwitch.tsx';

export function CallersSwitch() {
  const isShown = useAppState(hasInferredCallers);
  const canRun = useAppState(COMMANDS.toggleCallers.isAvailable);
  const isInferred = useAppState(({ options }) => options.callers === undefined);
  const title = useAppState(describe);
  return (
    isShown && (
      <BarSwitch command={COMMANDS.toggleCallers} canRun={canRun} isOn={canRun && isInferred} title={title}>
        Inferred callers
      </BarSwitch>
    )
  );
}

function describe({ options }: State): string {
  if (options.level === 'raw') return 'The level “As recorded” never shows inferred callers';
  return tooltip(
    COMMANDS.toggleCallers,
    options.callers
      ? 'Show cut stacks with the callers that were inferred from other samples'
      : 'Show cut stacks as they were recorded',
  );
}
