import { expect, test } from 'vitest';
import {
  comm,
  exit,
  fork,
  lost,
  lostSamples,
  record,
  sample,
  switchRecord,
  u32,
  type EventSpec,
  type RecordSpec,
} from '../../../fixtures/perf-data.ts';
import { concatBytes } from '../../../fixtures/sources.ts';
import { readGenerated } from '../../../fixtures/perf-data-reading.ts';
import { ThreadRecordKind } from '../../model/thread-records.ts';

const EVENT: EventSpec = { fields: ['ip', 'tid', 'time'], switches: true };

async function recordsOf(records: readonly RecordSpec[], event = EVENT): Promise<string[] | undefined> {
  const { threadRecords } = await readGenerated({ events: [event], records });
  if (!threadRecords) return undefined;
  const { kind, time, pid, tid, comm: name, comms, sample: before, lost: count } = threadRecords;
  const names = Object.keys(ThreadRecordKind);
  const lines = Array.from(
    kind,
    (each, i) => `${before[i]} ${time[i]} ${comms[name[i]]} ${pid[i]}/${tid[i]} ${names[each]}`,
  );
  return count > 0 ? [...lines, `${count} lost`] : lines;
}

// In these trailers, the process is always 1.
test('records about threads are read in time order, each with the number of samples before it', async () => {
  expect(
    await recordsOf([
      comm(7, 'old'),
      switchRecord('preempted', 30, 7),
      switchRecord('in', 10, 7),
      sample({ pid: 7, time: 20 }),
      switchRecord('out', 20, 7),
      fork([7, 7], [7, 8], 40),
      comm(7, 'new', 50),
      exit(7, 8, 60),
    ]),
  ).toEqual([
    '0 0 old 7/7 comm',
    '0 10 old 1/7 in',
    '1 20 old 1/7 out',
    '1 30 old 1/7 preempted',
    '1 40 old 7/8 fork',
    '1 50 new 7/7 comm',
    '1 60 old 7/8 exit',
  ]);
});

test('a switch of a CPU is about the thread of the record, not the other one that it names', async () => {
  const wide: RecordSpec = { ...record(15, concatBytes(u32(9), u32(9)), 10, 0x2000), tid: 7 };
  expect(await recordsOf([wide])).toEqual(['0 10 :7 1/7 out']);
});

test('lost records are counted once, although perf also writes their number at the end', async () => {
  const records = [switchRecord('in', 5, 7), lost(3), lost(2)];
  expect((await recordsOf(records))?.at(-1)).toBe('5 lost');
  expect((await recordsOf([...records, lostSamples(4), lostSamples(2)]))?.at(-1)).toBe('6 lost');
});

test('recordings that do not say when threads run have none', async () => {
  const records = [comm(7, 'app'), sample({ pid: 7, time: 20 }), exit(7, 7, 30)];
  expect(await recordsOf(records, { ...EVENT, switches: false })).toBeUndefined();
});
