// Titles of threads that have no name of their own: before Python 3.14, all threads of a process have the name of the program. The
// title is the outermost function that most samples of the thread have below the code that starts threads. Loaded on demand.

import { nameWithoutFile } from '../model/function-names.ts';
import { isPython, Kind } from '../model/kinds.ts';
import { NONE, type Profile, type Thread } from '../model/profile.ts';

/** The share of a thread's samples that have to agree. */
const MIN_AGREEING = 0.5;

/** Modules of the standard library that start threads and run what was passed to them. */
const PYTHON_GLUE =
  /(?:^|\/)(?:threading|_threading_local|concurrent\/futures\/thread|multiprocessing\/pool)\.py$/;
/** What native threads begin with. */
const NATIVE_GLUE =
  /^(?:_*clone3?|(?:__)?start_thread|thread_start|pythread_wrapper|t_bootstrap|thread_run)$/;
const NATIVE: readonly number[] = [Kind.native, Kind.extension];

/** The threads, with titles where they say more than the name. Undefined if no thread has one. */
export function titledThreads(profile: Profile): readonly Thread[] | undefined {
  const { threads } = profile;
  const unnamed = unnamedThreads(threads);
  if (!unnamed.includes(true)) return undefined;
  const outermost = outermostOf(profile);
  const { stack, thread, length } = profile.samples;
  const counts = threads.map(() => new Map<number, number>());
  const samples = new Int32Array(threads.length);
  for (let i = 0; i < length; i++) {
    const { [thread[i]]: count } = counts;
    samples[thread[i]]++;
    const found = stack[i] < 0 || !unnamed[thread[i]] ? NONE : outermost[stack[i]];
    const func = found >= NATIVE_BASE ? found - NATIVE_BASE : found;
    if (func >= 0) count.set(func, (count.get(func) ?? 0) + 1);
  }
  const titles = counts.map((count, row) => {
    const [most] = [...count].sort((a, b) => b[1] - a[1]);
    // Cut stacks of Python threads do not count. Native code says something only if most stacks begin with it.
    const isKnown = most && isPython(profile.funcs.kind[most[0]]);
    const sum = isKnown ? [...count.values()].reduce((all, each) => all + each, 0) : samples[row];
    return most && most[1] >= MIN_AGREEING * sum && (isKnown || threads[row].pid !== NONE)
      ? nameWithoutFile(profile, most[0])
      : undefined;
  });
  if (titles.every((title) => title === undefined)) return undefined;
  return threads.map((each, row) => {
    const { [row]: title } = titles;
    return title === undefined ? each : { ...each, title };
  });
}

/** True for threads that have their name from the process: that of its main thread, or of another one. */
function unnamedThreads(threads: readonly Thread[]): boolean[] {
  const tids = new Map<string, Set<number>>();
  const nameOf = ({ pid, comm }: Thread) => `${pid} ${comm}`;
  for (const each of threads) tids.set(nameOf(each), (tids.get(nameOf(each)) ?? new Set()).add(each.tid));
  return threads.map(
    (each) => each.tid !== NONE && each.tid !== each.pid && (tids.get(nameOf(each))?.size ?? 0) > 1,
  );
}

/** Stacks so far: without code that starts threads, with native such code, or with that of Python. */
const BEGINNING = -2;
const NATIVE_STARTED = -3;
const STARTED = -4;
/** Added to native functions, below which Python may still start a thread. */
const NATIVE_BASE = 1 << 30;

/**
 * Per stack: its outermost function below the code that starts threads: a Python one if Python started the thread, or a native one
 * without Python code, plus NATIVE_BASE. Negative if it has none.
 */
function outermostOf({ stacks, funcs, strings }: Profile): Int32Array {
  const textOf = (column: Int32Array, func: number) => strings[column[func]] ?? '';
  const roles = Uint8Array.from({ length: funcs.length }, (_, func) => {
    if (isPython(funcs.kind[func]))
      return PYTHON_GLUE.test(textOf(funcs.file, func)) ? Role.pythonGlue : Role.python;
    if (NATIVE_GLUE.test(textOf(funcs.name, func))) return Role.nativeGlue;
    return NATIVE.includes(funcs.kind[func]) ? Role.native : Role.other;
  });
  const found = new Int32Array(stacks.length);
  for (let row = 0; row < stacks.length; row++) {
    const parent = stacks.parent[row];
    const before = parent === NONE ? BEGINNING : found[parent];
    // Most stacks are decided by their callers.
    const isDecided = before >= NONE && before < NATIVE_BASE;
    found[row] = isDecided ? before : next(before, roles[stacks.func[row]], stacks.func[row]);
  }
  return found;
}

const Role = { other: 0, nativeGlue: 1, pythonGlue: 2, python: 3, native: 4 } as const;

function next(found: number, role: number, func: number): number {
  const isOpen = found < NONE || found >= NATIVE_BASE;
  if (role === Role.pythonGlue && isOpen) return STARTED;
  if (found === STARTED) return role === Role.python ? func : STARTED;
  // Python code that no thread has started is that of a main thread, or its callers are missing.
  if (role === Role.python && isOpen) return NONE;
  if (role === Role.nativeGlue && found === BEGINNING) return NATIVE_STARTED;
  return role === Role.native && found === NATIVE_STARTED ? func + NATIVE_BASE : found;
}
