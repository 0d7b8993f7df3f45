// Writes the chains of a call tree in depth-first order. The caller passes the functions of the nodes at the end, when the number
// of nodes is known.

import { copyTableInto } from '../../model/columns.ts';
import { chainColumns, coversSamplePoint, type CallTree } from '../../model/tree.ts';
import { subtreeEnds } from '../../model/trie.ts';

export class ChainWriter {
  /** Number of chains and nodes so far. */
  chains = 0;
  nodes = 0;
  columns: ReturnType<typeof chainColumns>;
  readonly samplePoints: number;

  /** `capacity` is an estimate of the number of chains. Unused capacity costs address space, but no memory. */
  constructor(capacity: number, samplePoints: number) {
    this.columns = chainColumns(capacity);
    this.samplePoints = samplePoints;
  }

  /** Begins the next chain, a child of the last node of the chain `parent`. Nodes counted from now on belong to it. */
  open(parent: number, start: number, total: number, samples: number): number {
    const chain = this.chains++;
    if (chain === this.columns.parent.length)
      this.columns = copyTableInto(this.columns, chainColumns(2 * chain));
    const { columns } = this;
    const { first, depth } = columns;
    first[chain] = this.nodes;
    columns.parent[chain] = parent;
    // The parent is complete, so `first` already has the entry that follows it.
    depth[chain] = parent < 0 ? 0 : depth[parent] + first[parent + 1] - first[parent];
    columns.start[chain] = start;
    columns.total[chain] = total;
    columns.samples[chain] = samples;
    return chain;
  }

  /** Sets the self weight and samples of a chain's last node, which are zero by default. */
  setSelf(chain: number, self: number, samples: number): void {
    this.columns.self[chain] = self;
    this.columns.selfSamples[chain] = samples;
  }

  /** The depth of the next node. */
  depthHere(): number {
    const chain = this.chains - 1;
    return this.columns.depth[chain] + this.nodes - this.columns.first[chain];
  }

  /** True if a node covers a sample point. */
  isVisible(start: number, weight: number): boolean {
    const { samplePoints } = this;
    return samplePoints === Infinity || coversSamplePoint(start, weight, this.columns.total[0], samplePoints);
  }

  /** `func` has the functions of all nodes and may be longer. The columns of the tree are views, not copies. */
  finish(func: Int32Array): CallTree {
    const { chains, nodes, columns } = this;
    columns.first[chains] = nodes;
    const first = columns.first.subarray(0, chains + 1);
    const parent = columns.parent.subarray(0, chains);
    const end = columns.end.subarray(0, chains);
    const depth = columns.depth.subarray(0, chains);
    subtreeEnds(parent, end);
    let rows = 0;
    for (let chain = 0; chain < chains; chain++)
      rows = Math.max(rows, depth[chain] + first[chain + 1] - first[chain]);
    return {
      length: nodes,
      func: func.subarray(0, nodes),
      chains,
      first,
      parent,
      end,
      depth,
      total: columns.total.subarray(0, chains),
      self: columns.self.subarray(0, chains),
      samples: columns.samples.subarray(0, chains),
      selfSamples: columns.selfSamples.subarray(0, chains),
      start: columns.start.subarray(0, chains),
      rows,
    };
  }
}
