// The callers and the callees of one function in aligned call trees, merged over all of its calls, with the weights of both sides.

import type { TimeSliced } from '../../async/time-slices.ts';
import { Float64Column, indicesUpTo, Int32Column, Uint8Column } from '../../model/columns.ts';
import {
  NODE_MARKS,
  NodeMark,
  type AlignedTree,
  type ComparedRow,
  type Comparison,
  type SideWeights,
} from '../../model/comparison.ts';
import { PairTable } from '../../model/numbering.ts';
import { NONE } from '../../model/profile.ts';
import { depthFirst, outermostNodes } from '../../model/trie.ts';
import { SideBit, sumSubtrees, type Subtrees } from '../stacks/call-trie.ts';
import { contextOf, testedRows, type BasisOptions } from '../compare.ts';
import type { Prepared } from '../prepare.ts';
import { isAtLeast, judge } from '../statistics/verdicts.ts';

/** A tree whose chains have one node each, and sum the weights of one or more nodes of the aligned tree. Node 1 is the function. */
export interface MergedTree extends AlignedTree {
  readonly sources: Sources;
}

/** Nodes in chains of the aligned tree that count towards rows of the merged tree. Those of the same row are disjoint. */
interface Sources {
  readonly chain: Int32Array;
  readonly row: Int32Array;
  /** Bits of the sides of which each counts. */
  readonly sides: Uint8Array;
}

/** A few milliseconds of merging. */
const CHAINS_PER_SLICE = 1 << 13;

const BOTH = SideBit.a | SideBit.b;

/** The total of both trees is the function's total. Each stack counts once; recursive calls are among the callees. */
export function* mergedSandwich(
  { tree, keys }: Pick<Comparison, 'tree' | 'keys'>,
  key: number,
): TimeSliced<{ readonly callers: MergedTree; readonly callees: MergedTree }> {
  const isKey = new Uint8Array(keys.length).fill(1, key, key + 1);
  const { length, node, chain } = outermostNodes(tree, tree.key, isKey);
  /** Per chain: the outermost call of the function in it, a node; NONE without one. */
  const outermost = new Int32Array(tree.chains).fill(NONE);
  for (let i = 0; i < length; i++) outermost[chain[i]] = node[i];
  const callers = mergedCallers(new Merging(tree), outermost);
  yield;
  return { callers, callees: yield* mergedCallees(new Merging(tree), outermost) };
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
        merged.add(row, called, BOTH, chain, node);
      }
    }
    merged.addSelf(row, a.total(called), b.total(called));
  }
  return merged.take();
}

