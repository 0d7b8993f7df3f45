// Compares the source lines of recordings, by the same rules as their functions.

import { compare, type BasisOptions } from '../../src/compare/compare.ts';
import { lineOfKey } from '../../src/compare/match/function-key.ts';
import { NotComparableError, prepareComparison } from '../../src/compare/prepare.ts';
import type { ComparedRecording } from '../../src/compare/statistics/run.ts';
import type { ComparedRow } from '../../src/model/comparison.ts';
import { DEFAULT_LEVEL, type Level } from '../../src/model/levels.ts';
import type { Filter } from '../../src/model/filter.ts';
import { lineLevelOf, splitRecording } from '../line-profiles.ts';
import { CallTreeCache } from '../views/call-tree-cache.ts';
import { comparedRecording, filteredProfile, type RecordingTrees } from './compared-recording.ts';

export interface RecordingOnSide {
  readonly views: RecordingTrees;
  /** As it is compared. */
  readonly part: ComparedRecording;
  readonly filters: readonly Filter[];
}

/** The self of lines, the largest difference first; undefined unless the lines of all recordings are known. */
export async function comparedLines(
  sides: Readonly<Record<'a' | 'b', readonly RecordingOnSide[]>>,
  minEffect: number,
  options: BasisOptions,
): Promise<readonly ComparedRow[] | undefined> {
  const [first] = sides.a;
  const level = first ? lineLevelOf(first.views.open) : DEFAULT_LEVEL;
  const [a, b] = [await splitSide(sides.a, level), await splitSide(sides.b, level)];
  if (!a || !b) return undefined;
  try {
    const prepared = prepareComparison({ a, b }, { level, renames: [], minEffect });
    return compare(prepared, options).functions.self.filter(({ key }) => lineOfKey(key));
  } catch (error) {
    if (error instanceof NotComparableError) return undefined;
    throw error;
  }
}

async function splitSide(
  side: readonly RecordingOnSide[],
  level: Level,
): Promise<ComparedRecording[] | undefined> {
  const recordings: ComparedRecording[] = [];
  for (const { views, part, filters } of side) {
    const open = splitRecording(views.open);
    if (!open) return undefined;
    const split = { open, trees: new CallTreeCache(open, views.trees.match) };
    const filtered = await filteredProfile(split, level, filters);
    recordings.push({ ...part, ...comparedRecording(split, part.event, part), filtered });
  }
  return recordings;
}
