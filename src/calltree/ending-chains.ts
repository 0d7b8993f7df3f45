// Builds the chains of a tree whose nodes begin and end in time order. A chain is only known when it ends, so chains are collected
// in the order they end, each right after its descendants, and numbered depth first at the end.

import { NONE } from '../model/profile.ts';
import type { CallTree } from '../model/tree.ts';

export class EndingChains {
  /** The chains that have not ended, each a child of the previous one; the first is the root's. */
  private readonly open: Columns;
  private readonly ended: Columns;

  /** `capacity` is the maximum number of chains. */
  constructor(capacity: number, rows: number) {
    this.open = new Columns(rows);
    this.ended = new Columns(capacity);
  }

  /** Begins a chain at the sample `at`, with nodes from `first` on, at depths `depth` to `last`. */
  begin(first: number, depth: number, last: number, start: number, at: number): void {
    const { open } = this;
    const chain = open.count++;
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
    for (let chain = open.count - 1; open.last[chain] > depth; chain = open.count - 1) {
      const isComplete = open.depth[chain] > depth;
      const made = ended.add(open, chain, time - open.start[chain], at - open.samples[chain]);
      if (isComplete) {
        open.count--;
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
    const root = ended.add(this.open, 0, length, samples);
    const chains = ended.count;
    const tree = {
      length: func.length,
      func,
      chains,
      first: new Int32Array(chains + 1),
      parent: new Int32Array(chains),
      end: new Int32Array(chains),
      depth: new Int32Array(chains),
      total: new Float64Array(chains),
      self: new Float64Array(chains),
      samples: new Int32Array(chains),
      selfSamples: new Int32Array(chains),
      start: new Float64Array(chains),
      rows,
    };
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
      // The children precede it, the last one nearest.
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
}

class Columns {
  count = 0;
  /** The first node, its depth, and the depth of the last node. */
  readonly first: Int32Array;
  readonly depth: Int32Array;
  readonly last: Int32Array;
  readonly start: Float64Array;
  readonly total: Float64Array;
  /** The first sample of an open chain; the number of samples of an ended one. */
  readonly samples: Int32Array;
  /** The number of chains in the subtree, including this one. */
  readonly size: Int32Array;

  constructor(capacity: number) {
    this.first = new Int32Array(capacity);
    this.depth = new Int32Array(capacity);
    this.last = new Int32Array(capacity);
    this.start = new Float64Array(capacity);
    this.total = new Float64Array(capacity);
    this.samples = new Int32Array(capacity);
    this.size = new Int32Array(capacity);
  }

  /** Copies a chain from other columns, with its final total and number of samples. */
  add(from: Columns, chain: number, total: number, samples: number): number {
    const made = this.count++;
    this.first[made] = from.first[chain];
    this.depth[made] = from.depth[chain];
    this.last[made] = from.last[chain];
    this.start[made] = from.start[chain];
    this.total[made] = total;
    this.samples[made] = samples;
    this.size[made] = from.size[chain];
    return made;
  }
}
