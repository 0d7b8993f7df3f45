// Makes a call tree of stacks in runs and of where samples end: weights, heaviest child first, unbranched chains as
// one run (model/tree.ts draws one). Runs without samples are passed over, and those that only one other stands on are
// joined to it, so that the samples of a tree can be chosen without looking at every stack again.

import { NONE } from '../model/profile.ts';
import type { StackRuns } from '../model/stack-runs.ts';
import type { CallTree } from '../model/tree.ts';
import { endsOf } from './run-writer.ts';
import { sortHeaviest } from './heaviest.ts';

/** Where samples end: one row a sample, or one for several with the same stack. */
export interface Ends {
  /** The run in whose last frame they end; NONE for what is left out. */
  readonly run: Int32Array;
  readonly weight: Float64Array;
  /** Number of samples. */
  readonly samples: Int32Array;
}

export interface GrownTree {
  readonly tree: CallTree;
  /** Of each end the run of the tree in whose last box it ends; NONE for what is left out. */
  readonly runOfEnd: Int32Array;
}

export function treeOf(stacks: StackRuns, ends: Ends): GrownTree {
  const weights = weigh(stacks, ends);
  const runs = joined(stacks, weights);
  const order = depthFirst(runs, weights);
  const renumbered = new Int32Array(runs.count);
  for (let run = 0; run < runs.count; run++) renumbered[order[run]] = run;
  const runOfEnd = new Int32Array(ends.run.length);
  for (let i = 0; i < runOfEnd.length; i++) {
    const end = ends.run[i];
    runOfEnd[i] = end < 0 ? NONE : renumbered[runs.ofStacks[end]];
  }
  return { tree: layOut(stacks, runs, weights, order, renumbered), runOfEnd };
}

/** Of each run of the stacks what ends in it, and in it or above. */
interface Weights {
  /** 1 for each run in which something ends. */
  readonly isEnd: Uint8Array;
  /** How many runs stand on it that have an end; more than that there may be. */
  readonly children: Int32Array;
  /** 1 for each run with an end in it or above. */
  readonly isLive: Uint8Array;
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly samples: Int32Array;
  readonly selfSamples: Int32Array;
}

function weigh({ length, parent }: StackRuns, { run: ends, weight, samples: counts }: Ends): Weights {
  const isEnd = new Uint8Array(length);
  const isLive = new Uint8Array(length);
  const children = new Int32Array(length);
  const total = new Float64Array(length);
  const self = new Float64Array(length);
  const samples = new Int32Array(length);
  const selfSamples = new Int32Array(length);
  for (let i = 0; i < ends.length; i++) {
    const run = ends[i];
    if (run < 0) continue;
    isEnd[run] = 1;
    isLive[run] = 1;
    self[run] += weight[i];
    selfSamples[run] += counts[i];
  }
  for (let run = length - 1; run > 0; run--) {
    if (isLive[run] === 0) continue;
    const below = parent[run];
    total[run] += self[run];
    samples[run] += selfSamples[run];
    isLive[below] = 1;
    children[below]++;
    total[below] += total[run];
    samples[below] += samples[run];
  }
  total[0] += self[0];
  samples[0] += selfSamples[0];
  return { isEnd, isLive, children, total, self, samples, selfSamples };
}

/** The runs of the tree to be, in the order in which their first frames come: a parent before its children. */
interface Runs {
  readonly count: number;
  /** Of each live run of the stacks the run of the tree it is part of. */
  readonly ofStacks: Int32Array;
  /** The run below; NONE for run 0. */
  readonly parent: Int32Array;
  /** The run of the stacks it ends with. */
  readonly last: Int32Array;
  /** How many boxes it has. */
  readonly boxes: Int32Array;
}

function joined({ length, parent: below, from, to }: StackRuns, weights: Weights): Runs {
  const { isEnd, isLive, children } = weights;
  const ofStacks = new Int32Array(length);
  const parent = new Int32Array(length);
  const last = new Int32Array(length);
  const boxes = new Int32Array(length);
  parent[0] = NONE;
  boxes[0] = 1;
  let count = 1;
  for (let run = 1; run < length; run++) {
    if (isLive[run] === 0) continue;
    const on = below[run];
    let of = ofStacks[on];
    if (isEnd[on] === 1 || children[on] > 1) {
      parent[count] = of;
      of = count++;
    }
    ofStacks[run] = of;
    last[of] = run;
    boxes[of] += to[run] - from[run];
  }
  return { count, ofStacks, parent, last, boxes };
}

