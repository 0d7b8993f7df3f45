// The way back: from the whole to the zoomed box, each step a button.

import { ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { labelOf } from '../model/labels.ts';
import type { Recording } from '../model/session.ts';
import { parentOf } from '../model/tree.ts';
import { resetZoom, zoomTo } from '../state/actions.ts';
import { currentGraph, type GraphState } from '../state/graphs.ts';
import { useGraph, useStateOf } from './use-state-of.ts';

/** A line holds no more; what lies between the root and these is told by its number. */
const MOST_SHOWN = 6;

export function Crumbs({ recording }: { readonly recording: Recording }) {
  // The order of time has a viewport of its own; here is the way back to all of it.
  const isInTime = useStateOf(({ viewName }) => viewName === 'time');
  const current = useGraph(currentGraph);
  const graph = isInTime ? undefined : current;
  const path = graph ? pathTo(graph) : [];
  const shown = path.slice(-MOST_SHOWN);
  const line = useRef<HTMLOListElement>(null);
  // Where the line is too narrow for all, its end is what a person asks for.
  useLayoutEffect(() => {
    if (line.current && path.length > 0) line.current.scrollLeft = line.current.scrollWidth;
  });
  return (
    <nav className="crumbs" aria-label="Zoom">
      <ol ref={line}>
        {graph && (
          <li>
            <button type="button" onClick={resetZoom} aria-current={path.length === 0}>
              {labelOf(recording, graph.tree.func[graph.root]).name}
            </button>
          </li>
        )}
        {path.length > shown.length && <li className="gap">… {path.length - shown.length} more</li>}
        {graph &&
          shown.map((box) => (
            <li key={box}>
              <Step graph={graph} box={box} />
              <button type="button" onClick={() => zoomTo(box)} aria-current={box === graph.zoomed}>
                {labelOf(recording, graph.tree.func[box]).name}
              </button>
            </li>
          ))}
      </ol>
    </nav>
  );
}

/** What a step on the way is: callees are simply further on, callers are said to be. */
function Step({ graph: { shape, tree }, box }: { readonly graph: GraphState; readonly box: number }) {
  if (shape === 'calls') return <ChevronRight size={12} aria-hidden="true" />;
  return <span className="step">{parentOf(tree, box) === 0 ? 'sampled in' : 'called by'}</span>;
}

/** From the box on the first one to the zoomed one. */
function pathTo({ tree, root, zoomed }: GraphState): number[] {
  const path: number[] = [];
  for (let at = zoomed; at > root; at = parentOf(tree, at)) path.push(at);
  return path.reverse();
}
