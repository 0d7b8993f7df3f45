// Builds the call tree of the samples of a profile that are looked at.

import { NONE, type Profile } from '../model/profile.ts';
import { inRuns, type InRuns } from '../model/stack-runs.ts';
import type { CallTree } from '../model/tree.ts';
import { selectSamples, type Within } from './select.ts';
import { treeOf } from './tree-of.ts';

/** A tree, and where in it each sample ends. */
export interface BuiltTree {
  readonly tree: CallTree;
  /** Of each sample the run in whose last box it ends; NONE for samples that are not looked at. */
  readonly runOfSample: Int32Array;
}

/** `event` is an index into `profile.events`. */
export function buildTree(profile: Profile, event: number, within: Within = {}): BuiltTree {
  return growTree(inRuns(profile), event, within);
}

/** The same of a profile whose stacks are in runs already. */
export function growTree(profile: InRuns, event: number, within: Within = {}): BuiltTree {
  const { samples, runs } = profile;
  const selected = selectSamples(profile, event, within);
  const run = new Int32Array(samples.length);
  for (let i = 0; i < run.length; i++) run[i] = selected[i] === 1 ? samples.stack[i] : NONE;
  const { tree, runOfEnd } = treeOf(runs, {
    run,
    weight: samples.weight,
    samples: new Int32Array(samples.length).fill(1),
  });
  return { tree, runOfSample: runOfEnd };
}
