// Converts a tree and its samples to a profile. The stacks of the profile are the nodes of the tree.

import { indicesUpTo } from '../model/columns.ts';
import { samplesAt, type Profile } from '../model/profile.ts';
import { parentOf, type CallTree } from '../model/tree.ts';
import type { BuiltTree } from './build/build.ts';

/** `profile` has the functions and samples of the tree. Omits samples that are not selected. */
export function profileOfTree({ tree, chainOfSample, inferred }: BuiltTree, profile: Profile): Profile {
  const samples = { ...profile.samples, firstRecorded: undefined, inferred };
  const kept = indicesUpTo(samples.stack.length).filter((sample) => chainOfSample[sample] >= 0);
  const stack = kept.map((sample) => stackOf(tree, chainOfSample[sample]));
  return { ...profile, stacks: stacksOf(tree), samples: { ...samplesAt(samples, kept), stack } };
}

/** The last node of the chain, since stack i is node i + 1. */
function stackOf({ first }: CallTree, chain: number): number {
  return first[chain + 1] - 2;
}

/** Node 1 is stack 0. */
function stacksOf(tree: CallTree): Profile['stacks'] {
  const length = tree.length - 1;
  const parent = new Int32Array(length);
  for (let chain = 0; chain < tree.chains; chain++)
    for (let node = Math.max(1, tree.first[chain]); node < tree.first[chain + 1]; node++)
      parent[node - 1] = parentOf(tree, node, chain) - 1;
  return { length, parent, func: tree.func.slice(1, tree.length) };
}
