// The inverted graph: from the functions that were sampled to their callers.

import type { Recording } from '../model/session.ts';
import { resetZoom, select, setInvertedDirection, zoomTo } from '../state/actions.ts';
import { callersGraph } from '../state/graphs.ts';
import { Graph } from './Graph.tsx';
import { useGraph, useStateOf } from './use-state-of.ts';

export function InvertedGraph({ recording }: { readonly recording: Recording }) {
  const graph = useGraph(callersGraph);
  const direction = useStateOf((state) => state.invertedDirection);
  return (
    <Graph
      recording={recording}
      graph={graph}
      direction={direction}
      label="Inverted graph"
      isCurrent
      onSelect={select}
      onZoom={zoomTo}
      onReset={resetZoom}
    />
  );
}

const DIRECTIONS = [
  { name: 'icicle', label: 'Icicle', about: 'What was sampled above, its callers below' },
  { name: 'flame', label: 'Flame', about: 'What was sampled below, its callers above' },
] as const;

/** Which way the inverted graph grows. */
export function InvertedTools() {
  const direction = useStateOf((state) => state.invertedDirection);
  return (
    <div role="radiogroup" aria-label="Direction" className="segments small">
      {DIRECTIONS.map(({ name, label, about }) => (
        <label key={name} title={about}>
          <input
            type="radio"
            name="direction"
            checked={name === direction}
            onChange={() => setInvertedDirection(name)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
