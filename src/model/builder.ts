// Builds a Profile: readers add names, stacks and samples; the builder deduplicates and numbers them.

import { LIMIT_NOTE, limitSentence, MAX_EVENTS, type TableBudget } from './budget.ts';
import { Float64Column, Int32Column, Uint8Column } from './columns.ts';
import { FrameIds, PairTable } from './numbering.ts';
import { Kind } from './kinds.ts';
import { NONE, UNKNOWN, type Note, type Profile, type Thread } from './profile.ts';

export const MERGED_SAMPLES = 'Samples with the same stack are shown as one sample';
export const TOO_MANY_EVENTS = 'Samples of events beyond the first 256 were skipped';

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
  private readonly frames = new FrameIds();
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

  /** Reserves room for `expected` stacks. `budget` can be omitted for data that was already read within a budget. */
  constructor(expected = 0, budget?: TableBudget) {
    this.budget = budget;
    this.stacks = new PairTable(expected, budget?.stacks);
  }

  get sampleCount(): number {
    return this.samples.stack.length;
  }

  /** Stops reading at the limit of `most` entries; the note calls them `what`. */
  stopAt(what: string, most: number): void {
    if (!this.isFull) this.note(LIMIT_NOTE, limitSentence(what, most));
    this.isFull = true;
  }

  string(text: string): number {
    return numberOf(this.strings, text);
  }

  /**
   * Returns NONE for an empty path, but still adds a row for it: a non-empty module table means that the recording has a module
   * column.
   */
  module(path: string): number {
    if (!this.modules.has(path) && !this.hasRoom('modules', this.modules.size, path)) return NONE;
    const id = numberOf(this.modules, path);
    return path === '' ? NONE : id;
  }

  /**
   * Returns the function with this name, module (NONE for none), FuncFlags and Kind, adding it if it is new. Replaces an empty
   * name with UNKNOWN.
   */
  func(recordedName: string, module: number, flags: number, kind: number = Kind.unclassified): number {
    const name = recordedName || UNKNOWN;
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

  /** Returns the frame of a function at a source line, 0 if it is unknown: then the function itself is the frame. */
  frame(func: number, line: number): number {
    return this.frames.of(func, line);
  }

  /** Returns the stack that extends `parent` (NONE for the root) with a callee, adding it if it is new. */
  stack(parent: number, frame: number): number {
    return this.stacks.intern(parent, frame);
  }

  thread(pid: number, tid: number, comm: string): number {
    const key = `${pid} ${tid} ${comm}`;
    const known = this.threadIds.get(key);
    if (known !== undefined) return known;
    const id = this.threads.length;
    if (!this.hasRoom('threads', id, comm)) return 0;
    this.threadIds.set(key, id);
    this.threads.push({ pid, tid, comm: detach(comm) });
    return id;
  }

  /** Returns the event with this name, adding it if it is new; NONE if there are already 256 other events. */
  event(name: string): number {
    if (this.events.size === MAX_EVENTS && !this.events.has(name)) return NONE;
    return numberOf(this.events, name);
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
   * Merges samples with the same stack and thread into the first of them. Requires that all samples belong to one event. Returns
   * the number of samples left.
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

  /** Adds a note, or increases the count of an existing note of this kind. `line` is 1-based in the text that this builder reads; NONE for no line. */
  note(kind: string, text: string, line: number = NONE, count = 1): void {
    const known = this.notes.get(kind);
    this.notes.set(kind, known ? { ...known, count: known.count + count } : { kind, text, count, line });
  }

  /**
   * Returns false and stops reading if another row would exceed the budget. Always allows the first row, because row 0 replaces
   * rejected functions and threads.
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
   * Returns the profile so far. `lines` is the number of text lines read. After `isLast`, nothing more may be added, because the
   * stacks are then views instead of copies.
   */
  finish(lines = 0, isLast = false): Profile {
    const { funcs, samples } = this;
    const length = funcs.name.length;
    const { first, second } = isLast ? this.stacks.finish() : this.stacks.take();
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
      stacks: { length: first.length, parent: first, ...this.frames.columns(second) },
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

/** Returns the number of `key`; keys are numbered in order of first use. */
function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const id = numbers.size;
  numbers.set(detach(key), id);
  return id;
}

/** Copies the text, because a substring would keep its whole line in memory, which can be megabytes long. */
function detach(text: string): string {
  return ` ${text}`.slice(1);
}
