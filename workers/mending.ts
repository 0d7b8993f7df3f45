// Mends an open recording (src/mending/mend.ts). The result is a second open recording, which shares nearly all tables with the
// first, so that it takes no time to switch between the two.

import { eventMask } from '../src/model/events.ts';
import { runNow, type TimeSliced } from '../src/async/time-slices.ts';
import { mend, mendInSlices, type Mending } from '../src/mending/mend.ts';
import { withMendedLines } from '../src/mending/mended-lines.ts';
import { mendedSamples, reattachedSamples } from '../src/mending/mended-samples.ts';
import type { MendingSummary } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import { classifyAppended, type Classified } from '../src/python/classify.ts';
import { sampledIn, type OpenProfile } from './pipeline.ts';
import { stackSampleOf, withWallTime } from './wall-time.ts';

export { mendedLevelStacks } from './mended-level.ts';

/** Both have the summary in `recording.mending`. */
interface MendedRecording {
  /** As recorded. Replaces the recording that was mended, to share its tables with `mended`. */
  readonly recorded: OpenProfile;
  /** Undefined if no sample can be re-attached. */
  readonly mended: OpenProfile | undefined;
}

/** Functions keep their rows; the tables of both results may have more than before. */
export function* mendRecording(open: OpenProfile): TimeSliced<MendedRecording> {
  const { unclassified, ...others } = open;
  const waits = open.wall?.waits;
  if (!unclassified) throw new Error('A recording can be mended only once');
  const mending = yield* withMendedLines(yield* mendInSlices(unclassified), unclassified);
  yield;
  const summary = { ...open.recording, mending: summaryOf(open, mending) };
  if (mending.counts.mended === 0) return { recorded: { ...others, recording: summary }, mended: undefined };
  yield;
  const all = yield* classifyAppended(sampledIn(open), unclassified, mending.added);
  yield;
  const { strings, funcs } = all.profile;
  const recording = { ...summary, strings, funcs };
  const pythonC = funcs === open.recording.funcs ? open.pythonC : undefined;
  const reattached = reattachedSamples(mending);
  const recorded = {
    ...others,
    recording,
    pythonC,
    reattached,
    ...withWallTime(firstStacks(all, unclassified), waits),
  };
  return { recorded, mended: mendedOf(recorded, all, mending) };
}

export function mendNow(open: OpenProfile): MendedRecording {
  return runNow(mendRecording(open));
}

/** The recording as recorded, with what mending it would change: cheaper than mending it. */
export function withMendingCounts(open: OpenProfile): OpenProfile {
  const { unclassified, ...others } = open;
  if (!unclassified) throw new Error('A recording can be mended only once');
  const mending = mend(unclassified);
  const recording = { ...open.recording, mending: summaryOf(open, mending) };
  return mending.counts.mended === 0
    ? { ...others, recording }
    : { ...others, recording, reattached: reattachedSamples(mending) };
}

function mendedOf(recorded: OpenProfile, all: Classified, mending: Mending): OpenProfile {
  const { recording, aggregateOf, sources } = recorded;
  const samples = mendedSamples(all.profile.samples, mending);
  return {
    recording,
    aggregateOf,
    sources,
    recorded,
    ...withWallTime({ ...all, profile: { ...all.profile, samples } }, recorded.wall?.waits),
  };
}

function summaryOf(open: OpenProfile, { counts, stack }: Mending): MendingSummary {
  const { samples, recorded, printed } = open.classified.profile;
  const { defaultEvent, events } = open.recording;
  const isIncluded = eventMask(samples, defaultEvent);
  const sampleOf = stackSampleOf(open);
  const isMended = (i: number) => stack[sampleOf(i)] >= 0;
  const weight = samples.weight.reduce(
    (sum, each, i) => (isIncluded[samples.event[i]] === 1 && isMended(i) ? sum + each : sum),
    0,
  );
  const share = weight / (events.at(defaultEvent)?.weight || 1);
  return { ...counts, share, isFromPerf: (recorded ?? printed) !== undefined };
}

/** Only the stacks that were recorded. */
function firstStacks({ profile, role, isInlined, ...others }: Classified, recorded: Profile): Classified {
  const { length } = recorded.stacks;
  const { parent, func, line } = profile.stacks;
  const stacks = {
    length,
    parent: parent.subarray(0, length),
    func: func.subarray(0, length),
    line: line?.subarray(0, length),
  };
  return {
    ...others,
    profile: { ...profile, stacks },
    role: role.subarray(0, length),
    isInlined: isInlined?.subarray(0, length),
  };
}
