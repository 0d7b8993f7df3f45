// Builds a Profile of a file of which a few bytes can ask for a lot: the same long stack or name time and again, a sample
// that stands for a billion. What is too much is left out and counted, or ends the reading.

import { ProfileBuilder, TOO_MANY_EVENTS } from '../model/builder.ts';
import { NO_STACK, NONE, type Profile } from '../model/profile.ts';
import { Unreadable } from './whole.ts';

/** Each is far more than a real file of the size that is read has. */
const MOST_FRAMES = 2 ** 28;
const MOST_STACKS = 2 ** 24;
const MOST_SAMPLES = 2 ** 24;
const MOST_CHARACTERS = 2 ** 28;
/** Samples that are shown one by one, where a number says how many there are; and what is said of more. */
export const MOST_COUNTED = 2 ** 22;
export const COUNTED_AS_ONE = 'What was sampled several times on one stack is shown as one sample';
/** Of the names of threads and events, in characters. */
export const LONGEST_LABEL = 256;
/** See Thread. */
const LARGEST_ID = 2 ** 52;

export class BoundedBuilder {
  /** Was a limit reached? Nothing that is read then has a place. */
  isFull = false;
  private readonly builder = new ProfileBuilder();
  private characters = 0;
  private frames = 0;
  /** The function that stands for no stack, and the stack of nothing else, where they were met. */
  private readonly none = { func: NONE, stack: NONE };

  module(path: string): number {
    return this.builder.module(this.counted(path));
  }

  /** `seen` has bits of Seen. Throws Unreadable. */
  func(name: string, module: number, seen: number, kind?: number): number {
    const func = this.builder.func(this.counted(name), module, seen, kind);
    if (name === NO_STACK && module === NONE) this.none.func = func;
    return func;
  }

  /** The stack `parent` (NONE at the root) with the function on its leaf side. */
  stack(parent: number, func: number): number {
    if (++this.frames > MOST_FRAMES) this.isFull = true;
    if (this.isFull) return parent;
    const stack = this.builder.stack(parent, func);
    if (stack === MOST_STACKS - 1) this.isFull = true;
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
    const { builder } = this;
    if (event === NONE) return builder.note('event', TOO_MANY_EVENTS, NONE);
    if (builder.sampleCount + count > MOST_SAMPLES) this.isFull = true;
    if (this.isFull)
      return this.note('more', 'The file holds more than can be shown, and the rest was left out');
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

  private counted(text: string): string {
    this.characters += text.length;
    if (this.characters > MOST_CHARACTERS)
      throw new Unreadable('its names take more memory than there is for them');
    return text;
  }
}