function* mergedCallees(merged: Merging, outermost: Int32Array): TimeSliced<MergedTree> {
  const { chains, from, to, parent, mark, movedOutOf, a, b } = merged.tree;
  /** Per chain: the row of its last node, NONE if the function does not call it; and the sides on which it counts. */
  const rowOf = new Int32Array(chains).fill(NONE);
  const sidesOf = new Uint8Array(chains);
  for (let chain = 1; chain < chains; chain++) {
    if (chain % CHAINS_PER_SLICE === 0) yield;
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
      merged.add(row, chain, sides, chain, node);
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
  /** By caller and key. The root has no key, but a row. */
  private readonly rows = new PairTable();
  private readonly mark = new Uint8Column();
  private readonly movedOutOf = new Int32Column();
  private readonly a: MergedSide;
  private readonly b: MergedSide;
  private readonly sources = { chain: new Int32Column(), row: new Int32Column(), sides: new Uint8Column() };

  constructor(tree: AlignedTree) {
    this.tree = tree;
    this.a = new MergedSide(tree, 'a');
    this.b = new MergedSide(tree, 'b');
    this.rows.intern(NONE, 0);
    this.addRow(NodeMark.none, NONE);
  }

  /** The row with the key of an aligned node below a row. A mark holds only if all nodes of the row have it. */
  rowOf(parent: number, chain: number, node: number, movedOutOf: number): number {
    const { key, mark } = this.tree;
    const row = this.rows.intern(parent, key[node]);
    if (row === this.mark.length) {
      this.addRow(mark[chain], movedOutOf);
    } else {
      if (this.mark.at(row) !== mark[chain]) this.mark.set(row, NodeMark.none);
      if (this.movedOutOf.at(row) !== movedOutOf) this.movedOutOf.set(row, NONE);
    }
    return row;
  }

  parentOf(row: number): number {
    return this.rows.parentOf(row);
  }

  /**
   * Adds the total of this chain of the aligned tree on these sides to a row, for the `node` of the chain `ofNode`: one of its own nodes,
   * or one of their callers.
   */
  add(row: number, chain: number, sides: number, ofNode: number, node: number): void {
    const isOutermost = this.rows.parentOf(row) === 0;
    const nth = node - this.tree.from[ofNode];
    if (sides & SideBit.a) this.a.add(row, isOutermost, chain, ofNode, nth);
    if (sides & SideBit.b) this.b.add(row, isOutermost, chain, ofNode, nth);
    this.sources.chain.push(chain);
    this.sources.row.push(row);
    this.sources.sides.push(sides);
  }

  addSelf(row: number, a: number, b: number): void {
    this.a.addSelf(row, a);
    this.b.addSelf(row, b);
  }

  take(): MergedTree {
    const { first: parent, second: key } = this.rows.take();
    const chains = parent.length;
    const { place, end } = depthFirst(parent);
    const links = (rows: Int32Array) => {
      const placed = rows.map((row) => (row < 0 ? NONE : place[row]));
      return inOrder(place, placed, new Int32Array(chains));
    };
    key[0] = NONE;
    const from = indicesUpTo(chains);
    const { chain, row, sides } = this.sources;
    return {
      key: inOrder(place, key, new Int32Array(chains)),
      chains,
      from,
      // The root has no node.
      to: from.map((each) => (each === 0 ? 0 : each + 1)),
      parent: links(parent),
      end: inOrder(place, end, new Int32Array(chains)),
      mark: inOrder(place, this.mark.take(), new Uint8Array(chains)),
      movedOutOf: links(this.movedOutOf.take()),
      a: this.a.take(place),
      b: this.b.take(place),
      sources: { chain: chain.take(), row: row.take().map((each) => place[each]), sides: sides.take() },
    };
  }

  private addRow(mark: number, movedOutOf: number): void {
    this.mark.push(mark);
    this.movedOutOf.push(movedOutOf);
    this.a.addRow();
    this.b.addRow();
  }
}

/** The weights of the rows of a merged tree on one side. */
class MergedSide {
  private readonly of: SideWeights;
  private readonly totals = new Float64Column();
  private readonly selfs = new Float64Column();
  private readonly inferred = new Float64Column();

  constructor(tree: AlignedTree, side: 'a' | 'b') {
    this.of = tree[side];
  }

  addRow(): void {
    for (const column of [this.totals, this.selfs, this.inferred]) column.push(0);
  }

  /** The outermost rows make up the root. */
  add(row: number, isOutermost: boolean, chain: number, ofNode: number, nth: number): void {
    const { of, totals, inferred } = this;
    const total = of.total(chain);
    totals.set(row, totals.at(row) + total);
    if (isOutermost) totals.set(0, totals.at(0) + total);
    if (of.inferred) inferred.set(row, inferred.at(row) + of.inferred(ofNode, nth, chain));
  }

  addSelf(row: number, weight: number): void {
    this.selfs.set(row, this.selfs.at(row) + weight);
  }

  /** `place` has the final number of each row. */
  take(place: Int32Array): SideWeights {
    const total = inOrder(place, this.totals.take(), new Float64Array(place.length));
    const self = inOrder(place, this.selfs.take(), new Float64Array(place.length));
    const inferred = inOrder(place, this.inferred.take(), new Float64Array(place.length));
    return {
      total: (row) => total[row],
      self: (row) => self[row],
      inferred: this.of.inferred && ((row) => inferred[row]),
    };
  }
}

function inOrder<T extends Float64Array | Int32Array | Uint8Array>(
  place: Int32Array,
  values: T,
  ordered: NoInfer<T>,
): T {
  for (let row = 0; row < place.length; row++) ordered[place[row]] = values[row];
  return ordered;
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
  const { sources } = merged;
  const subtreesOn = (side: number, trieChain: Int32Array): Subtrees => {
    const [chain, row] = [new Int32Column(), new Int32Column()];
    for (const [i, of] of sources.row.entries()) {
      const ofTrie = trieChain[sources.chain[i]];
      if ((sources.sides[i] & side) === 0 || testOf[of] < 0 || ofTrie < 0) continue;
      chain.push(ofTrie);
      row.push(testOf[of]);
    }
    return { rows: indices.length, chain: chain.take(), row: row.take() };
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
