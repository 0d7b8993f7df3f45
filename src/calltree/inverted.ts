// The tree from what was sampled to its callers.

import { NONE } from '../model/profile.ts';
import { runsOf, withRun, type Shown } from '../model/stack-runs.ts';
import { UNCUT, type CallTree } from '../model/tree.ts';
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
  return invert(shown, cut).tree;
}

export function invert(shown: Shown, cut = UNCUT): Inverted {
  const { runs, ends } = shown;
  const { steps, last } = stepsOf(shown);
  const self = new Float64Array(runs.length);
  const selfSamples = new Int32Array(runs.length);
  addEnds(ends, self, selfSamples);
  const hasPath = (run: number) => last[run] >= 0 && selfSamples[run] > 0;
  let count = 0;
  for (let run = 0; run < runs.length; run++) if (hasPath(run)) count++;
  const paths = new Paths(count);
  for (let run = 0; run < runs.length; run++)
    if (hasPath(run)) paths.add(last[run], self[run], selfSamples[run]);
  const { tree, endOf } = treeOfPaths(steps, shown.showing?.as.length ?? runs.funcs, paths, cut);
  const endOfRun = new Int32Array(runs.length).fill(NONE);
  for (let run = 0, path = 0; run < runs.length; run++) if (hasPath(run)) endOfRun[run] = endOf[path++];
  return { tree, endOf: endOfRun };
}

/**
 * What is shown of the runs of a tree as what is shown of its tree of callers, which is there: of that the next one is made much
 * sooner than from paths. Only where samples are left out or frames hidden: what begins or ends elsewhere, or is one with its
 * neighbours, is not the same from the other end. What is hidden whole ends in a run of its own behind those of the tree.
 */
export function shownInverted({ tree, endOf }: Inverted, { runs, ends, showing }: Shown): Shown {
  const own = runsOf(tree, runs.funcs);
  const count = ends.run?.length ?? ends.weight.length;
  const run = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const end = ends.run ? ends.run[row] : row;
    run[row] = end < 0 ? NONE : end < endOf.length ? endOf[end] : tree.runs;
  }
  const bare = runs.length > endOf.length ? runs.func[runs.from[endOf.length]] : undefined;
  const all = bare === undefined ? own : withRun(own, bare);
  return {
    runs: all,
    ends: { run, weight: ends.weight, samples: ends.samples },
    ...(showing && { showing }),
  };
}
