// One stack as Python profilers fold it: process and thread, then frames.
//
//   py-spy    process 12:"python3 app.py";thread (14): worker;main (app.py:3);memcpy (libc.so.6)
//   Austin    P12;T0:14;/w/app.py:main:3         of version 1: Process 12;Thread 7f01;main (app.py);L3
//   Tachyon   tid:14;app.py:main:3;<native>
//
// (py-spy 0.4, src/flamegraph.rs and src/stack_trace.rs; Austin 3.7, README; CPython 3.15, Lib/profiling/sampling/stack_collector.py)

import { NONE, UNKNOWN } from '../model/profile.ts';

export interface PythonStack {
  /** NONE where the text does not have them. */
  readonly pid: number;
  readonly tid: number;
  /** The thread's name, else the command line of its process; empty where the text has neither. */
  readonly comm: string;
  /** The root first. */
  readonly frames: readonly PythonFrame[];
}

export interface PythonFrame {
  readonly name: string;
  /** The source file, or the module of native code; empty for what has none, as `<native>`. */
  readonly file: string;
  readonly isPython: boolean;
}

const PROCESS = /^(?:P|Process )(\d+)$/;
const COMMAND = /^process (\d+):"/;
const THREAD = /^(?:T(?:\d+:)?|tid:)(\d+)$|^Thread ([0-9a-f]+)$/;
/** The id is that of the system, or of pthreads, in hex. */
const NAMED_THREAD = /^thread \((\d+|0x[0-9a-f]+)\)(?:: (.*))?$/is;
/** Code that has a line ends its name at the first parenthesis; names of native code may have some of their own. */
const PYTHON_FRAME = /^(.*?) \((.+):\d+\)$/s;
const NATIVE_FRAME = /^(.+) \(([^()]*)\)$/s;
const COLON_FRAME = /^(.*):([^:]+):-?\d+$/s;
/** Austin 1 prints the line as a field of its own, so its frames look like native ones. */
const LINE_FIELD = /^L\d+$/;
const AUSTIN_1 = /\.py\w?$|^<.*>$/;
/** Native code has lines where debug information was found; a task of asyncio stands between frames. */
const NO_SOURCE = /\.(?:[ch](?:c|pp|xx)?|rs|px[di]|pyx|go|s)$|^<task>$/i;

/** `text` is a line of folded text without its weight. */
export function pythonStack(text: string): PythonStack {
  const fields = text === '' ? [] : text.split(';');
  let pid = NONE;
  let tid = NONE;
  let comm = '';
  let at = 0;
  for (; at < fields.length; at++) {
    const field = fields[at];
    const process = PROCESS.exec(field);
    const command = COMMAND.exec(field);
    const thread = THREAD.exec(field);
    const named = NAMED_THREAD.exec(field);
    // Of nested processes the last one has the stack.
    if (process) pid = Number(process[1]);
    else if (command) {
      pid = Number(command[1]);
      const last = fields.findIndex((each, i) => i >= at && each.endsWith('"'));
      comm = commandOf(fields.slice(at, last + 1).join(';'));
      if (last > at) at = last;
    } else if (thread) tid = thread[2] === undefined ? Number(thread[1]) : Number.parseInt(thread[2], 16);
    else if (named) {
      tid = Number(named[1]);
      // A name may contain what separates fields.
      while (named[2] !== undefined && at + 1 < fields.length && !frameOf(fields[at + 1]))
        named[2] += `;${fields[++at]}`;
      comm = named[2] ?? comm;
    } else break;
  }
  return { pid, tid, comm, frames: framesOf(fields.slice(at)) };
}

/** `process 12:"/usr/bin/python3 app.py"` is `python3 app.py`. */
function commandOf(field: string): string {
  return field
    .replace(COMMAND, '')
    .replace(/"$/, '')
    .replace(/^[^ ]*\//, '');
}

function framesOf(fields: readonly string[]): PythonFrame[] {
  const frames: PythonFrame[] = [];
  /** The field before, where it is no frame by itself: perhaps the beginning of one, as of an asyncio task's name. */
  let before = '';
  for (const field of fields) {
    if (LINE_FIELD.test(field)) continue;
    const whole = before === '' ? undefined : frameOf(`${before};${field}`);
    const frame = frameOf(field);
    if (whole && !frame) frames[frames.length - 1] = whole;
    else frames.push(frame ?? { name: field, file: '', isPython: false });
    before = (frame ?? whole) ? '' : field;
  }
  return frames;
}

function frameOf(field: string): PythonFrame | undefined {
  const [, colonFile, colonName] = COLON_FRAME.exec(field) ?? [];
  if (colonName !== undefined)
    return { name: colonName, file: colonFile, isPython: !NO_SOURCE.test(colonFile) };
  const [, name, file] = PYTHON_FRAME.exec(field) ?? [];
  if (name !== undefined) return { name, file, isPython: !NO_SOURCE.test(file) };
  const [, native, module] = NATIVE_FRAME.exec(field) ?? [];
  if (native === undefined) return undefined;
  return {
    name: /^0x[0-9a-f]+$/.test(native) ? UNKNOWN : native,
    file: module,
    isPython: AUSTIN_1.test(module),
  };
}
