// The frames of a level that are inferred: at the root end of samples that were re-attached (mending/mend.ts).
//
//   _start;main;run;a;b     the sample's stack, of which `a;b` was recorded
//   _start;main;run         the stack of its three inferred frames

import { eventMask } from './event-sums.ts';
import { NONE, type Profile, type SampleTable, type StackTable } from './profile.ts';

/** Per stack: its number of frames. */
function depthsOf({ length, parent }: Pick<StackTable, 'length' | 'parent'>): Int32Array {
  const depths = new Int32Array(length);
  for (let stack = 0; stack < length; stack++)
    depths[stack] = parent[stack] < 0 ? 1 : depths[parent[stack]] + 1;
  return depths;
}

/** Per sample: the stack of its inferred frames; NONE if it has none. Undefined if no sample was re-attached. */
export function inferredStacks({ stacks, samples }: Profile): Int32Array | undefined {
  const { inferred } = samples;
  if (!inferred) return undefined;
  const depths = depthsOf(stacks);
  /** Per stack: what was found last for a sample that ends in it. Most stacks have the same inferred frames in all samples. */
  const last = new Int32Array(stacks.length).fill(NONE);
  return samples.stack.map((end, sample) => {
    const frames = inferred[sample];
    if (end < 0 || frames <= 0) return NONE;
    if (last[end] < 0 || depths[last[end]] !== frames) {
      let stack = end;
      while (depths[stack] > frames) stack = stacks.parent[stack];
      last[end] = stack;
    }
    return last[end];
  });
}

/** Counts the inferred frames of samples. `stackOf` returns the stack of those of a sample that was re-attached, or NONE. */
export function countInferred(
  { firstRecorded, inferred, length }: SampleTable,
  stacks: Pick<StackTable, 'length' | 'parent'>,
  stackOf: (sample: number) => number,
): Int32Array | undefined {
  const isMended = firstRecorded ?? inferred;
  if (!isMended) return undefined;
  const depths = depthsOf(stacks);
  const counts = new Int32Array(length).fill(NONE);
  for (let sample = 0; sample < length; sample++) {
    if (isMended[sample] < 0) continue;
    const stack = stackOf(sample);
    counts[sample] = stack < 0 ? 0 : depths[stack];
  }
  return counts;
}

/** The number of samples that were re-attached, of one event or, with NONE, of all. */
export function countMended(samples: SampleTable, of = NONE): number {
  const { firstRecorded, inferred, event } = samples;
  const isIncluded = eventMask(samples, of);
  const isMended = firstRecorded ?? inferred;
  return (
    isMended?.reduce(
      (count, each, i) => (each >= 0 && (of === NONE || isIncluded[event[i]] === 1) ? count + 1 : count),
      0,
    ) ?? 0
  );
}
