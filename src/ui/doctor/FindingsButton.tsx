// The button in the header that shows the number of findings, and opens and closes the panel. Hidden without findings.

import { TriangleAlert } from 'lucide-react';
import { problemCount } from '../../state/view/findings.ts';
import { formatNumberOf } from '../../text/format.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function FindingsButton() {
  const count = useAppState(problemCount);
  const isOpen = useAppState((state) => state.openFindings !== undefined);
  if (count === 0) return null;
  const { run, title } = COMMANDS.findings;
  return (
    <button
      type="button"
      className="quiet findings-button"
      title={tooltip(COMMANDS.findings, title)}
      aria-label={formatNumberOf(count, 'problem')}
      aria-expanded={isOpen}
      onClick={run}
    >
      <TriangleAlert size={14} aria-hidden="true" />
      <span className="number">{count}</span>
    </button>
  );
}
