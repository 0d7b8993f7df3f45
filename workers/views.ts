// The views of one open recording, built from cached trees:
//
//   call tree (call-tree-cache.ts) -> caller tree (caller-tree-cache.ts), table, sandwich, time order
//
// Modules that the first view does not need are loaded on first use.

import type { CodeGrouping, TableRows } from '../src/calltree/table.ts';
import type { Times } from '../src/calltree/times.ts';
import type { BuiltTree } from '../src/calltree/build.ts';
import { mapChains } from '../src/model/stack-chains.ts';
import { topDownTree } from '../src/calltree/top-down.ts';
import type { CostShares, SampleParts, StackCosts } from '../src/model/costs.ts';
import type { TimeRange } from '../src/model/filter.ts';
import { DEFAULT_LEVEL, hidesC, type Level } from '../src/model/levels.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import type { OwnCode } from '../src/model/own-code.ts';
import type { Answer, Question } from '../src/model/queries.ts';
import {
  ALL_SAMPLES,
  isByCost,
  type Details,
  type FlameView,
  type Overview,
  type SearchResult,
  type Shape,
  type Table,
  type Timeline,
  type TimeOrder,
  type ViewOptions,
} from '../src/model/session.ts';
import { allStacksOf, type FilteredStacks } from '../src/model/stack-chains.ts';
import { copyOfTree, SMALL_TREE, type CallTree, type DetailLimit } from '../src/model/tree.ts';
import { CallerTreeCache } from './caller-tree-cache.ts';
import { CallTreeCache, type MatchNames } from './call-tree-cache.ts';
import { profileAtLevel, recordedProfile, type OpenProfile } from './pipeline.ts';
import type { NotableFunctions } from './notable-functions.ts';
import type { Pause } from './scheduler.ts';
import { activeFilters, keyOf, levelsByDistance } from './view-options.ts';

/** The start of a search for a cost instead of a name. */
const COST_QUERY = /^cost:/i;

