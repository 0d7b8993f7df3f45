// Builds a Profile from untrusted input, where a few bytes can ask for a lot: the same long stack or name over and over, or
// a sample with a count of a billion. Data beyond a limit is counted and skipped, or ends reading.

import { BUDGET, MOST_FRAMES, type TableBudget } from '../model/budget.ts';
import { ProfileBuilder, TOO_MANY_EVENTS } from '../model/builder.ts';
import { NO_STACK, NONE, type Profile } from '../model/profile.ts';

/** Maximum length of thread and event names, in characters. */
export const MAX_LABEL = 256;
const MAX_ID = 2 ** 52;

export class BoundedBuilder {
  private readonly builder: ProfileBuilder;
  private readonly budget: TableBudget;
  private characters = 0;
  private frames = 0;
  /** The [no stack] function, and the stack that contains only it; NONE until they are added. */
  private readonly none = { func: NONE, stack: NONE };

  constructor(budget: TableBudget = BUDGET) {
    this.budget = budget;
    this.builder = new ProfileBuilder(0, budget);
  }

  /** True once a limit has been reached; further data is ignored. */
  get isFull(): boolean {
    return this.builder.isFull;
  }

  module(path: string): number {
    return this.builder.module(this.counted(path));
  }

  /** `flags` is a combination of FuncFlags bits. */
  func(name: string, module: number, flags: number, kind?: number): number {
    const func = this.builder.func(this.counted(name), module, flags, kind);
    if (name === NO_STACK && module === NONE) this.none.func = func;
    return func;
  }

  /** Adds the function at the leaf end of the stack `parent` (NONE at the root). */
  stack(parent: number, func: number): number {
    if (++this.frames > MOST_FRAMES) this.builder.stopAt('frames', MOST_FRAMES);
    if (this.isFull) return parent;
    const stack = this.builder.stack(parent, func);
    if (parent === NONE && func === this.none.func) this.none.stack = stack;
    return stack;
  }

  thread(pid: number, tid: number, comm: string): number {
    return this.builder.thread(this.id(pid), this.id(tid), comm.slice(0, MAX_LABEL).trim());
  }

  /** NONE if there are too many events. */
  event(name: string): number {
    return this.builder.event(name.slice(0, MAX_LABEL));
  }

  /** Adds `count` samples whose weights add up to `weight`. An integer weight is split into integers. */
  sample(stack: number, thread: number, event: number, time: number, weight: number, count = 1): void {
    const { builder, budget } = this;
    if (event === NONE) return builder.note('event', TOO_MANY_EVENTS, NONE);
    if (builder.sampleCount + count > budget.samples) builder.stopAt('samples', budget.samples);
    if (this.isFull) return;
    const at = stack === this.none.stack ? NONE : stack;
    const isInteger = Number.isInteger(weight);
    const share = isInteger ? Math.floor(weight / count) : weight / count;
    const rest = isInteger ? weight - share * count : 0;
    for (let i = 0; i < count; i++) builder.sample(at, thread, event, time, i < rest ? share + 1 : share);
  }

  note(kind: string, text: string, count = 1, line: number = NONE): void {
    this.builder.note(kind, text, line, count);
  }

  finish(): Profile {
    return this.builder.finish(0, true);
  }

  private id(id: number): number {
    if (Number.isInteger(id) && Math.abs(id) < MAX_ID) return id;
    this.note('id', 'Process and thread IDs that are not integers below 2^52 were dropped');
    return NONE;
  }

  /** Charges the name to the budget, even if it is a repeat: a repeat takes no memory, but it does take time. */
  private counted(text: string): string {
    const { characters } = this.budget;
    this.characters += text.length;
    if (this.characters > characters) this.builder.stopAt('characters in names', characters);
    return this.isFull ? '' : text;
  }
}
