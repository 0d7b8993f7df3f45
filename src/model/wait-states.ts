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
  /** What it means, and what makes it smaller. */
  readonly is: string;
  readonly smaller: string;
}

/** In the order of the contract. */
export const WAIT_STATES = [
  state('running', 'cpu')`
    Running
    The thread runs on a CPU.
    Look at the flame graph of CPU time.`,
  state('runnable', 'cpu')`
    Waiting for a CPU
    The thread could run, but every CPU it may use runs something else.
    Start fewer busy threads and processes, raise the CPU limit of the container, stop other programs.`,
  state('gil', 'contention')`
    Waiting for the GIL
    Another thread of the process runs Python code. Only one can at a time.
    Move CPU-bound work to processes, to C code that releases the GIL, or to free-threaded Python.`,
  state('lock', 'contention')`
    Waiting for a lock
    Another thread holds the lock: threading.Lock, RLock, or a lock inside C code.
    Hold locks for less time: no I/O and no sleeping while holding one; use several locks.`,
  state('condition', 'thread')`
    Waiting for another thread
    The thread waits until another one notifies it: Condition, Event, Semaphore, Barrier, Queue, Future.
    Look at what the other thread does meanwhile; start its work earlier.`,
  state('join', 'idle', true)`
    Waiting for a thread to end
    Thread.join(), leaving a thread pool, or the end of the program.
    Nothing: the other thread's own time says why it takes long.`,
  state('idle', 'idle', true)`
    Idle
    A worker, event loop or server that has nothing to do: it waits for the next task, event or connection.
    Nothing to gain, unless work is waiting elsewhere.`,
  state('sleep', 'timer')`
    Sleeping
    time.sleep() or another fixed delay.
    Wait for the event itself instead of polling; in coroutines use asyncio.sleep().`,
  state('network', 'io')`
    Waiting for the network
    Receiving from or sending to a socket.
    Send fewer and larger requests, several at once; reuse connections.`,
  state('connect', 'io')`
    Connecting
    Opening a connection: host name lookup, connect, TLS handshake.
    Reuse connections (sessions, pools); cache host names.`,
  state('database', 'io')`
    Waiting for the database
    A database library waits for its server, or SQLite for its lock.
    Fewer and larger queries, indexes, shorter transactions, a connection pool.`,
  state('poll', 'io')`
    Waiting for files or sockets
    select(), poll() or epoll_wait() outside of a known event loop.
    Look at the caller: it knows what it waits for.`,
  state('pipe', 'io')`
    Waiting for a pipe
    Reading from or writing to a pipe or terminal; the other end is not ready.
    Look at the process at the other end; read its output while it runs.`,
  state('child', 'io')`
    Waiting for a process
    A child process starts, runs, or ends.
    Run several at once, keep one alive for many tasks, or do its work in this process.`,
  state('disk', 'io')`
    Waiting for the disk
    Reading, writing or syncing files.
    Sync less often, read ahead or in larger pieces, keep what is read in memory.`,
  state('page-fault', 'io')`
    Loading memory pages
    The thread touched memory that must first be read from a file or from swap.
    Use less memory, read mapped files in order, load code before it is needed.`,
  state('file-lock', 'contention')`
    Waiting for a file lock
    flock() or fcntl() lock that another process or thread holds.
    Hold file locks for less time; use one file per worker.`,
  state('kernel', 'contention')`
    Waiting in the kernel
    A lock or queue inside the kernel, often of the process's own memory map.
    Fewer threads that allocate, map or free memory at once.`,
  state('device', 'io')`
    Waiting for a device
    A GPU or other accelerator works.
    Give it larger batches; overlap its work with the CPU's.`,
  state('stopped', 'other', true)`
    Stopped
    A signal, a debugger or the container runtime stopped the thread.
    Find out who stopped it.`,
  state('unknown', 'other')`
    Unknown wait
    No rule knows this stack, or the stack was not recorded.
    Select it: the frames above the box say what the thread called.`,
  state('not-recorded', 'other', true)`
    Not recorded
    Off or on is not known: the thread did not run since the recording began, or perf lost records.
    Record from the start of the program; give perf larger buffers (-m).`,
];

export type WaitStateId = (typeof WAIT_STATES)[number]['id'];

/** Index into WAIT_STATES. */
export function stateIndex(id: WaitStateId): number {
  return WAIT_STATES.findIndex((each) => each.id === id);
}

function state<const Id extends string>(id: Id, group: WaitGroup, isIdle = false) {
  return ([text]: TemplateStringsArray): WaitState & { readonly id: Id } => {
    const [title, is, smaller] = text.trim().split(/\n\s*/);
    const leaf = id === 'running' ? '' : `[${title[0].toLowerCase()}${title.slice(1)}]`;
    return { id, title, leaf, group, isIdle, is, smaller };
  };
}

const STATE_OF_LEAF: ReadonlyMap<string, number> = new Map(
  WAIT_STATES.map(({ leaf }, state) => [leaf, state]),
);

/** Per function: the state whose leaf it is, an index into WAIT_STATES; that of running for all others. */
export function stateOfFunctions({ strings, funcs }: Pick<FunctionNames, 'strings' | 'funcs'>): Uint8Array {
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

/** Who held the GIL while other threads waited for it. */
export interface GilHolder {
  /** A row of `Recording.funcs`; NONE for several threads at once, or none. */
  readonly func: number;
  /** Such as `[several threads]`, or the recorded name of the function. */
  readonly name: string;
  /** Total time that others waited. */
  readonly waited: number;
  /** Of this, the time in which the holder waited for a CPU. */
  readonly preempted: number;
}

/** Wall time by state, and who held the GIL meanwhile; longest first. */
export interface WallTime {
  readonly states: readonly StateWeight[];
  readonly holders: readonly GilHolder[];
}
