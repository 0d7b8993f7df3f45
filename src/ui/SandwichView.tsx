// One function in the middle: its callers stand on it above, what it calls hangs below. Both are as wide as the function.

import { useId, useRef } from 'react';
import { labelOf } from '../model/labels.ts';
import { LEVELS, type Level } from '../model/levels.ts';
import type { Recording, Table } from '../model/session.ts';
import { openSandwich, resetZoom, select, setHalf, setLevel, zoomTo } from '../state/actions.ts';
import { halfGraph } from '../state/graphs.ts';
import { isNothingLeft, lookAtAll } from '../state/look.ts';
import { suitableSplit } from '../state/sandwich.ts';
import type { Half, State } from '../state/store.ts';
import { Divider } from './Divider.tsx';
import { eventName, formatShare, formatWeight } from '../model/format.ts';
import { Graph } from './Graph.tsx';
import { useGraph, useStateOf } from './use-state-of.ts';

export function SandwichView({ recording }: { readonly recording: Recording }) {
  const sandwich = useStateOf((state) => state.sandwich);
  const part = useStateOf((state) => state.sandwichPart);
  const unseen = useStateOf((state) => state.unseen);
  const chosen = useStateOf((state) => state.sandwichSplit);
  const whole = useRef<HTMLDivElement>(null);
  const callersId = useId();
  // When all of it comes, nothing moves.
  const first = part ?? sandwich;
  const split = chosen ?? (first ? suitableSplit(first.callers, first.callees) : 0.5);
  return (
    <div className="sandwich" ref={whole}>
      <div className="half" id={callersId} style={{ flexGrow: split }}>
        <HalfGraph recording={recording} half="callers" />
      </div>
      <div className="middle">
        <Divider whole={whole} split={split} controls={callersId} />
        {sandwich && <Middle recording={recording} func={sandwich.func} />}
      </div>
      <div className="half" style={{ flexGrow: 1 - split }}>
        <HalfGraph recording={recording} half="callees" />
      </div>
      {unseen && <Unseen recording={recording} {...unseen} />}
    </div>
  );
}

const HALVES: Record<Half, { label: string; direction: 'flame' | 'icicle' }> = {
  callers: { label: 'Callers', direction: 'flame' },
  callees: { label: 'Callees', direction: 'icicle' },
};

function HalfGraph({ recording, half }: { readonly recording: Recording; readonly half: Half }) {
  const graph = useGraph((state) => halfGraph(state, half));
  const isCurrent = useStateOf((state) => state.half === half);
  const absent = useAbsence(recording);
  const inHalf = (act: (box: number) => void) => (box: number) => {
    setHalf(half);
    act(box);
  };
  return (
    <Graph
      recording={recording}
      graph={graph}
      absent={absent}
      {...HALVES[half]}
      isCurrent={isCurrent}
      onFocus={() => setHalf(half)}
      onSelect={inHalf(select)}
      onZoom={inHalf(zoomTo)}
      onReset={resetZoom}
      onOpen={(box) => graph && openSandwich(graph.tree.func[box])}
    />
  );
}

/** Why there is neither half, as it is seen over them; undefined while there is no reason. */
function useAbsence(recording: Recording): string | undefined {
  const unseen = useStateOf((state) => state.unseen);
  const isNothing = useStateOf(isNothingLeft);
  if (isNothing) return 'Nothing is left';
  if (!unseen) return undefined;
  const { name, place } = labelOf(recording, unseen.func);
  return `${name}${place && ` (${place})`} ${whyUnseen(unseen.level)}`;
}

function whyUnseen(level: Level | undefined): string {
  return level ? 'is not shown at this level of detail.' : 'is in none of the samples that are looked at.';
}

/** What is in the middle, and how much of all it is. */
function Middle({ recording, func }: { readonly recording: Recording; readonly func: number }) {
  const functions = useStateOf((state) => state.functions);
  const { name, place } = labelOf(recording, func);
  const row = functions ? functions.id.indexOf(func) : -1;
  return (
    <>
      <h2>{name}</h2>
      {place !== '' && <span className="place">{place}</span>}
      {functions && row >= 0 && <Amounts recording={recording} functions={functions} row={row} />}
    </>
  );
}

function Amounts({
  recording,
  functions,
  row,
}: {
  readonly recording: Recording;
  readonly functions: Table;
  readonly row: number;
}) {
  const { options, weight, total, self } = functions;
  const event = eventName(recording, options.event);
  return (
    <dl className="amounts">
      {[
        { label: 'Total', amount: total[row] },
        { label: 'Self', amount: self[row] },
      ].map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatWeight(amount, event)}</dd>
          <dd className="of-all">{formatShare(amount / (weight || 1))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The function is not to be seen; where it is. */
function Unseen({
  recording,
  func,
  level,
}: NonNullable<State['unseen']> & { readonly recording: Recording }) {
  const isLess = useStateOf(
    ({ options: { filters, range, threads } }) =>
      filters.some(({ isOn }) => isOn) || range !== undefined || threads !== undefined,
  );
  const { name, place } = labelOf(recording, func);
  const there = LEVELS.find((each) => each.name === level);
  return (
    <div className="unseen" role="status">
      <p>
        <strong>{name}</strong>
        {place && ` (${place})`} {whyUnseen(level)}
      </p>
      {there && (
        <button type="button" onClick={() => setLevel(there.name)}>
          Show it at “{there.label}”
        </button>
      )}
      {!there && isLess && (
        <button type="button" onClick={lookAtAll}>
          Look at all samples
        </button>
      )}
    </div>
  );
}
