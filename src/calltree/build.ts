// Builds the call tree of one event of a profile: the trie of its stacks with weights, heaviest child first, its
// unbranched chains as runs (model/tree.ts draws one).

import { Float64Column, Int32Column } from '../model/columns.ts';
import { NONE, type Profile } from '../model/profile.ts';
import type { CallTree } from '../model/tree.ts';

/** Weights of every stack of a profile: what ends in it, and what ends in it or leafward of it. */
interface Weights {
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Int32Array;
  readonly samples: Int32Array;
  /** How many boxes the tree has: stacks with samples, and the root. */
  readonly boxes: number;
}

/** `event` is an index into `profile.events`. Every sample must have a stack. */
export function buildTree(profile: Profile, event: number): CallTree {
  const weights = weigh(profile, event);
  return new RunWriter(profile, weights).write();
}

function weigh({ stacks, samples }: Profile, event: number): Weights {
  const { length, parent } = stacks;
  const self = new Float64Array(length);
  const selfSamples = new Int32Array(length);
  for (let i = 0; i < samples.length; i++) {
    if (samples.event[i] !== event) continue;
    self[samples.stack[i]] += samples.weight[i];
    selfSamples[samples.stack[i]]++;
  }
  const total = self.slice();
  const counts = selfSamples.slice();
  let boxes = 1;
  for (let stack = length - 1; stack >= 0; stack--) {
    if (counts[stack] === 0) continue;
    boxes++;
    const p = parent[stack];
    if (p < 0) continue;
    total[p] += total[stack];
    counts[p] += counts[stack];
  }
  return { self, total, selfSamples, samples: counts, boxes };
}

/** What is still to be written: a run that starts with this stack. */
interface Pending {
  readonly stack: number;
  readonly parent: number;
  readonly depth: number;
  readonly start: number;
}

class RunWriter {
  private readonly profile: Profile;
  private readonly weights: Weights;
  /** The children of each stack as a list; row 0 of `firstChild` belongs to the root, row s + 1 to stack s. */
  private readonly firstChild: Int32Array;
  private readonly nextChild: Int32Array;
  private readonly func: Int32Array;
  private boxes = 0;
  private rows = 0;
  private readonly first = new Int32Column();
  private readonly parent = new Int32Column();
  private readonly depth = new Int32Column();
  private readonly total = new Float64Column();
  private readonly self = new Float64Column();
  private readonly samples = new Int32Column();
  private readonly selfSamples = new Int32Column();
  private readonly start = new Float64Column();

  constructor(profile: Profile, weights: Weights) {
    this.profile = profile;
    this.weights = weights;
    const { length, parent } = profile.stacks;
    this.func = new Int32Array(weights.boxes);
    this.firstChild = new Int32Array(length + 1).fill(NONE);
    this.nextChild = new Int32Array(length);
    for (let stack = length - 1; stack >= 0; stack--) {
      if (weights.samples[stack] === 0) continue;
      this.nextChild[stack] = this.firstChild[parent[stack] + 1];
      this.firstChild[parent[stack] + 1] = stack;
    }
  }

  write(): CallTree {
    const pending: Pending[] = [{ stack: NONE, parent: NONE, depth: 0, start: 0 }];
    for (let next = pending.pop(); next; next = pending.pop()) this.writeRun(next, pending);
    const runs = this.parent.length;
    this.first.push(this.boxes);
    const parent = this.parent.take();
    return {
      length: this.boxes,
      func: this.func,
      runs,
      first: this.first.take(),
      parent,
      end: endsOf(parent),
      depth: this.depth.take(),
      total: this.total.take(),
      self: this.self.take(),
      samples: this.samples.take(),
      selfSamples: this.selfSamples.take(),
      start: this.start.take(),
      rows: this.rows,
    };
  }

  private writeRun({ stack, parent, depth, start }: Pending, pending: Pending[]): void {
    const { weights, profile } = this;
    const run = this.parent.length;
    this.first.push(this.boxes);
    this.parent.push(parent);
    this.depth.push(depth);
    this.start.push(start);
    let last = stack;
    for (;;) {
      this.func[this.boxes++] = last < 0 ? NONE : profile.frames.func[profile.stacks.frame[last]];
      const child = this.firstChild[last + 1];
      const isChain =
        child >= 0 && this.nextChild[child] < 0 && (last < 0 || weights.selfSamples[last] === 0);
      if (!isChain) break;
      last = child;
    }
    const children = this.sortedChildren(last);
    const at = last < 0 ? NONE : last;
    this.total.push(at < 0 ? sum(children, weights.total) : weights.total[at]);
    this.samples.push(at < 0 ? sum(children, weights.samples) : weights.samples[at]);
    this.self.push(at < 0 ? 0 : weights.self[at]);
    this.selfSamples.push(at < 0 ? 0 : weights.selfSamples[at]);
    const below = depth + this.boxes - this.first.at(run);
    this.rows = Math.max(this.rows, below);
    let from = start + sum(children, weights.total);
    for (let i = children.length - 1; i >= 0; i--) {
      from -= weights.total[children[i]];
      // Sums of doubles: what should be the parent's own start may miss it by a rounding.
      pending.push({ stack: children[i], parent: run, depth: below, start: i === 0 ? start : from });
    }
  }

  private sortedChildren(stack: number): number[] {
    const { total } = this.weights;
    const children: number[] = [];
    for (let child = this.firstChild[stack + 1]; child >= 0; child = this.nextChild[child])
      children.push(child);
    return children.length < 2 ? children : children.sort((a, b) => total[b] - total[a] || a - b);
  }
}

function sum(rows: readonly number[], column: Float64Array | Int32Array): number {
  let all = 0;
  for (const row of rows) all += column[row];
  return all;
}

/** Of each run the run behind its subtree; children come after their parent, so from the back each is known in time. */
function endsOf(parent: Int32Array): Int32Array {
  const end = Int32Array.from(parent, (_, run) => run + 1);
  for (let run = end.length - 1; run > 0; run--) end[parent[run]] = Math.max(end[parent[run]], end[run]);
  return end;
}
