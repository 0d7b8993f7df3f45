// Builds a call tree: heaviest child first, unbranched nodes in one chain (model/tree.ts has a diagram). The tree is written depth
// first in one pass. The members of a node are the stack chains that pass through it: usually one, but several if a filter hides the
// frames that distinguish them.
//
//     main ─┬─ a ── c          with a hidden:     main ── c        this c has two members
//           └─ c
//
// A sample that ends in a hidden frame ends in the caller of that frame instead. With a limited number of sample points, nodes that
// cover none of them are left out, and all other nodes keep their position.

import { runNow, type TimeSliced } from '../../async/time-slices.ts';
import { copyInto } from '../../model/columns.ts';
import { NONE } from '../../model/profile.ts';
import { identityMap, plainFuncs, type Chains, type Nodes } from '../../model/trie.ts';
import type { FilteredStacks, TreeWithEnds } from '../../model/tree.ts';
import { ChainWriter, INITIAL_CAPACITY, withRoom, PendingNodes } from './pending-nodes.ts';
import { TreeScratch, weigh, type ChainWeights } from './weights.ts';

export function topDownTree(
  stacks: FilteredStacks,
  samplePoints = Infinity,
  scratch = new TreeScratch(),
): TreeWithEnds {
  return runNow(topDownInSlices(stacks, samplePoints, scratch));
}

/** Nothing else may use `scratch` until the tree is built. */
export function topDownInSlices(
  stacks: FilteredStacks,
  samplePoints: number,
  scratch: TreeScratch,
): TimeSliced<TreeWithEnds> {
  return new TopDownBuilder(stacks, samplePoints, scratch).build(stacks.startNodes);
}

/** Chains that are written per time slice. */
const CHAINS_PER_SLICE = 1 << 15;

class TopDownBuilder {
  private readonly chains: Chains;
  private readonly weights: ChainWeights;
  private readonly as: Int32Array;
  private readonly group: Int32Array;
  private readonly isPlain: Uint8Array;
  private readonly out: ChainWriter;
  private readonly func: Int32Array;
  private readonly endOf: Int32Array;
  /** Per stack chain: the frame that was reached. */
  private readonly at: Int32Array;
  private readonly pending: PendingNodes;
  /** Chains whose next visible frame is not known yet. */
  private unresolved = new Int32Array(INITIAL_CAPACITY);
  /** The chain being written, and the self weight and samples of its last node. */
  private current = 0;
  private self = 0;
  private selfSamples = 0;

  constructor(stacks: FilteredStacks, samplePoints: number, scratch: TreeScratch) {
    const { chains, frameMap } = stacks;
    const { as, group } = frameMap ?? identityMap(chains.funcs);
    this.chains = chains;
    this.weights = weigh(stacks, scratch);
    this.as = as;
    this.group = group;
    this.isPlain = plainFuncs({ as, group });
    this.out = new ChainWriter(this.weights.live, samplePoints);
    this.func = new Int32Array(this.weights.frames);
    this.endOf = new Int32Array(chains.chains).fill(NONE);
    const { at, nextMember } = scratch.reserve(chains.chains);
    this.at = at;
    this.pending = new PendingNodes(nextMember.fill(0, 0, chains.chains), as.length);
  }

  *build(startNodes: Nodes | undefined): TimeSliced<TreeWithEnds> {
    const { out, pending, weights } = this;
    let [total, samples] = [weights.total[0], weights.samples[0]];
    if (startNodes) [total, samples] = this.addStartNodes(startNodes);
    else if (samples > 0) this.addNextFrames(0, 1);
    out.open(NONE, 0, total, samples);
    this.func[out.nodes++] = NONE;
    this.writeChain(this.continueOrSplit());
    while (pending.count > 0) {
      yield;
      this.writePending(CHAINS_PER_SLICE);
    }
    yield;
    return { tree: out.finish(this.func), endOf: this.endOf };
  }

  private writePending(most: number): void {
    const { out, pending } = this;
    for (let left = most; left > 0 && pending.count > 0; left--) {
      const { stack } = pending;
      const next = --pending.count;
      this.current = out.open(stack.parent[next], stack.start[next], stack.total[next], stack.samples[next]);
      this.writeChain(stack.head[next]);
    }
  }

  /** Adds the frames that the stacks begin with, and returns the sums of their weights and samples. */
  private addStartNodes({ length, chain, node }: Nodes): [total: number, samples: number] {
    let total = 0;
    let samples = 0;
    for (let i = 0; i < length; i++) {
      this.at[chain[i]] = node[i];
      this.addFrame(chain[i]);
      total += this.weights.total[chain[i]];
      samples += this.weights.samples[chain[i]];
    }
    return [total, samples];
  }

  /** Writes the rest of the current chain, beginning with the node whose first member is `head`. */
  private writeChain(head: number): void {
    const { nextMember } = this.pending;
    for (let next = head; next >= 0;)
      next = nextMember[next] === 0 ? this.copyChain(next) : this.mergeFrames(next);
  }

  /** Writes nodes with one member up to the next branch. Returns the member that the chain continues with; NONE if the chain ends. */
  private copyChain(head: number): number {
    const { from } = this.chains;
    const { firstChild, nextSibling } = this.weights;
    for (let chain = head; ;) {
      this.copyFrames(chain);
      this.endHere(chain);
      const first = firstChild[chain];
      if (first < 0 || nextSibling[first] >= 0 || this.selfSamples > 0) {
        if (this.pushPlainChildren(first)) return NONE;
        for (let each = first; each >= 0; each = nextSibling[each]) this.addNextFrames(each, from[each]);
        return this.continueOrSplit();
      }
      this.at[first] = from[first];
      chain = first;
    }
  }

