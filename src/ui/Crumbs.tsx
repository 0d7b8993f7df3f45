// The way back: from the whole to the zoomed box, each step a button.

import { ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { labelOf } from '../canvas/labels.ts';
import type { Recording } from '../model/session.ts';
import { parentOf, type CallTree } from '../model/tree.ts';
import { resetZoom, zoomTo } from '../state/actions.ts';
import { useStateOf } from './use-state-of.ts';

/** A line holds no more; what lies between the root and these is told by its number. */
const MOST_SHOWN = 6;

export function Crumbs({ recording }: { readonly recording: Recording }) {
  const view = useStateOf((state) => state.view);
  const zoomed = useStateOf((state) => state.zoomed);
  const path = view ? pathTo(view.tree, zoomed) : [];
  const shown = path.slice(-MOST_SHOWN);
  const line = useRef<HTMLOListElement>(null);
  // Where the line is too narrow for all, its end is what a person asks for.
  useLayoutEffect(() => {
    if (line.current && zoomed > 0) line.current.scrollLeft = line.current.scrollWidth;
  });
  return (
    <nav className="crumbs" aria-label="Zoom">
      <ol ref={line}>
        <li>
          <button type="button" onClick={resetZoom} aria-current={zoomed === 0}>
            all
          </button>
        </li>
        {path.length > shown.length && <li className="gap">… {path.length - shown.length} more</li>}
        {view &&
          shown.map((box) => (
            <li key={box}>
              <ChevronRight size={12} aria-hidden="true" />
              <button type="button" onClick={() => zoomTo(box)} aria-current={box === zoomed}>
                {labelOf(recording, view.tree.func[box]).name}
              </button>
            </li>
          ))}
      </ol>
    </nav>
  );
}

function pathTo(tree: CallTree, box: number): number[] {
  const path: number[] = [];
  for (let at = box; at > 0; at = parentOf(tree, at)) path.push(at);
  return path.reverse();
}
