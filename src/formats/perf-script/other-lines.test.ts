import { expect, test } from 'vitest';
import { classifySkippedLine, type SkippedLine, addThreadRecord } from './other-lines.ts';
import { ThreadRecordKind, ThreadRecordTable } from '../../model/thread-records.ts';

test.each<[string, SkippedLine]>([
  ['\t7f10 f', 'frame'],
  [' ABI:2    AX:0x0    BX:0x7f', 'registers'],
  [' 0x55d0/0x55e0/P/-/-/3//-  0x55d2/0x55e1/M/-/-/5//- ', 'branches'],
  [' 0x55d0(/usr/bin/app)/0x55e0(/usr/bin/app)/P/-/-/3//- ', 'branches'],
  ['  main.c:12', 'source'],
  ['  app[41f]', 'source'],
  ['  ??:0', 'source'],
  ['  a sentence: it ends here', 'other'],
  ["addr2line: 'x.so': No such file", 'other'],
  ['', 'other'],
])('%j is skipped as %s', (line, kind) => expect(classifySkippedLine(line)).toBe(kind));

function parsed(line: string): string | undefined {
  const table = new ThreadRecordTable(
    { sampleCount: 3, isFull: false, stopAt: () => {} },
    { samples: Infinity },
  );
  addThreadRecord(table, line);
  const { kind, time, pid, tid, comm, comms, sample, lost } = table.finish() ?? {};
  if (!kind || !time || !pid || !tid || !comm || !comms || !sample) return undefined;
  const [name] = Object.entries(ThreadRecordKind).find(([, each]) => each === kind[0]) ?? [];
  return [comms[comm[0]], `${pid[0]}/${tid[0]}`, time[0], name, ...(lost ? [lost] : [])].join(' ');
}

test.each([
  ['app     7/8     1.000000002: PERF_RECORD_SWITCH IN ', 'app 7/8 1000000002 in'],
  ['my app  7/8 [003] 1.000000: PERF_RECORD_SWITCH OUT         ', 'my app 7/8 1000000000 out'],
  ['app     7/8     1.000000: PERF_RECORD_SWITCH OUT preempt', 'app 7/8 1000000000 preempted'],
  [
    'app     7/8     1.000000: PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid:     0/0   ',
    'app 7/8 1000000000 preempted',
  ],
  ['app       8     1.000000: PERF_RECORD_SWITCH IN', 'app 0/8 1000000000 in'],
  ['app     7/7     1.000000: PERF_RECORD_FORK(7:9):(7:7)', 'app 7/9 1000000000 fork'],
  ['app     7/9     1.000000: PERF_RECORD_EXIT(7:9):(7:7)', 'app 7/9 1000000000 exit'],
  ['app     7/7     1.000000: PERF_RECORD_COMM exec: a: b/1:7/7', 'a: b/1 7/7 1000000000 comm'],
  ['app     0/0     0.000000: PERF_RECORD_COMM: app:7/9', 'app 7/9 0 comm'],
  ['app     7/7     1.000000: PERF_RECORD_LOST lost 12', ' 0/0 1000000000 lost 12'],
  ['app     7/7     1.000000: PERF_RECORD_LOST_SAMPLES 12', ' 0/0 1000000000 lost 12'],
  ['app     7/7     1.000000: PERF_RECORD_MMAP2 7/7: [0x1000(0x1000) @ 0 00:00 1 1]: r-xp /a', undefined],
  ['PERF_RECORD_SWITCH IN', undefined],
])('%s', (line, expected) => expect(parsed(line)).toBe(expected));
