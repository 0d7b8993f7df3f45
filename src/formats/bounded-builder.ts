// Builds a Profile of a file of which a few bytes can ask for a lot: the same long stack or name time and again, a sample
// that stands for a billion. What is too much is left out and counted, or ends the reading.

import { BUDGET, MOST_FRAMES, type TableBudget } from '../model/budget.ts';
import { ProfileBuilder, TOO_MANY_EVENTS } from '../model/builder.ts';
import { NO_STACK, NONE, type Profile } from '../model/profile.ts';

/** Of the names of threads and events, in characters. */
export const LONGEST_LABEL = 256;
/** See Thread. */
const LARGEST_ID = 2 ** 52;

export class BoundedBuilder {
  private readonly builder: ProfileBuilder;
  private readonly budget: TableBudget;
  private characters = 0;
  private frames = 0;
  /** The function that stands for no stack, and the stack of nothing else, where they were met. */
  private readonly none = { func: NONE, stack: NONE };

  constructor(budget: TableBudget = BUDGET) {
    this.budget = budget;
    this.builder = new ProfileBuilder(0, budget);
  }

  /** Was a limit reached? Nothing that is read then has a place. */
  get isFull(): boolean {
    return this.builder.isFull;
  }

  module(path: string): number {
    return this.builder.module(this.counted(path));
  }

  /** `seen` has bits of Seen. */
  func(name: string, module: number, seen: number, kind?: number): number {
    const func = this.builder.func(this.counted(name), module, seen, kind);
    if (name === NO_STACK && module === NONE) this.none.func = func;
    return func;
  }

  /** The stack `parent` (NONE at the root) with the function on its leaf side. */
  stack(parent: number, func: number): number {
    if (++this.frames > MOST_FRAMES) this.builder.stopAt('frames', MOST_FRAMES);
    if (this.isFull) return parent;
    const stack = this.builder.stack(parent, func);
    if (parent === NONE && func === this.none.func) this.none.stack = stack;
    return stack;
  }

  thread(pid: number, tid: number, comm: string): number {
    return this.builder.thread(this.id(pid), this.id(tid), comm.slice(0, LONGEST_LABEL).trim());
  }

  /** NONE when there are too many. */
  event(name: string): number {
    return this.builder.event(name.slice(0, LONGEST_LABEL));
  }

  /** `count` samples that weigh `weight` together: a whole number each, where that is one. */
  sample(stack: number, thread: number, event: number, time: number, weight: number, count = 1): void {
    const { builder, budget } = this;
    if (event === NONE) return builder.note('event', TOO_MANY_EVENTS, NONE);
    if (builder.sampleCount + count > budget.samples) builder.stopAt('samples', budget.samples);
    if (this.isFull) return;
    const at = stack === this.none.stack ? NONE : stack;
    const isWhole = Number.isInteger(weight);
    const share = isWhole ? Math.floor(weight / count) : weight / count;
    const rest = isWhole ? weight - share * count : 0;
    for (let i = 0; i < count; i++) builder.sample(at, thread, event, time, i < rest ? share + 1 : share);
  }

  note(kind: string, text: string, count = 1, line: number = NONE): void {
    this.builder.note(kind, text, line, count);
  }

  finish(): Profile {
    return this.builder.finish(0, true);
  }

  private id(id: number): number {
    if (Number.isInteger(id) && Math.abs(id) < LARGEST_ID) return id;
    this.note('id', 'Numbers of processes and threads that are not whole, or beyond 2^52, were left out');
    return NONE;
  }

  /** The same name a million times takes no memory, but time. */
  private counted(text: string): string {
    const { characters } = this.budget;
    this.characters += text.length;
    if (this.characters > characters) this.builder.stopAt('characters in names', characters);
    return this.isFull ? '' : text;
  }
}
