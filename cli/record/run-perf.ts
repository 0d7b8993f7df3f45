// Runs `perf record` and passes signals on to the program and to perf.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { printMessage } from '../terminal.ts';

export interface PerfOutcome {
  /** The program's exit code, or 128 + N for a signal N. */
  readonly exitCode: number;
  /** True if processes that the program started still run. */
  readonly hasSurvivors: boolean;
}

/** Exit code after the second Ctrl-C. */
const INTERRUPTED = 130;
/** How long the program may take to end after a signal before perf gets it, too, in milliseconds. */
const GRACE = 3000;
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * perf and the program run in their own process group, so that a terminal sends Ctrl-C only to this process, which passes it on in
 * order: perf kills a program that has not ended when perf ends, and Python would lose the end of its jitdump.
 */
export async function runPerf(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<PerfOutcome> {
  const [program, ...args] = words;
  const perf = spawn(program, args, { stdio: 'inherit', detached: true, env: { ...environment } });
  const stopPassing = passSignals(perf);
  try {
    const [code, signal]: unknown[] = await once(perf, 'exit');
    const exitCode = typeof code === 'number' ? code : 128 + signalNumber(signal);
    return { exitCode, hasSurvivors: perf.pid !== undefined && processesIn(perf.pid).length > 0 };
  } finally {
    stopPassing();
  }
}

/** Returns a function that stops it. */
function passSignals(perf: ChildProcess): () => void {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const pass = (signal: NodeJS.Signals) => {
    const { pid } = perf;
    if (pid === undefined) return;
    count++;
    if (count === 1) {
      for (const member of processesIn(pid).filter((each) => each !== pid)) sendSignal(member, signal);
      timer = setTimeout(() => sendSignal(pid, 'SIGINT'), GRACE);
      printMessage('Waiting for the program and perf to end; press Ctrl-C again to stop waiting.');
    } else {
      sendSignal(-pid, signal);
      process.exit(INTERRUPTED);
    }
  };
  for (const signal of PASSED_ON) process.on(signal, pass);
  return () => {
    clearTimeout(timer);
    for (const signal of PASSED_ON) process.off(signal, pass);
  };
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}

/** The processes in a process group, except those that have ended. */
function processesIn(group: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // man 5 proc_pid_stat: the name in parentheses, then state, parent, group.
      const fields = /^.*\) (\S) \d+ (\d+) /s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'));
      return fields && fields[1] !== 'Z' && Number(fields[2]) === group ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

function signalNumber(signal: unknown): number {
  return Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0;
}
