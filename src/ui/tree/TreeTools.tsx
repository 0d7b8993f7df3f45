// The toolbar above the call tree: a button that expands the heaviest path, and totals.

import { Route } from 'lucide-react';
import type { FlameView } from '../../model/session.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { formatNumberOf, formatWeight, orDash } from '../../text/format.ts';
import { measureAt } from '../../text/labels.ts';
import { useRecording } from '../primitives/use-app-state.ts';

interface Props {
  readonly view: Pick<FlameView, 'tree' | 'options'>;
}

export function TreeTools({ view: { tree, options } }: Props) {
  const recording = useRecording();
  const weight = tree.total[0];
  return (
    <div className="rows-tools row wrap small">
      <button
        type="button"
        onClick={COMMANDS.heaviestPath.run}
        title={tooltip(COMMANDS.heaviestPath, 'Expand the heaviest path below the selected row')}
      >
        <Route size={14} aria-hidden="true" />
        Heaviest path
      </button>
      <p className="rows-sum row push-end muted nowrap">
        <span>{formatNumberOf(tree.length - 1, 'node')}</span>
        <span>{orDash(weight, formatWeight(weight, measureAt(recording, options.event)))}</span>
        <span>{formatNumberOf(tree.samples[0], 'sample')}</span>
      </p>
    </div>
  );
}
