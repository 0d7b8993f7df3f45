// Parses folded stacks of Python profilers: process and thread, then frames.
//
//   py-spy    process 12:"python3 app.py";thread (14): worker;main (app.py:3);memcpy (libc.so.6)
//   Austin    P12;T0:14;/w/app.py:main:3         version 1: Process 12;Thread 7f01;main (app.py);L3
//   Tachyon   tid:14;app.py:main:3;<native>
//
// (py-spy 0.4, src/flamegraph.rs and src/stack_trace.rs; Austin 3.7, README; CPython 3.15,
// Lib/profiling/sampling/stack_collector.py)

import { NONE, UNKNOWN } from '../model/profile.ts';

interface PythonStack {
  /** NONE if not recorded, like `tid`. */
  readonly pid: number;
  readonly tid: number;
  /** The thread's name or, without one, the command line of its process; empty if neither was recorded. */
  readonly comm: string;
  /** Root first. */
  readonly frames: readonly PythonFrame[];
}

export interface PythonFrame {
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

/** `text` is a folded line without its weight. */
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
