// The differential flame and icicle graphs: boxes are colored by their differences. Loaded on demand.

import type { Direction } from '../../model/tree.ts';
import { callsGraph } from '../../state/graphs.ts';
import { Graph } from '../flame/Graph.tsx';
import { useAppState, useGraph } from '../primitives/use-app-state.ts';
import { GraphTools } from './GraphTools.tsx';
import { useComparedBoxes } from './use-compared-boxes.tsx';

function ComparedFlameGraph() {
  return <ComparedGraph direction="flame" label="Flame graph" />;
}

function ComparedIcicleGraph() {
  return <ComparedGraph direction="icicle" label="Icicle graph" />;
}

export const FLAME_PARTS = { Component: ComparedFlameGraph, Tools: GraphTools };

export const ICICLE_PARTS = { Component: ComparedIcicleGraph, Tools: GraphTools };

interface Props {
  readonly direction: Direction;
  readonly label: string;
}

function ComparedGraph({ direction, label }: Props) {
  const graph = useGraph(callsGraph);
  const view = useAppState((state) => state.view);
  const compared = useComparedBoxes(view?.tree, view?.compared, view?.options.comparison);
  return <Graph {...{ direction, label, compared }} graph={compared && graph} isCurrent />;
}
