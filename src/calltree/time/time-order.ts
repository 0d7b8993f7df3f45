// Builds the stacks in time order, as one tree per lane. A node continues from one sample to the next if both contain
// it and there is no gap between them:
//
//   time    0         10        20        30        40
//   sample  main;a;x  main;a    main;b              main;a
//   row 1   main---------------------------         main------
//   row 2   a-----------------  b----------         a---------
//   row 3   x--------
//
// Nodes are numbered in the order in which they begin, which is depth first. A partial tree contains only the nodes
// that cover a sample point, with the same values as in the complete tree.

import type { TimeRange } from '../../model/filter.ts';
import type { TimeLane, TimeOrder } from '../../model/session.ts';
import { type StackChains, type Chains, depthFirst } from '../../model/trie.ts';
import { costSharesInTime } from '../costs/cost-shares.ts';
import { inferredInTime } from '../build/inferred-weights.ts';
import { markSelected, type ThreadsAndRange } from '../build/select.ts';
import { selectSpans, timesOf, type SelectedSpans } from './times.ts';
import { NONE } from '../../model/profile.ts';
import { samplePointAt, type CallTree, chainColumns } from '../../model/tree.ts';

export interface TimeOrderLanes extends Omit<TimeOrder, 'options'> {
  /** False if nodes are left out. */
  readonly isComplete: boolean;
}

/**
 * The durations of samples are those of timesOf, but none extends beyond the selected range or the time axis. If there are more
 * samples than `samplePoints`, omits nodes that cover none of that many evenly spaced points in time. The trees span the selected
 * part of `axis`; without an axis, they begin with the first selected sample and end with the last one. The lanes have costs if
 * `costOfSample` is given.
 */
export function timeOrderOf(
  profile: StackChains,
  event: number,
  within: ThreadsAndRange,
  samplePoints = Infinity,
  times = timesOf(profile, event),
  axis?: TimeRange,
  costOfSample?: Uint8Array,
): TimeOrderLanes | undefined {
  if (!times) return undefined;
  const visible = axis && within.range ? commonRange(axis, within.range) : axis;
  const { from = -Infinity, to = Infinity } = visible ?? within.range ?? {};
  const spans = selectSpans(times, markSelected(profile, event, within), { from, to });
  const selected = visible ? { ...spans, ...relativeTo(times.from, visible) } : spans;
  const isComplete = selected.sample.length <= samplePoints;
  const trees = new TimeTrees(profile, selected, isComplete ? Infinity : samplePoints);
  const lanes: TimeLane[] = [];
  for (const [lane, { threads, pid, tid, comm, title }] of times.heads.entries()) {
    if (selected.first[lane + 1] === selected.first[lane]) continue;
    const tree = trees.tree(lane);
    const costs = costOfSample && costSharesInTime(tree, selected, lane, costOfSample);
    const inferred =
      profile.samples.inferred && inferredInTime(tree, selected, lane, profile.samples.inferred);
    lanes.push({ threads, pid, tid, comm, ...(title !== undefined && { title }), tree, costs, inferred });
  }
  return { from: times.from + selected.from, length: selected.to - selected.from, isComplete, lanes };
}

function commonRange(a: TimeRange, b: TimeRange): TimeRange {
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from, Math.min(a.to, b.to)) };
}

/** In whole nanoseconds, like spans. */
function relativeTo(start: number, { from, to }: TimeRange): TimeRange {
  return { from: Math.round(from - start), to: Math.round(to - start) };
}

/** The samples of a lane that cover a sample point. */
interface CoveringSamples {
  readonly count: number;
  readonly at: Int32Array;
  /**
   * Per sample: the number of frames it shares with the previous covering sample and all samples in between; 0 after a
   * gap.
   */
  readonly common: Int32Array;
  /** Number of nodes in the tree of these samples. */
  readonly nodes: number;
  /** Number of rows in the complete tree. */
  readonly rows: number;
}

