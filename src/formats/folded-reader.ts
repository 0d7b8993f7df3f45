// Reads folded stacks, which have no modules or times. Only those of Python profilers have process and thread IDs.

import { MAX_UNMERGED_SAMPLES, type TableBudget } from '../model/budget.ts';
import { MERGED_SAMPLES, ProfileBuilder } from '../model/builder.ts';
import { NO_STACK, NONE, FuncFlags, type Profile } from '../model/profile.ts';
import {
  FOLDED_LINE,
  asFoldedLine,
  isBlankOrComment,
  isKernelComm,
  MAX_FOLDED_LINE,
  type FoldedForm,
} from './folded-line.ts';
import { pythonName } from './recorded-name.ts';
import { parsePythonStack, type PythonFrame } from './python-stack.ts';
import type { TextReader } from './format.ts';

const NEWLINE = 10;
/** Event name for folded text, which has none. */
const EVENT = 'weight';
const NEGATIVE = /[ \t]-\d[\d.,_]*$/;
const NEGATIVE_WEIGHTS =
  'Stacks with a negative weight were skipped: memory that they freed, or what is less in a difference of two profiles';
const KERNEL_MODULE = '[kernel.kallsyms]';
/** stackcollapse-perf.pl --all marks kernel, inlined and JIT-compiled functions. */
const ANNOTATION = /_\[([kij])\]$/;
/** `pyrograph fold --lines` adds lines to the names of Python functions. */
const LINED = /^(py::[^:]*:.+):(\d{1,9})$/s;
/** Larger weights are rejected, so that sums stay finite. */
const MAX_WEIGHT = 1e300;

export class FoldedReader implements TextReader {
  private readonly builder: ProfileBuilder;
  private readonly budget: TableBudget;
  private readonly decoder = new TextDecoder();
  private readonly event: number;
  private readonly form: FoldedForm;
  private line = 0;
  /** Samples with the same stack are aggregated when there are more samples than this. */
  private maxSamples: number;
  private isAggregated = false;

  constructor(form: FoldedForm, budget: TableBudget) {
    this.form = form;
    this.budget = budget;
    this.builder = new ProfileBuilder(0, budget);
    this.event = this.builder.event(EVENT);
    this.maxSamples = Math.min(MAX_UNMERGED_SAMPLES, budget.samples);
  }

  get isFull(): boolean {
    return this.builder.isFull;
  }

  get sampleCount(): number {
    return this.builder.sampleCount;
  }

  push(bytes: Uint8Array, end: number, isLast: boolean): void {
    for (let at = 0; at < end && !this.isFull;) {
      const newline = bytes.indexOf(NEWLINE, at);
      const isComplete = newline >= 0 && newline < end;
      const stop = isComplete ? newline : end;
      this.line++;
      if (stop - at > MAX_FOLDED_LINE)
        this.builder.note('long', 'Lines longer than 4 MB were skipped', this.line);
      else
        this.readLine(
          this.decoder.decode(bytes.subarray(at, stop)).replace(/\r$/, ''),
          isComplete || !isLast,
        );
      at = stop + 1;
    }
  }

  finish(isLast = false): Profile {
    return this.builder.finish(this.line, isLast);
  }

  /** Merges samples with the same stack. One folded file has each stack once; concatenated files may repeat stacks endlessly. */
  private aggregateSamples(): void {
    const { builder, budget } = this;
    const before = builder.sampleCount;
    const after = builder.sumSamples();
    if (after < before && !this.isAggregated) builder.note('counted', MERGED_SAMPLES);
    this.isAggregated ||= after < before;
    this.maxSamples = Math.min(budget.samples, Math.max(this.maxSamples, after * 2));
  }

  private readLine(text: string, isComplete: boolean): void {
    const { builder, form, line } = this;
    if (isBlankOrComment(text)) return;
    const [, stack = '', number, otherMetrics] = this.fieldsOf(text) ?? [];
    const isStack = form.isPython || (stack !== '' && otherMetrics === undefined);
    // In text with comms, a line with a single field has a comm but no stack.
    const isUnrelated = form.hasComm && !stack.includes(';') && !isKernelComm(stack);
    if (number === undefined || !isStack || isUnrelated) {
      if (isComplete && NEGATIVE.test(text.trimEnd())) builder.note('negative', NEGATIVE_WEIGHTS, line);
      else if (isComplete) builder.note('folded', 'Lines that are not folded stacks were skipped', line);
      else builder.note('cut', 'The text ends in the middle of a line; that line was skipped', line);
      return;
    }
    const weight = Number(number);
    if (weight >= MAX_WEIGHT) {
      builder.note('weight', 'Lines with a weight of 1e300 or more were skipped', line);
      return;
    }
    if (otherMetrics !== undefined)
      builder.note('metrics', 'Lines contain time, an idle flag and memory; only the time is shown', line);
    if (builder.sampleCount >= this.maxSamples) this.aggregateSamples();
    if (form.isPython) this.addPythonStack(stack, weight);
    else this.addStack(stack, weight);
  }

  /** Only Python profilers print several metrics; otherwise they are a number with thousands separators. */
  private fieldsOf(text: string): RegExpExecArray | null {
    const { isWeightFirst, isPython } = this.form;
    const fields = isWeightFirst ? null : FOLDED_LINE.exec(text);
    if (fields && (isPython || fields[3] === undefined)) return fields;
    const rewritten = asFoldedLine(text, isWeightFirst);
    return rewritten === undefined ? fields : FOLDED_LINE.exec(rewritten);
  }

  private addStack(text: string, weight: number): void {
    const { builder } = this;
    const names = text.split(';');
    const comm = this.form.hasComm ? (names.shift() ?? '') : '';
    let stack = NONE;
    if (names.length !== 1 || names[0] !== NO_STACK) {
      for (const name of names) stack = builder.stack(stack, this.frame(name));
    }
    builder.sample(stack, builder.thread(NONE, NONE, comm.trim()), this.event, NaN, weight);
  }

  private frame(text: string): number {
    const [, name = text, line = '0'] = LINED.exec(text) ?? [];
    return this.builder.frame(this.annotatedFunc(name), Number(line));
  }

  private annotatedFunc(text: string): number {
    const { builder } = this;
    const [suffix = '', letter] = ANNOTATION.exec(text) ?? [];
    const name = text.slice(0, text.length - suffix.length);
    if (letter === 'k') return builder.func(name, builder.module(KERNEL_MODULE), FuncFlags.upperHalf);
    return builder.func(name, NONE, letter === 'i' ? FuncFlags.inlined : FuncFlags.plain);
  }

  private addPythonStack(text: string, weight: number): void {
    const { builder } = this;
    const { pid, tid, comm, frames } = parsePythonStack(text);
    let stack = NONE;
    for (const frame of frames) stack = builder.stack(stack, builder.frame(this.func(frame), frame.line));
    builder.sample(stack, builder.thread(pid, tid, comm.trim()), this.event, NaN, weight);
  }

  private func({ name, file, isPython }: PythonFrame): number {
    // Each Python frame is a call, since there are no evaluator frames in between.
    if (isPython) return this.builder.func(pythonName(name, file), NONE, FuncFlags.called);
    return this.builder.func(name, file === '' ? NONE : this.builder.module(file), FuncFlags.plain);
  }
}
