// Builds a Profile from untrusted input, in which a few bytes can expand into huge tables: a long stack or name that repeats
// endlessly, or a sample with a count of a billion. Beyond a limit, data is skipped and counted in a note, or reading stops.

import { BUDGET, MAX_FRAMES, MAX_LABEL, type TableBudget } from '../model/budget.ts';
import { ProfileBuilder, TOO_MANY_EVENTS } from '../model/builder.ts';
import { NO_STACK, NONE } from '../model/profile.ts';

const MAX_ID = 2 ** 52;

export class BoundedBuilder extends ProfileBuilder {
  private readonly limits: TableBudget;
  private charactersRead = 0;
  private framesRead = 0;
  /** The [no stack] function, and the stack that contains only it; NONE until they are added. */
  private readonly noStack = { func: NONE, stack: NONE };

  /** Reserves room for `expected` stacks. */
  constructor(budget: TableBudget = BUDGET, expected = 0) {
    super(expected, budget);
    this.limits = budget;
  }

  override module(path: string): number {
    return super.module(this.charge(path));
  }

  override func(name: string, module: number, flags: number, kind?: number): number {
    const func = super.func(this.charge(name), module, flags, kind);
    if (name === NO_STACK && module === NONE) this.noStack.func = func;
    return func;
  }

  override stack(parent: number, func: number): number {
    if (++this.framesRead > MAX_FRAMES) this.stopAt('frames', MAX_FRAMES);
    if (this.isFull) return parent;
    const stack = super.stack(parent, func);
    // Without this, the rest of a sample's frames, which may be millions, would be read for nothing.
    if (stack === NONE) this.stopAt('stacks', this.limits.stacks);
    if (parent === NONE && func === this.noStack.func) this.noStack.stack = stack;
    return stack;
  }

  override thread(pid: number, tid: number, comm: string): number {
    return super.thread(this.checkedId(pid), this.checkedId(tid), this.label(comm).trim());
  }

  override event(name: string): number {
    return super.event(this.label(name));
  }

  /** Adds `count` samples whose weights add up to `weight`. An integer weight is split into integers. */
  override sample(
    stack: number,
    thread: number,
    event: number,
    time: number,
    weight: number,
    count = 1,
  ): void {
    if (event === NONE) return this.note('event', TOO_MANY_EVENTS);
    if (this.sampleCount + count > this.limits.samples) this.stopAt('samples', this.limits.samples);
    if (this.isFull) return;
    const at = stack === this.noStack.stack ? NONE : stack;
    const isInteger = Number.isInteger(weight);
    const share = isInteger ? Math.floor(weight / count) : weight / count;
    const remainder = isInteger ? weight - share * count : 0;
    for (let i = 0; i < count; i++) super.sample(at, thread, event, time, i < remainder ? share + 1 : share);
  }

  private label(name: string): string {
    if (name.length <= MAX_LABEL) return name;
    this.note('label', `Names of events and threads were cut after ${MAX_LABEL} characters`);
    return name.slice(0, MAX_LABEL);
  }

  private checkedId(id: number): number {
    if (Number.isInteger(id) && Math.abs(id) < MAX_ID) return id;
    this.note('id', 'Process and thread IDs that are not integers below 2^52 were dropped');
    return NONE;
  }

  /** Charges the name to the budget even if it is repeated, because reading it again still takes time. */
  private charge(text: string): string {
    const { characters } = this.limits;
    this.charactersRead += text.length;
    if (this.charactersRead > characters) this.stopAt('characters in names', characters);
    return this.isFull ? '' : text;
  }
}
