// Builds the call tree of the samples of a profile that are looked at.

import { NONE, type Profile, type Sampled } from '../model/profile.ts';
import {
  inRuns,
  risingTo,
  runsOf,
  type InRuns,
  type RankedTree,
  type ShownRuns,
} from '../model/stack-runs.ts';
import { selectSamples, type Within } from './select.ts';
import { treeOf, type GrownTree } from './tree-of.ts';
import { weigh } from './weights.ts';

/** A tree, and where in it each sample ends. */
export interface BuiltTree extends RankedTree {
  /** Of each sample the run in whose last box it ends; NONE for samples that are not looked at. */
  readonly runOfSample: Int32Array;
}

/** `event` is an index into `profile.events`. */
export function buildTree(profile: Profile, event: number, within: Within = {}): BuiltTree {
  return growTree(inRuns(profile), event, within);
}

/** The same of a profile whose stacks are in runs already. */
export function growTree(profile: InRuns, event: number, within: Within = {}): BuiltTree {
  const selected = selectSamples(profile, event, within);
  const stack = profile.samples.stack.slice();
  for (let i = 0; i < stack.length; i++) if (selected[i] === 0) stack[i] = NONE;
  return treeOfSamples(profile, stack);
}

/**
 * The tree of all samples, whatever their event. Trees of some of them are best made of its runs: they lie in memory as
 * they are gone through, and boxes of the same weight come in the order of the tree of all.
 */
export function wholeTree(profile: InRuns): BuiltTree {
  const built = treeOfSamples(profile, profile.samples.stack);
  return { ...built, rank: risingTo(built.tree.runs) };
}

/** The samples over the runs of a tree, whose functions are all below `funcs`. */
export function samplesOver(built: BuiltTree, { samples, threads }: Sampled, funcs: number): InRuns {
  return { samples: { ...samples, stack: built.runOfSample }, threads, runs: runsOf(built, funcs) };
}

/** The tree of what a filter shows of another one. */
export function shownTree({ tree, runOfSample }: BuiltTree, shown: ShownRuns): BuiltTree {
  const { runs, ends, showing, begins } = shown;
  const weights = weigh(runs, { run: ends, weight: tree.self, samples: tree.selfSamples });
  const grown = treeOf(runs, weights, showing, begins);
  if (!ends) return placed(runOfSample, grown);
  const runOf = ends.map((end) => (end < 0 ? NONE : grown.runOf[end]));
  return placed(runOfSample, { ...grown, runOf });
}

function treeOfSamples({ samples, runs }: InRuns, stack: Int32Array): BuiltTree {
  const weights = weigh(runs, { run: stack, weight: samples.weight, samples: undefined });
  return placed(stack, treeOf(runs, weights));
}

/** The tree with the places of samples, of which it is known where they end in what the tree was made of. */
function placed(stack: Int32Array, { tree, runOf, rank }: GrownTree): BuiltTree {
  const runOfSample = new Int32Array(stack.length);
  for (let i = 0; i < stack.length; i++) runOfSample[i] = stack[i] < 0 ? NONE : runOf[stack[i]];
  return { tree, runOfSample, rank };
}
