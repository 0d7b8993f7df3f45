// Builds the call tree of the samples of a profile that are looked at.

import { NONE, type Profile, type Sampled } from '../model/profile.ts';
import { inRuns, runsOf, type InRuns, type Shown } from '../model/stack-runs.ts';
import type { CallTree } from '../model/tree.ts';
import { selectSamples, type Within } from './select.ts';
import { treeOf } from './tree-of.ts';

/** A tree, and where in it each sample ends. */
export interface BuiltTree {
  readonly tree: CallTree;
  /** Of each sample the run in whose last box it ends; NONE for samples that are not looked at. */
  readonly runOfSample: Int32Array;
}

/** What a tree is to be made of. */
export interface Looked {
  readonly shown: Shown;
  /** Of each sample the run of `shown` in whose last frame it ends; NONE for samples that are not looked at. */
  readonly runOfSample: Int32Array;
}

/** `event` is an index into `profile.events`. */
export function buildTree(profile: Profile, event: number, within: Within = {}): BuiltTree {
  return growTree(inRuns(profile), event, within);
}

/** The same of a profile whose stacks are in runs already. */
export function growTree(profile: InRuns, event: number, within: Within = {}): BuiltTree {
  return grown(looked(profile, event, within));
}

/** The samples of an event that are looked at. */
export function looked(profile: InRuns, event: number, within: Within = {}): Looked {
  const selected = selectSamples(profile, event, within);
  const stack = profile.samples.stack.slice();
  for (let i = 0; i < stack.length; i++) if (selected[i] === 0) stack[i] = NONE;
  return ofSamples(profile, stack);
}

/**
 * The tree of all samples, whatever their event. Trees of some of them are best made of its runs: they lie in memory as
 * they are gone through.
 */
export function wholeTree(profile: InRuns): BuiltTree {
  return grown(ofSamples(profile, profile.samples.stack));
}

/** The samples over the runs of a tree, whose functions are all below `funcs`. */
export function samplesOver(built: BuiltTree, { samples, threads }: Sampled, funcs: number): InRuns {
  return { samples: { ...samples, stack: built.runOfSample }, threads, runs: runsOf(built.tree, funcs) };
}

/** The tree of what is looked at. */
export function grown(looked: Looked): BuiltTree {
  const { tree, runOf } = treeOf(looked.shown);
  return { tree, runOfSample: through(looked.runOfSample, runOf) };
}

/** What a filter shows of a tree. */
export function lookedIn({ runOfSample }: BuiltTree, shown: Shown): Looked {
  const { run: ends } = shown.ends;
  return { shown, runOfSample: ends ? through(runOfSample, ends) : runOfSample };
}

function ofSamples({ samples, runs }: InRuns, run: Int32Array): Looked {
  return { shown: { runs, ends: { run, weight: samples.weight, samples: undefined } }, runOfSample: run };
}

/** Each of these runs as the one that `runOf` says; NONE stays NONE. */
function through(runs: Int32Array, runOf: Int32Array): Int32Array {
  const found = new Int32Array(runs.length);
  for (let i = 0; i < found.length; i++) found[i] = runs[i] < 0 ? NONE : runOf[runs[i]];
  return found;
}
