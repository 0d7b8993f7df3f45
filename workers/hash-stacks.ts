// Identifies the samples of a recording without times.

import { extendLow, fnv1a } from '../src/model/hash.ts';
import { NONE, type Profile } from '../src/model/profile.ts';

/**
 * A hash of the stacks, events and weights of all samples, in any order. In a `perf.data`, names depend on which symbol files are open,
 * so only the numbers of frames count.
 */
export function hashStacks({ samples, stacks, funcs, strings, recorded }: Profile): number {
  const names = new Map<number, number>();
  const hashOf = (func: number) => {
    const name = recorded ? NONE : funcs.name[func];
    const known = names.get(name) ?? fnv1a(strings[name] ?? '');
    names.set(name, known);
    return known;
  };
  const ofStack = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack];
    ofStack[stack] = extendLow(parent === NONE ? 0 : ofStack[parent], hashOf(stacks.func[stack]));
  }
  let sum = 0;
  for (let i = 0; i < samples.length; i++) {
    const stack = samples.stack[i];
    const frames = stack < 0 ? stack : ofStack[stack];
    // Weights may be fractions or large.
    const weight = fnv1a(`${samples.event[i]} ${samples.weight[i]}`);
    sum = (sum + extendLow(frames, weight)) | 0;
  }
  return sum >>> 0;
}
