// The differential flame and icicle graphs: boxes are colored by their differences. Loaded on demand.

import type { Recording } from '../../model/session.ts';
import type { Direction } from '../../model/tree.ts';
import { callsGraph } from '../../state/graphs.ts';
import { Graph } from '../flame/Graph.tsx';
import { useAppState, useGraph } from '../primitives/use-app-state.ts';
import { GraphTools } from './GraphTools.tsx';
import { useComparedBoxes } from './use-compared-boxes.tsx';

interface Props {
  readonly recording: Recording;
}

function ComparedFlameGraph({ recording }: Props) {
  return <ComparedGraph recording={recording} direction="flame" label="Flame graph" />;
}

function ComparedIcicleGraph({ recording }: Props) {
  return <ComparedGraph recording={recording} direction="icicle" label="Icicle graph" />;
}

export const FLAME_PARTS = { Component: ComparedFlameGraph, Tools: GraphTools };

export const ICICLE_PARTS = { Component: ComparedIcicleGraph, Tools: GraphTools };

interface GraphProps extends Props {
  readonly direction: Direction;
  readonly label: string;
}

function ComparedGraph({ recording, direction, label }: GraphProps) {
  const graph = useGraph(callsGraph);
  const view = useAppState((state) => state.view);
  const compared = useComparedBoxes(recording, view?.tree, view?.compared, view?.options.comparison);
  return <Graph {...{ recording, direction, label, compared }} graph={compared && graph} isCurrent />;
}
