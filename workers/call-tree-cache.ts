// The call trees of one open recording. Each is cached with what it is built from:
//
//   level -> tree of all samples -> tree of the selected samples -> tree after each filter
//
// The trees of the levels are never dropped: all others are built from them quickly.

import {
  filterSelected,
  samplesOver,
  selectSamples,
  buildSelectedTree,
  buildCompleteTree,
  type BuiltTree,
  type SelectedSamples,
} from '../src/calltree/build.ts';
import { TreeScratch } from '../src/calltree/scratch.ts';
import type { Rule } from '../src/filters/filter.ts';
import type { Filter, Target } from '../src/model/filter.ts';
import type { Level } from '../src/model/levels.ts';
import { NONE } from '../src/model/profile.ts';
import type { Matches, ViewOptions } from '../src/model/session.ts';
import { toStackChains, type StackChains } from '../src/model/stack-chains.ts';
import { runNow, runSliced, type TimeSliced } from '../src/async/time-slices.ts';
import { tooSlow } from '../src/async/too-slow.ts';
import type { CallTree } from '../src/model/tree.ts';
import { LruCache } from './lru-cache.ts';
import { profileAtLevel, type OpenProfile } from './pipeline.ts';
import type { Pause } from './scheduler.ts';
import { filtersOn, keyOf } from './view-options.ts';

/** In bytes: about ten trees of a large recording. */
const CAPACITY = 200 << 20;

/** Finds functions by name, in bounded time. */
export type Match = (query: string) => Promise<Matches>;

export class CallTreeCache {
  /** Shared by all trees that this worker builds, one after the other. */
  readonly scratch = new TreeScratch();
  private readonly open: OpenProfile;
  private readonly match: Match;
  /** The trees of all samples. */
  private readonly levels = new Map<Level, BuiltTree>();
  /** The trees of selected or filtered samples. */
  private readonly trees = new LruCache<BuiltTree>(
    CAPACITY,
    ({ tree, chainOfSample }) => bytesOfTree(tree) + chainOfSample.byteLength,
  );
  /** Input of the last approximate tree, kept because its complete tree usually follows. */
  private lastSelected: { readonly key: string; readonly samples: SelectedSamples } | undefined;

  constructor(open: OpenProfile, match: Match) {
    this.open = open;
    this.match = match;
  }

  /** Applies each filter to the tree that the previous one produced. */
  async get(options: ViewOptions, filters: readonly Filter[] = filtersOn(options)): Promise<BuiltTree> {
    const cached = this.cached(options, filters);
    if (cached) return cached;
    const built = buildSelectedTree(await this.select(options, filters), this.scratch);
    this.lastSelected = undefined;
    this.trees.set(keyOf(options, filters), built);
    return built;
  }

  /** The cached tree, if there is one. The tree of a level is built if necessary. */
  cached(options: ViewOptions, filters: readonly Filter[] = filtersOn(options)): BuiltTree | undefined {
    const isOfLevel = filters.length === 0 && this.selectsAll(options);
    return isOfLevel ? this.ofLevel(options.level) : this.trees.get(keyOf(options, filters));
  }

  /** The input from which a tree is built. */
  async select(
    options: ViewOptions,
    filters: readonly Filter[] = filtersOn(options),
  ): Promise<SelectedSamples> {
    const key = keyOf(options, filters);
    if (this.lastSelected?.key === key) return this.lastSelected.samples;
    const last = filters.at(-1);
    const samples = last
      ? await this.filter(await this.get(options, filters.slice(0, -1)), last)
      : selectSamples(this.samplesOver(this.ofLevel(options.level)), options.event, options);
    this.lastSelected = { key, samples };
    return samples;
  }

  ofLevel(level: Level): BuiltTree {
    return this.levels.get(level) ?? runNow(this.buildLevel(level));
  }

  /** Builds the tree of a level in slices. */
  async prepareLevel(level: Level, pause: Pause): Promise<void> {
    if (!this.levels.has(level)) await runSliced(this.buildLevel(level), pause);
  }

  samplesOver(built: BuiltTree): StackChains {
    const { profile } = this.open.classified;
    return samplesOver(built, profile, profile.funcs.length);
  }

  /** True if the options select all samples of the recording. */
  selectsAll({ threads, range }: ViewOptions): boolean {
    return this.open.recording.events.length === 1 && !threads && !range;
  }

  private async filter(before: BuiltTree, filter: Filter): Promise<SelectedSamples> {
    const { filtered } = await import('../src/filters/filter.ts');
    const rule = await this.ruleOf(filter);
    return filterSelected(before, filtered(before.tree, rule, this.open.classified.profile));
  }

  private *buildLevel(level: Level): TimeSliced<BuiltTree> {
    const profile = profileAtLevel(this.open, level);
    yield;
    const stacks = toStackChains(profile);
    yield;
    // A request may have built it in the meantime.
    const built = this.levels.get(level) ?? buildCompleteTree(stacks, this.scratch);
    this.levels.set(level, built);
    return built;
  }

  private async ruleOf({ action, target }: Filter): Promise<Rule> {
    return {
      action,
      matches: await this.funcsOf(target),
      aggregate: target && action === 'collapse' ? this.open.aggregateOf(target) : NONE,
      hidden: this.open.classified.marks.hidden,
    };
  }

  private async funcsOf(target: Target | undefined): Promise<Uint8Array> {
    const { profile } = this.open.classified;
    if (!target) return new Uint8Array(profile.funcs.length).fill(1);
    if (target.by === 'pattern') {
      const { matches, mode } = await this.match(target.query);
      if (mode === 'timeout') throw tooSlow(target.query);
      return matches;
    }
    return (await import('../src/filters/targets.ts')).funcsOf(profile, target);
  }
}

/** Four bytes per node, and 52 per chain for all columns. */
export function bytesOfTree({ length, chains }: CallTree): number {
  return 4 * length + 52 * chains;
}
