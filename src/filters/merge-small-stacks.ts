// Merges nodes that are too small to be seen into their callers.

import { PairTable } from '../model/numbering.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { restack } from '../model/stacks.ts';

/**
 * Merges stacks that weigh less than `minShare` of every event into their callers, or into the function `hidden` if they
 * have none. Stacks must be unique. `merged` is the share of each event's weight that now ends in a caller, 0 to 1, and `moved` the
 * number of samples that do, including those of weight 0.
 */
export function mergeSmallStacks(profile: Profile, minShare: number, hidden: number) {
  const { samples, stacks, events } = profile;
  const isKept = new Uint8Array(stacks.length);
  const self = events.map(() => new Float64Array(stacks.length));
  for (let i = 0; i < samples.length; i++)
    if (samples.stack[i] >= 0) self[samples.event[i]][samples.stack[i]] += samples.weight[i];
  const weights = weightsOf(profile);
  for (const [event, own] of self.entries()) {
    const total = own.slice();
    for (let row = stacks.length - 1; row >= 0; row--) {
      if (total[row] >= minShare * weights[event] && total[row] > 0) isKept[row] = 1;
      if (stacks.parent[row] >= 0) total[stacks.parent[row]] += total[row];
    }
  }
  const merged = self.map((own, event) => {
    const mergedWeight = own.reduce((sum, weight, row) => (isKept[row] === 1 ? sum : sum + weight), 0);
    return weights[event] > 0 ? mergedWeight / weights[event] : 0;
  });
  const moved = samples.stack.reduce((sum, stack) => sum + (stack >= 0 && isKept[stack] === 0 ? 1 : 0), 0);
  return { profile: restack(profile, mergedStacks(profile, isKept, hidden)), merged, moved };
}

function weightsOf({ samples, events }: Profile): Float64Array {
  const weights = new Float64Array(events.length);
  for (let i = 0; i < samples.length; i++) weights[samples.event[i]] += samples.weight[i];
  return weights;
}

function mergedStacks({ stacks }: Profile, isKept: Uint8Array, hidden: number) {
  const to = new PairTable(stacks.length);
  const at = new Int32Array(stacks.length);
  for (let row = 0; row < stacks.length; row++) {
    const caller = stacks.parent[row] < 0 ? NONE : at[stacks.parent[row]];
    at[row] = isKept[row] === 1 ? to.intern(caller, stacks.func[row]) : caller;
  }
  const fallback = (stack: number) => (stack < 0 ? NONE : to.intern(NONE, hidden));
  return { stacks: to, at, fallback };
}
