// The flame graph and the icicle graph: all samples, from callers to callees.

import { callsGraph } from '../../state/view/graphs.ts';
import { Graph } from './Graph.tsx';
import { useParts } from '../primitives/use-app-state.ts';

export function FlameGraph() {
  const graph = useParts(callsGraph);
  return <Graph graph={graph} direction="flame" label="Flame graph" isCurrent />;
}

export function IcicleGraph() {
  const graph = useParts(callsGraph);
  return <Graph graph={graph} direction="icicle" label="Icicle graph" isCurrent />;
}
