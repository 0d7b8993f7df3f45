// Prepares ranges, filters and the other levels of a large comparison while there are no requests. Without this, the first range
// or filter takes twice as long, and the first switch to a level of two large recordings one to two seconds.

import { drawnTree } from '../../src/compare/tree/compared-tree.ts';
import { compare } from '../../src/compare/compare.ts';
import type { MatchedStacks } from '../../src/compare/match/matched-stacks.ts';
import { NotComparableError } from '../../src/compare/not-comparable.ts';
import type { ComparedRecording, Sides } from '../../src/compare/statistics/run.ts';
import { selectFrom } from '../../src/compare/selection.ts';
import { extremesOf } from '../../src/model/columns.ts';
import { Kind } from '../../src/model/kinds.ts';
import { levelsByDistance } from '../../src/model/levels.ts';
import { SAMPLE_POINTS } from '../../src/model/tree.ts';
import type { ComparedViews } from './compared-views.ts';
import type { ComparedOptions, PreparedComparisons } from './prepared-comparisons.ts';
import type { BackgroundSteps, Pause, Work } from '../scheduler.ts';

export function* comparedBackgroundWork(views: ComparedViews): BackgroundSteps {
  while (!views.lastOptions) yield undefined;
  const { comparisons, lastOptions: first } = views;
  yield (pause) => warmUp(comparisons, first, pause);
  /** Each level is prepared once for the same recordings. */
  const prepared = new Set<string>();
  for (;;) yield prepareLevel(views, prepared);
}

function prepareLevel(
  { comparisons, lastOptions: options }: ComparedViews,
  prepared: Set<string>,
): Work<void> | undefined {
  if (!options || !comparisons.hasRoomForLevel(options)) return undefined;
  for (const level of levelsByDistance(options.level)) {
    const key = comparisons.stacksKeyOf(level, options);
    if (prepared.has(key)) continue;
    prepared.add(key);
    return (pause) => comparisons.prepareLevel(level, options, pause);
  }
  return undefined;
}

/** Parts of the duration that are left out at the beginning. */
const BEGINNINGS = [0.01, 0.02, 0.03];

/**
 * Selects ranges of a comparison and filters it once, and discards the results. The next range or filter takes half as long, because
 * the code is already compiled.
 */
async function warmUp(
  comparisons: PreparedComparisons,
  options: ComparedOptions,
  pause: Pause,
): Promise<void> {
  const sides = comparisons.sidesOf(options);
  const stacks = comparisons.allStacksOf(sides, options);
  const funcOf = new Int32Array(stacks.functions.table.keys.length);
  const show = async (ofSides: Sides, ofStacks: MatchedStacks) => {
    await pause();
    try {
      const prepared = comparisons.prepareNow(ofSides, options, ofStacks);
      await pause();
      drawnTree(compare(prepared, options.comparison).tree, funcOf, options.comparison, SAMPLE_POINTS);
    } catch (error) {
      // Few samples may be left. That only matters if the user asks for them.
      if (!(error instanceof NotComparableError)) throw error;
    }
  };
  for (const part of BEGINNINGS) {
    const later = (recordings: readonly ComparedRecording[]) =>
      recordings.map((recording) => withoutBeginning(recording, options, part));
    await show({ a: later(sides.a), b: later(sides.b) }, stacks);
  }
  // These are kept for filters.
  await pause();
  selectFrom([...sides.a, ...sides.b], stacks).runs();
  for (const kind of [Kind.native, Kind.stdlib]) {
    for (const action of ['hide', 'drop', 'focus'] as const) {
      await pause();
      const filter = { action, target: { by: 'kind', kind }, isOn: true } as const;
      await show(sides, await comparisons.filter(stacks, sides, options, [filter]));
    }
  }
}

/** Recordings without times stay whole. */
function withoutBeginning(
  recording: ComparedRecording,
  { level }: ComparedOptions,
  part: number,
): ComparedRecording {
  const extent = extremesOf(recording.at(level).samples.time);
  if (!extent) return recording;
  return { ...recording, range: { from: extent.min + part * (extent.max - extent.min), to: extent.max } };
}
