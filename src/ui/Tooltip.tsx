// What the box under the pointer is.

import { fullName, labelOf, pathOf } from '../model/labels.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import type { Recording } from '../model/session.ts';
import { runOf } from '../model/tree.ts';
import type { GraphState } from '../state/graphs.ts';
import { Floating } from './Floating.tsx';
import { eventName, formatNumberOf, formatShare, formatWeight } from '../model/format.ts';

interface Props {
  readonly recording: Recording;
  readonly graph: GraphState;
  readonly box: number;
  /** Of the pointer, in the window. */
  readonly x: number;
  readonly y: number;
}

export function Tooltip({ recording, graph, box, x, y }: Props) {
  const { name, tree, root, all, zoomed } = graph;
  const { event } = graph.options;
  const run = runOf(tree, box);
  const func = tree.func[box];
  const path = pathOf(recording, func);
  const total = tree.total[run];
  return (
    <Floating x={x} y={y}>
      <strong>{labelOf(recording, func).name}</strong>
      {path !== undefined && <p>{path}</p>}
      {fullName(recording, func) !== labelOf(recording, func).name && (
        <p className="full">{fullName(recording, func)}</p>
      )}
      <p className="numbers">
        <span>{formatWeight(total, eventName(recording, event))}</span>
        <span>{formatNumberOf(tree.samples[run], 'sample')}</span>
        <span>{formatShare(total / (all || 1))} of all</span>
        {name !== 'view' && <span>{formatShare(total / (tree.total[root] || 1))} of the function</span>}
        {zoomed !== root && (
          <span>{formatShare(total / (tree.total[runOf(tree, zoomed)] || 1))} of the zoomed box</span>
        )}
      </p>
      {func >= 0 && <p>{KIND_LABELS[recording.funcs.kind[func]]}</p>}
    </Floating>
  );
}
