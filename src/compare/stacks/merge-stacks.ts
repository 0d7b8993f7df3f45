// Merges the stacks of all recordings into one trie, by walking down all of them at once.

import type { TimeSliced } from '../../async/time-slices.ts';
import { NONE } from '../../model/profile.ts';
import { sortFew } from '../../model/sorted.ts';
import { subtreeEnds, type Chains, type SampleStacks } from '../../model/trie.ts';
import type { TrieShape } from './call-trie.ts';
import { Use, usesOfChains } from './live-chains.ts';

/** The samples of a recording. The frames of consecutive chains are consecutive. */
interface MergeInput extends SampleStacks {
  /** Per function: the number of its key. */
  readonly keyOf: Int32Array;
}

interface MergedStacks {
  readonly shape: TrieShape;
  /** Per recording and chain of its stacks: the chain of the trie in which its samples end; NONE for chains in which none end. */
  readonly chainOf: readonly Int32Array[];
}

export function mergeStacks(inputs: readonly MergeInput[]): TimeSliced<MergedStacks> {
  return new StackMerger(inputs).run();
}

/** Number of chains per time slice: a few milliseconds. */
const SLICE = 1 << 13;

/** The stacks of one recording with samples. */
interface Source {
  readonly chains: Chains;
  readonly keyOf: Int32Array;
  /** True if each function is its own key. */
  readonly areKeys: boolean;
  /** Per chain: a value of Use. */
  readonly uses: Uint8Array;
  /** Per chain: the chain after its subtree. */
  readonly end: Int32Array;
  /** Per chain: 1 if its subtree is as in a trie: all chains have samples, and siblings have ascending keys. */
  readonly isMerged: Uint8Array;
  /** Per chain: the chain of the trie in which its samples end; NONE without samples of its own. */
  readonly trieChain: Int32Array;
}

function sourceOf({ chains, stack, keyOf }: MergeInput): Source {
  const { chains: length, parent, from, func } = chains;
  const uses = usesOfChains({ chains, stack });
  const end = subtreeEnds(parent);
  const isMerged = new Uint8Array(length).fill(1);
  for (let chain = length - 1; chain > 0; chain--) {
    const above = parent[chain];
    const next = end[chain];
    const isInOrder =
      next >= length || parent[next] !== above || keyOf[func[from[chain]]] < keyOf[func[from[next]]];
    if (uses[chain] === Use.none || isMerged[chain] === 0 || !isInOrder) isMerged[above] = 0;
  }
  const areKeys = keyOf.every((key, func) => key === func);
  return { chains, keyOf, areKeys, uses, end, isMerged, trieChain: new Int32Array(length).fill(NONE) };
}

/** The frames of some recordings that have the same path of keys. */
class Frames {
  length = 0;
  /** Per frame: its recording, its chain, and its position in the functions of all chains. */
  readonly source: number[] = [];
  readonly chain: number[] = [];
  readonly at: number[] = [];

  add(source: number, chain: number, at: number): void {
    this.source[this.length] = source;
    this.chain[this.length] = chain;
    this.at[this.length++] = at;
  }
}

class StackMerger {
  private readonly sources: readonly Source[];
  /** The columns of the trie. Unused capacity costs address space, but no memory. */
  private readonly key: Int32Array;
  private readonly first: Int32Array;
  private readonly parent: Int32Array;
  private nodes = 0;
  private chains = 0;
  /** Work list: groups of frames with the same path, the next group at the end. */
  private readonly pending: number[] = [];
  private pendingLength = 0;
  /** The frames of the current group, and those below them. */
  private readonly frames = new Frames();
  private readonly below = new Frames();

  constructor(inputs: readonly MergeInput[]) {
    this.sources = inputs.map(sourceOf);
    const sum = (of: (input: MergeInput) => number) => inputs.reduce((total, input) => total + of(input), 0);
    this.key = new Int32Array(sum(({ chains }) => chains.func.length));
    // A chain of the trie ends where one of the stacks does, or where two differ.
    const chains = 2 * sum((input) => input.chains.chains) + 1;
    this.first = new Int32Array(chains);
    this.parent = new Int32Array(chains);
  }

  *run(): TimeSliced<MergedStacks> {
    for (const source of this.sources.keys()) this.frames.add(source, 0, 0);
    this.branch(NONE);
    for (let slices = 1; this.pendingLength > 0;) {
      const parent = this.next();
      if (this.isMerged()) this.copy(parent);
      else this.branch(this.follow(parent));
      if (this.chains < slices * SLICE) continue;
      slices = Math.ceil(this.chains / SLICE) + 1;
      yield;
    }
    const { nodes: length, chains } = this;
    this.first[chains] = length;
    const parent = this.parent.subarray(0, chains);
    return {
      shape: {
        length,
        key: this.key.subarray(0, length),
        chains,
        first: this.first.subarray(0, chains + 1),
        parent,
        end: subtreeEnds(parent),
      },
      chainOf: this.sources.map(({ trieChain }) => trieChain),
    };
  }

