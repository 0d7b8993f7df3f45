// The states of a thread: it runs, or it waits for something.

import { Kind } from './kinds.ts';
import type { FunctionNames } from './profile.ts';

/** What decides the color of a state. */
export const WAIT_GROUPS = [
  { id: 'cpu', label: 'Waiting for a CPU' },
  { id: 'contention', label: 'Waiting for the GIL or a lock' },
  { id: 'thread', label: 'Waiting for another thread' },
  { id: 'timer', label: 'Sleeping' },
  { id: 'io', label: 'Waiting for input or output' },
  { id: 'idle', label: 'Idle' },
  { id: 'other', label: 'Unknown wait' },
] as const;

export type WaitGroup = (typeof WAIT_GROUPS)[number]['id'];

interface WaitState {
  readonly title: string;
  /** The frame that ends the stacks of such waits; empty for the running state. */
  readonly leaf: string;
  readonly group: WaitGroup;
  /** True if hidden by default. */
  readonly isIdle: boolean;
}

/** In the order of the contract. */
export const WAIT_STATES = [
  state('running', 'cpu', 'Running'),
  state('runnable', 'cpu', 'Waiting for a CPU'),
  state('gil', 'contention', 'Waiting for the GIL'),
  state('lock', 'contention', 'Waiting for a lock'),
  state('condition', 'thread', 'Waiting for another thread'),
  state('join', 'idle', 'Waiting for a thread to end', true),
  state('idle', 'idle', 'Idle', true),
  state('sleep', 'timer', 'Sleeping'),
  state('network', 'io', 'Waiting for the network'),
  state('connect', 'io', 'Connecting'),
  state('database', 'io', 'Waiting for the database'),
  state('poll', 'io', 'Waiting for files or sockets'),
  state('pipe', 'io', 'Waiting for a pipe'),
  state('child', 'io', 'Waiting for a process'),
  state('disk', 'io', 'Waiting for the disk'),
  state('page-fault', 'io', 'Loading memory pages'),
  state('file-lock', 'contention', 'Waiting for a file lock'),
  state('kernel', 'contention', 'Waiting in the kernel'),
  state('device', 'io', 'Waiting for a device'),
  state('stopped', 'other', 'Stopped', true),
  state('unknown', 'other', 'Unknown wait'),
  state('not-recorded', 'other', 'Not recorded', true),
];

export type WaitStateId = (typeof WAIT_STATES)[number]['id'];

/** Index into WAIT_STATES. */
export function stateIndex(id: WaitStateId): number {
  return WAIT_STATES.findIndex((each) => each.id === id);
}

function state<const Id extends string>(
  id: Id,
  group: WaitGroup,
  title: string,
  isIdle = false,
): WaitState & { readonly id: Id } {
  const leaf = id === 'running' ? '' : `[${title[0].toLowerCase()}${title.slice(1)}]`;
  return { id, title, leaf, group, isIdle };
}

const STATE_OF_LEAF: ReadonlyMap<string, number> = new Map(
  WAIT_STATES.map(({ leaf }, state) => [leaf, state]),
);

const STATES = new WeakMap<FunctionNames['funcs'], Uint8Array>();

/** Per function: the state whose leaf it is, an index into WAIT_STATES; that of running for all others. Cached. */
export function stateOfFunctions(names: Pick<FunctionNames, 'strings' | 'funcs'>): Uint8Array {
  let states = STATES.get(names.funcs);
  if (!states) STATES.set(names.funcs, (states = findStates(names)));
  return states;
}

function findStates({ strings, funcs }: Pick<FunctionNames, 'strings' | 'funcs'>): Uint8Array {
  const states = new Uint8Array(funcs.length);
  for (let func = 0; func < funcs.length; func++)
    if (funcs.kind[func] === Kind.wait)
      states[func] = STATE_OF_LEAF.get(strings[funcs.name[func]]) ?? UNKNOWN_WAIT;
  return states;
}

const UNKNOWN_WAIT = stateIndex('unknown');

/** Index into WAIT_GROUPS. */
export function groupOfState(state: number): number {
  return WAIT_GROUPS.findIndex(({ id }) => id === WAIT_STATES[state].group);
}

/** The time that threads spent in a state. */
export interface StateWeight {
  /** Index into WAIT_STATES. */
  readonly state: number;
  readonly weight: number;
  /** Number of waits. */
  readonly samples: number;
  readonly longest: number;
  /** The innermost function of yours in the longest one; NONE if there is none. */
  readonly func: number;
}

/** What a thread did for a while. */
export interface PieceOfTime {
  /** Index into WAIT_STATES. */
  readonly state: number;
  /** In nanoseconds. */
  readonly length: number;
  /** The innermost Python function outside the standard library, or else the innermost one; NONE if there is none. */
  readonly func: number;
}

/** Who held the GIL while other threads waited for it. */
export interface GilHolder {
  /** A row of `Recording.funcs`; NONE for several threads at once, or none. */
  readonly func: number;
  /** Such as `[several threads]`, or the recorded name of the function. */
  readonly name: string;
  readonly waited: number;
  /** Of this, the time in which the holder waited for a CPU. */
  readonly preempted: number;
}

/** Wall time by state, and who held the GIL meanwhile; longest first. */
export interface WallTime {
  readonly states: readonly StateWeight[];
  readonly holders: readonly GilHolder[];
}
