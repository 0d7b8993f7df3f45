// Builds the chains of a tree whose nodes begin and end in time order. A chain is only complete when it ends, so chains are
// collected in the order in which they end, which puts each one right after its descendants. finish() then numbers them depth first.

import { NONE } from '../../model/profile.ts';
import { chainColumns, type CallTree } from '../../model/tree.ts';

export class EndingChains {
  /** The chains that have not ended yet, each a child of the previous one; the first one contains the root. */
  private readonly open: ReturnType<typeof timedChains>;
  private openCount = 0;
  private readonly ended: ReturnType<typeof timedChains>;
  private endedCount = 0;

  /** `capacity` is the maximum number of chains. */
  constructor(capacity: number, rows: number) {
    this.open = timedChains(rows);
    this.ended = timedChains(capacity);
  }

  /** Begins a chain at the sample `at`. Its first node is `first`; its nodes have the depths `depth` to `last`. */
  begin(first: number, depth: number, last: number, start: number, at: number): void {
    const { open } = this;
    const chain = this.openCount++;
    open.first[chain] = first;
    open.depth[chain] = depth;
    open.last[chain] = last;
    open.start[chain] = start;
    open.samples[chain] = at;
    open.size[chain] = 1;
  }

  /** Ends all nodes deeper than `depth` before the sample `at`. */
  endBelow(depth: number, time: number, at: number): void {
    const { open, ended } = this;
    for (let chain = this.openCount - 1; open.last[chain] > depth; chain = this.openCount - 1) {
      const isComplete = open.depth[chain] > depth;
      const collected = this.collect(chain, time - open.start[chain], at - open.samples[chain]);
      if (isComplete) {
        this.openCount--;
        open.size[chain - 1] += open.size[chain];
      } else {
        // The shallow part of the chain continues; the deep part becomes its child.
        ended.first[collected] += depth + 1 - open.depth[chain];
        ended.depth[collected] = depth + 1;
        open.last[chain] = depth;
        open.size[chain]++;
      }
    }
  }

  /** Ends the root after the duration `length` and numbers the chains. Weight that no child covers becomes self weight. */
  finish(func: Int32Array, rows: number, length: number, samples: number): CallTree {
    const { ended } = this;
    const root = this.collect(0, length, samples);
    const chains = this.endedCount;
    const tree = { length: func.length, func, chains, ...chainColumns(chains), rows };
    tree.first[chains] = func.length;
    tree.parent[0] = NONE;
    /** Per collected chain: its number in the tree. */
    const number = new Int32Array(chains);
    for (let chain = root; chain >= 0; chain--) {
      const at = number[chain];
      tree.first[at] = ended.first[chain];
      tree.depth[at] = ended.depth[chain];
      tree.start[at] = ended.start[chain];
      tree.total[at] = ended.total[chain];
      tree.samples[at] = ended.samples[chain];
      let self = ended.total[chain];
      let selfSamples = ended.samples[chain];
      let next = at + ended.size[chain];
      tree.end[at] = next;
      // Children precede their parent; the last child is directly before it.
      for (let child = chain - 1; child > chain - ended.size[chain]; child -= ended.size[child]) {
        next -= ended.size[child];
        number[child] = next;
        tree.parent[next] = at;
        self -= ended.total[child];
        selfSamples -= ended.samples[child];
      }
      tree.self[at] = self;
      tree.selfSamples[at] = selfSamples;
    }
    return tree;
  }

  /** Appends a copy of an open chain to the ended chains and returns its index. */
  private collect(chain: number, total: number, samples: number): number {
    const { open, ended } = this;
    const index = this.endedCount++;
    ended.first[index] = open.first[chain];
    ended.depth[index] = open.depth[chain];
    ended.start[index] = open.start[chain];
    ended.total[index] = total;
    ended.samples[index] = samples;
    ended.size[index] = open.size[chain];
    return index;
  }
}

function timedChains(capacity: number) {
  return {
    /** The first node, its depth, and the depth of the chain's last node. */
    first: new Int32Array(capacity),
    depth: new Int32Array(capacity),
    last: new Int32Array(capacity),
    start: new Float64Array(capacity),
    /** Zero for an open chain. */
    total: new Float64Array(capacity),
    /** For an open chain, its first sample; for an ended chain, its number of samples. */
    samples: new Int32Array(capacity),
    /** Number of chains in the subtree, including this one. */
    size: new Int32Array(capacity),
  };
}