  /** Takes the next group and returns the chain above it. */
  private next(): number {
    const { pending, frames } = this;
    let top = this.pendingLength - 2;
    const parent = pending[top + 1];
    frames.length = 0;
    for (let left = pending[top]; left > 0; left--) {
      top -= 3;
      frames.add(pending[top], pending[top + 1], pending[top + 2]);
    }
    this.pendingLength = top;
    return parent;
  }

  /** True if the current frame is the only one and begins a subtree that can be copied. */
  private isMerged(): boolean {
    const { length, source, chain, at } = this.frames;
    const { chains, isMerged } = this.sources[source[0]];
    return length === 1 && isMerged[chain[0]] === 1 && at[0] === chains.from[chain[0]];
  }

  /** Adds the subtree of the current frame. */
  private copy(parent: number): void {
    const { source, chain } = this.frames;
    const [top] = chain;
    const { chains, keyOf, areKeys, uses, end, trieChain } = this.sources[source[0]];
    const { from, to, func } = chains;
    const { key } = this;
    const added = this.chains - top;
    const moved = this.nodes - from[top];
    for (let each = top; each < end[top]; each++) {
      this.parent[each + added] = each === top ? parent : chains.parent[each] + added;
      this.first[each + added] = from[each] + moved;
      if (uses[each] === Use.ends) trieChain[each] = each + added;
    }
    const last = to[end[top] - 1];
    if (areKeys) key.set(func.subarray(from[top], last), from[top] + moved);
    else for (let at = from[top]; at < last; at++) key[at + moved] = keyOf[func[at]];
    this.chains = end[top] + added;
    this.nodes = last + moved;
  }

  /** Adds a chain from the current frames down to where they differ or where samples end. Returns the chain. */
  private follow(parent: number): number {
    const { frames, sources, key } = this;
    const { source, chain, at } = frames;
    const added = this.chains++;
    this.parent[added] = parent;
    this.first[added] = this.nodes;
    const { chains, keyOf } = sources[source[0]];
    const { func } = chains;
    let common = chains.to[chain[0]] - at[0];
    for (let i = 1; i < frames.length; i++) {
      const other = sources[source[i]];
      common = Math.min(common, other.chains.to[chain[i]] - at[i]);
      const { func: otherFunc } = other.chains;
      let same = 1;
      while (same < common && keyOf[func[at[0] + same]] === other.keyOf[otherFunc[at[i] + same]]) same++;
      common = same;
    }
    for (let i = 0; i < common; i++) key[this.nodes + i] = keyOf[func[at[0] + i]];
    this.nodes += common;
    for (let i = 0; i < frames.length; i++) at[i] += common - 1;
    return added;
  }

  /** Groups the callees of the current frames by key. */
  private branch(trieChain: number): void {
    const { frames, below, sources } = this;
    below.length = 0;
    for (let i = 0; i < frames.length; i++) {
      const source = frames.source[i];
      const chain = frames.chain[i];
      const { chains, uses, end, trieChain: ofChain } = sources[source];
      if (frames.at[i] + 1 < chains.to[chain]) {
        below.add(source, chain, frames.at[i] + 1);
        continue;
      }
      if (uses[chain] === Use.ends) ofChain[chain] = trieChain;
      for (let child = chain + 1; child < end[chain]; child = end[child])
        if (uses[child] !== Use.none) below.add(source, child, chains.from[child]);
    }
    this.addGroups(trieChain);
  }

  /** Groups the frames below by key, in descending order, because the last group is the next one. */
  private addGroups(parent: number): void {
    const { below, pending, sources } = this;
    const { length, source, chain, at } = below;
    const keyAt = (i: number) => sources[source[i]].keyOf[sources[source[i]].chains.func[at[i]]];
    /** The key and, in its order, the frame. */
    const order: number[] = [];
    for (let i = 0; i < length; i++) order.push(keyAt(i) * length + i);
    sortFew(order, (x, y) => y - x);
    let top = this.pendingLength;
    for (let from = 0; from < length;) {
      const key = Math.floor(order[from] / length);
      let to = from;
      for (; to < length && Math.floor(order[to] / length) === key; to++) {
        const i = order[to] % length;
        pending[top++] = source[i];
        pending[top++] = chain[i];
        pending[top++] = at[i];
      }
      pending[top++] = to - from;
      pending[top++] = parent;
      from = to;
    }
    this.pendingLength = top;
  }
}
