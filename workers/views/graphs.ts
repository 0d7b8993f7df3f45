// The flame graphs of one open recording, as recorded or inverted, built from cached trees. They are what is shown first:
// everything else is in views.ts.

import type { BuiltTree } from '../../src/calltree/build/build.ts';
import { topDownTree } from '../../src/calltree/build/top-down.ts';
import type { CostShares } from '../../src/model/costs.ts';
import { activeFilters } from '../../src/model/filter.ts';
import type { Answer, Question } from '../../src/model/queries.ts';
import { ALL_SAMPLES, type FlameView, type Shape, type ViewOptions } from '../../src/model/session.ts';
import { mapChains } from '../../src/model/trie.ts';
import { allStacksOf, type FilteredStacks, SMALL_TREE, type DetailLimit } from '../../src/model/tree.ts';
import type { ApproximateTree, CallerTreeCache } from './caller-tree-cache.ts';
import { CallTreeCache, keyOf } from './call-tree-cache.ts';
import type { NameMatcher } from '../matcher.ts';
import type { OpenProfile } from '../pipeline.ts';
import { noPause, type Pause } from '../scheduler.ts';

/** A graph that was requested with a limit. */
export interface RequestedGraph {
  readonly options: ViewOptions;
  readonly shape: Shape;
  readonly limit: DetailLimit;
}

export class Graphs {
  readonly open: OpenProfile;
  readonly find: NameMatcher;
  readonly trees: CallTreeCache;
  last: RequestedGraph | undefined;
  private loadedCallerTrees: CallerTreeCache | undefined;

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
      this.last = { options, shape, limit };
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
    const { costsOfTree } = await import('./tree-shares.ts');
    const calls = limit && shape === 'callers' ? await this.trees.get(options) : undefined;
    if (limit) this.last = { options, shape, limit };
    if (!limit || !calls || calls.tree.chains < SMALL_TREE) {
      const built = await this.completeTree(options, shape, pause);
      const costs = costsOfTree(this.open, built);
      return { value: { ...(await this.viewOf(options, shape, built)), costs }, isComplete: true };
    }
    const part = await this.callersWithEnds(options, limit, calls, pause);
    const costs = costsOfTree(this.open, part);
    return { value: { ...(await this.viewOf(options, shape, part)), costs }, isComplete: false };
  }

  private async viewOf(options: ViewOptions, shape: Shape, built: BuiltTree): Promise<FlameView> {
    const { tree } = built;
    const calls = await this.trees.get(options);
    if (!calls.inferred) return { options, shape, tree };
    const { inferredInCalls, inferredInCallers } = await import('./tree-shares.ts');
    const inferred =
      shape === 'calls' ? inferredInCalls(this.open, built) : inferredInCallers(this.open, built, calls);
    return { options, shape, tree, inferred };
  }

  async treeCosts({ options, shape }: Question<'treeCosts'>, pause: Pause): Promise<CostShares> {
    const { costsOfTree } = await import('./tree-shares.ts');
    return costsOfTree(this.open, await this.completeTree(options, shape, pause));
  }

  /** The complete tree and where each sample ends in it. */
  private async completeTree(options: ViewOptions, shape: Shape, pause: Pause): Promise<BuiltTree> {
    const calls = await this.trees.get(options);
    if (shape === 'calls') return calls;
    const stacks = this.allStacksOf(calls.tree);
    const callerTrees = await this.callerTrees();
    const { tree, endOf } = await callerTrees.getComplete(keyOf(options), stacks, pause);
    return { tree, chainOfSample: mapChains(calls.chainOfSample, endOf), weight: calls.weight };
  }

  /** Returns undefined if the complete tree is cached or small. */
  private async approximateTree({
    options,
    shape,
    limit,
  }: RequestedGraph): Promise<Pick<FlameView, 'tree' | 'inferred'> | undefined> {
    if (shape === 'callers') return this.approximateCallers(options, limit);
    if (this.trees.getCached(options)) return undefined;
    const selected = await this.trees.select(options);
    if (selected.stacks.chains.chains < SMALL_TREE) return undefined;
    // Loaded first, because the tree is only valid until the next one is built.
    const { inferredInPart } = selected.inferred ? await import('./tree-shares.ts') : {};
    const built = topDownTree(selected.stacks, limit.samplePoints, this.trees.scratch);
    return { tree: built.tree, inferred: inferredInPart?.(this.open, selected, built) };
  }

  private async approximateCallers(
    options: ViewOptions,
    limit: DetailLimit,
  ): Promise<Pick<FlameView, 'tree' | 'inferred'> | undefined> {
    const calls = await this.callsWithInferred(options);
    if (!calls) {
      const approximate = await this.approximateCallerTree(options, limit);
      return approximate && { tree: approximate.tree };
    }
    if (calls.tree.chains < SMALL_TREE) return undefined;
    const part = await this.callersWithEnds(options, limit, calls);
    const { inferredInCallers } = await import('./tree-shares.ts');
    return { tree: part.tree, inferred: inferredInCallers(this.open, part, calls) };
  }

  /** The complete call tree, if some of its samples have inferred callers. */
  private async callsWithInferred(options: ViewOptions): Promise<BuiltTree | undefined> {
    if (!this.open.classified.profile.samples.firstRecorded) return undefined;
    const calls = await this.trees.get(options);
    return calls.inferred && calls;
  }

  /** An approximate caller tree, and where each sample of the call tree ends in it. */
  private async callersWithEnds(
    options: ViewOptions,
    limit: DetailLimit,
    calls: BuiltTree,
    pause?: Pause,
  ): Promise<BuiltTree> {
    const key = keyOf(options);
    const callerTrees = await this.callerTrees();
    const cached = callerTrees.getCachedApproximate(key, limit);
    const { tree, endOf } = cached?.endOf
      ? cached
      : await callerTrees.buildApproximate(key, limit, this.allStacksOf(calls.tree), undefined, pause);
    if (!endOf) throw new Error('The tree was not built from all stacks.');
    return { tree, chainOfSample: mapChains(calls.chainOfSample, endOf), weight: calls.weight };
  }

  /** Builds the tree in slices if `pause` is given. Returns undefined if the tree is small. */
  async approximateCallerTree(
    options: ViewOptions,
    limit: DetailLimit,
    pause?: Pause,
  ): Promise<ApproximateTree | undefined> {
    const key = keyOf(options);
    const callerTrees = await this.callerTrees();
    const cached = callerTrees.getCachedApproximate(key, limit);
    if (cached) return cached;
    const keyBefore = this.keyBefore(options);
    // A cached call tree does not record how it was derived from the tree before the last filter or the selection.
    const calls = callerTrees.hasComplete(keyBefore) ? undefined : this.trees.getCached(options);
    const stacks = calls ? this.allStacksOf(calls.tree) : (await this.trees.select(options)).stacks;
    if (stacks.chains.chains < SMALL_TREE) return undefined;
    return callerTrees.buildApproximate(key, limit, stacks, calls ? undefined : keyBefore, pause);
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

  private allStacksOf(tree: BuiltTree['tree']): FilteredStacks {
    return allStacksOf(tree, this.open.classified.profile.funcs.length);
  }

  private async callerTrees(): Promise<CallerTreeCache> {
    const { CallerTreeCache } = await import('./caller-tree-cache.ts');
    return (this.loadedCallerTrees ??= new CallerTreeCache());
  }
}
