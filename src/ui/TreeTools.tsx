// Over the call tree: the way down the heaviest path, and what all of it is.

import { Route } from 'lucide-react';
import type { FlameView, Recording } from '../model/session.ts';
import { eventName, formatNumberOf, formatWeight } from '../model/format.ts';

interface Props {
  readonly recording: Recording;
  readonly view: FlameView;
  readonly onHeaviest: () => void;
}

export function TreeTools({ recording, view: { tree, options }, onHeaviest }: Props) {
  return (
    <div className="rows-tools">
      <button
        type="button"
        onClick={onHeaviest}
        title="Open what takes most under the selected row, down to the end of the path (e)"
      >
        <Route size={14} aria-hidden="true" />
        Heaviest path
      </button>
      <p className="rows-sum">
        <span>{formatNumberOf(tree.length - 1, 'box', 'boxes')}</span>
        <span>{formatWeight(tree.total[0], eventName(recording, options.event))}</span>
        <span>{formatNumberOf(tree.samples[0], 'sample')}</span>
      </p>
    </div>
  );
}
