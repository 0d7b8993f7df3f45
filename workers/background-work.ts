// Prepares views of an open recording before they are requested, one step at a time. Without this, opening some levels
// and views of a large recording for the first time takes 0.2 to 1.2 seconds.

import { LEVELS } from '../src/model/levels.ts';
import { SAMPLE_POINTS } from '../src/model/tree.ts';
import type { Pause, Work } from './scheduler.ts';
import { activeFilters, levelsByDistance } from './view-options.ts';
import type { RequestedView, Views } from './views.ts';

export class BackgroundWork {
  private readonly views: Views;
  /** Prepares the slowest views of the current selection before the trees of the levels. */
  private readonly steps: Work<unknown>[] = [
    () => this.loadModules(),
    (pause) => this.warmUp(pause),
    (pause) => this.prepareSlowViews(pause),
    ...LEVELS.toReversed().map(
      ({ name }) =>
        (pause: Pause) =>
          this.views.trees.prepareLevel({ level: name, foldImports: this.foldsImports() }, pause),
    ),
  ];
  /** Steps that prepare views similar to the last requested one. */
  private followUp: { readonly view: RequestedView | undefined; readonly steps: Work<unknown>[] } = {
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
    const { lastView: view } = this.views;
    if (view !== this.followUp.view)
      this.followUp = { view, steps: view?.shape === 'callers' ? this.otherLevels(view) : [] };
    return this.followUp.steps;
  }

  /** Steps that build caller trees at other levels, the slowest views that the user may request next. */
  private otherLevels({ options, limit }: RequestedView): Work<unknown>[] {
    // With several filters, each level would need complete call trees, which would evict others from the cache.
    if (activeFilters(options).length > 1) return [];
    const [, ...others] = levelsByDistance(options.level);
    return others.map(
      (level) => (pause) => this.views.approximateCallerTree({ ...options, level }, limit, pause),
    );
  }

  /** As in the last view, because the next one will probably be similar. */
  private foldsImports(): boolean {
    return this.views.lastView?.options.foldImports ?? true;
  }

  /** Loads the modules and the sample times that other views need. */
  private async loadModules(): Promise<void> {
    await Promise.all([
      import('../src/calltree/inverted.ts'),
      import('../src/calltree/sandwich.ts'),
      import('../src/calltree/search.ts'),
      import('../src/calltree/table.ts'),
      import('../src/calltree/time-order.ts'),
      import('../src/filters/targets.ts'),
      import('./node-details.ts'),
      import('./sandwich-function.ts'),
      this.views.timesOf(this.views.open.recording.defaultEvent),
    ]);
  }

  private async warmUp(pause: Pause): Promise<void> {
    const { warmUp } = await import('./warm-up.ts');
    const { open, trees } = this.views;
    const small = trees.levelTree({ level: 'python-leaf-c', foldImports: this.foldsImports() });
    await warmUp(open, small, trees.samplesOnTree(small), pause);
  }

  /** The table, the caller tree and the time order take longest to build. */
  private async prepareSlowViews(pause: Pause): Promise<void> {
    const { lastView: view } = this.views;
    if (!view) return;
    const { options, limit } = view;
    await this.views.table({ options, by: 'function' });
    await pause();
    await this.views.approximateCallerTree(options, limit, pause);
    await pause();
    await this.views.timeOrder({ options, limit: { depth: Infinity, samplePoints: SAMPLE_POINTS } });
  }
}
