// Collects the records that say when threads begin, end, start and stop to run, in time order.

import type { Budget } from '../../model/budget.ts';
import type { ProfileBuilder } from '../../model/builder.ts';
import { ThreadRecordKind, ThreadRecordTable, type ThreadRecords } from '../../model/thread-records.ts';
import type { TrailerLayout } from './attr.ts';
import type { Processes } from './processes.ts';
import { isSwitch, RECORD_HEADER_SIZE, RecordType, textAt, type View } from './record.ts';

/** PERF_RECORD_MISC_SWITCH_OUT and _SWITCH_OUT_PREEMPT. */
const OUT = 0x2000;
const PREEMPTED = 0x4000;
/** Longer than any name of the kernel. */
const MAX_NAME = 1024;

export class ThreadRecordReader {
  private readonly table: ThreadRecordTable;
  private readonly processes: Pick<Processes, 'comm'>;
  private readonly trailer: TrailerLayout;
  private lostInTotal = 0;

  constructor(
    builder: ProfileBuilder,
    budget: Budget,
    processes: Pick<Processes, 'comm'>,
    trailer: TrailerLayout,
  ) {
    this.table = new ThreadRecordTable(builder, budget);
    this.processes = processes;
    this.trailer = trailer;
  }

  /** Adds a record of `size` bytes at `at`, before it changes the name of the thread; ignores other types. */
  add(view: View, at: number, size: number, time: number): void {
    const type = view.getUint32(at, true);
    if (Number.isNaN(time)) return;
    const id = (offset: number) => view.getInt32(at + offset, true);
    if (isSwitch(type)) {
      if (Number.isNaN(this.trailer.tid) || size < RECORD_HEADER_SIZE + this.trailer.size) return;
      const own = size - this.trailer.tid;
      const misc = view.getUint16(at + 4, true);
      const out = misc & PREEMPTED ? ThreadRecordKind.preempted : ThreadRecordKind.out;
      this.push(misc & OUT ? out : ThreadRecordKind.in, time, id(own), id(own + 4));
    } else if (type === RecordType.fork && size >= 24) {
      this.push(ThreadRecordKind.fork, time, id(8), id(16), this.processes.comm(id(20)));
    } else if (type === RecordType.exit && size >= 24) {
      this.push(ThreadRecordKind.exit, time, id(8), id(16));
    } else if (type === RecordType.comm && size > 16) {
      this.push(ThreadRecordKind.comm, time, id(8), id(12), textAt(view, at, size, 16, MAX_NAME).trim());
    }
  }

  /** At the end, perf writes how many each event lost in total. LOST records have counted the same losses as they happened. */
  addLost(time: number, count: number, isTotal: boolean): void {
    if (isTotal) this.lostInTotal += count;
    this.table.addLost(time || 0, isTotal ? 0 : count);
  }

  finish(): ThreadRecords | undefined {
    const records = this.table.finish();
    return records && { ...records, lost: Math.max(records.lost, this.lostInTotal) };
  }

  private push(kind: number, time: number, pid: number, tid: number, comm = this.processes.comm(tid)): void {
    this.table.add(kind, time, pid, tid, comm);
  }
}
