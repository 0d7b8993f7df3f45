// The differential flame and icicle graphs: boxes are colored by their differences.

import type { Direction } from '../../model/tree.ts';
import { callsGraph } from '../../state/view/graphs.ts';
import { Graph } from '../flame/Graph.tsx';
import { useAppState, useParts } from '../primitives/use-app-state.ts';
import { useComparedBoxes } from './use-compared-boxes.tsx';

export function ComparedFlameGraph() {
  return <ComparedGraph direction="flame" label="Flame graph" />;
}

export function ComparedIcicleGraph() {
  return <ComparedGraph direction="icicle" label="Icicle graph" />;
}

interface Props {
  readonly direction: Direction;
  readonly label: string;
}

function ComparedGraph({ direction, label }: Props) {
  const graph = useParts(callsGraph);
  const view = useAppState((state) => state.view);
  const compared = useComparedBoxes(view?.tree, view?.compared, view?.options.comparison);
  return <Graph {...{ direction, label, compared }} graph={compared && graph} isCurrent />;
}
