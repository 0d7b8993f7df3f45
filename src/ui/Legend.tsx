// Which colour is which kind of code, and how much of the picture is it. A click lights a kind up.

import { Ellipsis } from 'lucide-react';
import { useMemo } from 'react';
import { kindColor } from '../canvas/colors.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import type { FuncTable } from '../model/profile.ts';
import type { FlameView, Recording } from '../model/session.ts';
import { childrenOf, runOf, type CallTree } from '../model/tree.ts';
import { openMenu, toggleLit } from '../state/actions.ts';
import { formatShare } from '../model/format.ts';
import { useStateOf } from './use-state-of.ts';
import { useTheme } from './use-theme.ts';

export function Legend({ recording }: { readonly recording: Recording }) {
  const view = useStateOf((state) => state.view);
  const lit = useStateOf((state) => state.lit);
  const theme = useTheme();
  const shares = useMemo(() => (view ? selfShares(view, recording.funcs) : []), [view, recording]);
  return (
    <section className="panel legend" aria-labelledby="legend-title">
      <h2 id="legend-title">Self time by kind of code</h2>
      <ul>
        {shares.map(({ kind, share }) => (
          <li key={kind}>
            <button
              type="button"
              aria-pressed={lit.has(kind)}
              onClick={() => toggleLit(kind)}
              onContextMenu={(event) => {
                event.preventDefault();
                openMenu({ by: 'kind', id: kind }, event.clientX, event.clientY);
              }}
            >
              <span className="swatch" style={{ background: kindColor(kind, theme) }} aria-hidden="true" />
              <span>{KIND_LABELS[kind]}</span>
              <span className="number">{formatShare(share)}</span>
            </button>
            <button
              type="button"
              className="more"
              aria-haspopup="menu"
              aria-label={`What to do with ${KIND_LABELS[kind]}`}
              title="Focus, hide, drop …"
              onClick={({ currentTarget }) => {
                const { left, bottom } = currentTarget.getBoundingClientRect();
                openMenu({ by: 'kind', id: kind }, left, bottom);
              }}
            >
              <Ellipsis size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How much of the whole each kind that stands in the tree has as its own, by kind. */
function selfShares(view: FlameView, funcs: FuncTable): { kind: number; share: number }[] {
  const { tree } = view;
  const self = view.shape === 'calls' ? selfByKind(tree, funcs) : sampledByKind(tree, funcs);
  const isThere = new Uint8Array(funcs.length);
  for (let box = 1; box < tree.length; box++) isThere[tree.func[box]] = 1;
  const kinds = new Set([...funcs.kind].filter((_, func) => isThere[func] === 1));
  return [...kinds]
    .sort((a, b) => a - b)
    .map((each) => ({ kind: each, share: self[each] / (tree.total[0] || 1) }));
}

function selfByKind(tree: CallTree, { kind }: FuncTable): Float64Array {
  const self = new Float64Array(KIND_LABELS.length);
  for (let run = 0; run < tree.runs; run++) {
    const func = tree.func[tree.first[run + 1] - 1];
    if (func >= 0) self[kind[func]] += tree.self[run];
  }
  return self;
}

/** In a tree of callers what was sampled stands on the root. */
function sampledByKind(tree: CallTree, { kind }: FuncTable): Float64Array {
  const self = new Float64Array(KIND_LABELS.length);
  for (const box of childrenOf(tree, 0)) self[kind[tree.func[box]]] += tree.total[runOf(tree, box)];
  return self;
}
