// Derives a Profile from another one by rewriting its stacks. The two share all tables that do not depend on stacks.

import { countInferred } from './inferred-frames.ts';
import { PairTable } from './pairs.ts';
import { NONE, type Profile } from './profile.ts';

export interface StackMapping {
  /** The new stacks, as (parent, function) pairs. */
  readonly stacks: PairTable;
  /** Per old stack: the new stack of its samples; NONE to use `fallback`. */
  readonly at: Int32Array;
  /**
   * Returns the new stack of samples that `at` does not map, or NONE to remove them. `stack` is their old stack, or NONE if they
   * had none.
   */
  readonly fallback: (stack: number) => number;
  /** The new stack of the inferred frames of a sample that was re-attached; NONE if none are left. If undefined, nobody needs it. */
  readonly inferredOf?: (sample: number) => number;
}

export function restack(profile: Profile, { stacks, at, fallback, inferredOf }: StackMapping): Profile {
  const old = profile.samples;
  const stack = new Int32Array(old.length);
  for (let i = 0; i < old.length; i++) {
    const from = old.stack[i];
    const to = from < 0 ? NONE : at[from];
    stack[i] = to < 0 ? fallback(from) : to;
  }
  const { first, second } = stacks.take();
  const table = { length: first.length, parent: first, func: second };
  const inferred = inferredOf && countInferred(old, table, inferredOf);
  return {
    ...profile,
    stacks: table,
    samples: { ...old, stack, firstRecorded: undefined, inferred },
  };
}
