// The callers and the callees of one function in aligned call trees, merged over all of its calls, with the weights of both sides.

import { indicesUpTo } from '../../model/columns.ts';
import {
  NODE_MARKS,
  NodeMark,
  type AlignedTree,
  type ComparedRow,
  type Comparison,
  type SideWeights,
} from '../../model/comparison.ts';
import { NONE } from '../../model/profile.ts';
import { depthFirst, outermostNodes } from '../../model/trie.ts';
import { SideBit, sumSubtrees, type Subtrees } from '../stacks/call-trie.ts';
import { contextOf, testedRows, type BasisOptions } from '../compare.ts';
import type { Prepared } from '../prepare.ts';
import { isAtLeast, judge } from '../statistics/verdicts.ts';

/** A tree whose chains have one node each, and sum the weights of one or more nodes of the aligned tree. Node 1 is the function. */
export interface MergedTree extends AlignedTree {
  readonly sources: readonly Source[];
}

/** A node in a chain of the aligned tree counts towards a row of the merged tree. Those of the same row are disjoint. */
interface Source {
  readonly chain: number;
  readonly row: number;
  /** Bits of the sides of which it counts. */
  readonly sides: number;
}

const BOTH = SideBit.a | SideBit.b;

/** The total of both trees is the function's total. Each stack counts once; recursive calls are among the callees. */
export function mergedSandwich(
  { tree, keys }: Pick<Comparison, 'tree' | 'keys'>,
  key: number,
): { readonly callers: MergedTree; readonly callees: MergedTree } {
  const isKey = new Uint8Array(keys.length).fill(1, key, key + 1);
  const { length, node, chain } = outermostNodes(tree, tree.key, isKey);
  /** Per chain: the outermost call of the function in it, a node; NONE without one. */
  const outermost = new Int32Array(tree.chains).fill(NONE);
  for (let i = 0; i < length; i++) outermost[chain[i]] = node[i];
  return {
    callers: mergedCallers(new Merging(tree, keys.length), outermost),
    callees: mergedCallees(new Merging(tree, keys.length), outermost),
  };
}

function mergedCallers(merged: Merging, outermost: Int32Array): MergedTree {
  const { chains, from, to, parent, a, b } = merged.tree;
  for (let called = 1; called < chains; called++) {
    if (outermost[called] < 0) continue;
    let row = 0;
    for (
      let chain = called, node = outermost[called];
      chain > 0;
      chain = parent[chain], node = to[chain] - 1
    ) {
      for (; node >= from[chain]; node--) {
        row = merged.rowOf(row, chain, node, NONE);
        merged.add(row, called, BOTH, { chain, node });
      }
    }
    merged.addSelf(row, a.total(called), b.total(called));
  }
  return merged.take();
}

function mergedCallees(merged: Merging, outermost: Int32Array): MergedTree {
  const { chains, from, to, parent, mark, movedOutOf, a, b } = merged.tree;
  /** Per chain: the row of its last node, NONE if the function does not call it; and the sides on which it counts. */
  const rowOf = new Int32Array(chains).fill(NONE);
  const sidesOf = new Uint8Array(chains);
  for (let chain = 1; chain < chains; chain++) {
    const call = movedOutOf[chain];
    let row = rowOf[parent[chain]];
    let sides = sidesOf[parent[chain]];
    // A one-sided call has one node.
    let via = call < 0 || outermost[call] >= 0 ? NONE : rowOf[call];
    if (row <= 0 && call >= 0 && rowOf[call] >= 0) {
      // What moved out of a call is beside it, but was called by it.
      row = outermost[call] >= 0 ? rowOf[call] : merged.parentOf(rowOf[call]);
      sides = sidesOf[call] & (mark[call] === NodeMark.inserted ? SideBit.b : SideBit.a);
    }
    for (let node = from[chain]; node < to[chain]; node++) {
      if (node === outermost[chain]) [row, sides] = [0, BOTH];
      if (row < 0) continue;
      row = merged.rowOf(row, chain, node, via);
      merged.add(row, chain, sides, { chain, node });
      via = NONE;
    }
    rowOf[chain] = row;
    sidesOf[chain] = sides;
    if (row > 0)
      merged.addSelf(row, sides & SideBit.a ? a.self(chain) : 0, sides & SideBit.b ? b.self(chain) : 0);
  }
  return merged.take();
}

/** Collects the rows of a merged tree. Row 0 is the root. */
class Merging {
  readonly tree: AlignedTree;
  private readonly keys: number;
  private readonly known = new Map<number, number>();
  private readonly parent = [NONE];
  private readonly key = [NONE];
  private readonly mark: number[] = [NodeMark.none];
  private readonly movedOutOf = [NONE];
  private readonly a = [0];
  private readonly b = [0];
  private readonly selfA = [0];
  private readonly selfB = [0];
  private readonly inferredA = [0];
  private readonly inferredB = [0];
  private readonly sources: Source[] = [];

  constructor(tree: AlignedTree, keys: number) {
    this.tree = tree;
    this.keys = keys;
  }

