// Builds a profile from rows of a store: one recording, or several merged into one. Samples have no times, because a store does not
// keep their order.

import { BUDGET } from '../../model/budget.ts';
import { MERGED_SAMPLES } from '../../model/builder.ts';
import { Int32Column } from '../../model/columns.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import { NumberIds } from '../../model/numbering.ts';
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
  threadAt(row: number): Thread;
  readonly samples: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
}

/** A list per row. */
interface NumberLists {
  /** The elements of all lists. */
  readonly values: ArrayLike<number>;
  /** Per row: where its elements begin and end. */
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

const NO_FUNCTION: FunctionRow = { name: '', module: '', kind: '', flags: 0 };

type FunctionRow = Pick<StoredFunction, 'name' | 'module' | 'kind' | 'flags'>;

/** How many new frames per stack to allocate. */
const EXPECTED_FRAMES = 32;

/** Functions are added first, then stacks. IDs are those of the store. */
export class RowReader {
  private readonly builder: BoundedBuilder;
  private readonly functions: FunctionAdder;
  private readonly adder: StackAdder;
  private readonly summed: SummedSamples;
  private readonly stackIds = new NumberIds();
  /** Per row of the samples: the number of its stack in `stackIds`, and per such number the stack of the profile. */
  private readonly numbers: Int32Array;
  private readonly stacks: Int32Array;

  constructor(summed: SummedSamples) {
    this.summed = summed;
    const { stack } = summed;
    this.numbers = new Int32Array(stack.length);
    for (let row = 0; row < stack.length; row++) this.numbers[row] = this.stackIds.of(stack[row]);
    this.stacks = new Int32Array(this.stackIds.length).fill(NONE);
    this.builder = new BoundedBuilder(BUDGET, EXPECTED_FRAMES * this.stackCount);
    this.functions = new FunctionAdder(this.builder);
    this.adder = new StackAdder(this.builder, this.functions);
  }

  /** Number of different stacks that samples have. */
  get stackCount(): number {
    return this.stacks.length;
  }

  /** The profile has those that are on its stacks. */
  addFunction(id: number, row: FunctionRow): void {
    this.functions.set(id, row);
  }

  /** Stacks without samples are left out. `lines` are empty for stacks without known lines. */
  addStacks(ids: ArrayLike<number>, functions: NumberLists, lines: NumberLists): void {
    for (let row = 0; row < ids.length; row++) {
      const number = this.stackIds.find(ids[row]);
      if (number >= 0) this.stacks[number] = this.adder.add(functions, lines, row);
    }
  }

  /** Returns the profile of the samples. */
  finish(notes: readonly Note[], defaultEvent: string | undefined): Profile {
    const { builder, summed } = this;
    for (const { kind, text, line, count } of notes) builder.note(kind, text, line, count);
    const { event, thread, samples, weight } = summed;
    let total = 0;
    for (let row = 0; row < samples.length; row++) total += samples[row];
    const isCounted = total <= MAX_SINGLE_SAMPLES;
    if (!isCounted) builder.note('count', MERGED_SAMPLES);
    const threads = new AddedRows((row) => {
      const { pid, tid, comm } = summed.threadAt(row);
      return builder.thread(pid, tid, comm);
    });
    const events = new AddedRows((row) => builder.event(summed.eventName(event[row])));
    for (let row = 0; row < event.length && !builder.isFull; row++) {
      const stack = this.stacks[this.numbers[row]];
      const count = isCounted ? samples[row] : 1;
      builder.sample(
        stack,
        threads.of(thread[row], row),
        events.of(event[row], row),
        NaN,
        weight[row],
        count,
      );
    }
    return { ...builder.finish(0, true), defaultEvent };
  }
}

/** Rows of the profile by numbers of the store. `add` adds what `row` of the samples has, on first use of a number. */
class AddedRows {
  private readonly numbers = new NumberIds();
  private readonly rows = new Int32Column();
  private readonly add: (row: number) => number;

  constructor(add: (row: number) => number) {
    this.add = add;
  }

  of(number: number, row: number): number {
    const at = this.numbers.of(number);
    if (at === this.rows.length) this.rows.push(this.add(row));
    return this.rows.at(at);
  }
}

/** Adds functions to the profile when a stack has them. */
class FunctionAdder {
  private readonly builder: BoundedBuilder;
  private readonly ids = new NumberIds();
  private readonly rows: FunctionRow[] = [];
  /** Per row: the function of the profile, or NONE before its first use. */
  private readonly funcs = new Int32Column();

  constructor(builder: BoundedBuilder) {
    this.builder = builder;
  }

  set(id: number, row: FunctionRow): void {
    this.rows[this.numberOf(id)] = row;
  }

  funcOf(id: number): number {
    const number = this.numberOf(id);
    const func = this.funcs.at(number);
    if (func !== NONE) return func;
    const { name, module, kind, flags } = this.rows[number];
    const { builder } = this;
    const moduleRow = module === '' ? NONE : builder.module(module);
    const added = builder.func(name, moduleRow, flags, Math.max(0, KIND_NAMES.indexOf(kind)));
    this.funcs.set(number, added);
    return added;
  }

  private numberOf(id: number): number {
    const number = this.ids.of(id);
    if (number === this.rows.length) {
      this.rows.push(NO_FUNCTION);
      this.funcs.push(NONE);
    }
    return number;
  }
}

const NO_LISTS: NumberLists = { values: [], starts: [0], ends: [0] };

/** Adds stacks, of which many begin like the one before. */
class StackAdder {
  private readonly builder: BoundedBuilder;
  private readonly known: FunctionAdder;
  /** The last stack: its row in these lists. */
  private functions = NO_LISTS;
  private lines = NO_LISTS;
  private row = 0;
  /** Per frame of the last stack: the stack that ends in it. */
  private readonly path: number[] = [];

  constructor(builder: BoundedBuilder, known: FunctionAdder) {
    this.builder = builder;
    this.known = known;
  }

  add(functions: NumberLists, lines: NumberLists, row: number): number {
    const { builder, known, path } = this;
    const { values } = functions;
    const start = functions.starts[row];
    const length = functions.ends[row] - start;
    let depth = this.sharedDepth(functions, lines, row);
    let stack: number = depth === 0 ? NONE : path[depth - 1];
    for (; depth < length; depth++) {
      const frame = builder.frame(known.funcOf(values[start + depth]), lineAt(lines, row, depth));
      stack = builder.stack(stack, frame);
      path[depth] = stack;
    }
    this.functions = functions;
    this.lines = lines;
    this.row = row;
    return stack;
  }

  /** How many frames this stack has in common with the last one. */
  private sharedDepth(functions: NumberLists, lines: NumberLists, row: number): number {
    const last = this.functions.values;
    const { values } = functions;
    const lastStart = this.functions.starts[this.row];
    const start = functions.starts[row];
    const length = Math.min(this.functions.ends[this.row] - lastStart, functions.ends[row] - start);
    let depth = 0;
    while (
      depth < length &&
      values[start + depth] === last[lastStart + depth] &&
      lineAt(lines, row, depth) === lineAt(this.lines, this.row, depth)
    )
      depth++;
    return depth;
  }
}

/** 0 if unknown. */
function lineAt({ values, starts, ends }: NumberLists, row: number, depth: number): number {
  const at = starts[row] + depth;
  return at < ends[row] ? values[at] : 0;
}
