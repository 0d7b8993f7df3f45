// Rewrites stacks, and adds some to a table.

import { PairTable } from './numbering.ts';
import { NONE, type Profile, type StackTable, type SampleTable } from './profile.ts';
import { append, release } from './columns.ts';
import { eventMask } from './events.ts';
import { Kind } from './kinds.ts';

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

/** The mapping cannot be used afterwards: its tables are freed. */
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
  stacks.release();
  release(at);
  return {
    ...profile,
    stacks: table,
    samples: { ...old, stack, firstRecorded: undefined, inferred },
  };
}

/** A table of stacks that extend those of another table, to be appended to it. */
export class AppendedStacks {
  /** Rows without a parent refer to a stack of the other table, by its row + 1. */
  private readonly rows = new PairTable();

  /** Returns the row that refers to a stack of the other table, or to NONE. */
  unchanged(stack: number): number {
    return this.rows.intern(NONE, stack + 1);
  }

  /** Returns the row of the stack `parent` plus one callee. */
  intern(parent: number, func: number): number {
    return this.rows.intern(parent, func);
  }

  get length(): number {
    return this.rows.length;
  }

  /** Appends the rows to the other table. `stackOf` is the stack of each row in the result. */
  appendTo(stacks: StackTable): { readonly stacks: StackTable; readonly stackOf: Int32Array } {
    const { parent, func, stackOf } = this.numberedFrom(stacks.length);
    const length = stacks.length + parent.length;
    return {
      stacks: { length, parent: append(stacks.parent, parent), func: append(stacks.func, func) },
      stackOf,
    };
  }

  /** The stacks to append to a table of this length. `stackOf` is the stack of each row in the result. */
  numberedFrom(length: number): AppendedRows {
    const { first, second } = this.rows.view();
    const stackOf = new Int32Array(first.length);
    let next = length;
    for (let row = 0; row < first.length; row++) stackOf[row] = first[row] < 0 ? second[row] - 1 : next++;
    const parent = new Int32Array(next - length);
    const func = new Int32Array(next - length);
    for (let row = 0; row < first.length; row++) {
      if (first[row] < 0) continue;
      parent[stackOf[row] - length] = stackOf[first[row]];
      func[stackOf[row] - length] = second[row];
    }
    return { parent, func, stackOf };
  }
}

interface AppendedRows {
  readonly parent: Int32Array;
  readonly func: Int32Array;
  readonly stackOf: Int32Array;
}

// The frames of a level that are inferred: at the root end of samples that were re-attached (mending/mend.ts).
//
//   _start;main;run;a;b     the sample's stack, of which `a;b` was recorded
//   _start;main;run         the stack of its three inferred frames

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

/** NONE if nothing is left. The functions must be classified. */
export function withoutKernelLeaf(
  { stacks, funcs }: Pick<Profile, 'stacks' | 'funcs'>,
  stack: number,
): number {
  let at = stack;
  while (at >= 0 && funcs.kind[stacks.func[at]] === Kind.kernel) at = stacks.parent[at];
  return at;
}