/** Finds functions by name: for a filter, or for the search box, where a newer query cancels the older one. */
export type NameMatcher = Readonly<Record<'match' | 'search', MatchNames>>;

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
  private readonly find: NameMatcher;
  private readonly callerTrees = new CallerTreeCache();
  private lastTable: { readonly tree: CallTree; readonly rows: TableRows } | undefined;
  private lastTimes: { readonly event: number; readonly times: Times | undefined } | undefined;
  private notable: NotableFunctions | undefined;
  private lastNotable: { readonly tree: CallTree; readonly rows: Uint8Array } | undefined;
  private lastAxis: { readonly axis: TimeRange | undefined } | undefined;
  private lastTimeOrder:
    | { readonly key: string; readonly order: TimeOrder; readonly isComplete: boolean }
    | undefined;

  constructor(open: OpenProfile, find: NameMatcher) {
    this.open = open;
    this.find = find;
    this.trees = new CallTreeCache(open, (query) => find.match(query));
  }

  /** Builds complete caller trees in slices. */
  async tree(question: Question<'tree'>, pause: Pause = noPause): Promise<Answer<'tree'>> {
    const { options, shape, limit, costs } = question;
    if (costs) return this.treeWithCosts(question, pause);
    if (limit) {
      const part = await this.approximateTree({ options, shape, limit });
      this.lastView = { options, shape, limit };
      if (part) return { value: { options, shape, ...part }, isComplete: false };
    }
    const built = await this.completeTree(options, shape, pause);
    return { value: await this.viewOf(options, shape, built), isComplete: true };
  }

  /** The complete call tree is built fast enough, so that only caller trees are approximate at first. */
  private async treeWithCosts(
    { options, shape, limit }: Question<'tree'>,
    pause: Pause,
  ): Promise<Answer<'tree'>> {
    const { costsOfTree } = await import('./stack-costs.ts');
    const calls = limit && shape === 'callers' ? await this.trees.get(options) : undefined;
    if (limit) this.lastView = { options, shape, limit };
    if (!limit || !calls || calls.tree.chains < SMALL_TREE) {
      const built = await this.completeTree(options, shape, pause);
      const costs = costsOfTree(this.open, built);
      return { value: { ...(await this.viewOf(options, shape, built)), costs }, isComplete: true };
    }
    const stacks = this.allStacksOf(calls.tree);
    const { tree, endOf } = await this.callerTrees.buildWithEnds(keyOf(options), limit, stacks, pause);
    const part = { tree, chainOfSample: mapChains(calls.chainOfSample, endOf) };
    const costs = costsOfTree(this.open, part);
    return { value: { ...(await this.viewOf(options, shape, part)), costs }, isComplete: false };
  }

  private async viewOf(options: ViewOptions, shape: Shape, built: BuiltTree): Promise<FlameView> {
    const { tree } = built;
    const calls = await this.trees.get(options);
    if (!calls.inferred) return { options, shape, tree };
    const { inferredInCalls, inferredInCallers } = await import('./inferred-trees.ts');
    const inferred =
      shape === 'calls' ? inferredInCalls(this.open, built) : inferredInCallers(this.open, built, calls);
    return { options, shape, tree, inferred };
  }

  async treeCosts({ options, shape }: Question<'treeCosts'>, pause: Pause): Promise<CostShares> {
    const { costsOfTree } = await import('./stack-costs.ts');
    return costsOfTree(this.open, await this.completeTree(options, shape, pause));
  }

  /** The complete tree and where each sample ends in it. */
  private async completeTree(options: ViewOptions, shape: Shape, pause: Pause): Promise<BuiltTree> {
    const calls = await this.trees.get(options);
    if (shape === 'calls') return calls;
    const stacks = this.allStacksOf(calls.tree);
    const { tree, endOf } = await this.callerTrees.getComplete(keyOf(options), stacks, pause);
    return { tree, chainOfSample: mapChains(calls.chainOfSample, endOf) };
  }

  /** The caller owns the trees and may transfer them. */
  async sandwich({ options, func, limit, costs }: Question<'sandwich'>): Promise<Answer<'sandwich'>> {
    const functions = await this.table({ options, by: 'function' });
    const { funcs } = this.open.classified.profile;
    const { mostSampled, variantIn } = await import('./sandwich-function.ts');
    const requested = func === NONE ? mostSampled(functions) : func;
    const variant = requested === NONE ? NONE : variantIn(functions, requested, funcs);
    if (variant === NONE) {
      const level = requested === NONE ? undefined : await this.nearestLevelWith(options, requested);
      return { value: { functions, func: requested, sandwich: undefined, level }, isComplete: true };
    }
    const built = await this.trees.get(options);
    const { tree } = built;
    const { sandwichWithEnds } = await import('../src/calltree/sandwich.ts');
    const { costsOfSandwich } = costs ? await import('./stack-costs.ts') : {};
    const { inferredInSandwich } = built.inferred ? await import('./inferred-trees.ts') : {};
    const isComplete = limit === undefined || tree.chains < SMALL_TREE;
    const samplePoints = isComplete ? Infinity : limit.samplePoints;
    const halves = sandwichWithEnds(tree, variant, funcs.length, samplePoints, this.trees.scratch);
    const sandwich = {
      options,
      func: variant,
      callers: halves.callers.tree,
      callees: halves.callees.tree,
      costs: costsOfSandwich?.(this.open, built, halves),
      inferred: inferredInSandwich?.(this.open, built, halves),
    };
    return { value: { functions, func: requested, sandwich, level: options.level }, isComplete };
  }

  async table({ options, by, hasCosts }: Question<'table'>): Promise<Table> {
    const built = await this.trees.get(options);
    const isGroupedByCost = isByCost(by);
    if (!isGroupedByCost && !hasCosts) return { options, ...(await this.rowsOf(options, built, by)) };
    const { costTable, selfCostsOf } = await import('../src/calltree/cost-table.ts');
    const costs = await this.stackCosts();
    const { profile } = this.open.classified;
    if (isGroupedByCost) return { options, ...costTable(built, profile, costs, by) };
    const rows = await this.rowsOf(options, built, by);
    return { options, ...rows, selfCosts: selfCostsOf(rows, built, profile, costs) };
  }

  private async rowsOf(
    options: ViewOptions,
    built: BuiltTree,
    by: CodeGrouping | 'thread',
  ): Promise<TableRows> {
    if (by !== 'thread') return this.tableOf(built.tree, by);
    const { threadTable } = await import('../src/calltree/table.ts');
    return threadTable(this.trees.samplesOnTree(built), options.event, options);
  }

  /** The caller owns the trees and may transfer them. */
  async timeOrder({ options, limit, costs }: Question<'timeOrder'>): Promise<Answer<'timeOrder'>> {
    const key = `${keyOf(options)} ${limit?.samplePoints} ${costs}`;
    if (this.lastTimeOrder?.key === key) {
      const { order, isComplete } = this.lastTimeOrder;
      return { value: { ...copyTimeOrder(order), options }, isComplete };
    }
    const { timeOrderOf } = await import('../src/calltree/time-order.ts');
    const times = await this.timesOf(options.event);
    const samples = this.trees.samplesOnTree(await this.trees.get(options));
    const order = timeOrderOf(
      samples,
      options.event,
      options,
      limit?.samplePoints,
      times,
      await this.timeAxis(),
      costs ? (await import('./stack-costs.ts')).costsOfSamples(this.open) : undefined,
    );
    if (!order) return { value: { options, from: 0, length: 0, lanes: [] }, isComplete: true };
    const { isComplete, ...lanes } = order;
    const value = { options, ...lanes };
    if (limit) this.lastTimeOrder = { key, order: copyTimeOrder(value), isComplete };
    return { value, isComplete };
  }

  async timeline({ event, columns, bands, ...level }: Question<'timeline'>): Promise<Timeline | undefined> {
    const { timelineOf } = await import('../src/calltree/timeline.ts');
    const samples = this.trees.samplesOnTree(this.trees.levelTree(level));
    const { kind } = this.open.classified.profile.funcs;
    const costs =
      bands === 'costs' ? (await import('./stack-costs.ts')).costsOfSamples(this.open) : undefined;
    return timelineOf(samples, kind, event, columns, await this.timeAxis(), costs);
  }

  async ownCode({ event }: Question<'ownCode'>): Promise<OwnCode> {
    const { ownCodeOf } = await import('../src/model/own-code.ts');
    // Of the cached levels, this one has the fewest stacks.
    const profile = profileAtLevel(this.open, DEFAULT_LEVEL);
    return ownCodeOf(profile, this.open.recording.defaultEvent, event);
  }

  async nodeDetails({ options, path }: Question<'nodeDetails'>): Promise<Details> {
    const { nodeDetails } = await import('./node-details.ts');
    return nodeDetails(this.open, await this.trees.get(options), path);
  }

  async functionDetails({ options, func }: Question<'functionDetails'>): Promise<Details> {
    const { functionDetails } = await import('./node-details.ts');
    return functionDetails(this.open, await this.trees.get(options), func);
  }

  async overview({ options }: Question<'overview'>): Promise<Overview> {
    const built = await this.trees.get(options);
    const { overviewOf } = await import('../src/calltree/overview.ts');
    const { funcs } = this.open.classified.profile;
    const { notableFunctions } = await import('./notable-functions.ts');
    this.notable ??= notableFunctions(this.open.classified.profile);
    const overview = overviewOf(built.tree, funcs, this.notable.imports);
    const notable = await this.notableWeights(options, built, this.notable.rows);
    const { costWeights } = await import('../src/calltree/cost-weights.ts');
    const costs = costWeights(built, this.open.classified.profile, await this.stackCosts());
    return { options, ...overview, notable, costs };
  }

  private async notableWeights(
    options: ViewOptions,
    built: BuiltTree,
    notable: readonly Uint8Array[],
  ): Promise<number[]> {
    const { notableRowsOf, notableWeights } = await import('../src/calltree/notable.ts');
    const level = hidesC(options.level) ? DEFAULT_LEVEL : options.level;
    const all = this.trees.levelTree({ ...options, level });
    if (this.lastNotable?.tree !== all.tree)
      this.lastNotable = { tree: all.tree, rows: notableRowsOf(all.tree, notable) };
    const { weight } = this.open.classified.profile.samples;
    return notableWeights(this.lastNotable.rows, all, built, weight, notable.length);
  }

  /** Tells which samples the options select: those of the event, threads and time range that the filters keep. */
  async selected(options: ViewOptions): Promise<(sample: number) => boolean> {
    const { chainOfSample } = await this.trees.get(options);
    return (sample) => chainOfSample[sample] >= 0;
  }

  async search({ options, query }: Question<'search'>): Promise<SearchResult> {
    if (COST_QUERY.test(query)) {
      const { searchCost } = await import('./search-cost.ts');
      const found = searchCost(this.open, await this.trees.get(options), query);
      if (found) return found;
    }
    const matches = await this.find.search(query);
    const { matchesIn } = await import('../src/calltree/search.ts');
    return { ...matches, ...matchesIn((await this.trees.get(options)).tree, matches) };
  }

  /** The selected samples, with their stacks at the selected level and after the filters. */
  async profile(options: ViewOptions): Promise<Profile> {
    const { profileOfTree } = await import('../src/calltree/tree-profile.ts');
    return profileOfTree(await this.trees.get(options), this.open.classified.profile);
  }

  /** The costs of the samples of `profile(options)`. */
  async sampleParts(options: ViewOptions): Promise<SampleParts> {
    const { chainOfSample } = await this.trees.get(options);
    const { partsOfSamples } = await import('./stack-costs.ts');
    return partsOfSamples(this.open, (sample) => chainOfSample[sample] >= 0);
  }

  /** The part of the recording that a link contains. */
  async profileToShare({ options, choice: { scope } }: Question<'share'>): Promise<Profile> {
    if (scope === 'visible') return this.profile(options);
    const raw = recordedProfile(this.open);
    if (scope === 'all') return raw;
    const { keepSelectedSamples } = await import('../src/calltree/select.ts');
    return keepSelectedSamples(raw, options.event, options);
  }

  async timesOf(event: number): Promise<Times | undefined> {
    const { timesOf } = await import('../src/calltree/times.ts');
    if (this.lastTimes?.event !== event)
      this.lastTimes = { event, times: timesOf(this.open.classified.profile, event) };
    return this.lastTimes.times;
  }

  private async stackCosts(): Promise<StackCosts> {
    return (await import('./stack-costs.ts')).stackCostsOf(this.open);
  }

  /** The time axis that the timeline and the time order share. */
  private async timeAxis(): Promise<TimeRange | undefined> {
    const { timeAxisOf, timesOf } = await import('../src/calltree/times.ts');
    const { recording, classified } = this.open;
    const { profile } = classified;
    if (!this.lastAxis) {
      const main = await this.timesOf(recording.defaultEvent);
      const times = recording.events.map((_, event) =>
        event === recording.defaultEvent ? main : timesOf(profile, event),
      );
      this.lastAxis = { axis: timeAxisOf(profile, times) };
    }
    return this.lastAxis.axis;
  }

  /** Returns undefined if the complete tree is cached or small. */
  private async approximateTree({
    options,
    shape,
    limit,
  }: RequestedView): Promise<Pick<FlameView, 'tree' | 'inferred'> | undefined> {
    if (shape === 'callers') {
      const tree = await this.approximateCallerTree(options, limit);
      return tree && { tree };
    }
    if (this.trees.getCached(options)) return undefined;
    const selected = await this.trees.select(options);
    if (selected.stacks.chains.length < SMALL_TREE) return undefined;
    // Loaded first, because the tree is only valid until the next one is built.
    const { inferredInPart } = selected.inferred ? await import('./inferred-trees.ts') : {};
    const built = topDownTree(selected.stacks, limit.samplePoints, this.trees.scratch);
    return { tree: built.tree, inferred: inferredInPart?.(this.open, selected, built) };
  }

  /** Builds the tree in slices if `pause` is given. Returns undefined if the tree is small. */
  async approximateCallerTree(
    options: ViewOptions,
    limit: DetailLimit,
    pause?: Pause,
  ): Promise<CallTree | undefined> {
    const key = keyOf(options);
    const cached = this.callerTrees.getCachedApproximate(key, limit);
    if (cached) return cached;
    const keyBefore = this.keyBefore(options);
    // A cached call tree does not record how it was derived from the tree before the last filter or the selection.
    const calls = this.callerTrees.hasComplete(keyBefore) ? undefined : this.trees.getCached(options);
    const stacks = calls ? this.allStacksOf(calls.tree) : (await this.trees.select(options)).stacks;
    if (stacks.chains.length < SMALL_TREE) return undefined;
    return this.callerTrees.buildApproximate(key, limit, stacks, calls ? undefined : keyBefore, pause);
  }

  /** The key of the samples before the last filter or, without filters, before the selection; undefined if that tree cannot be used. */
  private keyBefore(options: ViewOptions): string | undefined {
    const filters = activeFilters(options);
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
    for (const level of levelsByDistance(options.level)) {
      const { tree } = await this.trees.get({ ...options, level });
      if (tree.func.some((each) => each >= 0 && canonical[each] === canonical[func])) return level;
    }
    return undefined;
  }

  private allStacksOf(tree: CallTree): FilteredStacks {
    return allStacksOf(tree, this.open.classified.profile.funcs.length);
  }

  private async tableOf(tree: CallTree, by: CodeGrouping): Promise<TableRows> {
    const { tableOf } = await import('../src/calltree/table.ts');
    if (this.lastTable?.tree !== tree || this.lastTable.rows.by !== by)
      this.lastTable = { tree, rows: tableOf(tree, this.open.classified.profile.funcs, by) };
    return this.lastTable.rows;
  }
}

async function noPause(): Promise<void> {}

function copyTimeOrder(order: TimeOrder): TimeOrder {
  return { ...order, lanes: order.lanes.map((lane) => ({ ...lane, tree: copyOfTree(lane.tree) })) };
}
