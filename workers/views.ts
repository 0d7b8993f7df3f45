// The views of one open recording, built from cached trees:
//
//   call tree (call-tree-cache.ts) -> caller tree (caller-tree-cache.ts), table, sandwich, time order
//
// Modules that the first view does not need are loaded when first used.

import { matchesIn } from '../src/calltree/search.ts';
import { onlySelected } from '../src/calltree/select.ts';
import type { CodeGrouping, Rows } from '../src/calltree/table.ts';
import type { Times } from '../src/calltree/times.ts';
import { topDownTree } from '../src/calltree/top-down.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import type { Answer, Question } from '../src/model/queries.ts';
import {
  ALL_SAMPLES,
  type Details,
  type SearchResult,
  type Shape,
  type Table,
  type Timeline,
  type TimeOrder,
  type ViewOptions,
} from '../src/model/session.ts';
import { allOf, type FilteredStacks } from '../src/model/stack-chains.ts';
import { copyOfTree, type CallTree, type DetailLimit } from '../src/model/tree.ts';
import { CallerTreeCache } from './caller-tree-cache.ts';
import { CallTreeCache, type Match } from './call-tree-cache.ts';
import { profileAtLevel, type OpenProfile } from './pipeline.ts';
import { mostSampled, variantIn } from './sandwich-function.ts';
import type { Pause } from './scheduler.ts';
import { filtersOn, keyOf, levelsFrom } from './view-options.ts';

/** Trees with fewer chains build faster than the user would notice. */
const SMALL_TREE = 50_000;

/** Finds functions by name: for a filter, or for the search, where a newer query cancels the older one. */
export type Find = Readonly<Record<'match' | 'search', Match>>;

/** A view that was requested with a limit. */
export interface RequestedView {
  readonly options: ViewOptions;
  readonly shape: Shape;
  readonly limit: DetailLimit;
}

export class Views {
  readonly open: OpenProfile;
  readonly trees: CallTreeCache;
  lastView: RequestedView | undefined;
  private readonly find: Find;
  private readonly callerTrees = new CallerTreeCache();
  private lastTable: { readonly tree: CallTree; readonly rows: Rows } | undefined;
  private lastTimes: { readonly event: number; readonly times: Times | undefined } | undefined;
  private lastTimeOrder:
    { readonly key: string; readonly order: TimeOrder; readonly isComplete: boolean } | undefined;

  constructor(open: OpenProfile, find: Find) {
    this.open = open;
    this.find = find;
    this.trees = new CallTreeCache(open, (query) => find.match(query));
  }

  /** A complete caller tree is built in slices. */
  async tree({ options, shape, limit }: Question<'tree'>, pause: Pause = noPause): Promise<Answer<'tree'>> {
    if (limit) {
      const tree = await this.approximateTree({ options, shape, limit });
      this.lastView = { options, shape, limit };
      if (tree) return { value: { options, shape, tree }, isComplete: false };
    }
    const { tree: calls } = await this.trees.get(options);
    const tree =
      shape === 'calls'
        ? calls
        : await this.callerTrees.complete(keyOf(options), this.allStacksOf(calls), pause);
    return { value: { options, shape, tree }, isComplete: true };
  }

  /** The trees belong to the caller, who may transfer them. */
  async sandwich({ options, func, limit }: Question<'sandwich'>): Promise<Answer<'sandwich'>> {
    const functions = await this.table({ options, by: 'function' });
    const { funcs } = this.open.classified.profile;
    const wanted = func === NONE ? mostSampled(functions) : func;
    const variant = wanted === NONE ? NONE : variantIn(functions, wanted, funcs);
    if (variant === NONE) {
      const level = wanted === NONE ? undefined : await this.nearestLevelWith(options, wanted);
      return { value: { functions, func: wanted, sandwich: undefined, level }, isComplete: true };
    }
    const { sandwichOf } = await import('../src/calltree/sandwich.ts');
    const { tree } = await this.trees.get(options);
    const isComplete = limit === undefined || tree.chains < SMALL_TREE;
    const samplePoints = isComplete ? Infinity : limit.samplePoints;
    const halves = sandwichOf(tree, variant, funcs.length, samplePoints, this.trees.scratch);
    const sandwich = { options, func: variant, ...halves };
    return { value: { functions, func: wanted, sandwich, level: options.level }, isComplete };
  }

  async table({ options, by }: Question<'table'>): Promise<Table> {
    const built = await this.trees.get(options);
    if (by !== 'thread') return { options, ...(await this.tableOf(built.tree, by)) };
    const { threadTable } = await import('../src/calltree/table.ts');
    return { options, ...threadTable(this.trees.samplesOver(built), options.event, options) };
  }

  /** The trees belong to the caller, who may transfer them. */
  async timeOrder({ options, limit }: Question<'timeOrder'>): Promise<Answer<'timeOrder'>> {
    const key = `${keyOf(options)} ${limit?.samplePoints}`;
    if (this.lastTimeOrder?.key === key) {
      const { order, isComplete } = this.lastTimeOrder;
      return { value: { ...copyOfOrder(order), options }, isComplete };
    }
    const { timeOrderOf } = await import('../src/calltree/time-order.ts');
    const times = await this.timesOf(options.event);
    const samples = this.trees.samplesOver(await this.trees.get(options));
    const order = timeOrderOf(samples, options.event, options, limit?.samplePoints, times);
    if (!order) return { value: { options, from: 0, length: 0, lanes: [] }, isComplete: true };
    const { isComplete, ...lanes } = order;
    const value = { options, ...lanes };
    if (limit) this.lastTimeOrder = { key, order: copyOfOrder(value), isComplete };
    return { value, isComplete };
  }

