// Stores stacks as chains. In deep recordings, most stacks have a single child; each unbranched series of stacks is one chain.
// Sample selection, filtering and tree building work per chain, because there are ten times fewer chains than stacks.
//
//   main;run;a;x 2    main;run;b 1        chain 0: the root        chain 2: a x, child of chain 1
//                                         chain 1: main run        chain 3: b, child of chain 1
//
// Samples end only in the last frame of a chain. If samples are left out, a chain can lose all samples that end in it and all but
// one child; building a tree joins such a chain with its child (calltree/top-down). The chains of a tree also serve as chains of
// stacks.

import { append, indicesUpTo, Int32Column } from './columns.ts';
import { NONE, type Profile, type SampleData } from './profile.ts';
import { funcsIn, type CallTree } from './tree.ts';
import { depthFirst, rangesOf, type NodeRanges, type Nodes, type Trie } from './trie.ts';

/** Chains of frames, root first. Chain 0 starts with the root. */
export interface Chains extends NodeRanges {
  /** Per frame: its function; NONE for the root. */
  readonly func: Int32Array;
  /** Exclusive upper bound on function indices. */
  readonly funcs: number;
}

/** How the frames of each function are shown. */
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

/** `funcs` is an exclusive upper bound on function indices in the tree. */
export function chainsOf(
  { chains, parent, first, func }: Omit<Trie, 'end' | 'length'> & Pick<CallTree, 'func'>,
  funcs: number,
): Chains {
  return { chains, parent, ...rangesOf(first), func, funcs };
}

/** The chains in which samples end. One row per sample, or per group of samples with the same stack. */
export interface SampleEnds {
  /** Per row: the chain in whose last frame the samples end; NONE if they are left out. If undefined, row i ends in chain i. */
  readonly chain: Int32Array | undefined;
  readonly weight: Float64Array;
  /** Per row: the number of samples; if undefined, each row is one sample. */
  readonly samples: Int32Array | undefined;
  /** The tree whose sample ends these are, unchanged; its weights and links can be reused. */
  readonly of?: CallTree | undefined;
}

/** The input for building a tree: stacks with a filter applied. */
export interface FilteredStacks {
  readonly chains: Chains;
  readonly ends: SampleEnds;
  /** If undefined, every function is shown as itself. */
  readonly frameMap?: FrameMap;
  /** The frames that stacks begin with, none of which is an ancestor of another. If undefined, stacks begin at the root. */
  readonly startNodes?: Nodes;
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

/** All stacks of a tree, unfiltered. `funcs` is an exclusive upper bound on function indices. */
export function allStacksOf(tree: CallTree, funcs = funcsIn(tree)): FilteredStacks {
  return { chains: chainsOf(tree, funcs), ends: sampleEndsOf(tree) };
}

/** Where the samples of a tree end: in their own chains, or in the chains given by `chain`. */
export function sampleEndsOf(tree: CallTree, chain?: Int32Array): SampleEnds {
  return { chain, weight: tree.self, samples: tree.selfSamples, of: chain ? undefined : tree };
}

/** The stacks of samples, without other facts about them. */
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

/** A profile whose stacks are stored as chains. */
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
