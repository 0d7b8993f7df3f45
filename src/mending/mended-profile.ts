// Applies what mending found to the profile that it was found in.

import { append } from '../model/columns.ts';
import type { Profile, SampleTable } from '../model/profile.ts';
import type { Mending } from './mend.ts';

/** The profile with the missing parts of its stacks. It shares all other tables. */
export function mendedProfile(profile: Profile, mending: Mending): Profile {
  const { stacks, samples } = profile;
  const { added } = mending;
  return {
    ...profile,
    stacks: {
      length: stacks.length + added.parent.length,
      parent: append(stacks.parent.subarray(0, stacks.length), added.parent),
      func: append(stacks.func.subarray(0, stacks.length), added.func),
    },
    samples: mendedSamples(samples, mending),
  };
}

export function mendedSamples(samples: SampleTable, { stack, firstRecorded }: Mending): SampleTable {
  return {
    ...samples,
    stack: samples.stack.map((recorded, i) => (stack[i] < 0 ? recorded : stack[i])),
    firstRecorded,
  };
}

/** 1 for each sample that was re-attached. */
export function reattachedSamples({ stack }: Pick<Mending, 'stack'>): Uint8Array {
  return Uint8Array.from(stack, (each) => Number(each >= 0));
}
