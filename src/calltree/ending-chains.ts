// Builds the chains of a tree whose nodes begin and end in time order. A chain is complete only when it ends, so chains are
// collected in the order in which they end, each right after its descendants, and finally numbered depth first.

import { NONE } from '../model/profile.ts';
import { chainColumns, type CallTree } from '../model/tree.ts';

export class EndingChains {
  /** The chains that have not ended, each a child of the previous one; the first is the root's. */
  private readonly open: ReturnType<typeof timedChains>;
  private openCount = 0;
  private readonly ended: ReturnType<typeof timedChains>;
  private endedCount = 0;

  /** `capacity` is the maximum number of chains. */
  constructor(capacity: number, rows: number) {
    this.open = timedChains(rows);
    this.ended = timedChains(capacity);
  }

  /** Begins a chain at the sample `at`, with nodes from `first` on, at depths `depth` to `last`. */
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
      const made = this.collect(chain, time - open.start[chain], at - open.samples[chain]);
      if (isComplete) {
        this.openCount--;
        open.size[chain - 1] += open.size[chain];
      } else {
        // Splits the chain: the shallow part continues, and the deep part is its child.
        ended.first[made] += depth + 1 - open.depth[chain];
        ended.depth[made] = depth + 1;
        open.last[chain] = depth;
        open.size[chain]++;
      }
    }
  }

  /** Ends the root, which lasts `length`, and numbers the chains. Weight that no child covers is self weight. */
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
      // Children precede their parent, the last child directly.
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

  /** Copies an open chain to the ended ones. */
  private collect(chain: number, total: number, samples: number): number {
    const { open, ended } = this;
    const made = this.endedCount++;
    ended.first[made] = open.first[chain];
    ended.depth[made] = open.depth[chain];
    ended.start[made] = open.start[chain];
    ended.total[made] = total;
    ended.samples[made] = samples;
    ended.size[made] = open.size[chain];
    return made;
  }
}

function timedChains(capacity: number) {
  return {
    /** The first node, its depth, and the depth of the last node. */
    first: new Int32Array(capacity),
    depth: new Int32Array(capacity),
    last: new Int32Array(capacity),
    start: new Float64Array(capacity),
    /** Zero for an open chain. */
    total: new Float64Array(capacity),
    /** The first sample of an open chain; the number of samples of an ended one. */
    samples: new Int32Array(capacity),
    /** The number of chains in the subtree, including this one. */
    size: new Int32Array(capacity),
  };
}
