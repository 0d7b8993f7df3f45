// The legend, below details: the color of each kind of code, or of each cost, and a switch between the two. The overview lists
// them with their shares instead. Clicking an entry highlights it in the graphs; a kind also filters the rows of the table.

import { memo, useMemo } from 'react';
import { stateSwatch } from '../../canvas/colors/colors.ts';
import { costLabel } from '../../model/costs.ts';
import { Kind, kindsInOrder } from '../../model/kinds.ts';
import type { FunctionNames } from '../../model/profile.ts';
import type { FlameView } from '../../model/session.ts';
import { stateOfFunctions, WAIT_STATES } from '../../model/wait-states.ts';
import { isWallTime } from '../../model/events.ts';
import { setColorBy, setQuery, toggleCostHighlight } from '../../state/view/navigation.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { WAIT_HELP } from '../../text/wait-help.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { Segments } from '../primitives/Buttons.tsx';
import { useCostColors } from '../primitives/use-colors.ts';
import { isComparing } from '../../state/store.ts';
import { useAppState, useOption, useRecording, useTheme } from '../primitives/use-app-state.ts';
import { KindRow } from './KindShares.tsx';

export function Legend() {
  const isByCost = useAppState('colorBy') === 'cost';
  const isComparison = useAppState(isComparing);
  return isByCost && !isComparison ? <CostLegend /> : <KindLegend />;
}

const BY_KIND = {
  name: 'kind',
  label: 'Kind of code',
  tooltip: tooltip(COMMANDS.colorBy, 'What code it is'),
} as const;
/** The same colors for an event of wall time, whose waits end in their state. */
const BY_STATE = {
  ...BY_KIND,
  label: 'State',
  tooltip: tooltip(COMMANDS.colorBy, 'What threads wait for and, while they run, what code it is'),
} as const;
const BY_COST = {
  name: 'cost',
  label: 'Cost',
  tooltip: tooltip(
    COMMANDS.colorBy,
    'What the time was spent on: each box has the color of its heaviest cost, and is the grayer the more other costs it has',
  ),
} as const;

/** True if colors are those of states, too. */
function useStates(): boolean {
  const { events } = useRecording();
  return isWallTime(events[useOption('event')]?.name ?? '');
}

/** Switches what the colors of the graphs and of the timeline show. */
export const ColorSwitch = memo(function ColorSwitch() {
  const colorBy = useAppState('colorBy');
  const isComparison = useAppState(isComparing);
  const hasStates = useStates();
  if (isComparison) return null;
  return (
    <div className="color-switch row small">
      <span className="muted">Color by</span>
      <Segments
        label="Color by"
        className="small"
        options={[hasStates ? BY_STATE : BY_KIND, BY_COST]}
        value={colorBy}
        onChange={setColorBy}
      />
    </div>
  );
});

function CostLegend() {
  const view = useAppState('view');
  const highlighted = useAppState('highlightedCosts');
  const colorOf = useCostColors();
  return (
    <section className="panel" aria-labelledby="legend-title">
      <h2 id="legend-title">Colors of costs</h2>
      <ColorSwitch />
      <p className="small muted">
        A box has the color of its heaviest cost, and is the grayer the more other costs it has.
      </p>
      <ul className="share-list small">
        {view?.costs?.costs.map((cost) => (
          <li key={cost}>
            <button
              type="button"
              className="share-row row"
              aria-pressed={highlighted.has(cost)}
              title={`${COST_HELP[cost].is}\nClick to highlight these samples in graphs and on the timeline.`}
              onClick={() => toggleCostHighlight(cost)}
            >
              <span className="swatch" style={{ background: colorOf(cost) }} aria-hidden="true" />
              <span>{costLabel(cost)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function KindLegend() {
  const recording = useRecording();
  const view = useAppState('view');
  const hasStates = useStates();
  const { kinds, states } = useMemo(() => colorsIn(view, recording), [view, recording]);
  return (
    <section className="panel" aria-labelledby="legend-title">
      <h2 id="legend-title">{hasStates ? 'Colors of states' : 'Colors of kinds of code'}</h2>
      <ColorSwitch />
      <ul className="share-list small">
        {kinds.map((kind) => (
          <KindRow key={kind} kind={kind} />
        ))}
        {states.map((state) => (
          <StateEntry key={state} state={state} />
        ))}
      </ul>
    </section>
  );
}

interface StateProps {
  /** Index into WAIT_STATES. */
  readonly state: number;
}

/** A state of waiting. Its boxes are found like any function. */
function StateEntry({ state }: StateProps) {
  const theme = useTheme();
  const { id, title, leaf } = WAIT_STATES[state];
  const isOn = useAppState(({ query }) => query === leaf);
  return (
    <li>
      <button
        type="button"
        className="share-row row"
        aria-pressed={isOn}
        title={`${WAIT_HELP[id].is}\nClick to find these waits in graphs.`}
        onClick={() => setQuery(isOn ? '' : leaf)}
      >
        <span className="swatch" style={{ background: stateSwatch(state, theme) }} aria-hidden="true" />
        <span>{title}</span>
      </button>
    </li>
  );
}

/** The kinds of code and the states of waiting in the tree. */
function colorsIn(view: FlameView | undefined, names: FunctionNames) {
  const { kind } = names.funcs;
  const stateOf = stateOfFunctions(names);
  const kinds = new Set<number>();
  const states = new Set<number>();
  // The root has no function.
  for (const func of view?.tree.func.subarray(1, view.tree.length) ?? []) {
    if (kind[func] === Kind.wait) states.add(stateOf[func]);
    else kinds.add(kind[func]);
  }
  return {
    kinds: kindsInOrder().filter((each) => kinds.has(each)),
    states: [...states].sort((a, b) => a - b),
  };
}
