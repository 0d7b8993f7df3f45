// Builds a Profile from the names, stacks and samples that readers add: numbers and deduplicates them.

import { LIMIT, limitSentence, type TableBudget } from './budget.ts';
import { Float64Column, Int32Column, Uint8Column } from './columns.ts';
import { Kind } from './kinds.ts';
import { PairTable } from './pairs.ts';
import { NONE, UNKNOWN, type Note, type Profile, type Thread } from './profile.ts';

/** Events are stored in a byte; no real recording has more. */
const MAX_EVENTS = 256;
export const COUNTED_AS_ONE = 'Samples with the same stack are shown as one sample';
export const TOO_MANY_EVENTS = 'Samples of more than 256 different events were left out';

export class ProfileBuilder {
  /** True once a budget limit is reached: nothing more is added, and reading can stop. */
  isFull = false;
  private readonly budget: TableBudget | undefined;
  /** Total length of all names so far. */
  private characters = 0;
  private readonly strings = new Map<string, number>();
  private readonly modules = new Map<string, number>();
  private readonly funcIds = new Map<string, number>();
  private readonly funcs = {
    name: new Int32Column(),
    module: new Int32Column(),
    kind: new Uint8Column(),
    flags: new Uint8Column(),
  };
  private readonly stacks: PairTable;
  private readonly samples = {
    stack: new Int32Column(),
    thread: new Int32Column(),
    event: new Uint8Column(),
    time: new Float64Column(),
    weight: new Float64Column(),
  };
  private readonly threadIds = new Map<string, number>();
  private readonly threads: Thread[] = [];
  private readonly events = new Map<string, number>();
  private readonly notes = new Map<string, Note>();

  /** `expected` stacks fit without growing. Data that was already read within a budget needs no `budget`. */
  constructor(expected = 0, budget?: TableBudget) {
    this.budget = budget;
    this.stacks = new PairTable(expected, budget?.stacks);
  }

  get sampleCount(): number {
    return this.samples.stack.length;
  }

  /** Stops reading because the limit of `most` entries is reached; `what` names the entries in the note. */
  stopAt(what: string, most: number): void {
    if (!this.isFull) this.note(LIMIT, limitSentence(what, most));
    this.isFull = true;
  }

  string(text: string): number {
    return number(this.strings, text);
  }

  /**
   * Returns NONE for an empty path. It still gets a row: a module table that is not empty means that the recording has a module
   * column.
   */
  module(path: string): number {
    if (!this.modules.has(path) && !this.hasRoom('modules', this.modules.size, path)) return NONE;
    const id = number(this.modules, path);
    return path === '' ? NONE : id;
  }

  /**
   * Returns the function with this name, module (NONE for none), FuncFlags and Kind, adding it if it is new. An empty name becomes
   * UNKNOWN.
   */
  func(written: string, module: number, flags: number, kind: number = Kind.unclassified): number {
    const name = written || UNKNOWN;
    const key = `${module} ${flags} ${kind} ${name}`;
    const known = this.funcIds.get(key);
    if (known !== undefined) return known;
    const id = this.funcIds.size;
    if (!this.hasRoom('functions', id, name)) return 0;
    this.funcIds.set(key, id);
    this.funcs.name.push(this.string(name));
    this.funcs.module.push(module);
    this.funcs.kind.push(kind);
    this.funcs.flags.push(flags);
    return id;
  }

  /** The stack `parent` (NONE for the root) plus the callee `func`. */
  stack(parent: number, func: number): number {
    return this.stacks.intern(parent, func);
  }

  thread(pid: number, tid: number, comm: string): number {
    const key = `${pid} ${tid} ${comm}`;
    const known = this.threadIds.get(key);
    if (known !== undefined) return known;
    const id = this.threads.length;
    if (!this.hasRoom('threads', id, comm)) return 0;
    this.threadIds.set(key, id);
    this.threads.push({ pid, tid, comm: detached(comm) });
    return id;
  }

