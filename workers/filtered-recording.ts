// An open recording as one recording of a side of a comparison, after filters.

import { withStacksOfTree } from '../src/calltree/tree-profile.ts';
import type { ComparedRecording } from '../src/compare/run.ts';
import type { Filter } from '../src/model/filter.ts';
import type { Level } from '../src/model/levels.ts';
import { ALL_SAMPLES } from '../src/model/session.ts';
import { CallTreeCache, type MatchNames } from './call-tree-cache.ts';
import { comparedRecording, type ComparedPart } from './compared-recording.ts';
import type { OpenProfile } from './pipeline.ts';

/** For comparisons at this level. */
export async function filteredRecording(
  open: OpenProfile,
  event: number,
  level: Level,
  filters: readonly Filter[],
  match: MatchNames,
  part: ComparedPart = {},
): Promise<ComparedRecording> {
  const recording = comparedRecording(open, event, part);
  const active = filters.filter(({ isOn }) => isOn);
  if (active.length === 0) return recording;
  const trees = new CallTreeCache(open, match);
  const built = await trees.get({ ...ALL_SAMPLES, level, event, foldImports: false, filters: active });
  const filtered = withStacksOfTree(built, open.classified.profile);
  return { ...recording, filtered };
}
