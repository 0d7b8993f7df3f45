// Builds a profile from rows of a store: one recording, or several merged into one. Samples have no times, because a store does not
// keep their order.

import { MERGED_SAMPLES } from '../../model/builder.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import { NONE, type Note, type Profile, type Thread } from '../../model/profile.ts';
import { BoundedBuilder } from '../bounded-builder.ts';
import type { StoredFunction } from './stored-rows.ts';

/** Above this number, samples with the same stack are one: with those of a thousand recordings, no view would be better. */
const MAX_SINGLE_SAMPLES = 2 ** 20;

/** Columns with an entry per row. */
export interface SummedSamples {
  readonly stack: ArrayLike<number>;
  readonly event: ArrayLike<number>;
  /** By its number in `event`. */
  eventName(event: number): string;
  /** Numbers that differ between threads. */
  readonly thread: ArrayLike<number>;
  /** The thread of a row. */
  threadAt(row: number): Thread;
  readonly samples: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
}

const NO_FUNCTION: FunctionRow = { name: '', module: '', kind: '', flags: 0 };

type FunctionRow = Pick<StoredFunction, 'name' | 'module' | 'kind' | 'flags'>;

/** Functions are added first, then stacks, then samples. IDs are those of the store. */
export class RowReader {
  private readonly builder = new BoundedBuilder();
  private readonly functions = new Map<number, FunctionRow>();
  private readonly funcs = new Map<number, number>();
  private readonly stackOf = new Map<number, number>();
  private readonly stacks = new StackAdder(this.builder, (id) => rowIn(this.funcs, id, this.newFunc));

  /** The profile has those that are on its stacks. */
  addFunction(id: number, row: FunctionRow): void {
    this.functions.set(id, row);
  }

  addStack(id: number, functions: ArrayLike<number>, lines: ArrayLike<number>): void {
    this.stackOf.set(id, this.stacks.add(functions, lines));
  }

  /** Returns the profile of these samples. */
  finish(summed: SummedSamples, notes: readonly Note[], defaultEvent: string | undefined): Profile {
    const { builder } = this;
    for (const { kind, text, line, count } of notes) builder.note(kind, text, line, count);
    const { stack, event, thread, samples, weight } = summed;
    let total = 0;
    for (let row = 0; row < samples.length; row++) total += samples[row];
    const isCounted = total <= MAX_SINGLE_SAMPLES;
    if (!isCounted) builder.note('count', MERGED_SAMPLES);
    const threads = new Map<number, number>();
    const events = new Map<number, number>();
    for (let row = 0; row < stack.length && !builder.isFull; row++) {
      const threadRow = rowIn(threads, thread[row], () => {
        const { pid, tid, comm } = summed.threadAt(row);
        return builder.thread(pid, tid, comm);
      });
      const eventRow = rowIn(events, event[row], (number) => builder.event(summed.eventName(number)));
      const at = this.stackOf.get(stack[row]) ?? NONE;
      builder.sample(at, threadRow, eventRow, NaN, weight[row], isCounted ? samples[row] : 1);
    }
    return { ...builder.finish(0, true), defaultEvent };
  }

  private readonly newFunc = (id: number): number => {
    const { name, module, kind, flags } = this.functions.get(id) ?? NO_FUNCTION;
    const { builder } = this;
    const row = module === '' ? NONE : builder.module(module);
    return builder.func(name, row, flags, Math.max(0, KIND_NAMES.indexOf(kind)));
  };
}

/** The row of a number of the store, which `add` adds on first use. */
function rowIn(rows: Map<number, number>, number: number, add: (number: number) => number): number {
  const known = rows.get(number);
  if (known !== undefined) return known;
  const row = add(number);
  rows.set(number, row);
  return row;
}

/** Adds stacks, of which many begin like the one before. */
class StackAdder {
  private readonly builder: BoundedBuilder;
  private readonly funcOf: (id: number) => number;
  private functions: ArrayLike<number> = [];
  private lines: ArrayLike<number> = [];
  /** Per frame of the last stack: the stack that ends in it. */
  private readonly path: number[] = [];

  constructor(builder: BoundedBuilder, funcOf: (id: number) => number) {
    this.builder = builder;
    this.funcOf = funcOf;
  }

  add(functions: ArrayLike<number>, lines: ArrayLike<number>): number {
    const { builder, funcOf, path } = this;
    let at = 0;
    while (at < functions.length && functions[at] === this.functions[at] && lines[at] === this.lines[at])
      at++;
    let stack: number = at === 0 ? NONE : path[at - 1];
    for (; at < functions.length; at++) {
      stack = builder.stack(stack, builder.frame(funcOf(functions[at]), lines[at] ?? 0));
      path[at] = stack;
    }
    this.functions = functions;
    this.lines = lines;
    return stack;
  }
}
