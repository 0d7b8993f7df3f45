// The processes of a recording: which of them run Python, and which of those are traced for perf.

import { baseName } from '../model/paths.ts';
import { jitdumpPid } from '../model/code.ts';
import { NONE, type Thread } from '../model/profile.ts';
import type { JitdumpFacts, Recorded, RecordedProcess } from '../model/recorded.ts';
import { parseRecordCommand } from '../record/record-command.ts';
import { pythonVersion } from './function-facts.ts';

export interface Process {
  /** Process ID, or the thread ID if the recording has no process IDs; NONE without either. */
  readonly id: number;
  readonly isPython: boolean;
  /** True if its Python functions run through trampolines. */
  readonly isTraced: boolean;
  /** Path of the Python binary; empty if unknown. */
  readonly python: string;
  /** Such as `3.13`; empty if unknown. */
  readonly version: string;
  /** ABI flags of the binary: `d` for a debug build, `t` for a free-threaded one. */
  readonly abiFlags: string;
  /** True if it wrote a jitdump, or shares one with the process that forked it. */
  readonly hasJitdump: boolean;
  /** Undefined if its jitdump is not open. */
  readonly jitdump: JitdumpFacts | undefined;
  /** True if neither its jitdump nor files that perf inject made from it are open. */
  readonly lacksJitdump: boolean;
  /** Its ID in its PID namespace, after which its perf map is named; `id` unless another one is known. */
  readonly ownId: number;
}

interface ProcessRows {
  /** Per row of the thread table: the row of its process. */
  readonly ofThread: Int32Array;
  /** Process IDs, by row. */
  readonly ids: readonly number[];
}

/** Without process IDs, each thread counts as a process. Without samples, all recorded processes are listed. */
export function processRows(threads: readonly Thread[], recorded: Recorded | undefined): ProcessRows {
  const rows = new Map<string, number>();
  const ids: number[] = [];
  const ofThread = Int32Array.from(threads, ({ pid, tid, comm }) => {
    const id = pid === NONE ? tid : pid;
    const key = id === NONE ? comm : `${id}`;
    let row = rows.get(key);
    if (row === undefined) rows.set(key, (row = ids.push(id) - 1));
    return row;
  });
  return { ofThread, ids: ids.length > 0 ? ids : [...(recorded?.processes.keys() ?? [])] };
}

/** Describes the processes with these IDs, from the records of a perf.data. */
export function recordedProcesses(
  ids: readonly number[],
  recorded: Recorded,
  isSystemWide: boolean,
): Process[] {
  const narrowed = isSystemWide ? profiledProcesses(recorded) : undefined;
  return ids.map((id) => {
    const image = sameImage(recorded, id);
    const python = image.find((each) => each.python !== '')?.python ?? '';
    return {
      id,
      isPython: python !== '' && (narrowed === undefined || narrowed.has(id)),
      isTraced: isTraced(image),
      python,
      ...pythonVersion(python),
      hasJitdump: image.some(hasJitFiles),
      jitdump: jitdumpOf(recorded, id),
      lacksJitdump: lacksJitdump(recorded, id),
      ownId: ownIdOf(recorded, id),
    };
  });
}

/** Facts about its open jitdump, which is named after the ID that the process has in its PID namespace. */
function jitdumpOf({ processes, symbols }: Recorded, id: number): JitdumpFacts | undefined {
  return symbols.jitdumps.get(jitdumpPid(processes.get(id)?.jitdump ?? '') ?? id);
}

function ownIdOf({ processes }: Recorded, id: number): number {
  const own = processes.get(id)?.namespacePid ?? NONE;
  return own === NONE ? id : own;
}

/**
 * True if the process, or one whose memory it inherited, mapped a jitdump that is not open, or files that perf inject made from
 * one, none of which is open. perf inject removes the mapping of the dump.
 */
export function lacksJitdump(recorded: Recorded, id: number): boolean {
  const image = sameImage(recorded, id);
  const mapped = image.find(hasJitFiles);
  if (!mapped || image.some(({ pid }) => jitdumpOf(recorded, pid))) return false;
  return mapped.jitdump !== '' || !recorded.symbols.hasInjectedFiles;
}

export function runsPython(recorded: Recorded, id: number): boolean {
  return isPython(sameImage(recorded, id));
}

/** True if it mapped a jitdump, or files that perf inject made from one. */
function hasJitFiles({ jitdump, hasJittedFiles }: RecordedProcess): boolean {
  return jitdump !== '' || hasJittedFiles;
}

/** The process and the ancestors whose memory it inherited: those that it was forked from without an exec in between. */
function sameImage({ processes }: Recorded, id: number): RecordedProcess[] {
  const found: RecordedProcess[] = [];
  let process = processes.get(id);
  while (process && !found.includes(process)) {
    found.push(process);
    process = process.execs.length > 0 ? undefined : processes.get(process.parent);
  }
  return found;
}

/**
 * The processes that a system-wide recording is about: those that run the program of the recorded command line, traced Python
 * processes, and their descendants. If that program runs Python, others with a jitdump were recorded by somebody else. Undefined
 * if none of them runs Python.
 */
function profiledProcesses(recorded: Recorded): ReadonlySet<number> | undefined {
  const name = programName(recorded);
  const isNamed = ({ execs }: RecordedProcess) => execs.some((each) => each === name);
  const named = withDescendants(recorded, isNamed);
  const hasPython = (ids: ReadonlySet<number>) => [...ids].some((id) => runsPython(recorded, id));
  const isOwnRecording = hasPython(named);
  const isTracedToo = ({ pid }: RecordedProcess) => {
    const image = sameImage(recorded, pid);
    return isPython(image) && isTraced(image) && !(isOwnRecording && image.some(hasJitFiles));
  };
  const chosen = withDescendants(recorded, (process) => isNamed(process) || isTracedToo(process));
  return hasPython(chosen) ? chosen : undefined;
}

/** The first word of the recorded command, as the kernel names a process that runs it; undefined if unknown. */
function programName({ commandLine }: Recorded): string | undefined {
  const command = parseRecordCommand(commandLine);
  const [program] = command ? [...command.launcher, ...command.program] : [];
  // The kernel keeps 15 characters of a name (TASK_COMM_LEN, include/linux/sched.h, Linux 6.12).
  return program === undefined ? undefined : baseName(program).slice(0, 15);
}

function withDescendants(
  { processes }: Recorded,
  isWanted: (process: RecordedProcess) => boolean,
): ReadonlySet<number> {
  const chosen = new Set<number>();
  const rejected = new Set<number>();
  for (const id of processes.keys()) {
    const line: number[] = [];
    let at: RecordedProcess | undefined = processes.get(id);
    // Ends at the first chosen or rejected ancestor, or where reused process IDs form a cycle.
    let isChosen = false;
    while (at && !isChosen && !rejected.has(at.pid) && !line.includes(at.pid)) {
      line.push(at.pid);
      isChosen = chosen.has(at.pid) || isWanted(at);
      at = processes.get(at.parent);
    }
    for (const each of line) (isChosen ? chosen : rejected).add(each);
  }
  return chosen;
}

function isPython(image: readonly RecordedProcess[]): boolean {
  return image.some(({ python }) => python !== '');
}

function isTraced(image: readonly RecordedProcess[]): boolean {
  return image.some((each) => each.hasAnonymousCode || hasJitFiles(each));
}