  /** The row with the key of an aligned node below a row. A mark holds only if all nodes of the row have it. */
  rowOf(parent: number, chain: number, node: number, movedOutOf: number): number {
    const { key, mark } = this.tree;
    const pair = parent * this.keys + key[node];
    const known = this.known.get(pair);
    if (known !== undefined) {
      if (this.mark[known] !== mark[chain]) this.mark[known] = NodeMark.none;
      if (this.movedOutOf[known] !== movedOutOf) this.movedOutOf[known] = NONE;
      return known;
    }
    const row = this.parent.push(parent) - 1;
    this.known.set(pair, row);
    this.key.push(key[node]);
    this.mark.push(mark[chain]);
    this.movedOutOf.push(movedOutOf);
    const { a, b, selfA, selfB, inferredA, inferredB } = this;
    for (const column of [a, b, selfA, selfB, inferredA, inferredB]) column.push(0);
    return row;
  }

  parentOf(row: number): number {
    return this.parent[row];
  }

  /** Adds the total of this chain of the aligned tree on these sides to a row, for one of its nodes or of their callers. */
  add(
    row: number,
    chain: number,
    sides: number,
    of: { readonly chain: number; readonly node: number },
  ): void {
    const { from } = this.tree;
    const weightOn = (side: SideWeights, bit: number) => (sides & bit ? side.total(chain) : 0);
    const inferredOn = ({ inferred }: SideWeights, bit: number) =>
      sides & bit && inferred ? inferred(of.chain, of.node - from[of.chain], chain) : 0;
    const a = weightOn(this.tree.a, SideBit.a);
    const b = weightOn(this.tree.b, SideBit.b);
    this.a[row] += a;
    this.b[row] += b;
    this.inferredA[row] += inferredOn(this.tree.a, SideBit.a);
    this.inferredB[row] += inferredOn(this.tree.b, SideBit.b);
    this.sources.push({ chain, row, sides });
    if (this.parent[row] !== 0) return;
    this.a[0] += a;
    this.b[0] += b;
  }

  addSelf(row: number, a: number, b: number): void {
    this.selfA[row] += a;
    this.selfB[row] += b;
  }

  take(): MergedTree {
    const chains = this.parent.length;
    const { place, end } = depthFirst(Int32Array.from(this.parent));
    const sorted = <T extends Float64Array | Int32Array | Uint8Array>(
      values: ArrayLike<number>,
      into: T,
    ): T => {
      for (let row = 0; row < chains; row++) into[place[row]] = values[row];
      return into;
    };
    const links = (rows: readonly number[]) =>
      sorted(
        rows.map((row) => (row < 0 ? NONE : place[row])),
        new Int32Array(chains),
      );
    const weights = (
      of: SideWeights,
      columns: Readonly<Record<'total' | 'self' | 'inferred', readonly number[]>>,
    ): SideWeights => {
      const total = sorted(columns.total, new Float64Array(chains));
      const self = sorted(columns.self, new Float64Array(chains));
      const inferred = sorted(columns.inferred, new Float64Array(chains));
      return {
        total: (row) => total[row],
        self: (row) => self[row],
        inferred: of.inferred && ((row) => inferred[row]),
      };
    };
    const { tree, a, b, selfA, selfB, inferredA, inferredB } = this;
    const from = indicesUpTo(chains);
    return {
      key: sorted(this.key, new Int32Array(chains)),
      chains,
      from,
      // The root has no node.
      to: from.map((row) => (row === 0 ? 0 : row + 1)),
      parent: links(this.parent),
      end: sorted(end, new Int32Array(chains)),
      mark: sorted(this.mark, new Uint8Array(chains)),
      movedOutOf: links(this.movedOutOf),
      a: weights(tree.a, { total: a, self: selfA, inferred: inferredA }),
      b: weights(tree.b, { total: b, self: selfB, inferred: inferredB }),
      sources: this.sources.map((source) => ({ ...source, row: place[source.row] })),
    };
  }
}

/** Tests the rows of a merged tree that are large enough. The `index` of the result is the row. */
export function testMerged(prepared: Prepared, options: BasisOptions, merged: MergedTree): ComparedRow[] {
  const { nodes, trie, keys, runs, countA, minEffect } = prepared;
  const context = contextOf(prepared, options);
  const delta = minEffect * Math.max(context.totalA, context.totalB);
  const indices: number[] = [];
  const testOf = new Int32Array(merged.chains).fill(NONE);
  for (let row = 1; row < merged.chains; row++)
    if (isAtLeast(Math.max(merged.a.total(row), merged.b.total(row)), delta))
      testOf[row] = indices.push(row) - 1;
  const subtreesOn = (side: number, trieChain: Int32Array): Subtrees => {
    const counted = merged.sources.filter(
      ({ chain, row, sides }) => (sides & side) !== 0 && testOf[row] >= 0 && trieChain[chain] >= 0,
    );
    return {
      rows: indices.length,
      chain: Int32Array.from(counted, ({ chain }) => trieChain[chain]),
      row: Int32Array.from(counted, ({ row }) => testOf[row]),
    };
  };
  const onA = subtreesOn(SideBit.a, nodes.a);
  const onB = subtreesOn(SideBit.b, nodes.b);
  const sums = runs.map((_, i) => sumSubtrees(trie, i, i < countA ? onA : onB));
  const rowAt = (row: number) => {
    const name = keys[merged.key[row]];
    return { key: name, function: name, mark: NODE_MARKS[merged.mark[row]] };
  };
  return judge(testedRows(context, { indices, sums }, rowAt, delta), delta);
}
