// Stacks in runs: of a deep recording most stacks only lead on to one other, so an unbranched chain of them is one run,
// and all that is done to every stack (choosing samples, filters, trees) is done a run, of which there are a tenth as many.
//
//   main;run;a;x 2    main;run;b 1        run 0: the root        run 2: a x, on run 1
//                                         run 1: main run        run 3: b, on run 1
//
// Samples end in the last frame of a run only. A run may be left without samples, or with one run standing on it, when
// samples were left out: it is whoever draws a tree that joins them (calltree/tree-of). The runs of a tree are such too.

import { NONE, type Profile, type Sampled } from './profile.ts';
import { funcsIn, type Boxes, type CallTree } from './tree.ts';

/** Parents before children. */
export interface StackRuns {
  readonly length: number;
  /** The run below; NONE for run 0. */
  readonly parent: Int32Array;
  /** The functions of its frames are `func[from]` up to `func[to]`, the root's end first. Run 0 begins with the root, NONE. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly func: Int32Array;
  /** Every function is below. */
  readonly funcs: number;
}

/** How the frames of each function are shown. */
export interface Showing {
  /** As this function; NONE for not at all. */
  readonly as: Int32Array;
  /** Frames of one group that stand on each other are one, shown as the outermost; NONE for none. */
  readonly group: Int32Array;
}

/** Every function as itself. */
export function asItself(funcs: number): Showing {
  return { as: risingTo(funcs), group: new Int32Array(funcs).fill(NONE) };
}

/** 0 up to `length`, which is not among them. */
export function risingTo(length: number): Int32Array {
  const rising = new Int32Array(length);
  for (let i = 0; i < length; i++) rising[i] = i;
  return rising;
}

/** The runs of a tree, whose functions are all below `funcs`. */
export function runsOf({ runs, parent, first, func }: CallTree, funcs: number): StackRuns {
  return { length: runs, parent, from: first, to: first.subarray(1), func, funcs };
}

/** Where samples end: one row a sample, or one for several with the same stack. */
export interface Ends {
  /** The run in whose last frame they end; NONE for what is left out. The run of its row where it is undefined. */
  readonly run: Int32Array | undefined;
  readonly weight: Float64Array;
  /** Number of samples; one each where it is undefined. */
  readonly samples: Int32Array | undefined;
  /** The tree whose ends these are, all where they are in it: then it is known what stands on what, and what it weighs. */
  readonly of?: CallTree | undefined;
}

/** What is looked at of some stacks: all that trees are made of. */
export interface Shown {
  readonly runs: StackRuns;
  readonly ends: Ends;
  /** Every function is shown as itself where it is undefined. */
  readonly showing?: Showing;
  /** The frames with which stacks begin, none of which stands on another; at the root where it is undefined. */
  readonly begins?: Boxes;
}

/** With one more run, which stands on the root, of one frame of this function. */
export function withRun(runs: StackRuns, frame: number): StackRuns {
  const { length, parent, from, to, func } = runs;
  return {
    ...runs,
    length: length + 1,
    parent: appended(parent, [0]),
    from: appended(from.subarray(0, length), [func.length]),
    to: appended(to, [func.length + 1]),
    func: appended(func, [frame]),
  };
}

export function appended(column: Int32Array, last: readonly number[]): Int32Array {
  const longer = new Int32Array(column.length + last.length);
  longer.set(column);
  longer.set(last, column.length);
  return longer;
}

/** All of a tree, whose functions are all below `funcs`. */
export function allOf(tree: CallTree, funcs = funcsIn(tree)): Shown {
  return { runs: runsOf(tree, funcs), ends: endsIn(tree) };
}

/** What ends in each run of a tree ends there, or in the runs `run`. */
export function endsIn(tree: CallTree, run?: Int32Array): Ends {
  return { run, weight: tree.self, samples: tree.selfSamples, of: run ? undefined : tree };
}

/** The samples of a profile over its stacks in runs: `samples.stack` is the run in whose last frame a sample ends. */
export interface InRuns extends Sampled {
  readonly runs: StackRuns;
}

/** What is known of a stack (and of the root, at entry 0) before there are runs. */
const SAMPLED = 1;
const LIVE = 2;
const ONE_CHILD = 4;
const MORE_CHILDREN = 8;

/** The same samples; stacks without any are left out. */
export function inRuns(profile: Profile): InRuns {
  const { stacks, frames, funcs, samples, threads } = profile;
  const marks = marksOf(profile);
  /** Of each stack its run. */
  const ofStack = new Int32Array(stacks.length);
  const ends = endsOfRuns(profile, marks, ofStack);
  const length = ends.length;
  const parent = new Int32Array(length).fill(NONE);
  const from = new Int32Array(length);
  const to = new Int32Array(length).fill(1, 0, 1);
  const depth = new Int32Array(length);
  for (let i = 0; i < stacks.length; i++) if (marks[i + 1] >= LIVE) depth[ofStack[i]]++;
  for (let run = 1; run < length; run++) {
    from[run] = to[run - 1];
    to[run] = from[run] + depth[run];
  }
  const func = new Int32Array(to[length - 1]).fill(NONE, 0, 1);
  for (let run = 1; run < length; run++) {
    let stack = ends[run];
    for (let at = to[run] - 1; at >= from[run]; at--) {
      func[at] = frames.func[stacks.frame[stack]];
      stack = stacks.parent[stack];
    }
    parent[run] = stack < 0 ? 0 : ofStack[stack];
  }
  const runs = { length, parent, from, to, func, funcs: funcs.length };
  const end = new Int32Array(samples.length);
  for (let i = 0; i < end.length; i++) end[i] = samples.stack[i] < 0 ? NONE : ofStack[samples.stack[i]];
  return { samples: { ...samples, stack: end }, threads, runs };
}

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

/** Of each run the stack it ends in; sets the run of each live stack. */
function endsOfRuns({ stacks }: Profile, marks: Uint8Array, ofStack: Int32Array): Int32Array {
  const { length, parent } = stacks;
  let count = 1;
  for (let stack = 0; stack < length; stack++) {
    const mark = marks[stack + 1];
    if (mark < LIVE) continue;
    const below = parent[stack];
    const goesOn = below >= 0 && (marks[below + 1] & (SAMPLED | MORE_CHILDREN)) === 0;
    ofStack[stack] = goesOn ? ofStack[below] : count++;
  }
  const ends = new Int32Array(count).fill(NONE);
  for (let stack = 0; stack < length; stack++) if (marks[stack + 1] >= LIVE) ends[ofStack[stack]] = stack;
  return ends;
}
