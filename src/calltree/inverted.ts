// The tree from what was sampled to its callers.

import type { Shown } from '../model/stack-runs.ts';
import { UNCUT, type CallTree } from '../model/tree.ts';
import { Paths, treeOfPaths } from './paths-to-root.ts';
import { stepsOf } from './steps.ts';
import { addEnds } from './weights.ts';

/** On the root stand the functions that were sampled, on each its callers. */
export function invertedTree(shown: Shown, cut = UNCUT): CallTree {
  const { runs, ends } = shown;
  const { steps, last } = stepsOf(shown);
  const self = new Float64Array(runs.length);
  const selfSamples = new Int32Array(runs.length);
  addEnds(ends, self, selfSamples);
  let count = 0;
  for (let run = 0; run < runs.length; run++) if (last[run] >= 0 && selfSamples[run] > 0) count++;
  const paths = new Paths(count);
  for (let run = 0; run < runs.length; run++)
    if (last[run] >= 0 && selfSamples[run] > 0) paths.add(last[run], self[run], selfSamples[run]);
  return treeOfPaths(steps, shown.showing?.as.length ?? runs.funcs, paths, cut);
}
