// An open recording, or a part of it, as one recording of a side of a comparison.

import type { ComparedRecording } from '../../src/compare/statistics/run.ts';
import { filterSampleStacks } from '../../src/filters/filtered-chains.ts';
import { activeFilters, isSampleTarget, type Filter } from '../../src/model/filter.ts';
import type { Level } from '../../src/model/levels.ts';
import { NONE } from '../../src/model/profile.ts';
import type { ChainedProfile, SampleStacks, StackChains } from '../../src/model/trie.ts';
import { isKeptBy, ruleOf } from '../views/filtering.ts';
import type { Graphs } from '../views/graphs.ts';

/** What is compared of a recording, when its file was written, and what is misleading about it. */
export type RecordingPart = Partial<Pick<ComparedRecording, 'threads' | 'range' | 'date' | 'diagnosis'>>;

export type RecordingTrees = Pick<Graphs, 'open' | 'trees'>;

/** `event` is an index into the recording's events. */
export function comparedRecording(
  views: RecordingTrees,
  event: number,
  { date, ...part }: RecordingPart = {},
): ComparedRecording {
  const at = (level: Level) => profileWith(views, views.trees.levelStacks({ level, foldImports: false }));
  const leavesAt = (level: Level) => views.trees.leavesAt(level);
  return { ...part, at, leavesAt, event, date: views.open.classified.profile.recorded?.date ?? date };
}

/** The profile at a level after filters; undefined if none is active. Samples that the filters leave out have no stack. */
export async function filteredProfile(
  views: RecordingTrees,
  level: Level,
  filters: readonly Filter[],
): Promise<ChainedProfile | undefined> {
  const active = activeFilters({ filters });
  if (active.length === 0) return undefined;
  const { samples, threads, chains } = views.trees.levelStacks({ level, foldImports: false });
  let filtered: SampleStacks = { chains, stack: samples.stack };
  for (const filter of active) filtered = await filterRecording(views, filtered, filter);
  const { stack } = filtered;
  return profileWith(views, { threads, chains: filtered.chains, samples: { ...samples, stack } });
}

async function filterRecording(
  { open, trees }: RecordingTrees,
  { chains, stack }: SampleStacks,
  { action, target }: Filter,
): Promise<SampleStacks> {
  if (isSampleTarget(target)) {
    const isKept = isKeptBy(open, action, target);
    return { chains, stack: stack.map((chain, sample) => (isKept(sample) ? chain : NONE)) };
  }
  const rule = await ruleOf(trees, action, target);
  return filterSampleStacks({ chains, stack }, rule, open.classified.profile);
}

/** A comparison keeps what holds for the same profiles. The key is `samples.stack`, which is the same for the same stacks. */
const PROFILES = new WeakMap<Int32Array, ChainedProfile>();

function profileWith({ open }: RecordingTrees, stacks: StackChains): ChainedProfile {
  const key = stacks.samples.stack;
  const known = PROFILES.get(key);
  if (known) return known;
  const profile = { ...open.classified.profile, ...stacks };
  PROFILES.set(key, profile);
  return profile;
}
