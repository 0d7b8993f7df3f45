// Reads folded stacks. The text has no modules and no times; of threads it knows the comm at most, unless a Python profiler
// printed them. Loaded when there is such a text.

import { MOST_COUNTED, type TableBudget } from '../model/budget.ts';
import { COUNTED_AS_ONE, ProfileBuilder } from '../model/builder.ts';
import { NO_STACK, NONE, Seen, type Profile } from '../model/profile.ts';
import { FOLDED_LINE, isComm, isFoldedComment, LONGEST_FOLDED_LINE, type FoldedForm } from './folded-line.ts';
import { pythonName } from './recorded-name.ts';
import { pythonStack, type PythonFrame } from './python-stack.ts';
import type { TextReader } from './text-format.ts';

const NEWLINE = 10;
/** Folded text does not name its event. */
const EVENT = 'weight';
/** Sums of smaller ones stay numbers. */
const MAX_WEIGHT = 1e300;

export class FoldedReader implements TextReader {
  private readonly builder: ProfileBuilder;
  private readonly budget: TableBudget;
  private readonly decoder = new TextDecoder();
  private readonly event: number;
  private readonly form: FoldedForm;
  private line = 0;
  /** Number of samples from which those of one stack are summed. */
  private most: number;
  private isSummed = false;

  constructor(form: FoldedForm, budget: TableBudget) {
    this.form = form;
    this.budget = budget;
    this.builder = new ProfileBuilder(0, budget);
    this.event = this.builder.event(EVENT);
    this.most = Math.min(MOST_COUNTED, budget.samples);
  }

  get isFull(): boolean {
    return this.builder.isFull;
  }

  get sampleCount(): number {
    return this.builder.sampleCount;
  }

  push(bytes: Uint8Array, end: number, last: boolean): void {
    for (let at = 0; at < end && !this.isFull;) {
      const newline = bytes.indexOf(NEWLINE, at);
      const whole = newline >= 0 && newline < end;
      const stop = whole ? newline : end;
      this.line++;
      if (stop - at > LONGEST_FOLDED_LINE)
        this.builder.note('long', 'Lines of more than 4 MB were left out', this.line);
      else this.readLine(this.decoder.decode(bytes.subarray(at, stop)).replace(/\r$/, ''), whole || !last);
      at = stop + 1;
    }
  }

  finish(isLast = false): Profile {
    return this.builder.finish(this.line, isLast);
  }

  /** Folded text has one line per stack; concatenated files may have one per sample, without end. */
  private sumSamples(): void {
    const { builder, budget } = this;
    const before = builder.sampleCount;
    const after = builder.sumSamples();
    if (after < before && !this.isSummed) builder.note('counted', COUNTED_AS_ONE, NONE);
    this.isSummed ||= after < before;
    this.most = Math.min(budget.samples, Math.max(this.most, after * 2));
  }

  private readLine(text: string, whole: boolean): void {
    const { builder, form, line } = this;
    if (isFoldedComment(text)) return;
    const [, stack = '', number, others] = FOLDED_LINE.exec(text) ?? [];
    const isStack = form.isPython || (stack !== '' && others === undefined);
    // In text with comms, a line of one field is a comm without a stack.
    const isOther = form.hasComm && !stack.includes(';') && !isComm(stack);
    if (number === undefined || !isStack || isOther) {
      if (whole) builder.note('folded', 'Lines that are not folded stacks were skipped', line);
      else builder.note('cut', 'The text ends inside a line; that last line was left out', line);
      return;
    }
    const weight = Number(number);
    if (weight >= MAX_WEIGHT) {
      builder.note('weight', 'Lines whose weight is 1e300 or more were left out', line);
      return;
    }
    if (others !== undefined)
      builder.note('metrics', 'Lines have a time, an idle flag and memory; only the time is shown', line);
    if (builder.sampleCount >= this.most) this.sumSamples();
    if (form.isPython) this.addPythonStack(stack, weight);
    else this.addStack(stack, weight);
  }

  private addStack(text: string, weight: number): void {
    const { builder } = this;
    const names = text.split(';');
    const comm = this.form.hasComm ? (names.shift() ?? '') : '';
    let stack = NONE;
    if (names.length !== 1 || names[0] !== NO_STACK) {
      for (const name of names) stack = builder.stack(stack, builder.func(name, NONE, Seen.plain));
    }
    builder.sample(stack, builder.thread(NONE, NONE, comm.trim()), this.event, NaN, weight);
  }

  private addPythonStack(text: string, weight: number): void {
    const { builder } = this;
    const { pid, tid, comm, frames } = pythonStack(text);
    let stack = NONE;
    for (const frame of frames) stack = builder.stack(stack, this.func(frame));
    builder.sample(stack, builder.thread(pid, tid, comm.trim()), this.event, NaN, weight);
  }

  /** The line of a frame is not kept: it is the same function on all of them. */
  private func({ name, file, isPython }: PythonFrame): number {
    // Each is a call of its own: there are no frames of the evaluator between them.
    if (isPython) return this.builder.func(pythonName(name, file), NONE, Seen.called);
    return this.builder.func(name, file === '' ? NONE : this.builder.module(file), Seen.plain);
  }
}
