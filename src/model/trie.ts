// The shape of stacks that share their beginnings, without labels and weights. Nodes that have the same samples form a chain, whose
// links are stored once (model/tree.ts has a diagram).

import { append, indicesUpTo, Int32Column, release } from './columns.ts';
import { NONE, type Profile, type SampleData } from './profile.ts';

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

// Stores stacks as chains. In deep recordings, most stacks have a single child; each unbranched series of stacks is one chain.
// Sample selection, filtering and tree building work per chain, because there are ten times fewer chains than stacks.
//
//   main;run;a;x 2    main;run;b 1        chain 0: the root        chain 2: a x, child of chain 1
//                                         chain 1: main run        chain 3: b, child of chain 1
//
// Samples end only in the last frame of a chain. If samples are left out, a chain can lose all samples that end in it and all but
// one child; building a tree joins such a chain with its child (calltree/top-down). The chains of a tree also serve as chains of
// stacks.

/** Chains of frames, root first. Chain 0 starts with the root. */
export interface Chains extends NodeRanges {
  /** Per frame: its function; NONE for the root. */
  readonly func: Int32Array;
  /** Exclusive upper bound on function indices. */
  readonly funcs: number;
}

export interface FrameMap {
  /** Per function: the function that its frames are shown as; NONE hides them. */
  readonly as: Int32Array;
  /** Per function: its group, NONE for none. Adjacent frames of the same group are merged and shown as the outermost one. */
  readonly group: Int32Array;
}

/** Shows every function as itself. */
export function identityMap(funcs: number): FrameMap {
  return { as: indicesUpTo(funcs), group: new Int32Array(funcs).fill(NONE) };
}

/** Marks each function whose frames are always shown as themselves with 1. */
export function plainFuncs({ as, group }: FrameMap): Uint8Array {
  const isPlain = new Uint8Array(as.length);
  for (let func = 0; func < as.length; func++) isPlain[func] = as[func] === func && group[func] < 0 ? 1 : 0;
  return isPlain;
}

/** Adds a chain of one frame as a child of the root. */
export function withChain(chains: Chains, frame: number): Chains {
  const { chains: length, parent, from, to, func } = chains;
  return {
    ...chains,
    chains: length + 1,
    parent: append(parent, [0]),
    from: append(from.subarray(0, length), [func.length]),
    to: append(to, [func.length + 1]),
    func: append(func, [frame]),
  };
}

export interface SampleStacks {
  readonly chains: Chains;
  /** Per sample: the chain in whose last frame it ends; NONE without frames. */
  readonly stack: Int32Array;
}

/** Replaces each chain with its entry in `to`; NONE stays NONE. */
export function mapChains(chains: Int32Array, to: Int32Array): Int32Array {
  const mapped = new Int32Array(chains.length);
  for (let i = 0; i < mapped.length; i++) mapped[i] = chains[i] < 0 ? NONE : to[chains[i]];
  return mapped;
}

/** Samples whose stacks are chains: `samples.stack` is the chain in whose last frame a sample ends. */
export interface StackChains extends SampleData {
  readonly chains: Chains;
}

export interface ChainedProfile extends Omit<Profile, 'stacks'>, StackChains {}

/** Flags per stack. A live stack has samples in its subtree. */
const SAMPLED = 1;
const LIVE = 2;
const ONE_CHILD = 4;
const MORE_CHILDREN = 8;

/** Omits stacks without samples. Chains are in depth-first order, because code that follows stacks visits them in this order. */
export function toStackChains(profile: Profile): StackChains {
  const { stacks, funcs, samples, threads } = profile;
  const marks = marksOf(profile);
  /** Per stack: its chain. */
  const ofStack = new Int32Array(stacks.length);
  const ends = lastStacks(profile, marks, ofStack);
  const length = ends.length;
  const parent = new Int32Array(length).fill(NONE);
  const from = new Int32Array(length);
  const to = new Int32Array(length).fill(1, 0, 1);
  const depth = new Int32Array(length);
  for (let i = 0; i < stacks.length; i++) if (marks[i + 1] >= LIVE) depth[ofStack[i]]++;
  for (let chain = 1; chain < length; chain++) {
    from[chain] = to[chain - 1];
    to[chain] = from[chain] + depth[chain];
  }
  const func = new Int32Array(to[length - 1]).fill(NONE, 0, 1);
  for (let chain = 1; chain < length; chain++) {
    let stack = ends[chain];
    for (let at = to[chain] - 1; at >= from[chain]; at--) {
      func[at] = stacks.func[stack];
      stack = stacks.parent[stack];
    }
    parent[chain] = stack < 0 ? 0 : ofStack[stack];
  }
  const chains = { chains: length, parent, from, to, func, funcs: funcs.length };
  const end = new Int32Array(samples.length);
  for (let i = 0; i < end.length; i++) end[i] = samples.stack[i] < 0 ? NONE : ofStack[samples.stack[i]];
  release(ofStack);
  release(marks);
  return { samples: { ...samples, stack: end }, threads, chains };
}

/** Returns the flags of each stack i at entry i + 1; entry 0 is the root. */
function marksOf({ stacks: { length, parent }, samples }: Profile): Uint8Array {
  const marks = new Uint8Array(length + 1);
  for (const stack of samples.stack) if (stack >= 0) marks[stack + 1] = SAMPLED | LIVE;
  for (let stack = length - 1; stack >= 0; stack--) {
    if (marks[stack + 1] < LIVE) continue;
    const below = parent[stack] + 1;
    marks[below] |= LIVE | (marks[below] & ONE_CHILD ? MORE_CHILDREN : ONE_CHILD);
  }
  return marks;
}

/** Returns the last stack of each chain, and writes the chain of each live stack to `ofStack`. */
function lastStacks({ stacks }: Profile, marks: Uint8Array, ofStack: Int32Array): Int32Array {
  const { length, parent } = stacks;
  const chainParents = new Int32Column();
  chainParents.push(NONE);
  for (let stack = 0; stack < length; stack++) {
    const mark = marks[stack + 1];
    if (mark < LIVE) continue;
    const below = parent[stack];
    const continues = below >= 0 && (marks[below + 1] & (SAMPLED | MORE_CHILDREN)) === 0;
    ofStack[stack] = continues ? ofStack[below] : chainParents.length;
    if (!continues) chainParents.push(below < 0 ? 0 : ofStack[below]);
  }
  const { place } = depthFirst(chainParents.take());
  for (let stack = 0; stack < length; stack++) ofStack[stack] = place[ofStack[stack]];
  const ends = new Int32Array(place.length).fill(NONE);
  for (let stack = 0; stack < length; stack++) if (marks[stack + 1] >= LIVE) ends[ofStack[stack]] = stack;
  return ends;
}
