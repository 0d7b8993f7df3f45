// Applies what mending found to the profile that it was found in.

import type { SampleTable } from '../model/profile.ts';
import type { Mending } from './mend.ts';

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
