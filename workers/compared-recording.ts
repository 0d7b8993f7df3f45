// An open recording, or a part of it, as one recording of a side of a comparison. It is compared by the trees of its views.

import type { BuiltTree } from '../src/calltree/build.ts';
import type { ComparedRecording } from '../src/compare/run.ts';
import type { Filter } from '../src/model/filter.ts';
import type { Level } from '../src/model/levels.ts';
import { ALL_SAMPLES } from '../src/model/session.ts';
import type { ChainedProfile } from '../src/model/stack-chains.ts';
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
  const at = (level: Level) => profileOn(views, views.trees.levelTree({ level, foldImports: false }));
  return { ...part, at, event, date: views.open.classified.profile.recorded?.date ?? date };
}

/** The profile at a level after filters; undefined if none is active. Samples that the filters leave out have no stack. */
export async function filteredProfile(
  views: RecordingViews,
  event: number,
  level: Level,
  filters: readonly Filter[],
): Promise<ChainedProfile | undefined> {
  if (!filters.some(({ isOn }) => isOn)) return undefined;
  return profileOn(
    views,
    await views.trees.get({ ...ALL_SAMPLES, level, event, foldImports: false, filters }),
  );
}

/** A comparison keeps what holds for the same profiles. */
const PROFILES = new WeakMap<BuiltTree, ChainedProfile>();

function profileOn({ open, trees }: RecordingViews, built: BuiltTree): ChainedProfile {
  const known = PROFILES.get(built);
  if (known) return known;
  const profile = { ...open.classified.profile, ...trees.samplesOnTree(built) };
  PROFILES.set(built, profile);
  return profile;
}
