// Prepares comparisons of open recordings, and caches the steps that depend on fewer options.

import type { ComparedFunctions } from '../../src/compare/match/compared-functions.ts';
import { bytesOfStacks, matchStacks, type MatchedStacks } from '../../src/compare/match/matched-stacks.ts';
import { bytesOfPrepared, prepareComparison, type Prepared } from '../../src/compare/prepare.ts';
import type { Sides } from '../../src/compare/statistics/run.ts';
import { selectFrom } from '../../src/compare/selection.ts';
import { filtersOn } from '../../src/compare/side-filters.ts';
import { runNow, runSliced } from '../../src/async/time-slices.ts';
import {
  eventKey,
  type ComparedPart,
  type ComparisonOptions,
  type RecordingId,
} from '../../src/model/comparison.ts';
import { activeFilters, type Filter } from '../../src/model/filter.ts';
import { LEVELS, type Level } from '../../src/model/levels.ts';
import type { EventSummary, ViewOptions } from '../../src/model/session.ts';
import { comparedRecording } from './compared-recording.ts';
import { filterStacks, withDecidedPatterns } from './filter-stacks.ts';
import { LruCache } from '../lru-cache.ts';
import type { Pause } from '../scheduler.ts';
import type { Views } from '../views/views.ts';

/** In bytes: the stacks of all levels of two recordings with 400,000 samples each. */
const STACKS_CAPACITY = 224 << 20;

/** In bytes: two of them. */
const FILTERED_CAPACITY = 64 << 20;

/** In bytes: two of them, so that undo and redo are quick. */
const PREPARED_CAPACITY = 48 << 20;

/** Share of the larger side's total below which differences do not count. */
const MIN_EFFECT = 0.005;

export interface ComparedOptions extends ViewOptions {
  readonly comparison: ComparisonOptions;
}

export class PreparedComparisons {
  private readonly viewsOf: ReadonlyMap<RecordingId, Views>;
  private readonly functions: ComparedFunctions;
  private readonly events: readonly EventSummary[];
  private readonly dates: ReadonlyMap<RecordingId, number>;
  /** Those before filters, by `stacksKeyOf`. */
  private readonly stacks = new LruCache<MatchedStacks>(STACKS_CAPACITY, bytesOfStacks);
  private readonly filteredStacks = new LruCache<MatchedStacks>(FILTERED_CAPACITY, bytesOfStacks);
  private readonly prepared = new LruCache<Prepared>(PREPARED_CAPACITY, bytesOfPrepared);

  /** `functions` are those of all recordings, B's first. `events` are those of the comparison. */
  constructor(
    viewsOf: ReadonlyMap<RecordingId, Views>,
    functions: ComparedFunctions,
    events: readonly EventSummary[],
    dates: ReadonlyMap<RecordingId, number>,
  ) {
    this.viewsOf = viewsOf;
    this.functions = functions;
    this.events = events;
    this.dates = dates;
  }

  /** Throws NotComparableError. */
  async prepare(options: ComparedOptions): Promise<Prepared> {
    const { level, event, comparison } = options;
    const { a, b, renames } = comparison;
    const key = JSON.stringify([level, event, a, b, renames, activeFilters(options)]);
    const known = this.prepared.get(key);
    if (known) return known;
    const sides = this.sidesOf(options);
    const stacks = await this.stacksOf(sides, options);
    const value = prepareComparison(sides, { level, renames, minEffect: MIN_EFFECT }, stacks);
    this.prepared.set(key, value);
    return value;
  }

  /** Cache key of matched stacks: all options but filters, ranges and threads. */
  stacksKeyOf(level: Level, { event, comparison: { a, b, renames } }: ComparedOptions): string {
    const recordings = (parts: readonly ComparedPart[]) => parts.map(({ recording }) => recording);
    return JSON.stringify([level, event, recordings(a), recordings(b), renames]);
  }

  /** True if the stacks of another level, which are about as large as those of this one, would not displace those of other levels. */
  hasRoomForLevel(options: ComparedOptions): boolean {
    const known = this.stacks.get(this.stacksKeyOf(options.level, options));
    const levels = LEVELS.map(({ name }) => this.stacksKeyOf(name, options));
    return known !== undefined && this.stacks.hasRoomFor(bytesOfStacks(known), levels);
  }

  /** Matches the stacks of a level in time slices, before it is requested. `options` are those of the current view. */
  async prepareLevel(level: Level, options: ComparedOptions, pause: Pause): Promise<void> {
    const key = this.stacksKeyOf(level, options);
    if (this.stacks.get(key)) return;
    for (const { trees } of this.viewsOf.values())
      await trees.prepareLevelStacks({ level, foldImports: false }, pause);
    await pause();
    const { renames } = options.comparison;
    const sides = this.sidesOf(options);
    const stacks = await runSliced(matchStacks(sides, { level, renames }), pause);
    this.stacks.set(key, stacks);
    await pause();
    selectFrom([...sides.a, ...sides.b], stacks).runs();
  }

  /** The compared recordings before filters. */
  sidesOf({ event: index, comparison: { a, b } }: ComparedOptions): Sides {
    const side = (parts: readonly ComparedPart[]) =>
      parts.map(({ recording, range, threads }) => {
        const { views, event } = this.opened(recording, index);
        return comparedRecording(views, event, { date: this.dates.get(recording), range, threads });
      });
    return { a: side(a), b: side(b) };
  }

  /** The stacks before filters. */
  allStacksOf(sides: Sides, options: ComparedOptions): MatchedStacks {
    const { level, comparison } = options;
    const key = this.stacksKeyOf(level, options);
    const all = this.stacks.get(key) ?? runNow(matchStacks(sides, { level, renames: comparison.renames }));
    this.stacks.set(key, all);
    return all;
  }

  private async filter(
    stacks: MatchedStacks,
    sides: Sides,
    { event, comparison: { a, b } }: ComparedOptions,
    filters: readonly Filter[],
  ): Promise<MatchedStacks> {
    const ids = [...this.viewsOf.keys()].reverse();
    const names = ids.map((id) => this.opened(id, event).views.open.classified.profile);
    const decided = await withDecidedPatterns(filters, [...this.viewsOf.values()]);
    const recordings = [...a, ...b].map(({ recording: id }) => ({
      views: this.opened(id, event).views,
      filters: filtersOn(decided, this.functions, names, ids.indexOf(id)),
    }));
    return filterStacks(sides, stacks, recordings);
  }

  /** A recording, and its index of an event of the comparison. */
  opened(id: RecordingId, event: number): { readonly views: Views; readonly event: number } {
    const views = this.viewsOf.get(id);
    if (!views) throw new Error(`Recording ${id} is not open.`);
    const { name } = this.events[event];
    const { events } = views.open.recording;
    return { views, event: events.findIndex((each) => eventKey(each.name) === name) };
  }

  private async stacksOf(sides: Sides, options: ComparedOptions): Promise<MatchedStacks> {
    const all = this.allStacksOf(sides, options);
    const filters = activeFilters(options);
    if (filters.length === 0) return all;
    const key = JSON.stringify([this.stacksKeyOf(options.level, options), filters]);
    const filtered = this.filteredStacks.get(key) ?? (await this.filter(all, sides, options, filters));
    this.filteredStacks.set(key, filtered);
    return filtered;
  }
}
