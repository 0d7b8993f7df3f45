// An open recording, or a part of it, as one recording of a side of a comparison.

import type { ComparedRecording } from '../src/compare/run.ts';
import type { Filter } from '../src/model/filter.ts';
import type { Level } from '../src/model/levels.ts';
import { ALL_SAMPLES } from '../src/model/session.ts';
import type { ChainedProfile, StackChains } from '../src/model/stack-chains.ts';
import type { Views } from './views.ts';

/** What is compared of a recording, when its file was written, and what is misleading about it. */
export type ComparedPart = Partial<Pick<ComparedRecording, 'threads' | 'range' | 'date' | 'problems'>>;

/** An open recording and its trees. */
export type RecordingViews = Pick<Views, 'open' | 'trees'>;

/** `event` is an index into the recording's events. */
export function comparedRecording(
  views: RecordingViews,
  event: number,
  { date, ...part }: ComparedPart = {},
): ComparedRecording {
  const at = (level: Level) => profileWith(views, views.trees.levelStacks({ level, foldImports: false }));
  const leavesAt = (level: Level) => views.trees.leavesAt(level);
  return { ...part, at, leavesAt, event, date: views.open.classified.profile.recorded?.date ?? date };
}

/** The profile at a level after filters; undefined if none is active. Samples that the filters leave out have no stack. */
export async function filteredProfile(
  views: RecordingViews,
  event: number,
  level: Level,
  filters: readonly Filter[],
): Promise<ChainedProfile | undefined> {
  if (!filters.some(({ isOn }) => isOn)) return undefined;
  const built = await views.trees.get({ ...ALL_SAMPLES, level, event, foldImports: false, filters });
  return profileWith(views, views.trees.samplesOnTree(built));
}

/** A comparison keeps what holds for the same profiles. The key is `samples.stack`, which is the same for the same stacks. */
const PROFILES = new WeakMap<Int32Array, ChainedProfile>();

function profileWith({ open }: RecordingViews, stacks: StackChains): ChainedProfile {
  const key = stacks.samples.stack;
  const known = PROFILES.get(key);
  if (known) return known;
  const profile = { ...open.classified.profile, ...stacks };
  PROFILES.set(key, profile);
  return profile;
}