class TimeTrees {
  private readonly profile: StackChains;
  private readonly spans: SelectedSpans;
  private readonly samplePoints: number;
  /** Per chain: the number of frames in its stack. */
  private readonly depth: Int32Array;
  /** Per chain: its depth-first number, and the number after its subtree. */
  private readonly number: Int32Array;
  private readonly end: Int32Array;
  /**
   * Per sample: the depth-first number of its stack; inverted (~number) if it follows a gap or is the first sample of
   * its lane.
   */
  private readonly numbers: Int32Array;
  /**
   * Where the nodes of a sample begin: nodes deeper than `depthBefore` begin with the sample `begunAt`. Deepest first.
   */
  private readonly depthBefore: Int32Array;
  private readonly begunAt: Int32Array;

  constructor(profile: StackChains, spans: SelectedSpans, samplePoints: number) {
    this.profile = profile;
    this.spans = spans;
    this.samplePoints = samplePoints;
    this.depth = depthsOf(profile.chains);
    ({ place: this.number, end: this.end } = depthFirst(profile.chains.parent));
    this.numbers = new Int32Array(spans.sample.length);
    let deepest = 0;
    for (let chain = 0; chain < this.depth.length; chain++) deepest = Math.max(deepest, this.depth[chain]);
    this.depthBefore = new Int32Array(deepest);
    this.begunAt = new Int32Array(deepest);
  }

  tree(lane: number): CallTree {
    const first = this.spans.first[lane];
    const end = this.spans.first[lane + 1];
    const covering = this.coveringSamples(first, end);
    const func = new Int32Array(covering.nodes);
    // Each sample begins one chain and splits at most one other chain.
    const chains = new EndingChains(Math.min(2 * (end - first) + 1, covering.nodes), covering.rows);
    func[0] = NONE;
    chains.begin(0, 0, 0, 0, first);
    let next = 1;
    let before = first - 1;
    for (let i = 0; i < covering.count; i++) {
      const at = covering.at[i];
      const common = covering.common[i];
      if (i > 0) this.endNodes(chains, before, at, common);
      this.beginNodes(chains, before, at, common, next);
      const added = this.depth[this.stackOf(at)] - common;
      this.copyFuncs(this.stackOf(at), func, next, next + added);
      next += added;
      before = at;
    }
    if (covering.count > 0) this.endNodes(chains, before, end, 0);
    return chains.finish(func, covering.rows, this.spans.to - this.spans.from, end - first);
  }

  private coveringSamples(first: number, end: number): CoveringSamples {
    const { samplePoints, depth, number, numbers } = this;
    const { from, to, start, end: ends, sample } = this.spans;
    const { stack: stacks } = this.profile.samples;
    const capacity = Math.min(end - first, samplePoints);
    const at = new Int32Array(capacity);
    const common = new Int32Array(capacity);
    let count = 0;
    let nodes = 1;
    let rows = 1;
    // The first and the last stack in depth-first order since the previous covering sample.
    let lowest = 0;
    let highest = 0;
    // True if there was a gap since the previous covering sample, or there is none.
    let isApart = true;
    let point = 0;
    let next = samplePoints === Infinity ? NaN : 0;
    for (let each = first; each < end; each++) {
      const stack = stacks[sample[each]];
      const isNeighbor = each > first && start[each] <= ends[each - 1];
      numbers[each] = isNeighbor ? number[stack] : ~number[stack];
      rows = Math.max(rows, depth[stack] + 1);
      if (!isNeighbor) isApart = true;
      if (number[stack] < number[lowest]) lowest = stack;
      if (number[stack] > number[highest]) highest = stack;
      while (next < start[each] - from && point < samplePoints)
        next = samplePointAt(to - from, ++point, samplePoints);
      if (next >= ends[each] - from || point === samplePoints) continue;
      at[count] = each;
      // A chain between two others in depth-first order has all ancestors that the two have in common.
      common[count] = isApart ? 0 : this.commonDepth(lowest, highest);
      nodes += depth[stack] - common[count++];
      lowest = highest = stack;
      isApart = false;
    }
    return { count, at, common, nodes, rows };
  }

