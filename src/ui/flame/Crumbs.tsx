// Breadcrumbs from the root to the zoomed box.

import { ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { labelOf } from '../../text/labels.ts';
import type { Recording } from '../../model/session.ts';
import { parentOf } from '../../model/tree.ts';
import { currentGraph, type GraphState } from '../../state/graphs.ts';
import { resetZoom, zoomTo } from '../../state/navigation.ts';
import { useGraph } from '../primitives/use-app-state.ts';

/** Maximum number of steps shown after the root; earlier ones are replaced with their number. */
const MAX_SHOWN = 6;

export function Crumbs({ recording }: { readonly recording: Recording }) {
  // The time order has its own viewport.
  const graph = useGraph((state) => (state.viewName === 'time' ? undefined : currentGraph(state)));
  const path = graph ? pathTo(graph) : [];
  const shown = path.slice(-MAX_SHOWN);
  const line = useRef<HTMLOListElement>(null);
  // Keeps the last step visible if the line is too narrow.
  useLayoutEffect(() => {
    if (line.current && path.length > 0) line.current.scrollLeft = line.current.scrollWidth;
  });
  return (
    <nav className="crumbs" aria-label="Zoom">
      <ol ref={line} className="row small nowrap">
        {graph && (
          <li className="row">
            <button type="button" onClick={resetZoom} aria-current={path.length === 0}>
              {labelOf(recording, graph.tree.func[graph.root]).name}
            </button>
          </li>
        )}
        {path.length > shown.length && <li className="gap row muted">… {path.length - shown.length} more</li>}
        {graph &&
          shown.map((box) => (
            <li key={box} className="row">
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

/** The separator before a step: an arrow before a callee, words before a caller. */
function Step({ graph: { shape, tree }, box }: { readonly graph: GraphState; readonly box: number }) {
  if (shape === 'calls') return <ChevronRight size={12} aria-hidden="true" />;
  return <span className="step muted">{parentOf(tree, box) === 0 ? 'sampled in' : 'called by'}</span>;
}

/** The boxes from the child of the root to the zoomed box. */
function pathTo({ tree, root, zoomed }: GraphState): number[] {
  const path: number[] = [];
  for (let at = zoomed; at > root; at = parentOf(tree, at)) path.push(at);
  return path.reverse();
}
