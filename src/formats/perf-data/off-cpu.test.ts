import { describe, expect, test } from 'vitest';
import {
  comm,
  exit,
  mmap,
  sample,
  USER,
  type EventSpec,
  type RecordSpec,
  type RecordingSpec,
} from '../../../fixtures/perf-data.ts';
import { OFF_CPU_TIMESTAMP, offCpuData } from '../../../fixtures/perf-data-recent.ts';
import { readGenerated } from '../../../fixtures/perf-data-reading.ts';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { samplesOf } from '../../../fixtures/text.ts';
import { timeSortKey } from './off-cpu.ts';

/** The events of `perf record -g --off-cpu` of Linux v7.2. */
const CPU: EventSpec = {
  fields: ['identifier', 'ip', 'tid', 'time', 'period', 'callchain'],
  ids: [1],
  name: 'cpu-clock',
};
const OFF_CPU: EventSpec = {
  fields: ['identifier', 'ip', 'tid', 'time', 'cpu', 'period', 'raw'],
  ids: [2],
  name: 'offcpu-time',
  type: 1,
  config: 10,
};
const START = [
  comm(7, 'app'),
  mmap({ pid: 7, start: 0x1000, size: 0x1000, path: '/bin/app' }),
  comm(7, 'worker', 0, 8),
];
const STACK = [0x1010, 0x1020];
/** Written by the kernel when a thread resumes. The sample is not recorded in the thread that waited. */
const onSwitch = (thread: number, process: number, nanoseconds: number): RecordSpec =>
  sample({ event: 1, pid: 99, time: 5, raw: offCpuData([thread, process], nanoseconds, STACK) });
/** A sum written by perf at the end, with the process ID first. */
const atTheEnd = (process: number, thread: number, nanoseconds: number, nth = 0): RecordSpec =>
  sample({
    event: 1,
    pid: 0,
    time: OFF_CPU_TIMESTAMP + nth * 2048,
    raw: offCpuData([process, thread], nanoseconds, STACK),
  });

async function drawnOf(records: readonly RecordSpec[], made: RecordingSpec = {}): Promise<string[]> {
  const profile = await readGenerated({ events: [CPU, OFF_CPU], ...made, records: [...START, ...records] });
  return [...samplesOf(profile), ...notesOf(profile)];
}

describe('off-CPU time', () => {
  test('is an event in nanoseconds, assigned to the thread that waited', async () => {
    const cpu = sample({ event: 0, pid: 7, time: 4, period: 10, chain: [USER, 0x1030] });
    expect(await drawnOf([cpu, onSwitch(8, 7, 600_000_000), onSwitch(7, 7, 1)])).toEqual([
      'app 7/7 | cpu-clock 4e-9 | +30@/bin/app 10',
      'worker 7/8 | offcpu-time 5e-9 | +20@/bin/app;+10@/bin/app 600000000',
      'app 7/7 | offcpu-time 5e-9 | +20@/bin/app;+10@/bin/app 1',
    ]);
  });

  test('summed by perf has no time and is read after all mappings and names', async () => {
    const late = mmap({ pid: 7, start: 0x1000, size: 0x1000, path: '/bin/late', time: 50 });
    const records = [atTheEnd(7, 8, 100), atTheEnd(7, 7, 200, 1), late, exit(7, 8, 60), exit(7, 7, 70)];
    expect(await drawnOf(records)).toEqual([
      'worker 7/8 | offcpu-time | +20@/bin/late;+10@/bin/late 100',
      'app 7/7 | offcpu-time | +20@/bin/late;+10@/bin/late 200',
    ]);
  });

  test('recorded by perf before 6.16 has the usual fields', async () => {
    const event: EventSpec = { ...OFF_CPU, fields: CPU.fields };
    const records = [
      sample({ event: 1, pid: 7, tid: 8, time: OFF_CPU_TIMESTAMP, period: 300, chain: [USER, ...STACK] }),
      mmap({ pid: 7, start: 0x1000, size: 0x1000, path: '/bin/late', time: 50 }),
      exit(7, 8, 60),
    ];
    expect(await drawnOf(records, { events: [CPU, event] })).toEqual([
      'worker 7/8 | offcpu-time | +20@/bin/late;+10@/bin/late 300',
    ]);
  });

  test('is recognized by its format if the event has no name, and counts as having call chains', async () => {
    const { name: _, ...unnamed } = OFF_CPU;
    const drawn = await drawnOf([sample({ time: 5, raw: offCpuData([7, 7], 9, STACK) })], {
      events: [unnamed],
    });
    expect(drawn).toEqual(['app 7/7 | offcpu-time 5e-9 | +20@/bin/app;+10@/bin/app 9']);
  });

  test('may have no stack', async () => {
    const raw = offCpuData([7, 7], 9, []);
    expect(await drawnOf([sample({ event: 1, time: 5, raw })])).toEqual([
      'app 7/7 | offcpu-time 5e-9 | [no stack] 9',
    ]);
  });
});

describe('RAW data in an unknown format', () => {
  const other = (raw: Uint8Array | number): RecordSpec =>
    sample({ event: 1, pid: 7, time: 5, period: 0, ip: 0x1010, raw });
  const changed = (at: number, byte: number) => {
    const bytes = offCpuData([7, 7], 9, STACK);
    bytes[at] = byte;
    return bytes;
  };

  test.each<[string, Uint8Array | number]>([
    ['too short', 12],
    ['a chain that is too long', changed(16, 4)],
    ['a chain that is too short', changed(16, 2)],
    ['an endless chain', changed(23, 0xff)],
    ['no chain', changed(16, 0)],
    ['a chain that does not begin with the user context', changed(24, 7)],
  ])('is counted in a note: %s', async (_, raw) => {
    expect(await drawnOf([other(raw)])).toEqual([
      'app 7/7 | offcpu-time 5e-9 | +10@/bin/app 0',
      'waits 1 at line -1',
    ]);
  });

  test('gets no note if another program defined the event', async () => {
    const events = [CPU, { ...OFF_CPU, name: 'my-output' }];
    expect(await drawnOf([other(12)], { events })).toEqual(['app 7/7 | my-output 5e-9 | +10@/bin/app 0']);
  });
});

test('sorts records without a time first, and sums written at the end last', () => {
  const times = [0, NaN, 2 ** 64, 1, 2 ** 63, OFF_CPU_TIMESTAMP, OFF_CPU_TIMESTAMP + 2 ** 31];
  expect(times.map(timeSortKey)).toEqual([NaN, NaN, NaN, 1, NaN, Infinity, Infinity]);
});
