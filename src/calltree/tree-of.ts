// Makes a call tree of a trie of stacks and of where in it samples end: weights, heaviest child first, unbranched
// chains as runs (model/tree.ts draws one). A deep recording has millions of stacks and a tenth as many runs, so stacks
// are only walked in their own order, and everything else is done a run.

import { NONE } from '../model/profile.ts';
import type { CallTree } from '../model/tree.ts';
import { endsOf } from './run-writer.ts';

/** Stacks, parents before children. */
export interface Trie {
  readonly length: number;
  /** The stack without its leafmost frame; NONE for a stack of one frame. */
  readonly parent: Int32Array;
  /** The leafmost frame: what becomes `func` of its box. */
  readonly frame: Int32Array;
}

/** Where samples end: one row a sample, or one for several with the same stack. */
export interface Ends {
  /** Row of the trie; NONE for what is left out. */
  readonly stack: Int32Array;
  readonly weight: Float64Array;
  /** Number of samples. */
  readonly samples: Int32Array;
}

export interface GrownTree {
  readonly tree: CallTree;
  /** Of each end the run in whose last box it ends; NONE for what is left out. */
  readonly runOfEnd: Int32Array;
}

export function treeOf(stacks: Trie, ends: Ends): GrownTree {
  const runs = findRuns(stacks, sampledStacks(stacks, ends));
  weigh(runs, ends);
  const order = depthFirst(runs);
  const renumbered = new Int32Array(runs.count);
  for (let run = 0; run < runs.count; run++) renumbered[order[run]] = run;
  const runOfEnd = ends.stack.map((stack) => (stack < 0 ? NONE : renumbered[runs.ofStack[stack]]));
  return { tree: layOut(runs, order, renumbered, boxFrames(stacks, runs, order)), runOfEnd };
}

/** Runs in the order in which their stacks come: a parent before its children. Run 0 begins with the root. */
interface Runs {
  readonly count: number;
  /** Of each stack the run it is in; NONE when it has no samples. */
  readonly ofStack: Int32Array;
  /** The run below; NONE for run 0. */
  readonly parent: Int32Array;
  /** The stack the run ends in; NONE when that is the root. */
  readonly last: Int32Array;
  /** How many boxes it has. */
  readonly boxes: Int32Array;
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly samples: Int32Array;
  readonly selfSamples: Int32Array;
}

/** What is known of a stack (and of the root, at entry 0) before there are runs. */
const SAMPLED = 1;
const LIVE = 2;
const ONE_CHILD = 4;
const MORE_CHILDREN = 8;

/** Marks of the root (entry 0) and each stack (entry s + 1). */
function sampledStacks({ length, parent }: Trie, { stack: ends }: Ends): Uint8Array {
  const marks = new Uint8Array(length + 1);
  for (let i = 0; i < ends.length; i++) {
    if (ends[i] >= 0) marks[ends[i] + 1] |= SAMPLED | LIVE;
  }
  for (let stack = length - 1; stack >= 0; stack--) {
    if (marks[stack + 1] < LIVE) continue;
    const below = parent[stack] + 1;
    marks[below] |= LIVE | (marks[below] & ONE_CHILD ? MORE_CHILDREN : ONE_CHILD);
  }
  return marks;
}

function findRuns({ length, parent }: Trie, marks: Uint8Array): Runs {
  const continues = (mark: number) => (mark & (SAMPLED | ONE_CHILD | MORE_CHILDREN)) === ONE_CHILD;
  const ofStack = new Int32Array(length);
  let count = 1;
  for (let stack = 0; stack < length; stack++) {
    const below = parent[stack];
    if (marks[stack + 1] < LIVE) ofStack[stack] = NONE;
    else if (continues(marks[below + 1])) ofStack[stack] = below < 0 ? 0 : ofStack[below];
    else ofStack[stack] = count++;
  }
  const runs: Runs = {
    count,
    ofStack,
    parent: new Int32Array(count).fill(NONE),
    last: new Int32Array(count).fill(NONE),
    boxes: new Int32Array(count),
    total: new Float64Array(count),
    self: new Float64Array(count),
    samples: new Int32Array(count),
    selfSamples: new Int32Array(count),
  };
  runs.boxes[0] = 1;
  for (let stack = 0; stack < length; stack++) {
    const run = ofStack[stack];
    if (run < 0) continue;
    if (runs.boxes[run]++ === 0) runs.parent[run] = parent[stack] < 0 ? 0 : ofStack[parent[stack]];
    runs.last[run] = stack;
  }
  return runs;
}

function weigh(runs: Runs, { stack, weight, samples }: Ends): void {
  for (let i = 0; i < stack.length; i++) {
    if (stack[i] < 0) continue;
    const run = runs.ofStack[stack[i]];
    runs.self[run] += weight[i];
    runs.selfSamples[run] += samples[i];
  }
  for (let run = runs.count - 1; run >= 0; run--) {
    runs.total[run] += runs.self[run];
    runs.samples[run] += runs.selfSamples[run];
    if (run === 0) break;
    runs.total[runs.parent[run]] += runs.total[run];
    runs.samples[runs.parent[run]] += runs.samples[run];
  }
}

/** The runs depth first, the heaviest child first; the one that came first on a tie. */
function depthFirst({ count, parent, total }: Runs): Int32Array {
  // Children of run r: `children[from[r]]` up to `from[r + 1]`.
  const from = new Int32Array(count + 2);
  for (let run = 1; run < count; run++) from[parent[run] + 2]++;
  for (let run = 0; run < count; run++) from[run + 2] += from[run + 1];
  const children = new Int32Array(count - 1);
  for (let run = 1; run < count; run++) children[from[parent[run] + 1]++] = run;
  const order = new Int32Array(count);
  const pending = new Int32Array(count);
  let waiting = 1;
  for (let written = 0; written < count; written++) {
    const run = pending[--waiting];
    order[written] = run;
    if (from[run + 1] - from[run] > 1) {
      children.subarray(from[run], from[run + 1]).sort((a, b) => total[b] - total[a] || a - b);
    }
    for (let i = from[run + 1] - 1; i >= from[run]; i--) pending[waiting++] = children[i];
  }
  return order;
}

/** The frame of each box, depth first. */
function boxFrames({ parent, frame }: Trie, runs: Runs, order: Int32Array): Int32Array {
  let length = 0;
  for (const boxes of runs.boxes) length += boxes;
  const func = new Int32Array(length);
  let end = 0;
  for (const run of order) {
    const first = end;
    end += runs.boxes[run];
    let stack = runs.last[run];
    for (let box = end - 1; box >= first; box--) {
      if (stack < 0) func[box] = NONE;
      else {
        func[box] = frame[stack];
        stack = parent[stack];
      }
    }
  }
  return func;
}

/** The runs in `order`, and where each lies; `renumbered` is the place of each run in that order. */
function layOut(runs: Runs, order: Int32Array, renumbered: Int32Array, func: Int32Array): CallTree {
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
  let rows = 0;
  for (let run = 0; run < count; run++) {
    const old = order[run];
    const boxes = runs.boxes[old];
    first[run + 1] = first[run] + boxes;
    total[run] = runs.total[old];
    self[run] = runs.self[old];
    samples[run] = runs.samples[old];
    selfSamples[run] = runs.selfSamples[old];
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
    length: func.length,
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
