// Puts the runs of a profile into the order in which the tree of all its samples has them, so that whatever is done to
// them later goes through memory from front to back. In a tree of some of the samples, boxes of the same weight then
// come in the order of the tree of all.

import { NONE } from '../model/profile.ts';
import type { InRuns } from '../model/stack-runs.ts';
import { treeOf } from './tree-of.ts';

export function depthFirst({ samples, runs, threads }: InRuns): InRuns {
  const ones = new Int32Array(samples.length).fill(1);
  const { tree, runOfEnd } = treeOf(runs, { run: samples.stack, weight: samples.weight, samples: ones });
  // What all samples begin with is in the tree one run with the root, which here is a run of its own.
  const shift = tree.first[1] > 1 ? 1 : 0;
  const length = tree.runs + shift;
  const parent = new Int32Array(length).fill(NONE);
  const from = new Int32Array(length);
  const to = new Int32Array(length);
  if (shift === 1) parent[1] = 0;
  for (let run = 0; run < tree.runs; run++) {
    if (run > 0) parent[run + shift] = tree.parent[run] + shift;
    from[run + shift] = tree.first[run];
    to[run + shift] = tree.first[run + 1];
  }
  from[shift] = 1;
  from[0] = to[0] = 1;
  const stack = new Int32Array(samples.length);
  for (let i = 0; i < stack.length; i++) stack[i] = runOfEnd[i] < 0 ? NONE : runOfEnd[i] + shift;
  return { threads, samples: { ...samples, stack }, runs: { length, parent, from, to, func: tree.func } };
}
