// What the box under the pointer is.

import { useLayoutEffect, useRef } from 'react';
import { fullName, labelOf, pathOf } from '../model/labels.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import type { Recording } from '../model/session.ts';
import { runOf } from '../model/tree.ts';
import type { GraphState } from '../state/graphs.ts';
import { eventName, formatNumberOf, formatShare, formatWeight } from './format.ts';

interface Props {
  readonly recording: Recording;
  readonly graph: GraphState;
  readonly box: number;
  /** Of the pointer, in the window. */
  readonly x: number;
  readonly y: number;
}

/** Between the pointer and the tooltip, in pixels. */
const DISTANCE = 14;

export function Tooltip({ recording, graph, box, x, y }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const { name, tree, root, all, zoomed } = graph;
  const { event } = graph.options;
  const run = runOf(tree, box);
  const func = tree.func[box];
  const path = pathOf(recording, func);
  const total = tree.total[run];
  useLayoutEffect(() => {
    const tooltip = ref.current;
    if (!tooltip) return;
    const { width, height } = tooltip.getBoundingClientRect();
    const left = x + DISTANCE + width > window.innerWidth ? x - DISTANCE - width : x + DISTANCE;
    const top = y + DISTANCE + height > window.innerHeight ? y - DISTANCE - height : y + DISTANCE;
    tooltip.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  });
  return (
    <div ref={ref} className="tooltip" role="tooltip">
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
    </div>
  );
}
