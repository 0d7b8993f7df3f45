// Prepares filters, a sandwich and the other levels of a large comparison while there are no requests. Without this, the first switch to a
// level of two large recordings takes one to two seconds.

import { selectFrom } from '../../src/compare/selection.ts';
import { levelsByDistance } from '../../src/model/levels.ts';
import type { ComparedViews } from './compared-views.ts';
import type { ComparedOptions, PreparedComparisons } from './prepared-comparisons.ts';
import type { BackgroundSteps, Work } from '../scheduler.ts';

export function* comparedBackgroundWork(views: ComparedViews): BackgroundSteps {
  while (!views.lastOptions) yield undefined;
  const { comparisons, lastOptions: first } = views;
  yield async () => prepareFilters(comparisons, first);
  /** Each level is prepared once for the same recordings. */
  const prepared = new Set<string>();
  for (;;) yield views.nextSandwich() ?? prepareLevel(views, prepared);
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

/** Computes what holds for all filters of these samples. */
function prepareFilters(comparisons: PreparedComparisons, options: ComparedOptions): void {
  const sides = comparisons.sidesOf(options);
  selectFrom([...sides.a, ...sides.b], comparisons.allStacksOf(sides, options)).runs();
}
