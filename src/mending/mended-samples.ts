// Applies what mending found to the profile that it was found in.

import type { SampleTable } from '../model/profile.ts';
import type { Mending } from './mend.ts';

export function mendedSamples(samples: SampleTable, { stack, firstRecorded }: Mending): SampleTable {
  const mended = samples.stack.slice();
  for (let i = 0; i < stack.length; i++) if (stack[i] >= 0) mended[i] = stack[i];
  return { ...samples, stack: mended, firstRecorded };
}

/** 1 for each sample that was re-attached. */
export function reattachedSamples({ stack }: Pick<Mending, 'stack'>): Uint8Array {
  const isReattached = new Uint8Array(stack.length);
  for (let i = 0; i < stack.length; i++) isReattached[i] = stack[i] >= 0 ? 1 : 0;
  return isReattached;
}
