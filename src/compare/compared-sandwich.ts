// The callers and the callees of one function in aligned call trees, merged over all of its calls, with the weights of both sides.

import { NODE_MARKS, NodeMark, type AlignedTree, type ComparedRow } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { SideBit, sumSubtrees, type Subtrees } from './call-trie.ts';
import { contextOf, testedRows, type BasisOptions } from './compare.ts';
import type { Prepared } from './prepare.ts';
import { judge } from './verdicts.ts';

/** A tree whose nodes each sum the weights of one or more nodes of the aligned tree. Node 1 is the function. */
export interface MergedTree extends AlignedTree {
  readonly sources: readonly Source[];
}

/** A node of the aligned tree counts towards a row of the merged tree. Those of the same row are disjoint. */
interface Source {
  readonly node: number;
  readonly row: number;
  /** Bits of the sides of which it counts. */
  readonly sides: number;
}

const BOTH = SideBit.a | SideBit.b;

/** The total of both trees is the function's total. Each stack counts once; recursive calls are among the callees. */
export function mergedSandwich(
  tree: AlignedTree,
  key: number,
): { readonly callers: MergedTree; readonly callees: MergedTree } {
  const outermost = outermostCalls(tree, key);
  return { callers: mergedCallers(tree, outermost), callees: mergedCallees(tree, outermost) };
}

/** 1 for calls of the function that no other call of it contains. */
function outermostCalls({ length, parent, key }: AlignedTree, func: number): Uint8Array {
  const isInside = new Uint8Array(length);
  const isOutermost = new Uint8Array(length);
  for (let node = 1; node < length; node++) {
    isInside[node] = isInside[parent[node]];
    if (key[node] !== func) continue;
    if (isInside[node] === 0) isOutermost[node] = 1;
    isInside[node] = 1;
  }
  return isOutermost;
}

function mergedCallers(tree: AlignedTree, isOutermost: Uint8Array): MergedTree {
  const { length, parent, a, b } = tree;
  const merged = new Merging(tree);
  for (let call = 1; call < length; call++) {
    if (isOutermost[call] === 0) continue;
    let row = 0;
    for (let node = call; node > 0; node = parent[node]) {
      row = merged.rowOf(row, node, NONE);
      merged.add(row, call, BOTH);
    }
    merged.addSelf(row, a[call], b[call]);
  }
  return merged.take();
}

function mergedCallees(tree: AlignedTree, isOutermost: Uint8Array): MergedTree {
  const { length, parent, mark, movedOutOf, selfA, selfB } = tree;
  const merged = new Merging(tree);
  const rowOf = new Int32Array(length).fill(NONE);
  const sides = new Uint8Array(length);
  /** The row that calls the node; NONE if the function does not. */
  const callerOf = (node: number): number => {
    if (isOutermost[node] === 1) return 0;
    if (rowOf[parent[node]] > 0) return rowOf[parent[node]];
    // What moved out of a call is beside it, but was called by it.
    const call = movedOutOf[node];
    if (call < 0 || rowOf[call] < 0) return NONE;
    return isOutermost[call] === 1 ? rowOf[call] : merged.parentOf(rowOf[call]);
  };
  for (let node = 1; node < length; node++) {
    const caller = callerOf(node);
    if (caller === NONE) continue;
    const call = movedOutOf[node];
    if (isOutermost[node] === 1) sides[node] = BOTH;
    else if (rowOf[parent[node]] > 0) sides[node] = sides[parent[node]];
    else sides[node] = sides[call] & (mark[call] === NodeMark.inserted ? SideBit.b : SideBit.a);
    rowOf[node] = merged.rowOf(caller, node, call < 0 || isOutermost[call] === 1 ? NONE : rowOf[call]);
    merged.add(rowOf[node], node, sides[node]);
    merged.addSelf(
      rowOf[node],
      sides[node] & SideBit.a ? selfA[node] : 0,
      sides[node] & SideBit.b ? selfB[node] : 0,
    );
  }
  return merged.take();
}

/** Collects the rows of a merged tree. Row 0 is the root. */
class Merging {
  private readonly tree: AlignedTree;
  private readonly known = new Map<number, number>();
  private readonly parent = [NONE];
  private readonly key = [NONE];
  private readonly mark: number[] = [NodeMark.none];
  private readonly movedOutOf = [NONE];
  private readonly a = [0];
  private readonly b = [0];
  private readonly selfA = [0];
  private readonly selfB = [0];
  private readonly sources: Source[] = [];

  constructor(tree: AlignedTree) {
    this.tree = tree;
  }

  /** The row with the key of an aligned node below a row. A mark holds only if all nodes of the row have it. */
  rowOf(parent: number, node: number, movedOutOf: number): number {
    const { key, mark, length } = this.tree;
    const pair = parent * length + key[node];
    const known = this.known.get(pair);
    if (known !== undefined) {
      if (this.mark[known] !== mark[node]) this.mark[known] = NodeMark.none;
      if (this.movedOutOf[known] !== movedOutOf) this.movedOutOf[known] = NONE;
      return known;
    }
    const row = this.parent.push(parent) - 1;
    this.known.set(pair, row);
    this.key.push(key[node]);
    this.mark.push(mark[node]);
    this.movedOutOf.push(movedOutOf);
    for (const column of [this.a, this.b, this.selfA, this.selfB]) column.push(0);
    return row;
  }

  parentOf(row: number): number {
    return this.parent[row];
  }

  /** Adds the total of an aligned node on these sides. */
  add(row: number, node: number, sides: number): void {
    const a = sides & SideBit.a ? this.tree.a[node] : 0;
    const b = sides & SideBit.b ? this.tree.b[node] : 0;
    this.a[row] += a;
    this.b[row] += b;
    this.sources.push({ node, row, sides });
    if (this.parent[row] !== 0) return;
    this.a[0] += a;
    this.b[0] += b;
  }

  addSelf(row: number, a: number, b: number): void {
    this.selfA[row] += a;
    this.selfB[row] += b;
  }

  take(): MergedTree {
    return {
      length: this.parent.length,
      parent: Int32Array.from(this.parent),
      key: Int32Array.from(this.key),
      mark: Uint8Array.from(this.mark),
      movedOutOf: Int32Array.from(this.movedOutOf),
      a: Float64Array.from(this.a),
      b: Float64Array.from(this.b),
      selfA: Float64Array.from(this.selfA),
      selfB: Float64Array.from(this.selfB),
      sources: this.sources,
    };
  }
}

/** Tests the rows of a merged tree that are large enough. The `index` of the result is the row. */
export function testMerged(prepared: Prepared, options: BasisOptions, merged: MergedTree): ComparedRow[] {
  const { nodes, trie, keys, runs, countA, minEffect } = prepared;
  const context = contextOf(prepared, options);
  const delta = minEffect * Math.max(context.totalA, context.totalB);
  const indices: number[] = [];
  const testOf = new Int32Array(merged.length).fill(NONE);
  for (let row = 1; row < merged.length; row++)
    if (Math.max(merged.a[row], merged.b[row]) >= delta) testOf[row] = indices.push(row) - 1;
  const subtreesOn = (side: number, nodeOf: Int32Array): Subtrees => {
    const counted = merged.sources.filter(
      ({ node, row, sides }) => (sides & side) !== 0 && testOf[row] >= 0 && nodeOf[node] >= 0,
    );
    return {
      rows: indices.length,
      node: Int32Array.from(counted, ({ node }) => nodeOf[node]),
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
