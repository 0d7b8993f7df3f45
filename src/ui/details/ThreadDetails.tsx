// Details of the selected thread in time order: its names and numbers, its samples, and the functions that it was in most often.

import { useMemo } from 'react';
import { NONE } from '../../model/profile.ts';
import { isWallTime } from '../../model/events.ts';
import { measureAt, threadTitle, labelOf } from '../../text/labels.ts';
import type { TimeLane } from '../../model/session.ts';
import type { CallTree } from '../../model/tree.ts';
import { setThreads } from '../../state/view/selection.ts';
import { formatParts, formatShare, formatWeight, selectedOf } from '../../text/format.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { DetailsHeading } from './DetailsHeading.tsx';
import { ShareList, ShareRow } from './ShareList.tsx';

const MAX_FUNCTIONS = 6;

export function ThreadDetails({ lane }: { readonly lane: TimeLane }) {
  const recording = useRecording();
  const { pid, tid, comm, tree } = lane;
  const title = threadTitle(lane);
  const order = useAppState('timeOrder');
  const measure = useAppState(({ timeOrder }) =>
    timeOrder ? measureAt(recording, timeOrder.options.event) : '',
  );
  const own = useMemo(() => amountIn(tree, measure), [tree, measure]);
  const all = useMemo(
    () => (order?.lanes ?? []).reduce((sum, each) => sum + amountIn(each.tree, measure), 0),
    [order, measure],
  );
  const functions = useMemo(() => heaviestFunctions(tree, measure, MAX_FUNCTIONS), [tree, measure]);
  const isWall = isWallTime(measure);
  const text = (amount: number) => (isWall ? formatWeight(amount, measure) : formatParts(amount, measure));
  return (
    <>
      <DetailsHeading name={title} title={comm} />
      <p className="head-weight number" title={`Of this thread, and its share of ${selectedOf(measure)}`}>
        {text(own)} · {formatShare(own / (all || 1))}
      </p>
      <dl className="facts small">
        <Fact term="Name" value={comm} />
        {pid !== NONE && <Fact term="Process" value={`${pid}`} />}
        {tid !== NONE && <Fact term="Thread" value={`${tid}`} />}
      </dl>
      <p className="actions row wrap small">
        <button type="button" onClick={() => setThreads(lane.threads)}>
          Show only this thread
        </button>
      </p>
      <ShareList title="Hottest functions" caption="self, of this thread">
        {functions.map(({ func, amount }) => (
          <ShareRow
            key={func}
            {...labelOf(recording, func)}
            share={amount / (own || 1)}
            kind={recording.funcs.kind[func]}
            title={`${text(amount)} of this thread ${isWall ? 'was spent' : 'were taken'} in it.`}
            func={func}
          />
        ))}
      </ShareList>
    </>
  );
}

function Fact({ term, value }: { readonly term: string; readonly value: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd className="break-anywhere">{value}</dd>
    </>
  );
}

interface FunctionAmount {
  readonly func: number;
  readonly amount: number;
}

/** Number of samples; pieces of wall time differ in length, so these count by their time. */
function amountIn({ self, samples }: CallTree, measure: string): number {
  // The self weight of the root is the time between pieces.
  return isWallTime(measure) ? self.subarray(1).reduce((sum, each) => sum + each, 0) : samples[0];
}

/** The functions with the largest amount of their own. */
function heaviestFunctions(tree: CallTree, measure: string, most: number): FunctionAmount[] {
  const { chains, first, func } = tree;
  const own = isWallTime(measure) ? tree.self : tree.selfSamples;
  const sums = new Map<number, number>();
  // The root has no function.
  for (let chain = 1; chain < chains; chain++) {
    const leaf = func[first[chain + 1] - 1];
    if (own[chain] > 0) sums.set(leaf, (sums.get(leaf) ?? 0) + own[chain]);
  }
  const listed = Array.from(sums, ([each, amount]) => ({ func: each, amount }));
  return listed.sort((a, b) => b.amount - a.amount || a.func - b.func).slice(0, most);
}
