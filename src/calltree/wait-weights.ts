// Wall time by state: of all selected samples, of a node, or of all calls of a function.

import { innermostOf } from '../model/innermost.ts';
import { isPythonLike, Kind } from '../model/kinds.ts';
import { NONE, type Profile } from '../model/profile.ts';
import type { CallTree } from '../model/tree.ts';
import { stateOfFunctions, WAIT_STATES, type StateWeight } from '../model/wait-states.ts';
import type { BuiltTree } from './build/build.ts';

/** Longest first. `profile` has the weights of the samples within the selected range; `isIncluded` tells the chains that count. */
export function stateWeights(
  { chainOfSample }: BuiltTree,
  profile: Profile,
  isIncluded?: Uint8Array,
): StateWeight[] {
  const { samples, stacks } = profile;
  const stateOf = stateOfFunctions(profile);
  const sums = WAIT_STATES.map((_, state) => ({
    state,
    weight: 0,
    samples: 0,
    longest: 0,
    sample: NONE as number,
  }));
  for (let i = 0; i < chainOfSample.length; i++) {
    const chain = chainOfSample[i];
    if (chain < 0 || isIncluded?.[chain] === 0) continue;
    const stack = samples.stack[i];
    const sum = sums[stack < 0 ? 0 : stateOf[stacks.func[stack]]];
    const weight = samples.weight[i];
    sum.weight += weight;
    sum.samples++;
    if (weight > sum.longest) {
      sum.longest = weight;
      sum.sample = i;
    }
  }
  return sums
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ sample, ...sum }) => ({ ...sum, func: ownFunctionOf(profile, samples.stack[sample]) }));
}

/** The innermost Python function outside the standard library, or else the innermost one; NONE if there is none. */
export function ownFunctionOf(profile: Profile, stack: number): number {
  const own = innermostOf(profile, stack, (kind) => kind === Kind.own || kind === Kind.package);
  return own === NONE ? innermostOf(profile, stack, isPythonLike) : own;
}

/** Per chain: 1 if it contains such a node, or one of its callers is one. */
export function chainsBelow(
  { chains, first, parent }: CallTree,
  isWanted: (node: number) => boolean,
): Uint8Array {
  const below = new Uint8Array(chains);
  for (let chain = 0; chain < chains; chain++) {
    let isBelow = chain > 0 && below[parent[chain]] === 1;
    for (let node = first[chain]; !isBelow && node < first[chain + 1]; node++) isBelow = isWanted(node);
    below[chain] = isBelow ? 1 : 0;
  }
  return below;
}
