// Who held the GIL while threads waited for it. A thread can hold it if it is in a Python function and does not itself ask for
// the GIL. If exactly one thread of the process that can hold it runs, it does; if none runs, one that waits for a CPU.

import { indicesUpTo } from '../model/columns.ts';
import { NONE } from '../model/profile.ts';
import { sortByTime } from '../model/rows-by-time.ts';
import { stateIndex, type GilHolder } from '../model/wait-states.ts';
import { RUNNABLE, RUNNING } from './pieces.ts';
import { innermostPython } from './classified-stacks.ts';
import type { Waits } from './waits.ts';

const GIL = stateIndex('gil');
const SEVERAL_THREADS = '[several threads]';
const NO_THREAD = '[no thread]';

/** By time, longest first. `isIncluded` tells which waits count, by their index among all pieces. */
export function gilHolders(waits: Waits, isIncluded: (piece: number) => boolean = () => true): GilHolder[] {
  const totals = new Map<string, { waited: number; preempted: number }>();
  const add = (name: string, time: number, isPreempted: boolean) => {
    const known = totals.get(name) ?? { waited: 0, preempted: 0 };
    known.waited += time;
    if (isPreempted) known.preempted += time;
    totals.set(name, known);
  };
  for (const rows of byProcess(waits)) addHolders(waits, candidatesOf(rows, waits, isIncluded), add);
  const funcs = functionsByName(waits);
  return Array.from(totals, ([name, total]) => ({ func: funcs.get(name) ?? NONE, name, ...total })).sort(
    (a, b) => b.waited - a.waited || (a.name < b.name ? -1 : 1),
  );
}

function functionsByName({ stacks: { profile } }: Waits): Map<string, number> {
  const { strings, funcs } = profile;
  return new Map(Array.from(funcs.name, (name, func) => [strings[name], funcs.canonical[func]]));
}

/** The pieces of each process in which threads wait for the GIL: without such a wait, nobody asks who held it. */
function* byProcess({ lives, pieces }: Waits): Generator<number[]> {
  const processes = new Map<number, number[]>();
  const waiting = new Set<number>();
  for (let row = 0; row < pieces.length; row++) {
    const { pid } = lives[pieces.life[row]];
    const known = processes.get(pid);
    if (known) known.push(row);
    else processes.set(pid, [row]);
    if (pieces.state[row] === GIL) waiting.add(pid);
  }
  for (const [pid, rows] of processes) if (waiting.has(pid)) yield rows;
}

/** Pieces in which a thread waits for the GIL, or can hold it. */
interface Candidates {
  readonly rows: readonly number[];
  /** The innermost Python function of each; NONE for those that wait. */
  readonly func: readonly number[];
}

function candidatesOf(
  pieces: readonly number[],
  { pieces: { state, stack }, stacks, reasons }: Waits,
  isIncluded: (piece: number) => boolean,
): Candidates {
  /** Per stack: the innermost Python function; NONE if the thread cannot hold the GIL. */
  const holding = new Map<number, number>();
  const functionOf = (each: number) => {
    let func = holding.get(each);
    if (func === undefined) {
      func = innermostPython(stacks, each);
      if (func >= 0 && reasons.wantsGil(each)) func = NONE;
      holding.set(each, func);
    }
    return func;
  };
  const rows: number[] = [];
  const funcs: number[] = [];
  for (const row of pieces) {
    const canHold = state[row] === RUNNING || state[row] === RUNNABLE;
    const func = canHold ? functionOf(stack[row]) : NONE;
    if (state[row] === GIL ? !isIncluded(row) : func < 0) continue;
    rows.push(row);
    funcs.push(func);
  }
  return { rows, func: funcs };
}

/** Sweeps over the time of one process. */
function addHolders(
  { pieces: { life, from, to, state }, stacks: { profile } }: Waits,
  { rows, func }: Candidates,
  add: (name: string, time: number, isPreempted: boolean) => void,
): void {
  // A piece begins at an even edge, and ends at the next one. Those of a life are sorted.
  const times = new Float64Array(rows.length * 2);
  for (const [i, row] of rows.entries()) {
    times[2 * i] = from[row];
    times[2 * i + 1] = to[row];
  }
  /** Per life: the function that it runs. */
  const running = new Map<number, number>();
  const runnable = new Map<number, number>();
  let waiting = 0;
  let before = 0;
  for (const edge of sortByTime(indicesUpTo(times.length), times)) {
    const time = times[edge];
    const row = rows[edge >> 1];
    const isStart = edge % 2 === 0;
    if (waiting > 0 && time > before) {
      const holders = running.size > 0 ? running : runnable;
      const [only] = holders.values();
      const name = only === undefined ? NO_THREAD : profile.strings[profile.funcs.name[only]];
      add(
        holders.size > 1 ? SEVERAL_THREADS : name,
        (time - before) * waiting,
        holders === runnable && runnable.size > 0,
      );
    }
    before = time;
    const holders = state[row] === RUNNING ? running : runnable;
    if (state[row] === GIL) waiting += isStart ? 1 : -1;
    else if (isStart) holders.set(life[row], func[edge >> 1]);
    else holders.delete(life[row]);
  }
}
