// The caller trees of one open recording, which take longest to build. Complete trees are built in time slices.
// Approximate trees of selected or filtered samples are derived from a complete tree in half the time.

import { mapChains } from '../../src/model/trie.ts';
import {
  allStacksOf,
  type FilteredStacks,
  copyOfTree,
  type CallTree,
  type DetailLimit,
  type TreeWithEnds,
} from '../../src/model/tree.ts';
import { withEndsOfCallers } from '../../src/calltree/costs/cost-shares.ts';
import { invert, invertFiltered } from '../../src/calltree/build/inverted.ts';
import { TreeScratch } from '../../src/calltree/build/weights.ts';
import { topDownTree } from '../../src/calltree/build/top-down.ts';
import { runNow, runSliced } from '../../src/async/time-slices.ts';
import { bytesOfTree } from './call-tree-cache.ts';
import { LruCache } from '../lru-cache.ts';
import type { Pause } from '../scheduler.ts';

/** In bytes: a few large trees. */
const COMPLETE_CAPACITY = 100 << 20;

/** In bytes. */
const APPROXIMATE_CAPACITY = 20 << 20;

/** A tree that leaves nodes out, and where the chains of the call tree end in it; undefined if that is not known. */
export interface ApproximateTree {
  readonly tree: CallTree;
  readonly endOf: Int32Array | undefined;
}

/** Keys of trees come from keyOf (call-tree-cache.ts). */
export class CallerTreeCache {
  private readonly scratch = new TreeScratch();
  private readonly completeTrees = new LruCache<TreeWithEnds>(
    COMPLETE_CAPACITY,
    ({ tree, endOf }) => bytesOfTree(tree) + endOf.byteLength,
  );
  private readonly approximateTrees = new LruCache<ApproximateTree>(
    APPROXIMATE_CAPACITY,
    ({ tree, endOf }) => bytesOfTree(tree) + (endOf?.byteLength ?? 0),
  );

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

  getCachedApproximate(key: string, limit: DetailLimit): ApproximateTree | undefined {
    return this.approximateTrees.get(approximateKey(key, limit));
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
  ): Promise<ApproximateTree> {
    const complete = this.completeTrees.get(key);
    const before = keyBefore === undefined ? undefined : this.completeTrees.get(keyBefore);
    const inverted = before && invertFiltered(before, stacks);
    const { tree, endOf } = complete
      ? this.partOf(complete, limit, stacks.frameMap?.as.length ?? stacks.chains.funcs)
      : inverted
        ? topDownTree(inverted, limit.samplePoints, this.scratch)
        : await (pause ? runSliced(invert(stacks, limit), pause) : runNow(invert(stacks, limit)));
    // Complete trees are built from call trees.
    const isOfCalls = complete ?? (!inverted && stacks.ends.of);
    const copy = { tree: copyOfTree(tree), endOf: isOfCalls ? endOf : undefined };
    this.approximateTrees.set(approximateKey(key, limit), copy);
    return copy;
  }

  private partOf(complete: TreeWithEnds, { samplePoints }: DetailLimit, funcs: number): TreeWithEnds {
    const { tree, endOf } = topDownTree(allStacksOf(complete.tree, funcs), samplePoints, this.scratch);
    return { tree, endOf: mapChains(complete.endOf, withEndsOfCallers(endOf, complete.tree.parent)) };
  }
}

function approximateKey(key: string, { depth, samplePoints }: DetailLimit): string {
  return `${key} ${depth} ${samplePoints}`;
}
