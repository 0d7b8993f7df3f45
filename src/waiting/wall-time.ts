// Adds pieces of time to a classified profile, as samples whose weight is their length. The stack of a wait ends in a frame that
// names its state.

import { AppendedStacks, withoutKernelLeaf } from '../model/stacks.ts';
import { append, appendBytes, copyInto } from '../model/columns.ts';
import { withEventSums, CPU_TIME, IDLE, WAITING, WALL_EVENTS, WALL_TIME } from '../model/events.ts';
import { Kind, Role } from '../model/kinds.ts';
import { FuncFlags, NONE, type Profile, type SampleTable, type Thread } from '../model/profile.ts';
import { WAIT_STATES } from '../model/wait-states.ts';
import { isSwitchEvent } from './clock-event.ts';
import type { Life } from './life.ts';
import { NOT_RECORDED, RUNNING, type Pieces } from './pieces.ts';
import type { Waits } from './waits.ts';
import type { ClassifiedStacks } from './classified-stacks.ts';

/** Adds a function for each state of waiting. */
export function withWaitFunctions(profile: Profile): Profile {
  const { strings, funcs } = profile;
  const leaves = WAIT_STATES.map(({ leaf }) => leaf).filter((leaf) => leaf !== '');
  const added = leaves.map((_, i) => i);
  const none = leaves.map(() => NONE);
  const length = funcs.length + leaves.length;
  return {
    ...profile,
    strings: [...strings, ...leaves],
    funcs: {
      length,
      name: append(
        funcs.name,
        added.map((i) => strings.length + i),
      ),
      file: append(funcs.file, none),
      package: append(funcs.package, none),
      module: append(funcs.module, none),
      canonical: append(
        funcs.canonical,
        added.map((i) => funcs.length + i),
      ),
      kind: copyInto(funcs.kind, new Uint8Array(length)).fill(Kind.wait, funcs.length),
      flags: copyInto(funcs.flags, new Uint8Array(length).fill(FuncFlags.plain)),
    },
  };
}

/** The profile must have the functions of `withWaitFunctions`. The pieces are of the same samples, before or after mending. */
export function withPieces<Stacks extends ClassifiedStacks & { readonly isInlined: Uint8Array | undefined }>(
  classified: Stacks,
  { lives, pieces }: Pick<Waits, 'lives' | 'pieces'>,
): Stacks {
  const { profile, role, isInlined } = classified;
  const { stacks, stackOf } = stacksOfPieces(classified, pieces);
  const added = stacks.length - profile.stacks.length;
  const { line } = profile.stacks;
  const threads = new Threads(profile.threads, lives);
  const events = [...profile.events, ...WALL_EVENTS];
  const samples = joined(profile.samples, columnsOf(pieces, stackOf, profile.samples, events, threads));
  return {
    ...classified,
    profile: withEventSums({
      ...profile,
      stacks: { ...stacks, line: line && append(line, new Int32Array(added)) },
      samples,
      threads: threads.rows,
      events,
      defaultEvent: WALL_TIME,
    }),
    role: appendBytes(role, new Uint8Array(added).fill(Role.plain)),
    isInlined: isInlined && appendBytes(isInlined, new Uint8Array(added)),
  };
}

function columnsOf(
  pieces: Pieces,
  stack: Int32Array,
  { firstRecorded: recorded }: SampleTable,
  events: readonly string[],
  threads: Threads,
): PieceColumns {
  const eventOfState = WAIT_STATES.map((_, state) => events.lastIndexOf(eventOf(state)));
  const { length, from, to, state, sample } = pieces;
  const thread = new Int32Array(length);
  const event = new Uint8Array(length);
  const weight = new Float64Array(length);
  const firstRecorded = new Int32Array(length).fill(NONE);
  for (let i = 0; i < length; i++) {
    thread[i] = threads.rowOf(pieces.life[i], pieces.comm[i]);
    event[i] = eventOfState[state[i]];
    weight[i] = to[i] - from[i];
    if (recorded && sample[i] >= 0) firstRecorded[i] = recorded[sample[i]];
  }
  return { stack, thread, event, time: from, weight, firstRecorded };
}

