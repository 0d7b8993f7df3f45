// Records about threads besides samples: when they start and stop to run, begin, end and get a name. With the samples, they say
// what each thread did at each instant (waiting/lives.ts). Readers collect them if the recording says when threads run.

import { Float64Column, Int32Column, Uint8Column } from './columns.ts';
import type { TableBudget } from './budget.ts';

/** `preempted` is an `out` of a thread that could have gone on. */
export const ThreadRecordKind = {
  in: 0,
  out: 1,
  preempted: 2,
  fork: 3,
  exit: 4,
  comm: 5,
  lost: 6,
} as const;

/** In the order of the file. */
export interface ThreadRecords {
  readonly length: number;
  /** A ThreadRecordKind. */
  readonly kind: Uint8Array;
  /** As in SampleTable. 0 in records that perf wrote for what existed before. */
  readonly time: Float64Array;
  /** The thread that the record is about. 0 for an unknown process. */
  readonly pid: Float64Array;
  readonly tid: Float64Array;
  /** Index into `comms`: the name of the thread, for a fork that of the parent. */
  readonly comm: Int32Array;
  /** Number of samples before the record. */
  readonly sample: Int32Array;
  readonly comms: readonly string[];
  readonly lost: number;
}

export class ThreadRecordTable {
  private readonly kind = new Uint8Column();
  private readonly time = new Float64Column();
  private readonly pid = new Float64Column();
  private readonly tid = new Float64Column();
  private readonly comm = new Int32Column();
  private readonly sample = new Int32Column();
  private readonly comms = new Map<string, number>();
  private readonly builder: RecordTarget;
  private readonly limit: number;
  private lostCount = 0;

  /** Stops the builder at the limit of samples. */
  constructor(builder: RecordTarget, { samples }: Pick<TableBudget, 'samples'>) {
    this.builder = builder;
    this.limit = samples;
  }

  add(kind: number, time: number, pid: number, tid: number, comm: string): void {
    if (this.kind.length >= this.limit) this.builder.stopAt('records of threads', this.limit);
    if (this.builder.isFull) return;
    this.kind.push(kind);
    this.time.push(time);
    this.pid.push(Math.max(pid, 0));
    this.tid.push(tid);
    let name = this.comms.get(comm);
    if (name === undefined) this.comms.set(comm, (name = this.comms.size));
    this.comm.push(name);
    this.sample.push(this.builder.sampleCount);
  }

  addLost(time: number, count: number): void {
    this.add(ThreadRecordKind.lost, time, 0, 0, '');
    this.lostCount += count;
  }

  /** Undefined if there are none. */
  finish(): ThreadRecords | undefined {
    if (this.kind.length === 0) return undefined;
    return {
      length: this.kind.length,
      kind: this.kind.take(),
      time: this.time.take(),
      pid: this.pid.take(),
      tid: this.tid.take(),
      comm: this.comm.take(),
      sample: this.sample.take(),
      comms: [...this.comms.keys()],
      lost: this.lostCount,
    };
  }
}

/** True if the records say when threads ran. */
export function hasSwitches(records: ThreadRecords | undefined): records is ThreadRecords {
  return records?.kind.some((kind) => kind <= ThreadRecordKind.preempted) ?? false;
}

/** True if the records say when threads begin and end. */
export function hasTaskRecords({ kind }: ThreadRecords): boolean {
  return kind.some((each) => each >= ThreadRecordKind.fork && each <= ThreadRecordKind.comm);
}

/** The ProfileBuilder that the samples are added to. */
interface RecordTarget {
  readonly sampleCount: number;
  readonly isFull: boolean;
  stopAt(what: string, most: number): void;
}

/** `before` has the number of samples before those of each part. */
export function joinThreadRecords(
  parts: readonly (ThreadRecords | undefined)[],
  before: readonly number[],
): ThreadRecords | undefined {
  const known = parts.flatMap((part, i) => (part ? [{ part, before: before[i] }] : []));
  if (known.length === 0) return undefined;
  const all = new ThreadRecordTable(
    { sampleCount: 0, isFull: false, stopAt: () => {} },
    { samples: Infinity },
  );
  const samples: number[] = [];
  for (const { part, before: first } of known)
    for (let i = 0; i < part.length; i++) {
      all.add(part.kind[i], part.time[i], part.pid[i], part.tid[i], part.comms[part.comm[i]]);
      samples.push(first + part.sample[i]);
    }
  const lost = known.reduce((sum, { part }) => sum + part.lost, 0);
  const joined = all.finish();
  return joined && { ...joined, sample: Int32Array.from(samples), lost };
}
