// The call trees of all recordings, merged into one trie. A node is a path of function keys.

import { Int32Column } from '../model/columns.ts';
import { PairTable } from '../model/pairs.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { liveStacks } from './live-stacks.ts';
import { emptySums, type Sums } from './quantities.ts';
import type { Run } from './run.ts';
import { SamplesByNode } from './samples-by-node.ts';

/** Bits of `CallTrie.sides`. */
export const SideBit = { a: 1, b: 2 } as const;

/** All stacks of the event. Nodes are in depth-first order, so a subtree is a range of nodes. */
export interface TrieShape {
  readonly length: number;
  /** NONE for a root. */
  readonly parent: Int32Array;
  /** Number of the function's key. */
  readonly key: Int32Array;
  /** End of the node's subtree: the first node after it, which is the next sibling if there is one. */
  readonly end: Int32Array;
  /** Per recording and stack: its node; NONE for stacks without samples. */
  readonly nodeOf: readonly Int32Array[];
}

export interface CallTrie extends TrieShape {
  /** Bits of the sides with selected samples in the subtree; 0 for none. */
  readonly sides: Uint8Array;
  /** The selected samples, per recording. */
  readonly samples: readonly SamplesByNode[];
}

export interface TrieInput {
  readonly profile: Profile;
  /** Index into the profile's events. */
  readonly event: number;
  /** Per function of the recording: the number of its key. */
  readonly keyOf: Int32Array;
}

export function buildTrieShape(inputs: readonly TrieInput[]): TrieShape {
  const table = new PairTable(Math.max(0, ...inputs.map(({ profile }) => profile.stacks.length)));
  const rowsOf = inputs.map((input) => internStacks(input, table));
  const { first, second } = table.view();
  const { length } = first;
  const { number, end } = depthFirst(first);
  const parent = new Int32Array(length);
  const key = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    parent[number[row]] = first[row] < 0 ? NONE : number[first[row]];
    key[number[row]] = second[row];
  }
  for (const rows of rowsOf)
    for (let stack = 0; stack < rows.length; stack++) if (rows[stack] >= 0) rows[stack] = number[rows[stack]];
  return { length, parent, key, end, nodeOf: rowsOf };
}

/** Assigns the selected samples to the nodes. The first `countA` recordings are A's. */
export function selectOnTrie(shape: TrieShape, runs: readonly Run[], countA: number): CallTrie {
  const { length, end, nodeOf } = shape;
  const samples = runs.map(
    (run, i) =>
      new SamplesByNode(
        run,
        run.stackOf.map((stack) => nodeOf[i][stack]),
        length,
      ),
  );
  const sides = new Uint8Array(length);
  for (const [i, ordered] of samples.entries()) {
    const side = i < countA ? SideBit.a : SideBit.b;
    for (let node = 0; node < length;) {
      const hasSamples = ordered.hasSamples(node, end[node]);
      if (hasSamples) sides[node] |= side;
      node = hasSamples ? node + 1 : end[node];
    }
  }
  return { ...shape, sides, samples };
}

/** Adds the stacks with samples to the table. Returns the row of each stack; NONE for stacks without samples. */
function internStacks({ profile, event, keyOf }: TrieInput, table: PairTable): Int32Array {
  const { length, parent, func } = profile.stacks;
  const isLive = liveStacks(profile, event);
  const rows = new Int32Array(length).fill(NONE);
  for (let stack = 0; stack < length; stack++) {
    if (isLive[stack] === 0) continue;
    const above = parent[stack];
    rows[stack] = table.intern(above < 0 ? NONE : rows[above], keyOf[func[stack]]);
  }
  return rows;
}

/** Numbers the rows depth first. Parents must precede their children. `end` has the end of each subtree, by new number. */
function depthFirst(parent: Int32Array) {
  const { length } = parent;
  /** Size of each subtree, at index row + 1; index 0 is the root. */
  const size = new Int32Array(length + 1).fill(1);
  for (let row = length - 1; row >= 0; row--) size[parent[row] + 1] += size[row + 1];
  const number = new Int32Array(length);
  const end = new Int32Array(length);
  /** The number that the next child of each row gets, at index row + 1; index 0 is the root. */
  const next = new Int32Array(length + 1);
  for (let row = 0; row < length; row++) {
    number[row] = next[parent[row] + 1];
    next[parent[row] + 1] += size[row + 1];
    next[row + 1] = number[row] + 1;
    end[number[row]] = number[row] + size[row + 1];
  }
  return { number, end };
}

/** 1 for nodes without a caller of the same key. The total of a key is the sum of the totals of these nodes. */
export function outermostNodes({ length, key, end }: TrieShape, keys: number): Uint8Array {
  const isOutermost = new Uint8Array(length);
  const countedUntil = new Int32Array(keys);
  for (let node = 0; node < length; node++) {
    if (node < countedUntil[key[node]]) continue;
    countedUntil[key[node]] = end[node];
    isOutermost[node] = 1;
  }
  return isOutermost;
}

/** Subtrees of the trie, each of which counts towards a row. Subtrees of the same row are disjoint. */
export interface Subtrees {
  /** Number of rows. */
  readonly rows: number;
  /** Per subtree: its topmost node. */
  readonly node: Int32Array;
  /** Per subtree: its row. */
  readonly row: Int32Array;
}

export function sumSubtrees({ end, samples }: CallTrie, recording: number, subtrees: Subtrees): Sums {
  const sums = emptySums(subtrees.rows);
  const ordered = samples[recording];
  const { node, row } = subtrees;
  for (let i = 0; i < node.length; i++) ordered.addTo(sums, row[i], node[i], end[node[i]]);
  return sums;
}

/** The subtrees with samples for which `rowOf` returns a row. */
export function subtreesOf(
  { length, end, sides }: CallTrie,
  rows: number,
  rowOf: (node: number) => number,
): Subtrees {
  const nodes = new Int32Column();
  const rowOfNode = new Int32Column();
  for (let node = 0; node < length;) {
    const row = sides[node] === 0 ? NONE : rowOf(node);
    if (row >= 0) {
      nodes.push(node);
      rowOfNode.push(row);
    }
    node = sides[node] === 0 ? end[node] : node + 1;
  }
  return { rows, node: nodes.take(), row: rowOfNode.take() };
}