/** The runs depth first, the heaviest child first; the one that came first on a tie. */
function depthFirst({ count, parent, last }: Runs, { total }: Weights): Int32Array {
  // Children of run r: `children[from[r]]` up to `from[r + 1]`.
  const from = new Int32Array(count + 2);
  const weight = new Float64Array(count);
  for (let run = 1; run < count; run++) {
    from[parent[run] + 2]++;
    weight[run] = total[last[run]];
  }
  for (let run = 0; run < count; run++) from[run + 2] += from[run + 1];
  const children = new Int32Array(count - 1);
  for (let run = 1; run < count; run++) children[from[parent[run] + 1]++] = run;
  const order = new Int32Array(count);
  const pending = new Int32Array(count);
  let waiting = 1;
  for (let written = 0; written < count; written++) {
    const run = pending[--waiting];
    order[written] = run;
    sortHeaviest(children, from[run], from[run + 1], weight);
    for (let i = from[run + 1] - 1; i >= from[run]; i--) pending[waiting++] = children[i];
  }
  return order;
}

/** The functions of all boxes. Runs that lie one behind the other in the stacks too are copied at once. */
function copyBoxes(stacks: StackRuns, runs: Runs, order: Int32Array, func: Int32Array): void {
  const { from, to, parent, func: source } = stacks;
  func[0] = NONE;
  let at = 1;
  let begin = 0;
  let end = 0;
  const copy = () => {
    if (end > begin) func.set(source.subarray(begin, end), at);
    at += end - begin;
  };
  for (let i = 0; i < order.length; i++) {
    const last = runs.last[order[i]];
    let boxes = runs.boxes[order[i]] - (i === 0 ? 1 : 0);
    if (boxes === to[last] - from[last] && from[last] === end) {
      end = to[last];
      continue;
    }
    copy();
    // One of several parts lies behind the others.
    let run = last;
    for (; boxes > to[run] - from[run]; run = parent[run]) {
      boxes -= to[run] - from[run];
      for (let box = to[run] - 1; box >= from[run]; box--) func[at + boxes + box - from[run]] = source[box];
    }
    begin = from[run];
    end = to[run];
    if (run === last) continue;
    copy();
    at += runs.boxes[order[i]] - (i === 0 ? 1 : 0) - boxes;
    begin = end = from[last];
  }
  copy();
}

/** The runs in `order`, and where each lies; `renumbered` is the place of each run in that order. */
function layOut(
  stacks: StackRuns,
  runs: Runs,
  weights: Weights,
  order: Int32Array,
  renumbered: Int32Array,
): CallTree {
  const { count } = runs;
  const first = new Int32Array(count + 1);
  const parent = new Int32Array(count).fill(NONE);
  const depth = new Int32Array(count);
  const total = new Float64Array(count);
  const self = new Float64Array(count);
  const samples = new Int32Array(count);
  const selfSamples = new Int32Array(count);
  const start = new Float64Array(count);
  /** Where the next child of each run starts. */
  const next = new Float64Array(count);
  let length = 0;
  for (let run = 0; run < count; run++) length += runs.boxes[run];
  const func = new Int32Array(length);
  copyBoxes(stacks, runs, order, func);
  let rows = 0;
  for (let run = 0; run < count; run++) {
    const old = order[run];
    const boxes = runs.boxes[old];
    const last = runs.last[old];
    first[run + 1] = first[run] + boxes;
    total[run] = weights.total[last];
    self[run] = weights.self[last];
    samples[run] = weights.samples[last];
    selfSamples[run] = weights.selfSamples[last];
    if (run > 0) {
      const below = renumbered[runs.parent[old]];
      parent[run] = below;
      depth[run] = depth[below] + first[below + 1] - first[below];
      start[run] = next[below];
      next[below] += total[run];
    }
    next[run] = start[run];
    rows = Math.max(rows, depth[run] + boxes);
  }
  const end = endsOf(parent);
  return {
    length,
    func,
    runs: count,
    first,
    parent,
    end,
    depth,
    total,
    self,
    samples,
    selfSamples,
    start,
    rows,
  };
}
