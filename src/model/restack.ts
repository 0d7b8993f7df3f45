// The only way from one Profile to another: every stack is rewritten, and samples follow their stacks. What is not about
// stacks is shared with the old one.

import { PairTable } from './pairs.ts';
import { NONE, type FrameTable, type FuncTable, type Profile } from './profile.ts';

/** Where samples go: to `at[stack]` of the new table. */
export interface Restacked {
  /** The new stacks, (parent, frame) pairs. */
  readonly stacks: PairTable;
  /** For each old stack the new one of the samples that had it; NONE where `fallback` decides. */
  readonly at: Int32Array;
  /** The new stack of a sample whose old stack is `stack` (NONE for none) and has no place in `at`; NONE leaves it out. */
  readonly fallback: (stack: number) => number;
}

/** A Profile of the same samples over the stacks that `rewrite` makes. */
export function restack(profile: Profile, rewrite: (profile: Profile) => Restacked): Profile {
  const { stacks, at, fallback } = rewrite(profile);
  const old = profile.samples;
  const stack = new Int32Array(old.length);
  for (let i = 0; i < old.length; i++) {
    const from = old.stack[i];
    const to = from < 0 ? NONE : at[from];
    stack[i] = to < 0 ? fallback(from) : to;
  }
  const { first, second } = stacks.take();
  return {
    ...profile,
    stacks: { length: first.length, parent: first, frame: second },
    samples: { ...old, stack },
  };
}

/** The frames of a profile whose frames are its functions: row i is function i, and nothing is known of offsets. */
export function framesOfFuncs(funcs: FuncTable): FrameTable {
  const { length } = funcs;
  return {
    length,
    module: funcs.module,
    offset: new Float64Array(length).fill(NONE),
    func: Int32Array.from({ length }, (_, i) => i),
  };
}
