// The shape of stacks that share their beginnings, without labels and weights. Nodes that have the same samples form a chain, whose
// links are stored once (model/tree.ts has a diagram).

/** Chains whose nodes follow each other. */
export interface Trie {
  /** Number of nodes. */
  readonly length: number;
  /** Number of chains. They are in depth-first order, so a subtree is a range of chains. */
  readonly chains: number;
  /** Per chain: its first node. One extra entry at the end: `length`. */
  readonly first: Int32Array;
  /** Per chain: the chain whose last node is the parent of its first node; NONE for a root. */
  readonly parent: Int32Array;
  /** Per chain: the chain after its subtree, which is its next sibling if it has one. */
  readonly end: Int32Array;
}

/** Chains whose nodes are ranges of a list of nodes, which may overlap. */
export interface NodeRanges {
  /** Number of chains. Parents precede their children. */
  readonly chains: number;
  /** Per chain: its nodes are those from `from` up to, but not including, `to`. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Per chain: the chain whose last node is the parent of its first node; NONE for chain 0. */
  readonly parent: Int32Array;
}

/** The nodes of a trie's chains as ranges. */
export function rangesOf(first: Int32Array): Pick<NodeRanges, 'from' | 'to'> {
  return { from: first, to: first.subarray(1) };
}

/** Per chain: the chain after its subtree. Chains are in depth-first order; roots have no parent. */
export function subtreeEnds(parent: Int32Array, end = new Int32Array(parent.length)): Int32Array {
  for (let chain = parent.length - 1; chain >= 0; chain--) {
    end[chain] = Math.max(end[chain], chain + 1);
    if (parent[chain] >= 0) end[parent[chain]] = Math.max(end[parent[chain]], end[chain]);
  }
  return end;
}

/** Numbers the rows of a tree depth first; siblings keep their order. Row 0 is the root, and callers precede their callees. */
export function depthFirst(parent: Int32Array): {
  /** Per row: its number. */
  readonly place: Int32Array;
  /** Per row: the number after its subtree. */
  readonly end: Int32Array;
} {
  const { length } = parent;
  /** First the size of the subtree. */
  const end = new Int32Array(length).fill(1);
  for (let row = length - 1; row > 0; row--) end[parent[row]] += end[row];
  const place = new Int32Array(length);
  /** Per row: the number of its next callee. */
  const next = new Int32Array(length).fill(1);
  for (let row = 1; row < length; row++) {
    place[row] = next[parent[row]];
    next[row] = place[row] + 1;
    end[row] += place[row];
    next[parent[row]] = end[row];
  }
  return { place, end };
}

/**
 * Finds the nodes without an ancestor of the same key: the total of a key is the sum of their totals. Nodes are visited in order. A node
 * is inside the last one that was found exactly if its chain precedes the end of that subtree.
 */
export class Outermost {
  /** Per key: the chain after the subtree of its last outermost node; 0 if the key was never visited. */
  readonly countedUntil: Int32Array;

  constructor(keys: number) {
    this.countedUntil = new Int32Array(keys);
  }

  /** True for an outermost node. `chain` contains it, and `end` is the chain after the subtree. */
  visit(key: number, chain: number, end: number): boolean {
    if (chain < this.countedUntil[key]) return false;
    this.countedUntil[key] = end;
    return true;
  }
}

/** A list of nodes and the chains that contain them. */
export interface Nodes {
  readonly length: number;
  readonly node: Int32Array;
  readonly chain: Int32Array;
}

/** The nodes with a matching key that have no such ancestor, in order. Chain 0 is the root, or begins with it; the root has no key. */
export function outermostNodes(
  { chains, from, to, end }: NodeRanges & Pick<Trie, 'end'>,
  key: Int32Array,
  matches: Uint8Array,
): Nodes {
  const node = new Int32Array(chains);
  const chain = new Int32Array(chains);
  let length = 0;
  for (let at = 0; at < chains;) {
    let match = at === 0 ? from[at] + 1 : from[at];
    while (match < to[at] && matches[key[match]] === 0) match++;
    if (match < to[at]) {
      node[length] = match;
      chain[length++] = at;
      at = end[at];
    } else at++;
  }
  return { length, node, chain };
}
