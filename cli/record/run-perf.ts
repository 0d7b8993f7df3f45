// Runs `perf record`, and forwards signals to the recorded program and to perf.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { printMessage } from '../print.ts';
import { join } from 'node:path';
import { measuredStacks, type MeasuredStacks } from '../../src/record/sampling.ts';
import { openProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';
import { sourcesOf } from '../source.ts';
import type { RecordOptions } from './arguments.ts';
import type { Host } from './host.ts';
import { abilityOptions, type PerfFacts } from './read-perf.ts';

export interface PerfOutcome {
  /** The program's exit code, or 128 + N for a signal N. */
  readonly exitCode: number;
  /** The signal that ended perf; undefined if it ended by itself. */
  readonly killedBy: string | undefined;
  /** True if child processes of the program are still running. */
  readonly hasSurvivors: boolean;
}

/** Exit code after the second Ctrl-C. */
const INTERRUPTED = 130;
/** Time for the program to end after a signal before perf is interrupted, in milliseconds. */
const GRACE = 3000;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * `duration` is the time in seconds after which the program gets the signal of Ctrl-C.
 *
 * perf and the program run in their own process group, so that a terminal sends Ctrl-C only to this process. It forwards the signal
 * to the program first: when perf ends, it kills the program, and Python would lose the end of its jitdump.
 */
export async function runPerf(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  duration: number | undefined,
): Promise<PerfOutcome> {
  const [program, ...args] = words;
  const perf = spawn(program, args, { stdio: 'inherit', detached: true, env: { ...environment } });
  const { forward, stop } = signalForwarder(perf);
  const timer = duration === undefined ? undefined : setTimeout(() => forward('SIGINT', ''), duration * 1000);
  try {
    const [code, signal]: unknown[] = await once(perf, 'exit');
    const exitCode = typeof code === 'number' ? code : 128 + signalNumber(signal);
    const killedBy = typeof signal === 'string' ? signal : undefined;
    return { exitCode, killedBy, hasSurvivors: perf.pid !== undefined && processesIn(perf.pid).length > 0 };
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** Forwards signals until `stop` is called. */
function signalForwarder(perf: ChildProcess): {
  /** `again` is empty if the user has not pressed Ctrl-C. */
  readonly forward: (signal: NodeJS.Signals, again: string) => void;
  readonly stop: () => void;
} {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const forward = (signal: NodeJS.Signals, again: string) => {
    const { pid } = perf;
    if (pid === undefined) return;
    count++;
    if (count === 1) {
      const program = processesIn(pid).filter((each) => each !== pid);
      for (const member of program) sendSignal(member, signal);
      timer = setTimeout(() => sendSignal(pid, 'SIGINT'), program.length > 0 ? GRACE : 0);
      printMessage(`Waiting for the program and perf to end; press Ctrl-C${again} to stop waiting.`);
    } else {
      sendSignal(-pid, signal);
      process.exit(INTERRUPTED);
    }
  };
  const received = (signal: NodeJS.Signals) => forward(signal, ' again');
  for (const signal of FORWARDED) process.on(signal, received);
  const stop = () => {
    clearTimeout(timer);
    for (const signal of FORWARDED) process.off(signal, received);
  };
  return { forward, stop };
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

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

/** Samples per second and CPU. */
const FREQUENCY = 199;
const SECONDS = 1;
/** In milliseconds. */
const TIMEOUT = 20_000;
/** Of events of which none is a second of CPU time, all are assumed to occur on one CPU. */
const CLOCKS = /^(?:cycles|cpu-clock|task-clock)?$/;

/** Returns undefined if the processes hardly ran. */
export async function measureStacks(
  { attach, systemWide }: RecordOptions,
  { event, abilities }: PerfFacts,
  scratch: string,
  host: Host,
): Promise<MeasuredStacks | undefined> {
  const file = join(scratch, 'stacks.data');
  const target = systemWide ? ['-a'] : ['-p', attach];
  const selected = event === '' ? [] : ['-e', event];
  const options = [...target, ...selected, '-F', `${FREQUENCY}`, ...abilityOptions(abilities), '-o', file];
  const { status } = host.run(['perf', 'record', ...options, '--', 'sleep', `${SECONDS}`], TIMEOUT);
  if (status !== 0) return undefined;
  const outcome = await openProfile(sourcesOf([file]), NO_LISTENER);
  const { samples, recorded } = outcome.ok ? outcome.value.classified.profile : {};
  if (!samples || !recorded?.copiedStacks) return undefined;
  const busy = CLOCKS.test(event) ? samples.length / (FREQUENCY * SECONDS) : 1;
  return measuredStacks(recorded.copiedStacks, busy, statSync(file).size);
}
