// Who held the GIL while threads waited for it. A thread can hold it if it is in a Python function and does not itself ask for
// the GIL. If exactly one thread of the process that can hold it runs, it does; if none runs, one that waits for a CPU.

import { NONE } from '../model/profile.ts';
import { stateIndex, type GilHolder } from '../model/wait-states.ts';
import type { Life } from './life.ts';
import { RUNNABLE, RUNNING, type TimePiece } from './pieces.ts';
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
  const selected = waits.pieces.filter(({ state }, piece) => state !== GIL || isIncluded(piece));
  for (const pieces of byProcess(selected)) addHolders(candidatesOf(pieces, waits), add);
  const funcs = functionsByName(waits);
  return Array.from(totals, ([name, total]) => ({ func: funcs.get(name) ?? NONE, name, ...total })).sort(
    (a, b) => b.waited - a.waited || (a.name < b.name ? -1 : 1),
  );
}

function functionsByName({ stacks: { profile } }: Waits): Map<string, number> {
  const { strings, funcs } = profile;
  return new Map(Array.from(funcs.name, (name, func) => [strings[name], funcs.canonical[func]]));
}

/** A piece in which a thread waits for the GIL, or can hold it. */
interface Candidate extends TimePiece {
  /** Of the thread that can hold it. */
  readonly name: string;
}

function* byProcess(pieces: readonly TimePiece[]): Generator<TimePiece[]> {
  const processes = new Map<number, TimePiece[]>();
  for (const piece of pieces) {
    const { pid } = piece.life;
    const known = processes.get(pid);
    if (known) known.push(piece);
    else processes.set(pid, [piece]);
  }
  // Without a wait for the GIL, nobody asks who held it.
  for (const each of processes.values()) if (each.some(({ state }) => state === GIL)) yield each;
}

function candidatesOf(pieces: readonly TimePiece[], { stacks, reasons }: Waits): Candidate[] {
  const { strings, funcs } = stacks.profile;
  /** Per stack: the innermost Python function; NONE if the thread cannot hold the GIL. */
  const holding = new Map<number, number>();
  const functionOf = (stack: number) => {
    let func = holding.get(stack);
    if (func === undefined) {
      func = innermostPython(stacks, stack);
      if (func >= 0 && reasons.wantsGil(stack)) func = NONE;
      holding.set(stack, func);
    }
    return func;
  };
  return pieces.flatMap((piece) => {
    if (piece.state === GIL) return [{ ...piece, name: '' }];
    const canHold = piece.state === RUNNING || piece.state === RUNNABLE;
    const func = canHold ? functionOf(piece.stack) : NONE;
    return func < 0 ? [] : [{ ...piece, name: strings[funcs.name[func]] }];
  });
}

/** Sweeps over the time of one process. */
function addHolders(
  candidates: readonly Candidate[],
  add: (name: string, time: number, isPreempted: boolean) => void,
): void {
  const edges = candidates.flatMap((candidate) => [
    { time: candidate.from, isStart: true, candidate },
    { time: candidate.to, isStart: false, candidate },
  ]);
  edges.sort((a, b) => a.time - b.time || Number(a.isStart) - Number(b.isStart));
  const running = new Map<Life, string>();
  const runnable = new Map<Life, string>();
  let waiting = 0;
  let before = 0;
  for (const { time, isStart, candidate } of edges) {
    const { state, life, name } = candidate;
    if (waiting > 0 && time > before) {
      const holders = running.size > 0 ? running : runnable;
      const [only = NO_THREAD] = holders.values();
      add(
        holders.size > 1 ? SEVERAL_THREADS : only,
        (time - before) * waiting,
        holders === runnable && runnable.size > 0,
      );
    }
    before = time;
    if (state === GIL) waiting += isStart ? 1 : -1;
    else if (isStart) (state === RUNNING ? running : runnable).set(life, name);
    else (state === RUNNING ? running : runnable).delete(life);
  }
}