  /** Returns the event with this name, adding it if it is new; NONE if there are already 256 different ones. */
  event(name: string): number {
    if (this.events.size === MAX_EVENTS && !this.events.has(name)) return NONE;
    return number(this.events, name);
  }

  sample(stack: number, thread: number, event: number, time: number, weight: number): void {
    const { samples, budget } = this;
    if (budget) {
      if (samples.stack.length >= budget.samples) this.stopAt('samples', budget.samples);
      if (this.stacks.isFull) this.stopAt('stacks', budget.stacks);
      if (this.isFull) return;
    }
    samples.stack.push(stack);
    samples.thread.push(thread);
    samples.event.push(event);
    samples.time.push(time);
    samples.weight.push(weight);
  }

  /**
   * Merges samples with the same stack and thread into the first of them. All samples must belong to one event. Returns the
   * number of remaining samples.
   */
  sumSamples(): number {
    const { stack, thread, time, weight } = this.samples;
    const pairs = new PairTable();
    const rowOf = new Int32Array(stack.length * 2);
    let kept = 0;
    for (let i = 0; i < stack.length; i++) {
      const known = pairs.length;
      const pair = pairs.intern(pairs.intern(NONE, stack.at(i) + 1), thread.at(i));
      if (pair < known) weight.set(rowOf[pair], weight.at(rowOf[pair]) + weight.at(i));
      else {
        for (const column of [stack, thread, time, weight]) column.set(kept, column.at(i));
        rowOf[pair] = kept++;
      }
    }
    for (const column of Object.values(this.samples)) column.length = kept;
    return kept;
  }

  /** Adds to the count of this kind of note. `line` is 1-based within the text this builder has read; NONE for no line. */
  note(kind: string, text: string, line: number = NONE, count = 1): void {
    const known = this.notes.get(kind);
    this.notes.set(kind, known ? { ...known, count: known.count + count } : { kind, text, count, line });
  }

  /**
   * Returns false and stops reading if one more row would exceed the budget. The first row always fits, because rejected
   * functions and threads are replaced with row 0.
   */
  private hasRoom(limit: 'functions' | 'modules' | 'threads', count: number, name: string): boolean {
    const { budget } = this;
    this.characters += name.length;
    if (!budget || count === 0) return true;
    if (count >= budget[limit]) this.stopAt(limit, budget[limit]);
    if (this.characters > budget.characters) this.stopAt('characters in names', budget.characters);
    return !this.isFull;
  }

  /**
   * Returns the profile so far. `lines` is the number of lines of text it was read from. With `isLast`, nothing may be added
   * afterwards: stacks are then views instead of copies.
   */
  finish(lines = 0, isLast = false): Profile {
    const { funcs, samples } = this;
    const length = funcs.name.length;
    const { first, second } = isLast ? this.stacks.view() : this.stacks.take();
    return {
      strings: [...this.strings.keys()],
      modules: [...this.modules.keys()],
      funcs: {
        length,
        name: funcs.name.take(),
        file: new Int32Array(length).fill(NONE),
        package: new Int32Array(length).fill(NONE),
        canonical: Int32Array.from({ length }, (_, i) => i),
        module: funcs.module.take(),
        kind: funcs.kind.take(),
        flags: funcs.flags.take(),
      },
      stacks: { length: first.length, parent: first, func: second },
      samples: {
        length: samples.stack.length,
        stack: samples.stack.take(),
        thread: samples.thread.take(),
        event: samples.event.take(),
        time: samples.time.take(),
        weight: samples.weight.take(),
      },
      threads: this.threads,
      events: [...this.events.keys()],
      notes: [...this.notes.values()],
      lines,
    };
  }
}

/** Returns the number of `key`; keys are numbered in the order of first use. */
function number(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const id = numbers.size;
  numbers.set(detached(key), id);
  return id;
}

/** Copies the text: a substring would keep the whole line in memory, which may be megabytes long. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}
