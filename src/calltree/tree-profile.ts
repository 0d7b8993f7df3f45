// The samples of a tree as a profile of their own, for whoever writes them to a file: its stacks are the boxes of the tree.

import { NONE, type Profile } from '../model/profile.ts';
import { parentOf, type CallTree } from '../model/tree.ts';
import type { BuiltTree } from './build.ts';
import { samplesAt } from './select.ts';

/** `profile` has the functions of the tree and its samples, of which those that are not looked at are left out. */
export function profileOfTree({ tree, runOfSample }: BuiltTree, profile: Profile): Profile {
  const { samples, funcs } = profile;
  const kept = Int32Array.from(samples.stack.keys()).filter((sample) => runOfSample[sample] >= 0);
  return {
    ...profile,
    // One frame a function.
    frames: {
      length: funcs.length,
      module: new Int32Array(funcs.length).fill(NONE),
      offset: new Float64Array(funcs.length).fill(NONE),
      func: Int32Array.from({ length: funcs.length }, (_, func) => func),
    },
    stacks: stacksOf(tree),
    samples: {
      ...samplesAt(samples, kept),
      // The last box of a run; the root, which has no frame, is the stack without any.
      stack: kept.map((sample) => tree.first[runOfSample[sample] + 1] - 2),
    },
  };
}

/** Box 1 is the first stack. */
function stacksOf(tree: CallTree): Profile['stacks'] {
  const length = tree.length - 1;
  const parent = new Int32Array(length);
  for (let run = 0; run < tree.runs; run++)
    for (let box = Math.max(1, tree.first[run]); box < tree.first[run + 1]; box++)
      parent[box - 1] = parentOf(tree, box, run) - 1;
  return { length, parent, frame: tree.func.slice(1, tree.length) };
}