  private stackOf(at: number): number {
    return this.profile.samples.stack[this.spans.sample[at]];
  }

  /** The number of frames that two stacks share, from the root. */
  private commonDepth(one: number, other: number): number {
    const { parent } = this.profile.chains;
    // Parents have lower numbers than their children.
    while (one !== other) {
      if (one > other) one = parent[one];
      else other = parent[other];
    }
    return this.depth[one];
  }

  /** Ends the nodes of the sample `one` that end before the sample `other`: all nodes deeper than `common`. */
  private endNodes(chains: EndingChains, one: number, other: number, common: number): void {
    const { numbers, depth } = this;
    const { end, from } = this.spans;
    let chain = this.stackOf(one);
    let deepest = depth[chain];
    for (let at = one + 1; deepest > common; at++) {
      if (at < other) chain = this.commonAncestor(chain, numbers[at]);
      const remaining = at < other ? this.depthOf(chain) : common;
      if (remaining === deepest) continue;
      deepest = remaining;
      chains.endBelow(deepest, end[at - 1] - from, at);
    }
  }

  /**
   * Begins the nodes of the sample `other` that begin after the sample `one`: all nodes deeper than `common`. The first
   * is node `first`.
   */
  private beginNodes(chains: EndingChains, one: number, other: number, common: number, first: number): void {
    const { depthBefore, begunAt, numbers } = this;
    const { start, from } = this.spans;
    let chain = this.stackOf(other);
    const last = this.depthOf(chain);
    let count = 0;
    let deepest = last;
    for (let at = other; deepest > common; at--) {
      const before = at - 1;
      if (before > one)
        chain =
          numbers[at] < 0 ? NONE : this.commonAncestor(chain, Math.max(numbers[before], ~numbers[before]));
      const shared = before > one ? this.depthOf(chain) : common;
      if (shared === deepest) continue;
      depthBefore[count] = deepest = shared;
      begunAt[count++] = at;
    }
    while (count-- > 0) {
      const to = count > 0 ? depthBefore[count - 1] : last;
      const node = first + depthBefore[count] - common;
      chains.begin(node, depthBefore[count] + 1, to, start[begunAt[count]] - from, begunAt[count]);
    }
  }

  /** The depth of NONE is 0. Chain 0 may have frames, because it includes the frames that all stacks begin with. */
  private depthOf(chain: number): number {
    return chain < 0 ? 0 : this.depth[chain];
  }

  /**
   * The closest ancestor of the chain, or the chain itself, that contains the stack with the number `stackNumber`; NONE
   * after a gap.
   */
  private commonAncestor(chain: number, stackNumber: number): number {
    if (stackNumber < 0) return NONE;
    const { number, end } = this;
    const { parent } = this.profile.chains;
    let ancestor = chain;
    while (stackNumber < number[ancestor] || stackNumber >= end[ancestor]) ancestor = parent[ancestor];
    return ancestor;
  }

  /** Copies the functions of the last `end - first` frames of a stack. */
  private copyFuncs(stack: number, func: Int32Array, first: number, end: number): void {
    const { from, to, parent, func: source } = this.profile.chains;
    for (let node = end, chain = stack; node > first; chain = parent[chain]) {
      const lowest = Math.max(from[chain], to[chain] - (node - first));
      for (let at = to[chain] - 1; at >= lowest; at--) func[--node] = source[at];
    }
  }
}

function depthsOf({ chains: length, parent, from, to }: Chains): Int32Array {
  const depth = new Int32Array(length);
  // The root is not a frame.
  depth[0] = to[0] - from[0] - 1;
  for (let chain = 1; chain < length; chain++) depth[chain] = depth[parent[chain]] + to[chain] - from[chain];
  return depth;
}

/**
 * Builds the chains of a tree whose nodes begin and end in time order. A chain is only complete when it ends, so chains
 * are collected in the order in which they end, which puts each one right after its descendants. finish() then numbers
 * them depth first.
 */
