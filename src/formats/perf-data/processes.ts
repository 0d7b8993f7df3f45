// The processes and threads of a recording as its records tell of them, in the order of their times: who is called
// what, and what is mapped where. The rules are perf's (tools/perf/util/thread.c and machine.c, Linux v6.12).

import type { Budget } from '../../model/budget.ts';
import type { ProfileBuilder } from '../../model/builder.ts';
import type { CodeFile, CodeLibrary, MadeCode, MappedInode } from '../../model/code.ts';
import { AddressSpace, type Room } from './address-space.ts';

/** `jit-PID.dump`: mapping it is how a program says where it writes down the code it makes. */
const DUMP = /(?:^|\/)jit-\d+\.dump$/;
/** Where such code lies; a later mapping of that memory is not news of another file. */
const MADE = /^(?:\/\/anon|\[anon:|\/memfd:)/;

/** A file takes about as much memory as so many mappings of it. */
const MAPPINGS_A_FILE = 4;

export interface Mapping {
  readonly pid: number;
  readonly start: number;
  readonly size: number;
  /** Offset of `start` in the file. */
  readonly offset: number;
  readonly path: string;
  readonly buildId: string;
  /** Undefined when the record has a build id in its place, or is of an old kernel. */
  readonly inode?: MappedInode | undefined;
  readonly executable: boolean;
}

class Process {
  space: AddressSpace;
  /** Code that is to come, by time, and how much of it is there already. */
  made: readonly MadeCode[] = [];
  madeSoFar = 0;
  /** Was a dump found? Then its memory is not mapped to a file. */
  hasDump = false;

  constructor(space: AddressSpace) {
    this.space = space;
  }
}

export class Processes {
  private readonly library: CodeLibrary;
  /** Do times of made code count? Else all of it is there from the start. */
  private readonly sameClock: boolean;
  private readonly processes = new Map<number, Process>();
  /** Thread 0 is what a processor does when it has nothing to do; nothing in a recording names it. */
  private readonly comms = new Map([[0, 'swapper']]);
  /** Names of threads that have ended. */
  private readonly ended = new Map<number, string>();
  private readonly budget: Pick<Budget, 'processes' | 'mappings'>;
  private readonly builder: Pick<ProfileBuilder, 'stopAt'>;
  /** For mappings of all processes. */
  private readonly room: Room;
  private readonly met = new WeakSet<CodeFile>();
  /** Counts changes of names. */
  generation = 0;

  /** What reaches a limit of the budget ends the reading of `builder`. */
  constructor(
    library: CodeLibrary,
    sameClock: boolean,
    budget: Pick<Budget, 'processes' | 'mappings'>,
    builder: Pick<ProfileBuilder, 'stopAt'>,
  ) {
    this.library = library;
    this.sameClock = sameClock;
    this.budget = budget;
    this.builder = builder;
    this.room = { left: budget.mappings };
  }

  map({ pid, start, size, offset, path, buildId, inode, executable }: Mapping): void {
    const process = this.process(pid);
    if (DUMP.test(path)) {
      this.room.left--;
      const made = this.library.madeCode(path, pid, inode);
      if (!made) return;
      process.made = made;
      process.madeSoFar = 0;
      process.hasDump = true;
      return;
    }
    if (process.hasDump && MADE.test(path)) return;
    const file = this.library.file(path, pid, buildId, executable, inode);
    this.mapInto(process.space, start, size, offset, file);
  }

  fork(pid: number, parentPid: number, tid: number, parentTid: number, time: number): void {
    const comm = this.comms.get(parentTid);
    if (comm !== undefined) this.rename(tid, comm);
    if (pid === parentPid) return;
    // Its number may have been another's before, who ended.
    this.processes.get(pid)?.space.giveBack();
    const parent = this.processes.get(parentPid);
    if (parent) this.bring(parent, time);
    this.add(pid, parent?.space.copy());
  }

  /** What a thread does after it has ended is nobody's any more; perf then prints its number. */
  end(tid: number): void {
    const comm = this.comms.get(tid);
    if (comm === undefined) return;
    this.comms.delete(tid);
    this.ended.set(tid, comm);
    this.generation++;
  }

  rename(tid: number, comm: string): void {
    if (this.comms.get(tid) === comm) return;
    if (this.comms.size + this.ended.size > this.budget.processes) return this.stop('processes');
    this.comms.set(tid, comm);
    this.generation++;
  }

  /** The name perf prints: its number where nobody said one. */
  comm(tid: number): string {
    return this.comms.get(tid) ?? `:${tid}`;
  }

  /** The name that the thread had last, whether it has ended or not. */
  lastComm(tid: number): string {
    return this.comms.get(tid) ?? this.ended.get(tid) ?? this.comm(tid);
  }

  /** Whether anything was said of a process of this number, not of a thread alone. */
  isProcess(pid: number): boolean {
    return this.processes.has(pid);
  }

  /** What is mapped into the process at `time`; NaN: at the end. */
  space(pid: number, time: number): AddressSpace {
    const process = this.process(pid);
    if (process.madeSoFar < process.made.length) this.bring(process, time);
    return process.space;
  }

  /** Maps the code that was made up to `time`. */
  private bring(process: Process, time: number): void {
    const limit = this.sameClock && !Number.isNaN(time) ? time : Infinity;
    const { made } = process;
    while (process.madeSoFar < made.length && made[process.madeSoFar].time <= limit) {
      const { address, size, file } = made[process.madeSoFar++];
      this.mapInto(process.space, address, size, 0, file);
    }
  }

  private mapInto(space: AddressSpace, start: number, size: number, offset: number, file: CodeFile): void {
    if (!this.met.has(file)) {
      this.met.add(file);
      this.room.left -= MAPPINGS_A_FILE + (file.name.length >> 7);
    }
    space.map(start, start + size, offset, file);
    if (this.room.left < 0) this.stop('mappings');
  }

  private process(pid: number): Process {
    return this.processes.get(pid) ?? this.add(pid);
  }

  private add(pid: number, space = new AddressSpace(this.room)): Process {
    const process = new Process(space);
    if (this.processes.size < this.budget.processes || this.processes.has(pid))
      this.processes.set(pid, process);
    else this.stop('processes');
    return process;
  }

  private stop(limit: 'processes' | 'mappings'): void {
    this.builder.stopAt(limit, this.budget[limit]);
  }
}
