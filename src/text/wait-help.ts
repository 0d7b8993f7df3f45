// What each state of a thread means, and what makes it smaller; what text lacks to tell all states.

import type { WaitStateId } from '../model/wait-states.ts';

interface WaitDescription {
  readonly is: string;
  readonly smaller: string;
}

/** Prints text that has all records of a recording of wall time. */
export const PRINT_WALL_TIME =
  'perf script --ns -F +pid --no-inline --show-switch-events --show-task-events --show-lost-events';
export const LACKS_TASK_RECORDS =
  'the text does not say when threads began and ended, so all seem to live as long as the recording';

export const WAIT_HELP: Readonly<Record<WaitStateId, WaitDescription>> = {
  running: {
    is: 'The thread runs on a CPU.',
    smaller: 'Look at the flame graph of CPU time.',
  },
  runnable: {
    is: 'The thread could run, but every CPU it may use runs something else.',
    smaller:
      'Start fewer busy threads and processes, raise the CPU limit of the container, stop other programs.',
  },
  gil: {
    is: 'Another thread of the process runs Python code. Only one can at a time.',
    smaller: 'Move CPU-bound work to processes, to C code that releases the GIL, or to free-threaded Python.',
  },
  lock: {
    is: 'Another thread holds the lock: threading.Lock, RLock, or a lock inside C code.',
    smaller: 'Hold locks for less time: no I/O and no sleeping while holding one; use several locks.',
  },
  condition: {
    is: 'The thread waits until another one notifies it: Condition, Event, Semaphore, Barrier, Queue, Future.',
    smaller: 'Look at what the other thread does meanwhile; start its work earlier.',
  },
  join: {
    is: 'Thread.join(), leaving a thread pool, or the end of the program.',
    smaller: "Nothing: the other thread's own time says why it takes long.",
  },
  idle: {
    is: 'A worker, event loop or server that has nothing to do: it waits for the next task, event or connection.',
    smaller: 'Nothing to gain, unless work is waiting elsewhere.',
  },
  sleep: {
    is: 'time.sleep() or another fixed delay.',
    smaller: 'Wait for the event itself instead of polling; in coroutines use asyncio.sleep().',
  },
  network: {
    is: 'Receiving from or sending to a socket.',
    smaller: 'Send fewer and larger requests, several at once; reuse connections.',
  },
  connect: {
    is: 'Opening a connection: host name lookup, connect, TLS handshake.',
    smaller: 'Reuse connections (sessions, pools); cache host names.',
  },
  database: {
    is: 'A database library waits for its server, or SQLite for its lock.',
    smaller: 'Fewer and larger queries, indexes, shorter transactions, a connection pool.',
  },
  poll: {
    is: 'select(), poll() or epoll_wait() outside of a known event loop.',
    smaller: 'Look at the caller: it knows what it waits for.',
  },
  pipe: {
    is: 'Reading from or writing to a pipe or terminal; the other end is not ready.',
    smaller: 'Look at the process at the other end; read its output while it runs.',
  },
  child: {
    is: 'A child process starts, runs, or ends.',
    smaller: 'Run several at once, keep one alive for many tasks, or do its work in this process.',
  },
  disk: {
    is: 'Reading, writing or syncing files.',
    smaller: 'Sync less often, read ahead or in larger pieces, keep what is read in memory.',
  },
  'page-fault': {
    is: 'The thread touched memory that must first be read from a file or from swap.',
    smaller: 'Use less memory, read mapped files in order, load code before it is needed.',
  },
  'file-lock': {
    is: 'flock() or fcntl() lock that another process or thread holds.',
    smaller: 'Hold file locks for less time; use one file per worker.',
  },
  kernel: {
    is: "A lock or queue inside the kernel, often of the process's own memory map.",
    smaller: 'Fewer threads that allocate, map or free memory at once.',
  },
  device: {
    is: 'A GPU or other accelerator works.',
    smaller: "Give it larger batches; overlap its work with the CPU's.",
  },
  stopped: {
    is: 'A signal, a debugger or the container runtime stopped the thread.',
    smaller: 'Find out who stopped it.',
  },
  unknown: {
    is: 'No rule knows this stack, or the stack was not recorded.',
    smaller: 'Select it: the frames above the box say what the thread called.',
  },
  'not-recorded': {
    is: 'Off or on is not known: the thread did not run since the recording began, or perf lost records.',
    smaller: 'Record from the start of the program; give perf larger buffers (-m).',
  },
};
