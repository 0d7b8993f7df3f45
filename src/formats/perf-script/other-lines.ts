// Lines of `perf script` output that are not of samples: records about threads, and lines that the reader skips.

import { TOO_MANY_EVENTS } from '../../model/builder.ts';
import { type HeaderLine, parseHeaderLine } from './header-line.ts';
import { isLineAfterFrames, ONE_LINE_FRAME } from './frame-line.ts';
import { ThreadRecordKind, type ThreadRecordTable } from '../../model/thread-records.ts';

export const SKIPPED_LINES = {
  cut: 'Samples cut off at the end of the text were skipped',
  orphan: 'Frame lines without a sample before them were skipped',
  frame: 'Frame lines that could not be parsed were skipped',
  source: 'Source lines (-F +srcline) were skipped',
  registers: 'Register lines (-F +uregs, +iregs) were skipped',
  columns: 'Lines with columns after the call stack (-F +insn, +phys_addr …) were skipped',
  branches: 'Branch stack lines (-F +brstack) were skipped',
  trace: 'Branches and other hardware trace packets, which are not samples, were skipped',
  long: 'Lines longer than 64 kB were skipped',
  event: TOO_MANY_EVENTS,
  other: 'Lines that are not perf script output were skipped',
} as const;

export type SkippedLine = keyof typeof SKIPPED_LINES;

/** Returns the kind of a line that is not a header, a frame or a perf record. */
export function classifySkippedLine(line: string): SkippedLine {
  if (line.startsWith('\t')) return 'frame';
  if (/^ ABI:\d/.test(line)) return 'registers';
  if (/^ *0x[0-9a-f]+(?:\(.*?\))?\/0x[0-9a-f]+/.test(line)) return 'branches';
  if (isLineAfterFrames(line)) return 'columns';
  if (/^ {2}\S.*(?::\d+|\[[0-9a-f]+\]|\?\?:0)$/.test(line)) return 'source';
  return 'other';
}

/** Events that are not samples, synthesized from Intel PT and CoreSight (tools/perf/util/intel-pt.c, cs-etm.c, Linux 6.12). */
const TRACED = /^(?:branches|transactions|ptwrite|cbr|psb|mwait|pwre|exstop|pwrx|evt|iflag)(?::\w*)?$/;
/** A branch with its target; each has a period of 1. */
const BRANCH = / => | 1 +branches[:\w]*: /;

/** True if the line is a decoded trace packet, not a sample. A sample of a branch has only a frame after the event. */
export function isTracePacket(text: string, { event, rest }: HeaderLine): boolean {
  if (!TRACED.test(event) || rest.trim() === '') return false;
  return BRANCH.test(text) || !ONE_LINE_FRAME.test(rest);
}

// Parses the lines about threads that `perf script --show-switch-events --show-task-events --show-lost-events` prints
// (tools/perf/util/event.c, Linux 6.12):
//
//   app     100/100     1.003000000: PERF_RECORD_SWITCH OUT preempt
//   app     100/100     1.007000000: PERF_RECORD_FORK(100:101):(100:100)
//   tool    101/101     1.017500000: PERF_RECORD_COMM exec: tool:101/101

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
