// Parses the lines about threads that `perf script --show-switch-events --show-task-events --show-lost-events` prints
// (tools/perf/util/event.c, Linux 6.12):
//
//   app     100/100     1.003000000: PERF_RECORD_SWITCH OUT preempt
//   app     100/100     1.007000000: PERF_RECORD_FORK(100:101):(100:100)
//   tool    101/101     1.017500000: PERF_RECORD_COMM exec: tool:101/101

import { ThreadRecordKind, type ThreadRecordTable } from '../../model/thread-records.ts';
import { parseHeaderLine } from './header-line.ts';

const RECORD = /PERF_RECORD_(SWITCH|FORK|EXIT|COMM|LOST)/;
const SWITCH = /^SWITCH(?:_CPU_WIDE)? (IN|OUT)(\s+preempt)?/;
const TASK = /^(FORK|EXIT)\((-?\d+):(-?\d+)\)/;
const COMM = /^COMM(?: exec)?: (.*):(-?\d+)\/(-?\d+)$/s;
const LOST = /^LOST(?:_SAMPLES)?\s+(?:lost )?(\d+)/;

/** Adds the record to the table. Ignores other records, and those without a time. */
export function addThreadRecord(table: ThreadRecordTable, line: string): void {
  const found = RECORD.exec(line);
  const header = found && parseHeaderLine(`${line.slice(0, found.index)} `, 'tid and time');
  if (!header) return;
  const { time, pid, tid, comm } = header;
  const body = line.slice(found.index + 'PERF_RECORD_'.length).trimEnd();
  if (found[1] === 'SWITCH') {
    const [, direction, preempted] = SWITCH.exec(body) ?? [];
    const out = preempted === undefined ? ThreadRecordKind.out : ThreadRecordKind.preempted;
    if (direction) table.add(direction === 'IN' ? ThreadRecordKind.in : out, time, pid, tid, comm);
  } else if (found[1] === 'COMM') {
    const [, name, ...ids] = COMM.exec(body) ?? [];
    if (name !== undefined)
      table.add(ThreadRecordKind.comm, time, Number(ids[0]), Number(ids[1]), name.trim());
  } else if (found[1] === 'LOST') {
    const [, count] = LOST.exec(body) ?? [];
    if (count !== undefined) table.addLost(time, Number(count));
  } else {
    const [, type, ...ids] = TASK.exec(body) ?? [];
    const kind = type === 'FORK' ? ThreadRecordKind.fork : ThreadRecordKind.exit;
    if (type) table.add(kind, time, Number(ids[0]), Number(ids[1]), comm);
  }
}
