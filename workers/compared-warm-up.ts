// Selects ranges of a comparison and filters it once, and discards the results. The next range or filter takes half as long, because
// the code is already compiled.

import { drawnTree } from '../src/compare/compared-tree.ts';
import { compare } from '../src/compare/compare.ts';
import type { ComparedRecording } from '../src/compare/run.ts';
import { selectFrom } from '../src/compare/selection.ts';
import { extentOf } from '../src/model/columns.ts';
import { Kind } from '../src/model/kinds.ts';
import { SAMPLE_POINTS } from '../src/model/tree.ts';
import type { ComparedOptions, PreparedComparisons } from './prepared-comparisons.ts';
import type { Pause } from './scheduler.ts';

/** Parts of the duration that are left out at the beginning. */
const LEFT_OUT = [0.01, 0.02, 0.03];

export async function warmUpComparison(
  comparisons: PreparedComparisons,
  options: ComparedOptions,
  pause: Pause,
): Promise<void> {
  const sides = comparisons.sidesOf(options);
  const stacks = comparisons.allStacksOf(sides, options);
  const funcOf = new Int32Array(stacks.functions.table.keys.length);
  for (const kind of [Kind.runtime, Kind.native, Kind.stdlib]) {
    for (const action of ['hide', 'drop'] as const) {
      await pause();
      const filter = { action, target: { by: 'kind', kind }, isOn: true } as const;
      await comparisons.filter(stacks, sides, options, [filter]);
    }
  }
  for (const part of LEFT_OUT) {
    await pause();
    const later = (recordings: readonly ComparedRecording[]) =>
      recordings.map((recording) => withoutBeginning(recording, options, part));
    const within = { a: later(sides.a), b: later(sides.b) };
    const prepared = comparisons.prepareNow(within, options, stacks);
    await pause();
    drawnTree(compare(prepared, options.comparison).tree, funcOf, options.comparison, SAMPLE_POINTS);
  }
  // The selection is kept for other filters.
  await pause();
  selectFrom([...sides.a, ...sides.b], stacks);
}

/** Recordings without times stay whole. */
function withoutBeginning(
  recording: ComparedRecording,
  { level }: ComparedOptions,
  part: number,
): ComparedRecording {
  const extent = extentOf(recording.at(level).samples.time);
  if (!extent) return recording;
  return { ...recording, range: { from: extent.min + part * (extent.max - extent.min), to: extent.max } };
}
