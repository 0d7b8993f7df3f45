// The columns of aligned call trees. As in model/tree.ts, nodes with the same samples form a chain.

import { copyTableInto } from '../../model/columns.ts';
import { NodeMark } from '../../model/comparison.ts';
import { NONE } from '../../model/profile.ts';
import { subtreeEnds, type NodeRanges, type Trie } from '../../model/trie.ts';
import { SideBit, type CallTrie } from '../stacks/call-trie.ts';

/**
 * Chains are in depth-first order; chain 0 is the root, which has no node. Nodes are those of the trie. A node of the trie that is in
 * different places on each side is in two chains.
 */
export interface AlignedNodes extends NodeRanges, Pick<Trie, 'end'> {
  /** Per node of the trie: number of the function's key. */
  readonly key: Int32Array;
  /** Per chain: a value of NodeMark. A marked chain has one node. */
  readonly mark: Uint8Array;
  /** Per chain: the chain of the trie whose weight is A's or B's; NONE if the side does not have it. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Per chain: bits of the sides whose self weight its last node has. */
  readonly ends: Uint8Array;
  /** Per chain: the one-sided call below which it was called before it moved up one level, a chain of one node; NONE if it was not moved. */
  readonly movedOutOf: Int32Array;
}

/** The function of the first node of a chain; NONE for the root. */
export function keyOfChain({ key, from }: Pick<AlignedNodes, 'key' | 'from'>, chain: number): number {
  return chain > 0 ? key[from[chain]] : NONE;
}

/** A node of the trie, where nodes are added from. */
interface Start {
  readonly chain: number;
  readonly node: number;
  /** The chain of the one-sided call that the node moved out of; NONE if it is in its own place. */
  readonly movedOutOf: number;
}

/** Adds nodes of the trie. All methods return the last chain that they add. */
export class AlignedColumns {
  private readonly trie: CallTrie;
  private readonly isSplit: Uint8Array;
  private chains = 0;
  private columns: ReturnType<typeof chainColumns>;
  /** Per chain of the trie: the last chain of its copy; valid while its subtree is copied. */
  private readonly copyOf: Int32Array;

  /** `isSplit` has 1 for chains of the trie whose nodes become chains of their own. */
  constructor(trie: CallTrie, isSplit: Uint8Array) {
    this.trie = trie;
    this.isSplit = isSplit;
    // Most nodes are added once, as the chain that they are in.
    this.columns = chainColumns(trie.chains + 1024);
    this.copyOf = new Int32Array(trie.chains);
  }

  addRoot(): number {
    return this.addChain(0, 0, NONE, NONE, NONE, NodeMark.none, NONE);
  }

  /** Adds this many nodes that both sides have. Only `a.movedOutOf` counts. */
  addCommon(a: Start, b: Pick<Start, 'chain' | 'node'>, length: number, parent: number): number {
    const last = this.add(a.node, length, a.chain, b.chain, parent, a.movedOutOf);
    const { first } = this.trie;
    const endsOf = (place: Pick<Start, 'chain' | 'node'>, side: number) =>
      place.node + length === first[place.chain + 1] ? side : 0;
    this.columns.ends[last] = endsOf(a, SideBit.a) | endsOf(b, SideBit.b);
    return last;
  }

  addOneSided({ chain, node, movedOutOf }: Start, side: number, parent: number): number {
    const isInB = side === SideBit.b;
    const mark = isInB ? NodeMark.inserted : NodeMark.removed;
    const [a, b] = isInB ? [NONE, chain] : [chain, NONE];
    const added = this.addChain(node, 1, a, b, parent, mark, movedOutOf);
    if (node + 1 === this.trie.first[chain + 1]) this.columns.ends[added] = side;
    return added;
  }

  /** Adds the subtree of a node for one or both sides, without aligning it. */
  copy({ chain: top, node, movedOutOf }: Start, sides: number, parent: number): void {
    const { end, parent: caller, sides: sidesOf } = this.trie;
    const { copyOf, isSplit } = this;
    copyOf[top] = this.copyChain(top, node, sidesOf[top] & sides, parent, movedOutOf);
    for (let chain = top + 1; chain < end[top];) {
      const present = sidesOf[chain] & sides;
      if (present === 0) chain = end[chain];
      else if (isSplit[chain] === 0) chain = this.copyUnsplit(chain, end[top], sides);
      else {
        const from = this.trie.first[chain];
        copyOf[chain] = this.copyChain(chain, from, present, copyOf[caller[chain]], NONE);
        chain++;
      }
    }
  }

