// Prepares ranges, filters and the other levels of a comparison while there are no requests. Without this, the first range or filter
// takes twice as long, and the first switch to a level of two large recordings one to two seconds. Loaded on demand.

import type { ComparedViews } from './compared-views.ts';
import type { Work } from './scheduler.ts';
import { levelsByDistance } from './view-options.ts';

export class ComparedBackground {
  private readonly views: ComparedViews;
  /** Each level is prepared once for the same recordings. */
  private readonly prepared = new Set<string>();

  private isWarm = false;

  constructor(views: ComparedViews) {
    this.views = views;
  }

  /** Undefined when nothing is left to do. */
  next(): Work<void> | undefined {
    const { lastOptions: options, comparisons } = this.views;
    if (!options) return undefined;
    if (!this.isWarm) {
      this.isWarm = true;
      return async (pause) => {
        const { warmUpComparison } = await import('./compared-warm-up.ts');
        await warmUpComparison(comparisons, options, pause);
      };
    }
    if (!comparisons.hasRoomForLevel(options)) return undefined;
    for (const level of levelsByDistance(options.level)) {
      const key = comparisons.stacksKeyOf(level, options);
      if (this.prepared.has(key)) continue;
      this.prepared.add(key);
      return (pause) => comparisons.prepareLevel(level, options, pause);
    }
    return undefined;
  }
}
