// The call trees of one open recording. The cache also contains the trees from which each one is built:
//
//   level, with or without folded imports -> tree of all samples -> tree of the selected samples -> tree after each filter
//
// The trees of the levels are never evicted, because all other trees can be built from them quickly.

import {
  samplesOnTree,
  treeInput,
  buildSelectedTree,
  buildCompleteTree,
  type BuiltTree,
  type TreeInput,
} from '../../src/calltree/build/build.ts';
import { TreeScratch } from '../../src/calltree/build/weights.ts';
import { activeFilters, type Filter } from '../../src/model/filter.ts';
import { canFoldImports, type Level } from '../../src/model/levels.ts';
import { release } from '../../src/model/columns.ts';
import { NONE, type Profile } from '../../src/model/profile.ts';
import type { ViewOptions } from '../../src/model/session.ts';
import { toStackChains, type StackChains } from '../../src/model/trie.ts';
import { runNow, runSliced, type TimeSliced } from '../../src/async/time-slices.ts';
import type { CallTree } from '../../src/model/tree.ts';
import { LruCache } from '../lru-cache.ts';
import type { MatchNames } from '../matcher.ts';
import { profileAtLevel, withFoldedImports, type OpenProfile } from '../pipeline.ts';
import type { Pause } from '../scheduler.ts';

/** In bytes: about ten trees of a large recording. */
const CAPACITY = 200 << 20;

export class CallTreeCache {
  /** Reused by all trees, since the worker builds one at a time. */
  readonly scratch = new TreeScratch();
  readonly open: OpenProfile;
  readonly match: MatchNames;
  /** Trees of all samples, by levelKeyOf. */
  private readonly levelTrees = new Map<string, BuiltTree>();
  /** Per level, without folded imports. */
  private readonly leavesOfLevels = new Map<Level, Int32Array>();
  /** Stacks of all samples, by levelKeyOf. */
  private readonly stacksOfLevels = new Map<string, StackChains>();
  /** Trees of selected or filtered samples, by keyOf. */
  private readonly trees = new LruCache<BuiltTree>(
    CAPACITY,
    ({ tree, chainOfSample }) => bytesOfTree(tree) + chainOfSample.byteLength,
  );
  /** Input of the last approximate tree, kept because the complete tree is usually requested next. */
  private lastSelected: { readonly key: string; readonly samples: TreeInput } | undefined;

  constructor(open: OpenProfile, match: MatchNames) {
    this.open = open;
    this.match = match;
  }

  /** Applies each filter to the result of the previous one. */
  async get(options: ViewOptions, filters: readonly Filter[] = activeFilters(options)): Promise<BuiltTree> {
    const cached = this.getCached(options, filters);
    if (cached) return cached;
    const built = buildSelectedTree(await this.select(options, filters), this.scratch);
    this.lastSelected = undefined;
    this.trees.set(keyOf(options, filters), built);
    return built;
  }

  /** Returns the tree if it is cached. Builds the tree of a level if necessary. */
  getCached(
    options: ViewOptions,
    filters: readonly Filter[] = activeFilters(options),
  ): BuiltTree | undefined {
    const isLevelTree = filters.length === 0 && this.selectsAll(options);
    return isLevelTree ? this.levelTree(options) : this.trees.get(keyOf(options, filters));
  }

  /** Selects the samples from which a tree is built. */
  async select(
    options: ViewOptions,
    filters: readonly Filter[] = activeFilters(options),
  ): Promise<TreeInput> {
    const key = keyOf(options, filters);
    if (this.lastSelected?.key === key) return this.lastSelected.samples;
    const last = filters.at(-1);
    const samples = last
      ? await this.filter(await this.get(options, filters.slice(0, -1)), last)
      : treeInput(this.samplesOnTree(this.levelTree(options)), options.event, options);
    this.lastSelected = { key, samples };
    return samples;
  }

  levelTree(options: LevelOptions): BuiltTree {
    return this.builtLevel(options) ?? runNow(this.buildLevel(options, this.scratch));
  }

  /** The tree of a level, unless it has not been built. */
  builtLevel(options: LevelOptions): BuiltTree | undefined {
    return this.levelTrees.get(levelKeyOf(options));
  }

