// Prepares views of an open recording before they are requested, one step at a time. Without this, opening some levels
// and views of a large recording for the first time takes 0.2 to 1.2 seconds.

import { LEVELS } from '../src/model/levels.ts';
import { SAMPLE_POINTS } from '../src/model/tree.ts';
import type { Pause, Work } from './scheduler.ts';
import { activeFilters, levelsByDistance } from './view-options.ts';
import type { RequestedGraph } from './graphs.ts';
import type { Views } from './views.ts';
import { warmUp } from './warm-up.ts';

export class BackgroundWork {
  private readonly views: Views;
  /** Prepares the slowest views of the current selection before the trees of the levels. */
  private readonly steps: Work<unknown>[] = [
    async () => void this.views.timesOf(this.views.open.recording.defaultEvent),
    (pause) => this.warmUp(pause),
    (pause) => this.prepareSlowViews(pause),
    ...LEVELS.toReversed().map(
      ({ name }) =>
        (pause: Pause) =>
          this.views.trees.prepareLevel({ level: name, foldImports: this.foldsImports() }, pause),
    ),
  ];
  /** Steps that prepare views similar to the last requested one. */
  private followUp: { readonly view: RequestedGraph | undefined; readonly steps: Work<unknown>[] } = {
    view: undefined,
    steps: [],
  };

  constructor(views: Views) {
    this.views = views;
  }

  /** Undefined when nothing is left to do. */
  next(): Work<unknown> | undefined {
    return this.steps.shift() ?? this.stepsAfterView().shift();
  }

  private stepsAfterView(): Work<unknown>[] {
    const { last: view } = this.views.graphs;
    if (view !== this.followUp.view)
      this.followUp = { view, steps: view?.shape === 'callers' ? this.otherLevels(view) : [] };
    return this.followUp.steps;
  }

  /** Steps that build caller trees at other levels, the slowest views that the user may request next. */
  private otherLevels({ options, limit }: RequestedGraph): Work<unknown>[] {
    // With several filters, each level would need complete call trees, which would evict others from the cache.
    if (activeFilters(options).length > 1) return [];
    const [, ...others] = levelsByDistance(options.level);
    return others.map(
      (level) => (pause) => this.views.graphs.approximateCallerTree({ ...options, level }, limit, pause),
    );
  }

  /** As in the last view, because the next one will probably be similar. */
  private foldsImports(): boolean {
    return this.views.graphs.last?.options.foldImports ?? true;
  }

  private async warmUp(pause: Pause): Promise<void> {
    const { open, trees } = this.views;
    const small = trees.levelTree({ level: 'python-leaf-c', foldImports: this.foldsImports() });
    await warmUp(open, small, trees.samplesOnTree(small), pause);
  }

  /** The table, the caller tree and the time order take longest to build. */
  private async prepareSlowViews(pause: Pause): Promise<void> {
    const { last: view } = this.views.graphs;
    if (!view) return;
    const { options, limit } = view;
    await this.views.table({ options, by: 'function' });
    await pause();
    await this.views.graphs.approximateCallerTree(options, limit, pause);
    await pause();
    await this.views.timeOrder({ options, limit: { depth: Infinity, samplePoints: SAMPLE_POINTS } });
  }
}
