// Writes the chains of a call tree in the order of their numbers, depth first. The functions of the nodes are added at the end,
// when their number is known.

import { coversSamplePoint, type CallTree } from '../model/tree.ts';
import { extended } from './node-columns.ts';

export class ChainWriter {
  /** The number of chains and nodes so far. */
  chains = 0;
  nodes = 0;
  first: Int32Array;
  start: Float64Array;
  total: Float64Array;
  /** Zero until the builder sets them. */
  self: Float64Array;
  selfSamples: Int32Array;
  private parent: Int32Array;
  private depth: Int32Array;
  private samples: Int32Array;
  readonly samplePoints: number;

  /** `capacity` is an estimate of the number of chains. Unused capacity costs address space, but no memory. */
  constructor(capacity: number, samplePoints: number) {
    this.first = new Int32Array(capacity + 1);
    this.parent = new Int32Array(capacity);
    this.depth = new Int32Array(capacity);
    this.start = new Float64Array(capacity);
    this.total = new Float64Array(capacity);
    this.self = new Float64Array(capacity);
    this.samples = new Int32Array(capacity);
    this.selfSamples = new Int32Array(capacity);
    this.samplePoints = samplePoints;
  }

  /** Begins the next chain, a child of the last node of the chain `parent`. Nodes counted from now on are in it. */
  open(parent: number, start: number, total: number, samples: number): number {
    const chain = this.chains++;
    if (chain === this.parent.length) this.grow(2 * chain);
    this.first[chain] = this.nodes;
    this.parent[chain] = parent;
    // The parent is complete, so `first` has the entry after it.
    this.depth[chain] = parent < 0 ? 0 : this.depth[parent] + this.first[parent + 1] - this.first[parent];
    this.start[chain] = start;
    this.total[chain] = total;
    this.samples[chain] = samples;
    return chain;
  }

  private grow(capacity: number): void {
    this.first = extended(this.first, new Int32Array(capacity + 1));
    this.parent = extended(this.parent, new Int32Array(capacity));
    this.depth = extended(this.depth, new Int32Array(capacity));
    this.start = extended(this.start, new Float64Array(capacity));
    this.total = extended(this.total, new Float64Array(capacity));
    this.self = extended(this.self, new Float64Array(capacity));
    this.samples = extended(this.samples, new Int32Array(capacity));
    this.selfSamples = extended(this.selfSamples, new Int32Array(capacity));
  }

  /** The depth of the next node. */
  depthHere(): number {
    const chain = this.chains - 1;
    return this.depth[chain] + this.nodes - this.first[chain];
  }

  /** True for a node that covers a sample point. */
  isVisible(start: number, weight: number): boolean {
    const { samplePoints } = this;
    return samplePoints === Infinity || coversSamplePoint(start, weight, this.total[0], samplePoints);
  }

  /** `func` begins with the functions of all nodes. The columns of the tree are views, not copies. */
  finish(func: Int32Array): CallTree {
    const { chains, nodes } = this;
    this.first[chains] = nodes;
    const first = this.first.subarray(0, chains + 1);
    const parent = this.parent.subarray(0, chains);
    const depth = this.depth.subarray(0, chains);
    let rows = 0;
    for (let chain = 0; chain < chains; chain++)
      rows = Math.max(rows, depth[chain] + first[chain + 1] - first[chain]);
    return {
      length: nodes,
      func: func.subarray(0, nodes),
      chains,
      first,
      parent,
      end: subtreeEnds(parent),
      depth,
      total: this.total.subarray(0, chains),
      self: this.self.subarray(0, chains),
      samples: this.samples.subarray(0, chains),
      selfSamples: this.selfSamples.subarray(0, chains),
      start: this.start.subarray(0, chains),
      rows,
    };
  }
}

/** Per chain: the chain after its subtree. Children have higher numbers than their parent. */
function subtreeEnds(parent: Int32Array): Int32Array {
  const end = new Int32Array(parent.length);
  for (let chain = parent.length - 1; chain >= 0; chain--) {
    end[chain] = Math.max(end[chain], chain + 1);
    if (chain > 0) end[parent[chain]] = Math.max(end[parent[chain]], end[chain]);
  }
  return end;
}
