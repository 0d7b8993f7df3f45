// Details of the selected thread in time order: its names and numbers, its samples, and the functions that it was in most often.

import { useMemo } from 'react';
import { NONE } from '../../model/profile.ts';
import { threadTitle, labelOf } from '../../text/labels.ts';
import type { TimeLane } from '../../model/session.ts';
import type { CallTree } from '../../model/tree.ts';
import { setThreads } from '../../state/view/selection.ts';
import { formatNumberOf, formatShare } from '../../text/format.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { DetailsHeading } from './DetailsHeading.tsx';
import { ShareList, ShareRow } from './ShareList.tsx';

const MAX_FUNCTIONS = 6;

interface Props {
  readonly lane: TimeLane;
}

export function ThreadDetails({ lane }: Props) {
  const recording = useRecording();
  const { pid, tid, comm, tree } = lane;
  const title = threadTitle(lane);
  const [samples] = tree.samples;
  const all = useAppState((state) =>
    (state.timeOrder?.lanes ?? []).reduce((sum, each) => sum + each.tree.samples[0], 0),
  );
  const functions = useMemo(() => heaviestFunctions(tree, MAX_FUNCTIONS), [tree]);
  return (
    <>
      <DetailsHeading name={title} title={comm} />
      <p className="head-weight number" title="Selected samples of this thread, and their share of all">
        {formatNumberOf(samples, 'sample')} · {formatShare(samples / (all || 1))}
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
        {functions.map(({ func, samples: own }) => (
          <ShareRow
            key={func}
            {...labelOf(recording, func)}
            share={own / (samples || 1)}
            kind={recording.funcs.kind[func]}
            title={`${formatNumberOf(own, 'sample')} of this thread were taken in it.`}
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

interface SampledFunction {
  readonly func: number;
  readonly samples: number;
}

/** The functions with the most samples of their own. */
function heaviestFunctions({ chains, first, func, selfSamples }: CallTree, most: number): SampledFunction[] {
  const sums = new Map<number, number>();
  // The root has no function.
  for (let chain = 1; chain < chains; chain++) {
    const leaf = func[first[chain + 1] - 1];
    if (selfSamples[chain] > 0) sums.set(leaf, (sums.get(leaf) ?? 0) + selfSamples[chain]);
  }
  const listed = Array.from(sums, ([each, samples]) => ({ func: each, samples }));
  return listed.sort((a, b) => b.samples - a.samples || a.func - b.func).slice(0, most);
}
