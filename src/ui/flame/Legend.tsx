// The color and the share of each kind of code. A click highlights a kind.

import { Ellipsis } from 'lucide-react';
import { useMemo } from 'react';
import { kindColor } from '../../canvas/colors.ts';
import { KIND_LABELS } from '../../model/kinds.ts';
import type { FuncTable } from '../../model/profile.ts';
import type { FlameView, Recording } from '../../model/session.ts';
import { childrenOf, chainOf } from '../../model/tree.ts';
import { toggleHighlight } from '../../state/navigation.ts';
import { openMenu } from '../../state/page.ts';
import { formatShare } from '../../text/format.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { useTheme } from '../header/use-theme.ts';

export function Legend({ recording }: { readonly recording: Recording }) {
  const view = useAppState((state) => state.view);
  const highlighted = useAppState((state) => state.highlighted);
  const theme = useTheme();
  const shares = useMemo(() => (view ? selfShares(view, recording.funcs) : []), [view, recording]);
  return (
    <section className="panel legend" aria-labelledby="legend-title">
      <h2 id="legend-title">Self time by kind of code</h2>
      <ul className="small">
        {shares.map(({ kind, share }) => (
          <li key={kind} className="row">
            <button
              type="button"
              aria-pressed={highlighted.has(kind)}
              onClick={() => toggleHighlight(kind)}
              onContextMenu={(event) => {
                event.preventDefault();
                openMenu({ by: 'kind', id: kind }, event.clientX, event.clientY);
              }}
            >
              <span className="swatch" style={{ background: kindColor(kind, theme) }} aria-hidden="true" />
              <span>{KIND_LABELS[kind]}</span>
              <span className="number push-end">{formatShare(share)}</span>
            </button>
            <IconButton
              Icon={Ellipsis}
              size={14}
              className="more muted"
              aria-haspopup="menu"
              label={`Actions for ${KIND_LABELS[kind]}`}
              title="Focus, hide, drop…"
              onClick={({ currentTarget }) => {
                const { left, bottom } = currentTarget.getBoundingClientRect();
                openMenu({ by: 'kind', id: kind }, left, bottom);
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Share of the self weight for each kind that occurs in the tree. */
function selfShares(view: FlameView, { kind }: FuncTable): { kind: number; share: number }[] {
  const { tree } = view;
  const self = selfByKind(view, kind);
  const isInTree = new Uint8Array(KIND_LABELS.length);
  for (let box = 1; box < tree.length; box++) isInTree[kind[tree.func[box]]] = 1;
  const all = tree.total[0] || 1;
  return KIND_LABELS.flatMap((_, each) => (isInTree[each] ? [{ kind: each, share: self[each] / all }] : []));
}

function selfByKind({ tree, shape }: FlameView, kind: Uint8Array): Float64Array {
  const self = new Float64Array(KIND_LABELS.length);
  if (shape === 'callers') {
    // The sampled functions are the children of the root.
    for (const box of childrenOf(tree, 0)) self[kind[tree.func[box]]] += tree.total[chainOf(tree, box)];
    return self;
  }
  for (let chain = 0; chain < tree.chains; chain++) {
    const func = tree.func[tree.first[chain + 1] - 1];
    if (func >= 0) self[kind[func]] += tree.self[chain];
  }
  return self;
}
