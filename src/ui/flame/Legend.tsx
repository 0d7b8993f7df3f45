// The legend: the color and share of each kind of code, grouped by family, or of each cost, and a switch between the two.
// Clicking an entry highlights it in the graphs; a kind also filters the rows of the table.

import { Ellipsis } from 'lucide-react';
import { memo, useMemo } from 'react';
import { kindSwatch, stateSwatch } from '../../canvas/colors/colors.ts';
import { costLabel } from '../../model/costs.ts';
import { FAMILIES, familyOf, Kind, KIND_LABELS, kindsOf } from '../../model/kinds.ts';
import type { FunctionNames, FuncTable } from '../../model/profile.ts';
import type { FlameView } from '../../model/session.ts';
import { childrenOf, chainOf } from '../../model/tree.ts';
import { stateOfFunctions, WAIT_STATES } from '../../model/wait-states.ts';
import { setColorBy, setQuery, toggleCostHighlight, toggleHighlight } from '../../state/view/navigation.ts';
import { openMenu } from '../../state/page.ts';
import { formatShare, orDash } from '../../text/format.ts';
import { measureAt } from '../../text/labels.ts';
import { totalText } from '../details/total-text.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { WAIT_HELP } from '../../text/wait-help.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { Segments } from '../primitives/Segments.tsx';
import { useCostColors } from '../primitives/use-colors.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { useTheme } from '../header/use-theme.ts';

export function Legend() {
  const isByCost = useAppState(({ colorBy, comparing }) => colorBy === 'cost' && comparing === undefined);
  return isByCost ? <CostLegend /> : <KindLegend />;
}

const COLORINGS = [
  { name: 'kind', label: 'Kind of code', tooltip: tooltip(COMMANDS.colorBy, 'What code it is') },
  {
    name: 'cost',
    label: 'Cost',
    tooltip: tooltip(
      COMMANDS.colorBy,
      'What the time was spent on: each box has the color of its heaviest cost, and is the grayer the more other costs it has',
    ),
  },
] as const;

/** Switches what the colors of the graphs and of the timeline show. */
export const ColorSwitch = memo(function ColorSwitch() {
  const colorBy = useAppState((state) => state.colorBy);
  const isComparing = useAppState((state) => state.comparing !== undefined);
  if (isComparing) return null;
  return (
    <div className="color-switch row small">
      <span className="muted">Color by</span>
      <Segments
        label="Color by"
        className="small"
        options={COLORINGS}
        value={colorBy}
        onChange={setColorBy}
      />
    </div>
  );
});

