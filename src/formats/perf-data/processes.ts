// Tracks the names of threads and the mappings of processes, from records in time order. The rules are perf's
// (tools/perf/util/thread.c and machine.c, Linux v6.12).

import type { Budget } from '../../model/budget.ts';
import type { ProfileBuilder } from '../../model/builder.ts';
import {
  type CodeFile,
  type CodeLibrary,
  type JitCode,
  type MappedInode,
  INJECTED_FILE,
  JITDUMP,
  JIT_MEMORY,
} from '../../model/code.ts';
import { AddressSpace, type MappingQuota } from './address-space.ts';

/** A file counts as this many mappings, since it takes about as much memory. */
const MAPPINGS_PER_FILE = 4;

export interface Mapping {
  readonly pid: number;
  readonly start: number;
  readonly size: number;
  /** Offset of `start` in the file. */
  readonly offset: number;
  readonly path: string;
  readonly buildId: string;
  /** Undefined if the record has a build ID instead, or comes from an old kernel. */
  readonly inode?: MappedInode | undefined;
  readonly isExecutable: boolean;
}

interface Process {
  readonly space: AddressSpace;
  /** Code in the process's jitdump, in time order, and the number of entries that are already mapped. */
  jitCode: readonly JitCode[];
  mappedJitCode: number;
  /** True if a jitdump was found. Its code takes precedence over mappings of the same memory. */
  hasJitdump: boolean;
}

export class Processes {
  private readonly library: CodeLibrary;
  /** True if jitdumps use the recording's clock. Otherwise all of their code is mapped from the start. */
  private readonly hasJitdumpClock: boolean;
  private readonly processes = new Map<number, Process>();
  /** Thread 0 is the idle task, which no record names. */
  private readonly comms = new Map([[0, 'swapper']]);
  /** Threads that have ended, and whose IDs have not been reused. */
  private readonly ended = new Set<number>();
  private readonly budget: Pick<Budget, 'processes' | 'mappings'>;
  private readonly builder: Pick<ProfileBuilder, 'stopAt'>;
  /** Shared by all processes. */
  private readonly quota: MappingQuota;
  private readonly mappedFiles = new WeakSet<CodeFile>();
  /** Incremented when the name of a thread changes. */
  generation = 0;

  /** Stops `builder` when a limit of the budget is reached. */
  constructor(
    library: CodeLibrary,
    hasJitdumpClock: boolean,
    budget: Pick<Budget, 'processes' | 'mappings'>,
    builder: Pick<ProfileBuilder, 'stopAt'>,
  ) {
    this.library = library;
    this.hasJitdumpClock = hasJitdumpClock;
    this.budget = budget;
    this.builder = builder;
    this.quota = { left: budget.mappings };
  }

  map({ pid, start, size, offset, path, buildId, inode, isExecutable }: Mapping): void {
    const process = this.process(pid);
    if (JITDUMP.test(path)) {
      this.quota.left--;
      const jitCode = this.library.jitCode(path, pid, inode);
      if (!jitCode) return;
      process.jitCode = jitCode;
      process.mappedJitCode = 0;
      process.hasJitdump = true;
      return;
    }
    // A later mapping does not replace the code of the dump.
    if (process.hasJitdump && JIT_MEMORY.test(path)) {
      process.space.hidesJitCode = true;
      return;
    }
    // perf inject leaves out the mappings of memory for such code.
    if (INJECTED_FILE.test(path)) process.space.hidesJitCode = true;
    const file = this.library.file(path, pid, buildId, isExecutable, inode);
    this.mapInto(process.space, start, size, offset, file);
  }

  /** Call it before the process maps code. */
  nameInNamespace(pid: number, own: number): void {
    this.library.nameInNamespace?.(pid, own);
  }

  fork(pid: number, parentPid: number, tid: number, parentTid: number, time: number): void {
    const comm = this.comms.get(parentTid);
    if (comm !== undefined) this.rename(tid, comm);
    else if (this.ended.delete(tid)) this.forget(tid);
    if (pid === parentPid) return;
    // The process ID may be reused.
    this.processes.get(pid)?.space.release();
    const parent = this.processes.get(parentPid);
    if (parent) this.mapJitCode(parent, time);
    this.add(pid, parent?.space.copy());
  }

  /** Ends a thread. It runs a little longer, so unlike in perf, its ID keeps the name until it is reused. */
  endThread(tid: number): void {
    if (this.comms.has(tid)) this.ended.add(tid);
  }

  private forget(tid: number): void {
    this.comms.delete(tid);
    this.generation++;
  }

  rename(tid: number, comm: string): void {
    this.ended.delete(tid);
    if (this.comms.get(tid) === comm) return;
    if (this.comms.size > this.budget.processes) return this.stop('processes');
    this.comms.set(tid, comm);
    this.generation++;
  }

  /** The name that perf prints, which is `:TID` if no record names the thread. */
  comm(tid: number): string {
    return this.comms.get(tid) ?? `:${tid}`;
  }

  /** True if a record has this ID as a process ID, not only as a thread ID. */
  isProcess(pid: number): boolean {
    return this.processes.has(pid);
  }

  /** The mappings of the process at `time`; NaN means at the end. */
  space(pid: number, time: number): AddressSpace {
    const process = this.process(pid);
    if (process.mappedJitCode < process.jitCode.length) this.mapJitCode(process, time);
    return process.space;
  }

  private mapJitCode(process: Process, time: number): void {
    const limit = this.hasJitdumpClock && !Number.isNaN(time) ? time : Infinity;
    const { jitCode } = process;
    while (process.mappedJitCode < jitCode.length && jitCode[process.mappedJitCode].time <= limit) {
      const { address, size, file } = jitCode[process.mappedJitCode++];
      this.mapInto(process.space, address, size, 0, file);
    }
  }

  private mapInto(space: AddressSpace, start: number, size: number, offset: number, file: CodeFile): void {
    if (!this.mappedFiles.has(file)) {
      this.mappedFiles.add(file);
      this.quota.left -= MAPPINGS_PER_FILE + (file.name.length >> 7);
    }
    space.map(start, start + size, offset, file);
    if (this.quota.left < 0) this.stop('mappings');
  }

  private process(pid: number): Process {
    return this.processes.get(pid) ?? this.add(pid);
  }

  private add(pid: number, space = new AddressSpace(this.quota)): Process {
    const process: Process = { space, jitCode: [], mappedJitCode: 0, hasJitdump: false };
    if (this.processes.size < this.budget.processes || this.processes.has(pid))
      this.processes.set(pid, process);
    else this.stop('processes');
    return process;
  }

  private stop(limit: 'processes' | 'mappings'): void {
    this.builder.stopAt(limit, this.budget[limit]);
  }
}