class EndingChains {
  /** The chains that have not ended yet, each a child of the previous one; the first one contains the root. */
  private readonly open: ReturnType<typeof timedChains>;
  private openCount = 0;
  private readonly ended: ReturnType<typeof timedChains>;
  private endedCount = 0;

  constructor(capacity: number, rows: number) {
    this.open = timedChains(rows);
    this.ended = timedChains(capacity);
  }

  /** Begins a chain at the sample `at`. Its first node is `first`; its nodes have the depths `depth` to `last`. */
  begin(first: number, depth: number, last: number, start: number, at: number): void {
    const { open } = this;
    const chain = this.openCount++;
    open.first[chain] = first;
    open.depth[chain] = depth;
    open.last[chain] = last;
    open.start[chain] = start;
    open.samples[chain] = at;
    open.size[chain] = 1;
  }

  /** Ends all nodes deeper than `depth` before the sample `at`. */
  endBelow(depth: number, time: number, at: number): void {
    const { open, ended } = this;
    for (let chain = this.openCount - 1; open.last[chain] > depth; chain = this.openCount - 1) {
      const isComplete = open.depth[chain] > depth;
      const collected = this.collect(chain, time - open.start[chain], at - open.samples[chain]);
      if (isComplete) {
        this.openCount--;
        open.size[chain - 1] += open.size[chain];
      } else {
        // The shallow part of the chain continues; the deep part becomes its child.
        ended.first[collected] += depth + 1 - open.depth[chain];
        ended.depth[collected] = depth + 1;
        open.last[chain] = depth;
        open.size[chain]++;
      }
    }
  }

  /**
   * Ends the root after the duration `length` and numbers the chains. Weight that no child covers becomes self weight.
   */
  finish(func: Int32Array, rows: number, length: number, samples: number): CallTree {
    const { ended } = this;
    const root = this.collect(0, length, samples);
    const chains = this.endedCount;
    const tree = { length: func.length, func, chains, ...chainColumns(chains), rows };
    tree.first[chains] = func.length;
    tree.parent[0] = NONE;
    /** Per collected chain: its number in the tree. */
    const number = new Int32Array(chains);
    for (let chain = root; chain >= 0; chain--) {
      const at = number[chain];
      tree.first[at] = ended.first[chain];
      tree.depth[at] = ended.depth[chain];
      tree.start[at] = ended.start[chain];
      tree.total[at] = ended.total[chain];
      tree.samples[at] = ended.samples[chain];
      let self = ended.total[chain];
      let selfSamples = ended.samples[chain];
      let next = at + ended.size[chain];
      tree.end[at] = next;
      // Children precede their parent; the last child is directly before it.
      for (let child = chain - 1; child > chain - ended.size[chain]; child -= ended.size[child]) {
        next -= ended.size[child];
        number[child] = next;
        tree.parent[next] = at;
        self -= ended.total[child];
        selfSamples -= ended.samples[child];
      }
      tree.self[at] = self;
      tree.selfSamples[at] = selfSamples;
    }
    return tree;
  }

  /** Appends a copy of an open chain to the ended chains and returns its index. */
  private collect(chain: number, total: number, samples: number): number {
    const { open, ended } = this;
    const index = this.endedCount++;
    ended.first[index] = open.first[chain];
    ended.depth[index] = open.depth[chain];
    ended.start[index] = open.start[chain];
    ended.total[index] = total;
    ended.samples[index] = samples;
    ended.size[index] = open.size[chain];
    return index;
  }
}

function timedChains(capacity: number) {
  return {
    /** The first node, its depth, and the depth of the chain's last node. */
    first: new Int32Array(capacity),
    depth: new Int32Array(capacity),
    last: new Int32Array(capacity),
    start: new Float64Array(capacity),
    /** Zero for an open chain. */
    total: new Float64Array(capacity),
    /** For an open chain, its first sample; for an ended chain, its number of samples. */
    samples: new Int32Array(capacity),
    /** Number of chains in the subtree, including this one. */
    size: new Int32Array(capacity),
  };
}
