// Breadcrumbs from the root to the zoomed box.

import { ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { briefLabelOf } from '../../text/labels.ts';
import { nodesTo, parentOf } from '../../model/tree.ts';
import { currentGraph, type GraphState } from '../../state/view/graphs.ts';
import { resetZoom, zoomTo } from '../../state/view/navigation.ts';
import type { State } from '../../state/store.ts';
import { useAppState, useParts, useRecording } from '../primitives/use-app-state.ts';

/** Maximum number of steps shown after the root; the others are replaced with a count. */
const MAX_SHOWN = 6;

export function Breadcrumbs() {
  const root = useAppState((state) => rootOf(graphOf(state)));
  // Only a zoomed graph has steps.
  const graph = useParts((state) => {
    const current = graphOf(state);
    return current?.zoomed === current?.root ? undefined : current;
  });
  const path = graph ? nodesTo(graph.tree, graph.zoomed, graph.root) : [];
  const shown = path.slice(-MAX_SHOWN);
  const line = useRef<HTMLOListElement>(null);
  // Keeps the last step visible if the steps do not fit.
  useLayoutEffect(() => {
    if (line.current && path.length > 0) line.current.scrollLeft = line.current.scrollWidth;
  });
  return (
    <nav className="crumbs" aria-label="Zoom">
      <ol ref={line} className="row small nowrap">
        {root !== undefined && (
          <li className="row">
            <button type="button" onClick={resetZoom} aria-current={path.length === 0}>
              <StepName func={root} />
            </button>
          </li>
        )}
        {path.length > shown.length && <li className="gap row muted">… {path.length - shown.length} more</li>}
        {graph &&
          shown.map((node) => (
            <li key={node} className="row">
              <Separator graph={graph} node={node} />
              <button type="button" onClick={() => zoomTo(node)} aria-current={node === graph.zoomed}>
                <StepName func={graph.tree.func[node]} />
              </button>
            </li>
          ))}
      </ol>
    </nav>
  );
}

/** The time-order view has its own zoom. */
function graphOf(state: State): GraphState | undefined {
  return state.viewName === 'time' ? undefined : currentGraph(state);
}

function rootOf(graph: GraphState | undefined): number | undefined {
  return graph?.tree.func[graph.root];
}

function StepName({ func }: { readonly func: number }) {
  const recording = useRecording();
  const { name, place } = briefLabelOf(recording, func);
  return (
    <>
      {name}
      {place !== '' && <span className="muted"> {place}</span>}
    </>
  );
}

/** The separator before a step: an arrow before a callee, text before a caller. */
function Separator({ graph: { shape, tree }, node }: { readonly graph: GraphState; readonly node: number }) {
  if (shape === 'calls') return <ChevronRight size={12} aria-hidden="true" />;
  return <span className="step muted">{parentOf(tree, node) === 0 ? 'sampled in' : 'called by'}</span>;
}
