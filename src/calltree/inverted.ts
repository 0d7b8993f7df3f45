// The tree from what was sampled to its callers.

import { atOnce, type Stints } from '../model/stints.ts';
import { NONE } from '../model/profile.ts';
import { appended, runsOf, withRun, type Showing, type Shown, type StackRuns } from '../model/stack-runs.ts';
import { UNCUT, type Boxes, type CallTree } from '../model/tree.ts';
import { Paths, treeOfPaths } from './paths-to-root.ts';
import { stepsOf } from './steps.ts';
import { addEnds } from './weights.ts';

export interface Inverted {
  /** On the root stand the functions that were sampled, on each its callers. */
  readonly tree: CallTree;
  /** Of each run of the stacks the run in whose last box what ends in it has its outermost caller; NONE where nothing ends. */
  readonly endOf: Int32Array;
}

export function invertedTree(shown: Shown, cut = UNCUT): CallTree {
  return atOnce(invert(shown, cut)).tree;
}

/** The same in stints, with where stacks end in it. */
export function* invert(shown: Shown, cut = UNCUT): Stints<Inverted> {
  const { runs, ends } = shown;
  const { steps, last } = stepsOf(shown);
  yield;
  const self = new Float64Array(runs.length);
  const selfSamples = new Int32Array(runs.length);
  addEnds(ends, self, selfSamples);
  const hasPath = (run: number) => last[run] >= 0 && selfSamples[run] > 0;
  let count = 0;
  for (let run = 0; run < runs.length; run++) if (hasPath(run)) count++;
  const paths = new Paths(count);
  for (let run = 0; run < runs.length; run++)
    if (hasPath(run)) paths.add(last[run], self[run], selfSamples[run]);
  yield;
  const funcs = shown.showing?.as.length ?? runs.funcs;
  const { tree, endOf } = yield* treeOfPaths(steps, funcs, paths, cut);
  const endOfRun = new Int32Array(runs.length).fill(NONE);
  for (let run = 0, path = 0; run < runs.length; run++) if (hasPath(run)) endOfRun[run] = endOf[path++];
  return { tree, endOf: endOfRun };
}

/**
 * What is shown of the runs of a tree as what is shown of its tree of callers, which is there: of that the next one is made much
 * sooner than from paths. What is hidden whole ends in a run of its own behind those of the tree. Undefined where what is shown
 * cannot be said from the other end. Not for stacks that end elsewhere: their callers begin elsewhere.
 */
export function shownInverted({ tree, endOf }: Inverted, shown: Shown): Shown | undefined {
  const { runs, ends, showing, begins } = shown;
  if (showing && !isSameFromBothEnds(showing)) return undefined;
  const own = runsOf(tree, runs.funcs);
  const short = begins && endingIn(own, functionsOf(begins, runs));
  if (begins && !short) return undefined;
  const count = ends.run?.length ?? ends.weight.length;
  const run = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const end = ends.run ? ends.run[row] : row;
    const at = end < 0 ? NONE : end < endOf.length ? endOf[end] : tree.runs;
    run[row] = short && at >= 0 ? short.endOf[at] : at;
  }
  const bare = runs.length > endOf.length ? runs.func[runs.from[endOf.length]] : undefined;
  const all = short?.runs ?? own;
  return {
    runs: bare === undefined ? all : withRun(all, bare),
    ends: { run, weight: ends.weight, samples: ends.samples },
    ...(showing && { showing }),
  };
}

/** Neighbours that become one are shown as the outermost: from the other end that is the last. */
function isSameFromBothEnds({ as, group }: Showing): boolean {
  const shownAs = new Map<number, number>();
  for (let func = 0; func < as.length; func++) {
    if (group[func] < 0) continue;
    const first = shownAs.get(group[func]);
    if (first !== undefined && first !== as[func]) return false;
    shownAs.set(group[func], as[func]);
  }
  return true;
}

/** 1 for each function of these boxes. */
function functionsOf({ length, box }: Boxes, { func, funcs }: StackRuns): Uint8Array {
  const marks = new Uint8Array(funcs);
  for (let i = 0; i < length; i++) marks[func[box[i]]] = 1;
  return marks;
}

interface Ending {
  readonly runs: StackRuns;
  /** Of each run the one in whose last frame ends what ended in it; NONE for what has no such frame. */
  readonly endOf: Int32Array;
}

/**
 * These runs with stacks that end in their last frame of functions that are marked. Where that lies inside a run, others go on
 * through it: what ends there does so in a run of its own, of the same frames up to it. Undefined when that is the root's.
 */
function endingIn(runs: StackRuns, marks: Uint8Array): Ending | undefined {
  const { length, parent, from, to, func } = runs;
  const endOf = new Int32Array(length);
  /** The runs that end inside another, and behind which of its frames. */
  const whole: number[] = [];
  const behind: number[] = [];
  for (let run = 0; run < length; run++) {
    const begin = run === 0 ? 1 : from[run];
    let at = to[run] - 1;
    while (at >= begin && marks[func[at]] === 0) at--;
    if (at < begin) endOf[run] = run === 0 ? NONE : endOf[parent[run]];
    else if (at === to[run] - 1) endOf[run] = run;
    else if (run === 0) return undefined;
    else {
      endOf[run] = length + whole.length;
      whole.push(run);
      behind.push(at + 1);
    }
  }
  const column = (values: Int32Array) => values.subarray(0, length);
  return {
    runs: {
      ...runs,
      length: length + whole.length,
      parent: appended(
        parent,
        whole.map((run) => parent[run]),
      ),
      from: appended(
        column(from),
        whole.map((run) => from[run]),
      ),
      to: appended(to, behind),
    },
    endOf,
  };
}
