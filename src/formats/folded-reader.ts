// Reads folded stacks, which have no modules or times. Only those of Python profilers have process and thread IDs.

import { MAX_UNMERGED_SAMPLES, type TableBudget } from '../model/budget.ts';
import { MERGED_SAMPLES, ProfileBuilder } from '../model/builder.ts';
import { NO_STACK, NONE, FuncFlags, type Profile, UNKNOWN } from '../model/profile.ts';
import {
  FOLDED_LINE,
  asFoldedLine,
  isBlankOrComment,
  isKernelComm,
  MAX_FOLDED_LINE,
  type FoldedForm,
} from './folded-line.ts';
import { pythonName } from './recorded-name.ts';
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

interface PythonStack {
  /** NONE if not recorded, like `tid`. */
  readonly pid: number;
  readonly tid: number;
  /** The thread's name or, without one, the command line of its process; empty if neither was recorded. */
  readonly comm: string;
  /** Root first. */
  readonly frames: readonly PythonFrame[];
}

interface PythonFrame {
  readonly name: string;
  /** The source file, or the module of native code; empty if neither is known, as for `<native>`. */
  readonly file: string;
  readonly isPython: boolean;
  /** 1-based; 0 if unknown. */
  readonly line: number;
}

const PROCESS = /^(?:P|Process )(\d+)$/;
const COMMAND = /^process (\d+):"/;
const THREAD = /^(?:T(?:\d+:)?|tid:)(\d+)$|^Thread ([0-9a-f]+)$/;
/** The ID is the kernel's thread ID or, in hexadecimal, a pthread_t. */
const NAMED_THREAD = /^thread \((\d+|0x[0-9a-f]+)\)(?:: (.*))?$/is;
/** In frames with a line number, the name ends at the first parenthesis; native names may contain parentheses. */
const PYTHON_FRAME = /^(.*?) \((.+):(\d+)\)$/s;
/** Tested before, because otherwise a long field with many parentheses would take forever. */
const PYTHON_FRAME_END = /:\d+\)$/;
const NATIVE_FRAME = /^(.+) \(([^()]*)\)$/s;
const COLON_FRAME = /^(.*):([^:]+):(-?\d+)$/s;
/** Austin 1 prints the line number as a separate field, so its frames look like native ones. */
const LINE_FIELD = /^L(\d+)$/;
const AUSTIN_1_FILE = /\.py\w?$|^<.*>$/;
/** Native source files, which are printed if debug information was found, and the marker of an asyncio task. */
const NOT_PYTHON = /\.(?:[ch](?:c|pp|xx)?|rs|px[di]|pyx|go|s)$|^<task>$/i;

/**
 * Parses folded stacks of Python profilers: process and thread, then frames. `text` is a line without its weight.
 *
 *   py-spy    process 12:"python3 app.py";thread (14): worker;main (app.py:3);memcpy (libc.so.6)
 *   Austin    P12;T0:14;/w/app.py:main:3         version 1: Process 12;Thread 7f01;main (app.py);L3
 *   Tachyon   tid:14;app.py:main:3;<native>
 *
 * (py-spy 0.4, src/flamegraph.rs and src/stack_trace.rs; Austin 3.7, README; CPython 3.15,
 * Lib/profiling/sampling/stack_collector.py)
 */
export function parsePythonStack(text: string): PythonStack {
  const fields = text === '' ? [] : text.split(';');
  let pid = NONE;
  let tid = NONE;
  let comm = '';
  let at = 0;
  /** The field that ends the command line of a process. */
  let end = 0;
  for (; at < fields.length; at++) {
    const field = fields[at];
    const process = PROCESS.exec(field);
    const command = COMMAND.exec(field);
    const thread = THREAD.exec(field);
    const named = NAMED_THREAD.exec(field);
    // If processes are nested, the stack belongs to the last one.
    if (process) pid = Number(process[1]);
    else if (command) {
      pid = Number(command[1]);
      while (end < fields.length && (end < at || !fields[end].endsWith('"'))) end++;
      const last = end < fields.length ? end : -1;
      comm = commandOf(fields.slice(at, last + 1).join(';'));
      if (last > at) at = last;
    } else if (thread) tid = thread[2] === undefined ? Number(thread[1]) : Number.parseInt(thread[2], 16);
    else if (named) {
      tid = Number(named[1]);
      // A thread name may contain the field separator.
      while (named[2] !== undefined && at + 1 < fields.length && !parseFrame(fields[at + 1]))
        named[2] += `;${fields[++at]}`;
      comm = named[2] ?? comm;
    } else break;
  }
  return { pid, tid, comm, frames: parseFrames(fields.slice(at)) };
}

/** Turns `process 12:"/usr/bin/python3 app.py"` into `python3 app.py`. */
function commandOf(field: string): string {
  return field
    .replace(COMMAND, '')
    .replace(/"$/, '')
    .replace(/^[^ ]*\//, '');
}

function parseFrames(fields: readonly string[]): PythonFrame[] {
  const frames: PythonFrame[] = [];
  /** The previous field if it is not a complete frame. It may be the first part of one, such as an asyncio task's name. */
  let before = '';
  for (const field of fields) {
    const [, number] = LINE_FIELD.exec(field) ?? [];
    const last = frames.at(-1);
    if (number !== undefined) {
      if (last) frames[frames.length - 1] = { ...last, line: Number(number) };
      continue;
    }
    const joined = before === '' ? undefined : parseFrame(`${before};${field}`);
    const frame = parseFrame(field);
    if (joined && !frame) frames[frames.length - 1] = joined;
    else frames.push(frame ?? { name: field, file: '', isPython: false, line: 0 });
    before = (frame ?? joined) ? '' : field;
  }
  return frames;
}

function parseFrame(field: string): PythonFrame | undefined {
  const [, colonFile, colonName, colonLine] = COLON_FRAME.exec(field) ?? [];
  if (colonName !== undefined) return lineFrame(colonName, colonFile, colonLine);
  const [, name, file, line] = (PYTHON_FRAME_END.test(field) && PYTHON_FRAME.exec(field)) || [];
  if (name !== undefined) return lineFrame(name, file, line);
  const [, native, module] = NATIVE_FRAME.exec(field) ?? [];
  if (native === undefined) return undefined;
  return {
    name: /^0x[0-9a-f]+$/.test(native) ? UNKNOWN : native,
    file: module,
    isPython: AUSTIN_1_FILE.test(module),
    line: 0,
  };
}

function lineFrame(name: string, file: string, line: string): PythonFrame {
  return { name, file, isPython: !NOT_PYTHON.test(file), line: Math.max(0, Number(line)) };
}
