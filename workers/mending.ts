// Mends an open recording (src/mending/mend.ts). The result is a second open recording, which shares nearly all tables with the
// first, so that it takes no time to switch between the two.

import { eventMask } from '../src/model/events.ts';
import { runNow, type TimeSliced } from '../src/async/time-slices.ts';
import { mend, mendedSamples, mendInSlices, reattachedSamples, type Mending } from '../src/mending/mend.ts';
import { withMendedLines } from '../src/mending/mended-lines.ts';
import { type MendingSummary, canFoldImports } from '../src/model/levels.ts';
import { type Profile, NONE, samplesAt } from '../src/model/profile.ts';
import { classifyAppended, type Classified } from '../src/python/classify.ts';
import { sampledIn, type OpenProfile, withFoldedImports } from './pipeline.ts';
import { stackSampleOf, withWallTime } from './wall-time.ts';
import { samplesOnTree, type BuiltTree } from '../src/calltree/build/build.ts';
import { append, indicesUpTo, Int32Column } from '../src/model/columns.ts';
import type { ViewOptions } from '../src/model/session.ts';
import { toStackChains, type Chains, type StackChains } from '../src/model/trie.ts';
import { atLevel } from '../src/python/levels.ts';

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
  const found = yield* mendInSlices(unclassified);
  yield;
  const summary = { ...open.recording, mending: summaryOf(open, found) };
  if (found.counts.mended === 0) return { recorded: { ...others, recording: summary }, mended: undefined };
  const mending = yield* withMendedLines(found, unclassified);
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

/** The recording as recorded, with what mending it would change: cheaper than mending it. `started` may be in a thread. */
export async function withMendingCounts(open: OpenProfile, started?: Promise<Mending>): Promise<OpenProfile> {
  const { unclassified, ...others } = open;
  if (!unclassified) throw new Error('A recording can be mended only once');
  const mending = (await started) ?? mend(unclassified);
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
  const { recorded, printed } = open.classified.profile;
  const share = counts.mended === 0 ? 0 : shareOf(open, stack);
  return { ...counts, share, isFromPerf: (recorded ?? printed) !== undefined };
}

/** The share of the default event that the re-attached samples have. */
function shareOf(open: OpenProfile, stack: Mending['stack']): number {
  const { samples } = open.classified.profile;
  const { defaultEvent, events } = open.recording;
  const isIncluded = eventMask(samples, defaultEvent);
  const sampleOf = stackSampleOf(open);
  const isMended = (i: number) => stack[sampleOf(i)] >= 0;
  const weight = samples.weight.reduce(
    (sum, each, i) => (isIncluded[samples.event[i]] === 1 && isMended(i) ? sum + each : sum),
    0,
  );
  return weight / (events.at(defaultEvent)?.weight || 1);
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

/**
 * The stacks of a level of a mended recording, from the tree of the same level as recorded: they differ only in the
 * samples that were re-attached, so only the stacks of these are rewritten. `recorded` is the tree of all samples
 * before mending. Not for the level `raw`, which is never mended.
 */
export function* mendedLevelStacks(
  mended: Classified,
  recorded: BuiltTree,
  { level, foldImports }: Pick<ViewOptions, 'level' | 'foldImports'>,
): TimeSliced<StackChains> {
  const { profile } = mended;
  const { samples, threads, funcs } = profile;
  const { firstRecorded } = samples;
  const reattached = indicesUpTo(firstRecorded?.length ?? 0).filter((i) => (firstRecorded?.[i] ?? NONE) >= 0);
  const part = yield* withSamples(mended, reattached);
  const atThisLevel = atLevel(part, level);
  yield;
  const folds = foldImports && canFoldImports(level);
  const shown = folds ? withFoldedImports(atThisLevel, mended) : atThisLevel;
  yield;
  const added = toStackChains(shown);
  yield;
  const { chains } = samplesOnTree(recorded, profile, funcs.length);
  const stack = recorded.chainOfSample.slice();
  const inferred = new Int32Array(samples.length).fill(NONE);
  for (let i = 0; i < reattached.length; i++) {
    const end = added.samples.stack[i];
    stack[reattached[i]] = end <= 0 ? end : end + chains.chains - 1;
    inferred[reattached[i]] = added.samples.inferred?.[i] ?? NONE;
  }
  return {
    samples: { ...samples, stack, firstRecorded: undefined, inferred },
    threads,
    chains: joined(chains, added.chains),
  };
}

/** Only these samples, and their stacks. */
function* withSamples({ profile, role, ...others }: Classified, rows: Int32Array): TimeSliced<Classified> {
  const samples = samplesAt(profile.samples, rows);
  const { parent, func } = profile.stacks;
  /** Per stack: its new row, + 1; 0 if it is not used. */
  const rowOf = new Int32Array(profile.stacks.length);
  for (const stack of samples.stack)
    for (let at = stack; at >= 0 && rowOf[at] === 0; at = parent[at]) rowOf[at] = 1;
  yield;
  // In their order, in which parents precede their children.
  const used = new Int32Column();
  for (let stack = 0; stack < rowOf.length; stack++) {
    if (rowOf[stack] === 0) continue;
    used.push(stack);
    rowOf[stack] = used.length;
  }
  const old = used.take();
  yield;
  const stacks = {
    length: old.length,
    parent: old.map((stack) => (parent[stack] < 0 ? NONE : rowOf[parent[stack]] - 1)),
    func: old.map((stack) => func[stack]),
  };
  const stack = samples.stack.map((each) => rowOf[each] - 1);
  const firstRecorded = samples.firstRecorded?.map((each) => rowOf[each] - 1);
  yield;
  return {
    ...others,
    profile: { ...profile, stacks, samples: { ...samples, stack, firstRecorded } },
    role: Uint8Array.from(old, (stack) => role[stack]),
    isInlined: undefined,
  };
}

/** The chains of both; those of the second come after those of the first, below the same root. */
function joined(first: Chains, second: Chains): Chains {
  const chains = first.chains - 1;
  const frames = first.to[chains] - 1;
  const shift = (column: Int32Array, by: number) =>
    column.subarray(1, second.chains).map((each) => each + by);
  const upTo = (column: Int32Array) => column.subarray(0, first.chains);
  return {
    chains: chains + second.chains,
    parent: append(
      upTo(first.parent),
      second.parent.subarray(1).map((each) => (each === 0 ? 0 : each + chains)),
    ),
    from: append(upTo(first.from), shift(second.from, frames)),
    to: append(upTo(first.to), shift(second.to, frames)),
    func: append(first.func.subarray(0, frames + 1), second.func.subarray(1)),
    funcs: first.funcs,
  };
}
