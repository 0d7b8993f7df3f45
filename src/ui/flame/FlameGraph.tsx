// The flame and the icicle graph: all samples, from callers to callees.

import type { Recording } from '../../model/session.ts';
import type { Direction } from '../../model/tree.ts';
import { callsGraph } from '../../state/graphs.ts';
import { resetZoom, select, zoomTo } from '../../state/navigation.ts';
import { Graph } from './Graph.tsx';
import { useGraph } from '../primitives/use-app-state.ts';

export function FlameGraph({ recording }: { readonly recording: Recording }) {
  return <CallsGraph recording={recording} direction="flame" label="Flame graph" />;
}

export function IcicleGraph({ recording }: { readonly recording: Recording }) {
  return <CallsGraph recording={recording} direction="icicle" label="Icicle graph" />;
}

interface Props {
  readonly recording: Recording;
  readonly direction: Direction;
  readonly label: string;
}

function CallsGraph(props: Props) {
  const graph = useGraph(callsGraph);
  return <Graph {...props} graph={graph} isCurrent onSelect={select} onZoom={zoomTo} onReset={resetZoom} />;
}