function eventOf(state: number): string {
  if (state === RUNNING) return CPU_TIME;
  return WAIT_STATES[state].isIdle ? IDLE : WAITING;
}

function stacksOfPieces(classified: ClassifiedStacks, { length, state: states, sample: rows }: Pieces) {
  const { profile, markers } = classified;
  const { samples, events } = profile;
  const isSwitch = events.map(isSwitchEvent);
  const leaves = waitFunctions(profile);
  const appended = new AppendedStacks();
  const rowOf = (state: number, sample: number) => {
    const stack = sample < 0 || state === NOT_RECORDED ? NONE : samples.stack[sample];
    if (state !== RUNNING) {
      const caller = appended.unchanged(stack);
      return appended.intern(stack < 0 ? appended.intern(caller, markers.noStack) : caller, leaves[state]);
    }
    // Without a clock sample, the thread is known by the wait that followed.
    const isWait = stack >= 0 && isSwitch[samples.event[sample]];
    return appended.unchanged(isWait ? withoutKernelLeaf(profile, stack) : stack);
  };
  const stackOfPiece = new Int32Array(length);
  for (let i = 0; i < length; i++) stackOfPiece[i] = rowOf(states[i], rows[i]);
  const { stacks, stackOf } = appended.appendTo(profile.stacks);
  for (let i = 0; i < length; i++) stackOfPiece[i] = stackOf[stackOfPiece[i]];
  return { stacks, stackOf: stackOfPiece };
}

/** Per state: its function. */
function waitFunctions({ strings, funcs }: Profile): number[] {
  const found = new Map<string, number>();
  for (let func = 0; func < funcs.length; func++)
    if (funcs.kind[func] === Kind.wait) found.set(strings[funcs.name[func]], func);
  return WAIT_STATES.map(({ leaf }) => found.get(leaf) ?? NONE);
}

type PieceColumns = Required<Pick<SampleTable, 'stack' | 'thread' | 'event' | 'time' | 'weight'>> & {
  readonly firstRecorded: Int32Array;
};

function joined(samples: SampleTable, added: PieceColumns): SampleTable {
  const length = samples.length + added.stack.length;
  const doubles = (first: Float64Array, second: Float64Array) => {
    const all = copyInto(first, new Float64Array(length));
    all.set(second, samples.length);
    return all;
  };
  return {
    ...samples,
    length,
    stack: append(samples.stack, added.stack),
    thread: append(samples.thread, added.thread),
    event: appendBytes(samples.event, added.event),
    time: doubles(samples.time, added.time),
    weight: doubles(samples.weight, added.weight),
    firstRecorded: samples.firstRecorded && append(samples.firstRecorded, added.firstRecorded),
  };
}

/** The threads of the profile, and those that have no sample. */
class Threads {
  readonly rows: Thread[];
  private readonly lives: readonly Life[];
  private readonly rowOfKey = new Map<string, number>();
  private last = { life: NONE as number, comm: '', row: NONE as number };

  constructor(known: readonly Thread[], lives: readonly Life[]) {
    this.rows = [...known];
    this.lives = lives;
    for (const [row, { pid, tid, comm }] of known.entries()) this.rowOfKey.set(keyOf(pid, tid, comm), row);
  }

  /** The pieces of a life follow each other. */
  rowOf(life: number, comm: string): number {
    const { last } = this;
    if (last.life !== life || last.comm !== comm) this.last = { life, comm, row: this.find(life, comm) };
    return this.last.row;
  }

  private find(life: number, comm: string): number {
    const { pid, tid } = this.lives[life];
    const key = keyOf(pid, tid, comm);
    let row = this.rowOfKey.get(key);
    if (row === undefined)
      this.rowOfKey.set(key, (row = this.rows.push({ pid, tid, comm: comm.trim() }) - 1));
    return row;
  }
}

/** The process may be unknown. */
function keyOf(pid: number, tid: number, comm: string): string {
  return `${Math.max(pid, 0)} ${tid} ${comm.trim()}`;
}
