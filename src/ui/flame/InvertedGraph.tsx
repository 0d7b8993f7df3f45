// The inverted graph: from the sampled functions to their callers.

import { callersGraph } from '../../state/view/graphs.ts';
import { setInvertedDirection } from '../../state/view/navigation.ts';
import { Segments } from '../primitives/Buttons.tsx';
import { useAppState, useParts } from '../primitives/use-app-state.ts';
import { Graph } from './Graph.tsx';

export function InvertedGraph() {
  const graph = useParts(callersGraph);
  const direction = useAppState((state) => state.invertedDirection);
  return <Graph {...{ graph, direction }} label="Inverted graph" isCurrent />;
}

const DIRECTIONS = [
  { name: 'icicle', label: 'Icicle', tooltip: 'Sampled functions at the top, callers below' },
  { name: 'flame', label: 'Flame', tooltip: 'Sampled functions at the bottom, callers above' },
] as const;

export function InvertedTools() {
  const direction = useAppState((state) => state.invertedDirection);
  return (
    <Segments
      label="Direction"
      className="small"
      options={DIRECTIONS}
      value={direction}
      onChange={setInvertedDirection}
    />
  );
}
