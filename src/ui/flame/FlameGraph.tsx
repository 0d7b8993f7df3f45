// The flame graph and the icicle graph: all samples, from callers to callees.

import type { Recording } from '../../model/session.ts';
import { callsGraph } from '../../state/graphs.ts';
import { Graph } from './Graph.tsx';
import { useGraph } from '../primitives/use-app-state.ts';

interface Props {
  readonly recording: Recording;
}

export function FlameGraph({ recording }: Props) {
  const graph = useGraph(callsGraph);
  return <Graph {...{ recording, graph }} direction="flame" label="Flame graph" isCurrent />;
}

export function IcicleGraph({ recording }: Props) {
  const graph = useGraph(callsGraph);
  return <Graph {...{ recording, graph }} direction="icicle" label="Icicle graph" isCurrent />;
}