  /** Builds the tree of a level in time slices. */
  async prepareLevel(options: LevelOptions, pause: Pause): Promise<void> {
    if (!this.builtLevel(options)) await runSliced(this.buildLevel(options), pause);
  }

  /** The stacks of a level. Without its tree, they are ready in half the time. */
  levelStacks(options: LevelOptions): StackChains {
    const known = this.stacksOfLevels.get(levelKeyOf(options));
    return known ?? runNow(this.buildLevelStacks(options));
  }

  /** Builds the stacks of a level in time slices. */
  async prepareLevelStacks(options: LevelOptions, pause: Pause): Promise<void> {
    if (!this.stacksOfLevels.has(levelKeyOf(options))) await runSliced(this.buildLevelStacks(options), pause);
  }

  /** Per sample: the function in which it ends at a level; NONE without frames. */
  leavesAt(level: Level): Int32Array {
    const known = this.leavesOfLevels.get(level);
    if (known) return known;
    const { samples, stacks } = profileAtLevel(this.open, level);
    const leaves = samples.stack.map((stack) => (stack < 0 ? NONE : stacks.func[stack]));
    this.leavesOfLevels.set(level, leaves);
    return leaves;
  }

  samplesOnTree(built: BuiltTree): StackChains {
    const { profile } = this.open.classified;
    return samplesOnTree(built, profile, profile.funcs.length);
  }

  selectsAll({ threads, range }: ViewOptions): boolean {
    return this.open.recording.events.length === 1 && !threads && !range;
  }

  private async filter(before: BuiltTree, filter: Filter): Promise<TreeInput> {
    const { filterTree } = await import('./filtering.ts');
    return filterTree(this, before, filter);
  }

  private *buildLevelStacks(options: LevelOptions): TimeSliced<StackChains> {
    const key = levelKeyOf(options);
    const tree = this.levelTrees.get(key);
    const built = tree ? this.samplesOnTree(tree) : yield* this.toLevelStacks(options);
    // A request may have built them in the meantime.
    const stacks = this.stacksOfLevels.get(key) ?? built;
    this.stacksOfLevels.set(key, stacks);
    return stacks;
  }

  private *toLevelStacks(options: LevelOptions): TimeSliced<StackChains> {
    const level = profileAtLevel(this.open, options.level);
    yield;
    const shown = foldsImports(options) ? withFoldedImports(level, this.open.classified) : level;
    const chains = toStackChains(shown);
    // The recording keeps one level (profileAtLevel).
    if (level !== this.open.pythonC) releaseStacks(level);
    if (shown !== level) releaseStacks(shown);
    return chains;
  }

  /** `known` is the stacks of the level, if they are known. In slices, other trees may be built with the shared scratch. */
  *buildLevel(
    options: LevelOptions,
    scratch = new TreeScratch(),
    known = this.stacksOfLevels.get(levelKeyOf(options)),
  ): TimeSliced<BuiltTree> {
    const key = levelKeyOf(options);
    const stacks = known ?? (yield* this.toLevelStacks(options));
    yield;
    const complete = this.levelTrees.get(key) ?? (yield* buildCompleteTree(stacks, scratch));
    // A request may have built the tree in the meantime.
    const built = this.levelTrees.get(key) ?? complete;
    this.levelTrees.set(key, built);
    return built;
  }
}

function releaseStacks({ stacks }: Profile): void {
  release(stacks.parent);
  release(stacks.func);
}

/** Size in memory: 4 bytes per node, and 52 bytes per chain for all columns. */
export function bytesOfTree({ length, chains }: CallTree): number {
  return 4 * length + 52 * chains;
}

type LevelOptions = Pick<ViewOptions, 'level' | 'foldImports'>;

function foldsImports({ level, foldImports }: LevelOptions): boolean {
  return foldImports && canFoldImports(level);
}

/** A cache key that ignores folding at levels where it has no effect. */
function levelKeyOf(options: LevelOptions): string {
  return foldsImports(options) ? `${options.level} folded` : options.level;
}

/** A cache key that ignores inactive filters. */
export function keyOf(options: ViewOptions, filters: readonly Filter[] = activeFilters(options)): string {
  const { event, threads, range } = options;
  return JSON.stringify([
    levelKeyOf(options),
    event,
    threads,
    range,
    filters.map(({ action, target }) => [action, target]),
  ]);
}