  /** Fast path for most branches: if all children begin with plain frames and are already sorted, pushes them without splitting or sorting. */
  private pushPlainChildren(first: number): boolean {
    const { isPlain, at, pending, out, current } = this;
    const { from, func } = this.chains;
    const { nextSibling, total, samples } = this.weights;
    const isLimited = out.samplePoints !== Infinity;
    let count = 0;
    let end = out.columns.start[current];
    let before = first;
    for (let chain = first; chain >= 0; before = chain, chain = nextSibling[chain]) {
      const own = func[from[chain]];
      const isInOrder =
        total[chain] < total[before] || (total[chain] === total[before] && own >= func[from[before]]);
      if (isPlain[own] === 0 || !isInOrder) return false;
      if (!isLimited || out.isVisible(end, total[chain])) count++;
      end += total[chain];
    }
    pending.count += count;
    pending.stack = withRoom(pending.stack, pending.count);
    const { stack } = pending;
    let start = out.columns.start[current];
    for (
      let chain = first, slot = pending.count - 1;
      chain >= 0;
      start += total[chain], chain = nextSibling[chain]
    ) {
      if (isLimited && !out.isVisible(start, total[chain])) continue;
      at[chain] = from[chain];
      stack.head[slot] = chain;
      stack.total[slot] = total[chain];
      stack.samples[slot] = samples[chain];
      stack.parent[slot] = current;
      stack.start[slot--] = start;
    }
    this.closeChain();
    return true;
  }

  /** Writes the visible frames of a chain, starting with the one that was reached. */
  private copyFrames(chain: number): void {
    const { func: out, as, isPlain } = this;
    const { func, to } = this.chains;
    const end = to[chain];
    let { nodes } = this.out;
    for (let at = this.at[chain]; at < end; at++) {
      const frame = func[at];
      if (isPlain[frame] === 1) out[nodes++] = frame;
      else if (!this.isHidden(chain, at)) out[nodes++] = as[frame];
    }
    this.out.nodes = nodes;
  }

  /** Writes nodes with several members until the members differ. Returns the member that the chain continues with, or NONE. */
  private mergeFrames(head: number): number {
    const { at } = this;
    const { nextMember } = this.pending;
    const { func } = this.chains;
    do this.func[this.out.nodes++] = this.as[func[at[head]]];
    while (this.advanceAll(head));
    for (let chain = head; chain >= 0;) {
      const next = nextMember[chain] - 1;
      nextMember[chain] = 0;
      this.addNextFrames(chain, at[chain] + 1);
      chain = next;
    }
    return this.continueOrSplit();
  }

  /** Moves all members of a node to their next frame if these frames are plain, of the same function, and in the members' current chains. */
  private advanceAll(head: number): boolean {
    const { at, isPlain } = this;
    const { nextMember } = this.pending;
    const { func, to } = this.chains;
    if (at[head] + 1 === to[head]) return false;
    const frame = func[at[head] + 1];
    if (isPlain[frame] === 0) return false;
    for (let chain = nextMember[head] - 1; chain >= 0; chain = nextMember[chain] - 1)
      if (at[chain] + 1 === to[chain] || func[at[chain] + 1] !== frame) return false;
    for (let chain = head; chain >= 0; chain = nextMember[chain] - 1) at[chain]++;
    return true;
  }

  private isHidden(chain: number, at: number): boolean {
    const { from, to, parent, func } = this.chains;
    const frame = func[at];
    if (this.as[frame] < 0) return true;
    const group = this.group[frame];
    if (group < 0) return false;
    const caller = func[at > from[chain] ? at - 1 : to[parent[chain]] - 1];
    return caller >= 0 && this.group[caller] === group;
  }

  /** Adds the next visible frame at or after `from`; several if the stacks branch before they reach a visible frame. */
  private addNextFrames(first: number, from: number): void {
    const { at, isPlain, chains, weights } = this;
    at[first] = from;
    this.unresolved[0] = first;
    for (let left = 1; left > 0;) {
      const chain = this.unresolved[--left];
      const end = chains.to[chain];
      let next = at[chain];
      while (next < end && isPlain[chains.func[next]] === 0 && this.isHidden(chain, next)) next++;
      at[chain] = next;
      if (next < end) this.addFrame(chain);
      else {
        this.endHere(chain);
        for (let child = weights.firstChild[chain]; child >= 0; child = weights.nextSibling[child]) {
          at[child] = chains.from[child];
          if (left === this.unresolved.length)
            this.unresolved = copyInto(this.unresolved, new Int32Array(2 * left));
          this.unresolved[left++] = child;
        }
      }
    }
  }

  private addFrame(chain: number): void {
    // For a node that is left out.
    this.endOf[chain] = this.current;
    this.pending.add(chain, this.as[this.chains.func[this.at[chain]]]);
  }

  /** Lets the samples that end in this chain end in the last written node. */
  private endHere(chain: number): void {
    this.endOf[chain] = this.current;
    this.self += this.weights.self[chain];
    this.selfSamples += this.weights.selfSamples[chain];
  }

  /** Returns the only child, with which the chain continues. Otherwise ends the chain, pushes its children and returns NONE. */
  private continueOrSplit(): number {
    const { pending, selfSamples, weights } = this;
    if (pending.addedCount === 1 && selfSamples === 0) {
      pending.addedCount = 0;
      return pending.added[0];
    }
    const children = pending.splitByFunction(weights.total, weights.samples);
    if (children === 1 && selfSamples === 0) return pending.onlyChild;
    this.closeChain();
    pending.pushChildren(children, this.current, this.out);
    return NONE;
  }

  private closeChain(): void {
    this.out.setSelf(this.current, this.self, this.selfSamples);
    this.self = 0;
    this.selfSamples = 0;
  }
}