function CostLegend() {
  const recording = useRecording();
  const view = useAppState((state) => state.view);
  const highlighted = useAppState((state) => state.highlightedCosts);
  const colorOf = useCostColors();
  const all = view?.tree.total[0] || 1;
  return (
    <section className="panel legend" aria-labelledby="legend-title">
      <h2 id="legend-title">Time by cost</h2>
      <ColorSwitch />
      {view && (
        <p className="small muted">
          Share of {totalText(view.tree.total[0], measureAt(recording, view.options.event))}. A box has the
          color of its heaviest cost, and is the grayer the more other costs it has.
        </p>
      )}
      <ul className="small">
        {view?.costs?.costs.map((cost, at) => {
          const share = (view.costs?.weights[at] ?? 0) / all;
          return (
            <li key={cost} className="row">
              <button
                type="button"
                aria-pressed={highlighted.has(cost)}
                title={`${COST_HELP[cost].is}\nClick to highlight these samples in graphs and on the timeline.`}
                onClick={() => toggleCostHighlight(cost)}
              >
                <span className="swatch" style={{ background: colorOf(cost) }} aria-hidden="true" />
                <span>{costLabel(cost)}</span>
                <span className="number push-end">{orDash(share, formatShare(share))}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function KindLegend() {
  const recording = useRecording();
  const view = useAppState((state) => state.view);
  const highlighted = useAppState((state) => state.highlighted);
  const theme = useTheme();
  const shares = useMemo(() => (view ? selfShares(view, recording.funcs) : []), [view, recording]);
  const states = useMemo(() => (view ? stateShares(view, recording) : []), [view, recording]);
  return (
    <section className="panel legend" aria-labelledby="legend-title">
      <h2 id="legend-title">Self time by kind of code</h2>
      <ColorSwitch />
      {view && (
        <p className="small muted">
          Share of {totalText(view.tree.total[0], measureAt(recording, view.options.event))}, by the code
          shown: what the level of detail or a filter hides counts for its caller
        </p>
      )}
      <ul className="small">
        {shares.map(({ kind, share }, i) => (
          <li key={kind} className={isFirstOfFamily(shares, i) ? 'row family' : 'row'}>
            <button
              type="button"
              aria-pressed={highlighted.has(kind)}
              title="Highlight in graphs; show only these rows in the table"
              onClick={() => toggleHighlight(kind)}
              onContextMenu={(event) => {
                event.preventDefault();
                openMenu({ by: 'kind', id: kind }, event.clientX, event.clientY);
              }}
            >
              <span className="swatch" style={{ background: kindSwatch(kind, theme) }} aria-hidden="true" />
              <span>{KIND_LABELS[kind]}</span>
              <span className="number push-end">{orDash(share, formatShare(share))}</span>
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
        {states.map(({ state, share }) => (
          <StateEntry key={state} state={state} share={share} />
        ))}
      </ul>
    </section>
  );
}

/** A state of waiting. Its boxes are found like any function. */
function StateEntry({ state, share }: StateShare) {
  const theme = useTheme();
  const { id, title, leaf } = WAIT_STATES[state];
  const isOn = useAppState(({ query }) => query === leaf);
  return (
    <li className="row">
      <button
        type="button"
        aria-pressed={isOn}
        title={`${WAIT_HELP[id].is}\nClick to find these waits in graphs.`}
        onClick={() => setQuery(isOn ? '' : leaf)}
      >
        <span className="swatch" style={{ background: stateSwatch(state, theme) }} aria-hidden="true" />
        <span>{title}</span>
        <span className="number push-end">{formatShare(share)}</span>
      </button>
    </li>
  );
}

interface StateShare {
  /** Index into WAIT_STATES. */
  readonly state: number;
  readonly share: number;
}

/** The states of waiting that occur in the tree, longest first. */
function stateShares(view: FlameView, names: FunctionNames): StateShare[] {
  const { tree } = view;
  const stateOf = stateOfFunctions(names);
  const sums = new Float64Array(WAIT_STATES.length);
  forEachSelf(view, (func, weight) => {
    if (names.funcs.kind[func] === Kind.wait) sums[stateOf[func]] += weight;
  });
  return Array.from(sums, (sum, state) => ({ state, share: sum / (tree.total[0] || 1) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}

interface KindShare {
  readonly kind: number;
  readonly share: number;
}

function isFirstOfFamily(shares: readonly KindShare[], i: number): boolean {
  return i > 0 && familyOf(shares[i].kind) !== familyOf(shares[i - 1].kind);
}

/** Each kind that occurs in the tree with its share of the self weight, grouped by family. */
function selfShares(view: FlameView, { kind }: FuncTable): KindShare[] {
  const { tree } = view;
  const self = selfByKind(view, kind);
  const isInTree = new Uint8Array(KIND_LABELS.length);
  for (let node = 1; node < tree.length; node++) isInTree[kind[tree.func[node]]] = 1;
  const all = tree.total[0] || 1;
  return (
    FAMILIES.flatMap((family) => kindsOf(family))
      // Waits are listed by state.
      .filter((each) => isInTree[each] === 1 && each !== Kind.wait)
      .map((each) => ({ kind: each, share: self[each] / all }))
  );
}

function selfByKind(view: FlameView, kind: Uint8Array): Float64Array {
  const self = new Float64Array(KIND_LABELS.length);
  forEachSelf(view, (func, weight) => (self[kind[func]] += weight));
  return self;
}

/** Calls `add` with sampled functions and their self weights. */
function forEachSelf({ tree, shape }: FlameView, add: (func: number, weight: number) => void): void {
  if (shape === 'callers') {
    // The sampled functions are the children of the root.
    for (const node of childrenOf(tree, 0)) add(tree.func[node], tree.total[chainOf(tree, node)]);
    return;
  }
  for (let chain = 0; chain < tree.chains; chain++) {
    const func = tree.func[tree.first[chain + 1] - 1];
    if (func >= 0) add(func, tree.self[chain]);
  }
}
