// What is made of an open recording before anybody asks for it, so that it is there then.

import { LEVELS } from '../src/model/levels.ts';
import { PLACES } from '../src/model/tree.ts';
import type { Pause } from './callers.ts';
import { filtersOn, levelsFrom } from './options.ts';
import type { Look, Views } from './views.ts';

type Step = () => unknown;

export class Preparations {
  private readonly views: Views;
  private readonly pause: Pause;
  /** In this order: what takes longest of what is looked at comes before large levels. */
  private readonly steps: Step[] = [
    () => this.getReady(),
    () => this.rehearsed(),
    () => this.prepareOthers(),
    ...LEVELS.map(
      ({ name }) =>
        () =>
          this.views.trees.prepareLevel(name, this.pause),
    ).reverse(),
  ];
  /** What was looked at last, and what is left to make of that. */
  private last: { readonly look: Look | undefined; readonly steps: Step[] } = { look: undefined, steps: [] };

  /** `pause` lets others have their turn while something large is made. */
  constructor(views: Views, pause: Pause) {
    this.views = views;
    this.pause = pause;
  }

  /** Whether there is something left to make. */
  get isMore(): boolean {
    return this.steps.length + this.stepsOfLook().length > 0;
  }

  async makeNext(): Promise<void> {
    const next = this.steps.shift() ?? this.stepsOfLook().shift();
    await next?.();
  }

  /** Of callers that are looked at: the same at other levels, which would take longer than all else that can be asked for. */
  private stepsOfLook(): Step[] {
    const { look } = this.views;
    if (look !== this.last.look)
      this.last = { look, steps: look?.shape === 'callers' ? this.atOtherLevels(look) : [] };
    return this.last.steps;
  }

  private atOtherLevels(look: Look): Step[] {
    // After several filters whole trees would be made for that, and others forgotten.
    if (filtersOn(look.options).length > 1) return [];
    const [, ...others] = levelsFrom(look.options.level);
    return others.map((level) => () => this.views.prepareCallers(look, level));
  }

  /** Loads what the first look at each view needs, and makes what is the same whatever is looked at. */
  private async getReady(): Promise<void> {
    await Promise.all([
      import('../src/calltree/inverted.ts'),
      import('../src/calltree/sandwich.ts'),
      import('../src/calltree/table.ts'),
      import('../src/calltree/time-order.ts'),
      import('../src/filters/targets.ts'),
      this.views.timesOf(this.views.open.recording.defaultEvent),
    ]);
  }

  private async rehearsed(): Promise<void> {
    const { rehearse } = await import('./rehearse.ts');
    const { open, trees } = this.views;
    const small = trees.levelOf('python-leaf-c');
    const times = await this.views.timesOf(open.recording.defaultEvent);
    await rehearse(open, small, trees.samplesOver(small), times, this.pause);
  }

  /** What takes longest of what is looked at: the table of functions, the first pictures of callers and in order of time. */
  private async prepareOthers(): Promise<void> {
    const { look } = this.views;
    if (!look) return;
    await this.views.table(look.options, 'function');
    await this.pause();
    await this.views.prepareCallers(look);
    await this.pause();
    await this.views.timeOrder(look.options, PLACES);
  }
}