  /** The columns are views, not copies. */
  take(): AlignedNodes {
    const { chains } = this;
    const { from, to, parent, mark, a, b, ends, movedOutOf } = this.columns;
    const parents = parent.subarray(0, chains);
    return {
      key: this.trie.key,
      chains,
      from: from.subarray(0, chains),
      to: to.subarray(0, chains),
      parent: parents,
      end: subtreeEnds(parents),
      mark: mark.subarray(0, chains),
      a: a.subarray(0, chains),
      b: b.subarray(0, chains),
      ends: ends.subarray(0, chains),
      movedOutOf: movedOutOf.subarray(0, chains),
    };
  }

  /** Adds a chain of the trie, beginning with this node. */
  private copyChain(chain: number, node: number, sides: number, parent: number, movedOutOf: number): number {
    const a = sides & SideBit.a ? chain : NONE;
    const b = sides & SideBit.b ? chain : NONE;
    const last = this.add(node, this.trie.first[chain + 1] - node, a, b, parent, movedOutOf);
    this.columns.ends[last] = sides;
    return last;
  }

  /**
   * Adds chains of the trie up to the first one that is split or that `sides` do not have, and returns that one. Their callers have
   * been copied. Most chains are added by this loop.
   */
  private copyUnsplit(top: number, end: number, sides: number): number {
    const { trie, copyOf, isSplit } = this;
    while (this.chains + end - top > this.columns.from.length) this.grow();
    const { from, to, parent, a, b, ends, movedOutOf } = this.columns;
    let added = this.chains;
    let chain = top;
    for (; chain < end && isSplit[chain] === 0; chain++, added++) {
      const present = trie.sides[chain] & sides;
      if (present === 0) break;
      copyOf[chain] = added;
      from[added] = trie.first[chain];
      to[added] = trie.first[chain + 1];
      parent[added] = copyOf[trie.parent[chain]];
      a[added] = present & SideBit.a ? chain : NONE;
      b[added] = present & SideBit.b ? chain : NONE;
      ends[added] = present;
      movedOutOf[added] = NONE;
    }
    this.chains = added;
    return chain;
  }

  /** Adds nodes of the trie as one chain, or as a chain each if they are split. */
  private add(
    from: number,
    length: number,
    a: number,
    b: number,
    parent: number,
    movedOutOf: number,
  ): number {
    const isSplit = movedOutOf >= 0 || (a >= 0 && this.isSplit[a] === 1) || (b >= 0 && this.isSplit[b] === 1);
    if (!isSplit) return this.addChain(from, length, a, b, parent, NodeMark.none, movedOutOf);
    let last = this.addChain(from, 1, a, b, parent, NodeMark.none, movedOutOf);
    for (let i = 1; i < length; i++) last = this.addChain(from + i, 1, a, b, last, NodeMark.none, NONE);
    return last;
  }

  private addChain(
    from: number,
    length: number,
    a: number,
    b: number,
    parent: number,
    mark: number,
    movedOutOf: number,
  ): number {
    const chain = this.chains++;
    if (chain === this.columns.from.length) this.grow();
    const { columns } = this;
    columns.from[chain] = from;
    columns.to[chain] = from + length;
    columns.parent[chain] = parent;
    columns.mark[chain] = mark;
    columns.a[chain] = a;
    columns.b[chain] = b;
    columns.movedOutOf[chain] = movedOutOf;
    return chain;
  }

  private grow(): void {
    this.columns = copyTableInto(this.columns, chainColumns(2 * this.columns.from.length));
  }
}

function chainColumns(capacity: number) {
  return {
    from: new Int32Array(capacity),
    to: new Int32Array(capacity),
    parent: new Int32Array(capacity),
    mark: new Uint8Array(capacity),
    a: new Int32Array(capacity),
    b: new Int32Array(capacity),
    ends: new Uint8Array(capacity),
    movedOutOf: new Int32Array(capacity),
  };
}
