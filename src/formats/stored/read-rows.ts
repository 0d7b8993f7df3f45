// Builds a profile from rows of a store: one recording, or several merged into one. Samples have no times, because a store does not
// keep their order.

import { MAX_UNMERGED_SAMPLES } from '../../model/budget.ts';
import { MERGED_SAMPLES } from '../../model/builder.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import { NONE, type Note, type Profile, type Thread } from '../../model/profile.ts';
import { BoundedBuilder } from '../bounded-builder.ts';
import type { StoredFunction } from './stored-rows.ts';

/** Columns of the same length. `id` is that of the store. */
export interface ReadRows {
  readonly functions: readonly (Pick<StoredFunction, 'name' | 'module' | 'kind' | 'flags'> & {
    readonly id: number;
  })[];
  readonly stacks: {
    readonly id: readonly number[];
    readonly functions: readonly (readonly number[])[];
    readonly lines: readonly (readonly number[])[];
  };
  readonly samples: {
    readonly stack: readonly number[];
    readonly event: readonly string[];
    readonly thread: readonly Thread[];
    readonly samples: readonly number[];
    readonly weight: readonly number[];
  };
  readonly notes: readonly Note[];
  readonly defaultEvent?: string | undefined;
}

export function profileOfRows({ functions, stacks, samples, notes, defaultEvent }: ReadRows): Profile {
  const builder = new BoundedBuilder();
  for (const { kind, text, line, count } of notes) builder.note(kind, text, line, count);
  const funcOf = new Map<number, number>();
  for (const { id, name, module, kind, flags } of functions) {
    const at = module === '' ? NONE : builder.module(module);
    funcOf.set(id, builder.func(name, at, flags, Math.max(0, KIND_NAMES.indexOf(kind))));
  }
  const stackOf = new Map<number, number>();
  for (const [i, id] of stacks.id.entries())
    stackOf.set(id, addStack(builder, stacks.functions[i], stacks.lines[i], funcOf));
  const isCounted = samples.samples.reduce((sum, each) => sum + each, 0) <= MAX_UNMERGED_SAMPLES;
  if (!isCounted) builder.note('count', MERGED_SAMPLES);
  const threads = new Map<Thread, number>();
  for (let i = 0; i < samples.stack.length && !builder.isFull; i++) {
    const thread = samples.thread[i];
    const row = threads.get(thread) ?? builder.thread(thread.pid, thread.tid, thread.comm);
    threads.set(thread, row);
    const stack = stackOf.get(samples.stack[i]) ?? NONE;
    const event = builder.event(samples.event[i]);
    builder.sample(stack, row, event, NaN, samples.weight[i], isCounted ? samples.samples[i] : 1);
  }
  return { ...builder.finish(0, true), defaultEvent };
}

function addStack(
  builder: BoundedBuilder,
  functions: readonly number[],
  lines: readonly number[],
  funcOf: ReadonlyMap<number, number>,
): number {
  let stack: number = NONE;
  for (const [i, each] of functions.entries())
    stack = builder.stack(stack, builder.frame(funcOf.get(each) ?? 0, lines[i] ?? 0));
  return stack;
}
