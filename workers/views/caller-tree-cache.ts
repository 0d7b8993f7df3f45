// The caller trees of one open recording, which take longest to build. Complete trees are built in time slices.
// Approximate trees of selected or filtered samples are derived from a complete tree in half the time.

import { mapChains } from '../../src/model/stack-chains.ts';
import { withEndsOfCallers } from '../../src/calltree/cost-shares.ts';
import { invert, invertFiltered } from '../../src/calltree/inverted.ts';
import { TreeScratch } from '../../src/calltree/scratch.ts';
import { topDownTree } from '../../src/calltree/top-down.ts';
import { allStacksOf, type FilteredStacks } from '../../src/model/stack-chains.ts';
import { runNow, runSliced } from '../../src/async/time-slices.ts';
import { copyOfTree, type CallTree, type DetailLimit, type TreeWithEnds } from '../../src/model/tree.ts';
import { bytesOfTree } from './call-tree-cache.ts';
import { LruCache } from '../lru-cache.ts';
import type { Pause } from '../scheduler.ts';

/** In bytes: a few large trees. */
const COMPLETE_CAPACITY = 100 << 20;

/** In bytes. */
const APPROXIMATE_CAPACITY = 20 << 20;

/** Keys of trees come from keyOf (call-tree-cache.ts). */
export class CallerTreeCache {
  private readonly scratch = new TreeScratch();
  private readonly completeTrees = new LruCache<TreeWithEnds>(
    COMPLETE_CAPACITY,
    ({ tree, endOf }) => bytesOfTree(tree) + endOf.byteLength,
  );
  private readonly approximateTrees = new LruCache<CallTree>(APPROXIMATE_CAPACITY, bytesOfTree);

  async getComplete(key: string, stacks: FilteredStacks, pause: Pause): Promise<TreeWithEnds> {
    const cached = this.completeTrees.get(key);
    if (cached) return cached;
    const built = await runSliced(invert(stacks), pause);
    this.completeTrees.set(key, built);
    return built;
  }

  hasComplete(key: string | undefined): boolean {
    return key !== undefined && this.completeTrees.get(key) !== undefined;
  }

  getCachedApproximate(key: string, limit: DetailLimit): CallTree | undefined {
    return this.approximateTrees.get(approximateKey(key, limit));
  }

  /** An approximate tree of `stacks`, all samples of the call tree with this key, and where their chains end in it. Not cached. */
  async buildWithEnds(
    key: string,
    limit: DetailLimit,
    stacks: FilteredStacks,
    pause: Pause,
  ): Promise<TreeWithEnds> {
    const complete = this.completeTrees.get(key);
    if (!complete) return runSliced(invert(stacks, limit), pause);
    const inverted = allStacksOf(complete.tree, stacks.chains.funcs);
    const { tree, endOf } = topDownTree(inverted, limit.samplePoints, this.scratch);
    return {
      tree: copyOfTree(tree),
      endOf: mapChains(complete.endOf, withEndsOfCallers(endOf, complete.tree.parent)),
    };
  }

  /**
   * Derives the tree from a cached complete tree: the one with `key`, or the one with `keyBefore`, from whose samples
   * `stacks` were selected or filtered. If neither is cached, builds the tree from `stacks`, in slices if `pause` is given.
   */
  async buildApproximate(
    key: string,
    limit: DetailLimit,
    stacks: FilteredStacks,
    keyBefore: string | undefined,
    pause: Pause | undefined,
  ): Promise<CallTree> {
    const complete = this.completeTrees.get(key);
    const before = keyBefore === undefined ? undefined : this.completeTrees.get(keyBefore);
    const inverted = complete
      ? allStacksOf(complete.tree, stacks.frameMap?.as.length ?? stacks.chains.funcs)
      : before && invertFiltered(before, stacks);
    const build = () => invert(stacks, limit);
    const { tree } = inverted
      ? topDownTree(inverted, limit.samplePoints, this.scratch)
      : await (pause ? runSliced(build(), pause) : runNow(build()));
    const copy = copyOfTree(tree);
    this.approximateTrees.set(approximateKey(key, limit), copy);
    return copy;
  }
}

function approximateKey(key: string, { depth, samplePoints }: DetailLimit): string {
  return `${key} ${depth} ${samplePoints}`;
}
