// The caller trees of one open recording: the views that take longest to build. A complete tree is built in slices, and
// approximate trees of its selected or filtered samples are derived from it, in half the time.

import { TreeScratch } from '../src/calltree/scratch.ts';
import { topDownTree } from '../src/calltree/top-down.ts';
import { allOf, type FilteredStacks } from '../src/model/stack-chains.ts';
import { runNow, runSliced } from '../src/async/time-slices.ts';
import { copyOfTree, type CallTree, type DetailLimit, type TreeWithEnds } from '../src/model/tree.ts';
import { bytesOfTree } from './call-tree-cache.ts';
import { LruCache } from './lru-cache.ts';
import type { Pause } from './scheduler.ts';

/** In bytes: a few large trees. */
const COMPLETE_CAPACITY = 100 << 20;

/** In bytes. */
const APPROXIMATE_CAPACITY = 20 << 20;

/** Keys of trees come from keyOf (view-options.ts). */
export class CallerTreeCache {
  private readonly scratch = new TreeScratch();
  private readonly completeTrees = new LruCache<TreeWithEnds>(
    COMPLETE_CAPACITY,
    ({ tree, endOf }) => bytesOfTree(tree) + endOf.byteLength,
  );
  private readonly approximateTrees = new LruCache<CallTree>(APPROXIMATE_CAPACITY, bytesOfTree);

  async complete(key: string, stacks: FilteredStacks, pause: Pause): Promise<CallTree> {
    const cached = this.completeTrees.get(key);
    if (cached) return cached.tree;
    const { invert } = await import('../src/calltree/inverted.ts');
    const built = await runSliced(invert(stacks), pause);
    this.completeTrees.set(key, built);
    return built.tree;
  }

  hasComplete(key: string | undefined): boolean {
    return key !== undefined && this.completeTrees.get(key) !== undefined;
  }

  cachedApproximate(key: string, limit: DetailLimit): CallTree | undefined {
    return this.approximateTrees.get(approximateKey(key, limit));
  }

  /**
   * Derives the tree from a cached complete tree: that of the same samples, or that of the samples with `keyBefore`, from
   * which `stacks` were selected or filtered. If there is none, builds it from `stacks`, in slices if `pause` is given.
   */
  async approximate(
    key: string,
    limit: DetailLimit,
    stacks: FilteredStacks,
    keyBefore: string | undefined,
    pause: Pause | undefined,
  ): Promise<CallTree> {
    const { invert, invertFiltered } = await import('../src/calltree/inverted.ts');
    const complete = this.completeTrees.get(key);
    const before = keyBefore === undefined ? undefined : this.completeTrees.get(keyBefore);
    const inverted = complete
      ? allOf(complete.tree, stacks.frameMap?.as.length ?? stacks.chains.funcs)
      : before && invertFiltered(before, stacks);
    const build = () => invert(stacks, limit);
    const { tree } = inverted
      ? topDownTree(inverted, limit.samplePoints, this.scratch)
      : await (pause ? runSliced(build(), pause) : runNow(build()));
    const kept = copyOfTree(tree);
    this.approximateTrees.set(approximateKey(key, limit), kept);
    return kept;
  }
}

function approximateKey(key: string, { depth, samplePoints }: DetailLimit): string {
  return `${key} ${depth} ${samplePoints}`;
}