  async timeline({ event, columns }: Question<'timeline'>): Promise<Timeline | undefined> {
    const { timelineOf } = await import('../src/calltree/timeline.ts');
    // At the raw level, Python code would count as C code of the interpreter.
    return timelineOf(profileAtLevel(this.open, DEFAULT_LEVEL), event, columns);
  }

  async nodeDetails({ options, path }: Question<'nodeDetails'>): Promise<Details> {
    const built = await this.trees.get(options);
    const { resolvePath } = await import('../src/model/call-path.ts');
    const { functionIdsOf } = await import('../src/model/function-ids.ts');
    const { profile } = this.open.classified;
    const { node } = resolvePath(built.tree, path, { ids: functionIdsOf(profile), funcs: profile.funcs });
    const { detailsOf } = await import('../src/calltree/details.ts');
    return detailsOf(built, node, profile);
  }

  async functionDetails({ options, func }: Question<'functionDetails'>): Promise<Details> {
    const { tree } = await this.trees.get(options);
    const { functionTotals } = await import('../src/calltree/details.ts');
    return { selfKinds: [], ...functionTotals(tree, func) };
  }

  async search({ options, query }: Question<'search'>): Promise<SearchResult> {
    const matches = await this.find.search(query);
    return { ...matches, ...matchesIn((await this.trees.get(options)).tree, matches) };
  }

  /** The selected samples with their stacks as shown. */
  async profile(options: ViewOptions): Promise<Profile> {
    const { profileOfTree } = await import('../src/calltree/tree-profile.ts');
    return profileOfTree(await this.trees.get(options), this.open.classified.profile);
  }

  /** The part of the recording that a link contains. */
  async profileToShare({ options, choice: { what } }: Question<'share'>): Promise<Profile> {
    if (what === 'visible') return this.profile(options);
    const raw = profileAtLevel(this.open, 'raw');
    return what === 'all' ? raw : onlySelected(raw, options.event, options);
  }

  async timesOf(event: number): Promise<Times | undefined> {
    const { timesOf } = await import('../src/calltree/times.ts');
    if (this.lastTimes?.event !== event)
      this.lastTimes = { event, times: timesOf(this.open.classified.profile, event) };
    return this.lastTimes.times;
  }

  /** Undefined when the complete tree is cached or small. */
  private async approximateTree({ options, shape, limit }: RequestedView): Promise<CallTree | undefined> {
    if (shape === 'callers') return this.approximateCallerTree(options, limit);
    if (this.trees.cached(options)) return undefined;
    const { stacks } = await this.trees.select(options);
    if (stacks.chains.length < SMALL_TREE) return undefined;
    return topDownTree(stacks, limit.samplePoints, this.trees.scratch).tree;
  }

  /** Built in slices if `pause` is given. Undefined when the tree is small. */
  async approximateCallerTree(
    options: ViewOptions,
    limit: DetailLimit,
    pause?: Pause,
  ): Promise<CallTree | undefined> {
    const key = keyOf(options);
    const cached = this.callerTrees.cachedApproximate(key, limit);
    if (cached) return cached;
    const keyBefore = this.keyBefore(options);
    // A cached call tree does not record how it was derived from the tree before the last filter or the selection.
    const calls = this.callerTrees.hasComplete(keyBefore) ? undefined : this.trees.cached(options);
    const stacks = calls ? this.allStacksOf(calls.tree) : (await this.trees.select(options)).stacks;
    if (stacks.chains.length < SMALL_TREE) return undefined;
    return this.callerTrees.approximate(key, limit, stacks, calls ? undefined : keyBefore, pause);
  }

  /** The key of the samples before the last filter or, without filters, before the selection; undefined if unusable. */
  private keyBefore(options: ViewOptions): string | undefined {
    const filters = filtersOn(options);
    const last = filters.at(-1);
    // The `callers` filter changes the ends of stacks, where caller trees begin.
    if (last) return last.action === 'callers' ? undefined : keyOf(options, filters.slice(0, -1));
    const all = { ...options, ...ALL_SAMPLES };
    // With several events, samples refer to the level's tree, which differs from the tree of a single event.
    return this.trees.selectsAll(all) && !this.trees.selectsAll(options) ? keyOf(all, []) : undefined;
  }

  /** The nearest level whose call tree has the function. */
  private async nearestLevelWith(options: ViewOptions, func: number): Promise<Level | undefined> {
    const { canonical } = this.open.classified.profile.funcs;
    for (const level of levelsFrom(options.level)) {
      const { tree } = await this.trees.get({ ...options, level });
      if (tree.func.some((each) => each >= 0 && canonical[each] === canonical[func])) return level;
    }
    return undefined;
  }

  private allStacksOf(tree: CallTree): FilteredStacks {
    return allOf(tree, this.open.classified.profile.funcs.length);
  }

  private async tableOf(tree: CallTree, by: CodeGrouping): Promise<Rows> {
    const { tableOf } = await import('../src/calltree/table.ts');
    if (this.lastTable?.tree !== tree || this.lastTable.rows.by !== by)
      this.lastTable = { tree, rows: tableOf(tree, this.open.classified.profile.funcs, by) };
    return this.lastTable.rows;
  }
}

async function noPause(): Promise<void> {}

function copyOfOrder(order: TimeOrder): TimeOrder {
  return { ...order, lanes: order.lanes.map((lane) => ({ ...lane, tree: copyOfTree(lane.tree) })) };
}
