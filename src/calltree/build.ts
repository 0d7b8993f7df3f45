// Builds the call tree of the samples of a profile that are looked at.

import { NONE, type Profile } from '../model/profile.ts';
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
  const { samples, stacks, frames } = profile;
  const selected = selectSamples(profile, event, within);
  const { tree, runOfEnd } = treeOf(stacks, {
    stack: samples.stack.map((stack, i) => (selected[i] ? stack : NONE)),
    weight: samples.weight,
    samples: new Int32Array(samples.length).fill(1),
  });
  // The trie is of frames. A tree has fewer boxes than the profile has stacks, and they lie in a row.
  const { func } = tree;
  for (let box = 0; box < func.length; box++) if (func[box] >= 0) func[box] = frames.func[func[box]];
  return { tree, runOfSample: runOfEnd };
}
