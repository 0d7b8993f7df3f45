// Prepares views of an open recording before they are requested, one step at a time: otherwise the first visits to some
// levels and views of a large recording would take 0.2 to 1.2 seconds.

import { LEVELS } from '../src/model/levels.ts';
import { SAMPLE_POINTS } from '../src/model/tree.ts';
import type { Pause, Work } from './scheduler.ts';
import { filtersOn, levelsFrom } from './view-options.ts';
import type { RequestedView, Views } from './views.ts';

export class BackgroundWork {
  private readonly views: Views;
  /** The slowest views of the current selection come before large levels. */
  private readonly steps: Work<unknown>[] = [
    () => this.load(),
    (pause) => this.warmUp(pause),
    (pause) => this.prepareOtherViews(pause),
    ...LEVELS.toReversed().map(
      ({ name }) =>
        (pause: Pause) =>
          this.views.trees.prepareLevel(name, pause),
    ),
  ];
  /** The steps that prepare views similar to the last one. */
  private following: { readonly view: RequestedView | undefined; readonly steps: Work<unknown>[] } = {
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
    if (view !== this.following.view)
      this.following = { view, steps: view?.shape === 'callers' ? this.otherLevels(view) : [] };
    return this.following.steps;
  }

  /** Caller trees at other levels: nothing else that the user may request takes longer. */
  private otherLevels({ options, limit }: RequestedView): Work<unknown>[] {
    // More than one filter would need complete call trees at each level, which would push others out of the cache.
    if (filtersOn(options).length > 1) return [];
    const [, ...others] = levelsFrom(options.level);
    return others.map(
      (level) => (pause) => this.views.approximateCallerTree({ ...options, level }, limit, pause),
    );
  }

  /** Loads the modules that other views need. */
  private async load(): Promise<void> {
    await Promise.all([
      import('../src/calltree/details.ts'),
      import('../src/calltree/inverted.ts'),
      import('../src/calltree/sandwich.ts'),
      import('../src/calltree/table.ts'),
      import('../src/calltree/time-order.ts'),
      import('../src/filters/targets.ts'),
      this.views.timesOf(this.views.open.recording.defaultEvent),
    ]);
  }

  private async warmUp(pause: Pause): Promise<void> {
    const { warmUp } = await import('./warm-up.ts');
    const { open, trees } = this.views;
    const small = trees.ofLevel('python-leaf-c');
    await warmUp(open, small, trees.samplesOver(small), pause);
  }

  /** The views that take longest to build. */
  private async prepareOtherViews(pause: Pause): Promise<void> {
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
