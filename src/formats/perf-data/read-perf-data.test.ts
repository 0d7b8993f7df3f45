import { describe, expect, test } from 'vitest';
import { fuzzedOffsets } from '../../../fixtures/fuzz.ts';
import {
  auxtrace,
  comm,
  concat,
  featureText,
  mmap,
  mmap2,
  perfData,
  finishedRound,
  sample,
  tracingData,
  u64,
  USER,
  type RecordingSpec,
} from '../../../fixtures/perf-data.ts';
import { libraryOf, readBytes, readGenerated, walker } from '../../../fixtures/perf-data-reading.ts';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { samplesOf } from '../../../fixtures/text.ts';
import { chunkStream, memoryStream } from '../../bytes/byte-stream.ts';
import { readPerfData } from './read-perf-data.ts';

const RECORDING: RecordingSpec = {
  events: [
    { fields: ['identifier', 'ip', 'tid', 'time', 'callchain'], ids: [10, 11], name: 'cycles:P' },
    { fields: ['identifier', 'ip', 'tid', 'time', 'callchain', 'period'], ids: [20], name: 'faults' },
  ],
  records: [
    comm(7, 'app'),
    mmap({ pid: 7, start: 0x1000, size: 0x1000, path: '/bin/app' }),
    mmap2({ pid: 7, start: 0x3000, size: 0x1000, path: '/lib/a.so', buildId: 'ab'.repeat(20), time: 4 }),
    sample({ pid: 7, time: 9, chain: [USER, 0x3010, 0x1010] }),
    finishedRound,
    sample({ pid: 7, time: 3, chain: [USER, 0x3010, 0x1010] }),
    finishedRound,
    sample({ event: 1, pid: 7, tid: 8, time: 12, chain: [USER, 0x1020], period: 4 }),
  ],
  features: { 5: featureText('6.12'), 6: featureText('x86_64') },
};
const DRAWN = [
  'app 7/7 | cycles:P 3e-9 | +10@/bin/app;[unknown]@[unknown] 1',
  'app 7/7 | cycles:P 9e-9 | +10@/bin/app;+10@/lib/a.so 1',
  ':8 7/8 | faults 1.2e-8 | +20@/bin/app 4',
];

/** The range of the records in a file. */
function dataOf(bytes: Uint8Array<ArrayBuffer>): { from: number; to: number } {
  const view = new DataView(bytes.buffer);
  const from = Number(view.getBigUint64(40, true));
  return { from, to: from + Number(view.getBigUint64(48, true)) };
}

async function drawn(bytes: Uint8Array): Promise<string[]> {
  const profile = await readBytes(bytes);
  return [...samplesOf(profile), ...notesOf(profile)];
}

/** Blocks are read in place, for any block size and record alignment. */
test.each([100_000, 65_536, 131_073, 300_001, 7000, 1 << 20])('reads blocks of %i bytes', async (size) => {
  const chain = (length: number) => [
    USER,
    ...Array.from({ length }, (_, i) => 0x1000 + ((i * length) % 0x900)),
  ];
  const lengths = Array.from({ length: 400 }, (_, i) => (i % 50 === 7 ? 8180 : (i * 37) % 300));
  const samples = lengths.map((length, i) => sample({ pid: 7, time: 10 + i, chain: chain(length) }));
  const bytes = perfData({ ...RECORDING, records: [...(RECORDING.records ?? []), ...samples] });
  let at = 1000;
  const stream = chunkStream(() => {
    const chunk = bytes.subarray(at, (at += size));
    return Promise.resolve(chunk.length > 0 ? chunk : undefined);
  });
  const first = { buffer: bytes.slice(0, 1000), filled: 1000 };
  let machine = '';
  const profile = await readPerfData(
    stream,
    first,
    libraryOf(),
    () => walker,
    ({ features }) => {
      machine = features.arch;
    },
  );
  expect([...samplesOf(profile), ...notesOf(profile)]).toEqual(await drawn(bytes));
  expect(profile.samples.length).toBe(403);
  expect(machine).toBe('x86_64');
});

describe.each([false, true])('through a pipe: %s', (pipe) => {
  const made = { ...RECORDING, pipe };

  test('reads everything', async () => {
    const profile = await readGenerated(made);
    expect(samplesOf(profile)).toEqual(DRAWN);
    expect(profile.notes).toEqual([]);
  });

  test.each([1, 7, 64, 1000])('reads pieces of %i bytes', async (piece) => {
    const whole = await readGenerated(made);
    for (const first of [16, 104, 120, 300, 1 << 16])
      expect(await readGenerated(made, { pieces: [piece], first })).toEqual(whole);
  });

  test('skips data after a record', async () => {
    const records = [...RECORDING.records!, auxtrace(70_000), tracingData(33), sample({ time: 30 })];
    for (const first of [200, 1000, 1 << 17]) {
      const profile = await readGenerated({ ...made, records }, { pieces: [999], first });
      expect(profile.samples.length).toBe(4);
      expect(profile.notes).toEqual([]);
    }
  });

  test('reads more data than fits in a buffer', async () => {
    const many = Array.from({ length: 9000 }, (_, i) =>
      sample({ pid: 7, time: 20 + i, chain: [USER, ...Array<number>(80).fill(0x1000 + (i % 100))] }),
    );
    const events = [{ fields: ['ip', 'tid', 'time', 'callchain'] as const }];
    const records = [...RECORDING.records!.slice(0, 3), ...many];
    const profile = await readGenerated({ ...made, events, records }, { first: 1 << 16 });
    expect(profile.samples.length).toBe(9000);
    expect(profile.notes).toEqual([]);
  });

  test('reads the complete records of a truncated recording, with a note', async () => {
    const bytes = perfData(made);
    const whole = await drawn(bytes);
    for (const end of fuzzedOffsets(16, bytes.length, 3)) {
      const found = await drawn(bytes.subarray(0, end));
      const samples = found.filter((line) => line.includes('7/'));
      expect(samples.length).toBeLessThanOrEqual(3);
      // In a file, event names are at the end and may be missing.
      if (pipe) expect(whole.slice(0, samples.length)).toEqual(expect.arrayContaining(samples.slice(0, -1)));
      if (!pipe) expect(found.at(-1)).toBe('cut 1 at line -1');
    }
  });
});

describe('a file', () => {
  test.each([64, 72, 96, 104, 112, 128, 136, 144, 152, 160, 200])(
    'may have attrs of %i bytes',
    async (attrSize) => {
      expect(samplesOf(await readGenerated({ ...RECORDING, attrSize }))).toEqual(DRAWN);
    },
  );

  test('that perf did not finish has a data size of 0 and is read to its end', async () => {
    const profile = await readGenerated({ ...RECORDING, features: {}, dataSize: 0 });
    expect(profile.samples.length).toBe(3);
    expect(profile.notes[0].text).toBe(
      'perf did not finish this recording; everything that it wrote is shown',
    );
    const bytes = perfData({ ...RECORDING, dataSize: 0 });
    const { from } = dataOf(bytes);
    const end = dataOf(perfData(RECORDING)).to;
    expect(await drawn(bytes.subarray(0, end - 5))).toEqual([
      expect.stringContaining('| cycles 3e-9'),
      expect.stringContaining('| cycles 9e-9'),
      'unfinished 1 at line -1',
      'cut 1 at line -1',
    ]);
    expect(await drawn(bytes.subarray(0, from))).toEqual(['unfinished 1 at line -1']);
  });

  test('whose data ends within a record gets a note', async () => {
    const bytes = perfData(RECORDING);
    const { from, to } = dataOf(bytes);
    const shorter = concat(
      bytes.subarray(0, 48),
      u64(to - from - 8),
      bytes.subarray(56, to - 8),
      bytes.subarray(to),
    );
    const found = await drawn(shorter);
    expect(found).toHaveLength(3);
    expect(found.at(-1)).toBe('cut 1 at line -1');
  });

  test.each<[string, number, number]>([
    ['the offset of its attrs', 24, 2 ** 50],
    ['the size of its attrs', 32, 2 ** 63],
    ['the size of an attr', 16, 2 ** 50],
    ['the offset of its data', 40, 2 ** 60],
    ['the size of its data', 48, 2 ** 63],
    ['the offset of its data, which is 0', 40, 0],
  ])('whose header is wrong about %s is read as far as possible, with a note', async (_, at, value) => {
    const bytes = concat(perfData(RECORDING));
    bytes.set(u64(value), at);
    const { samples, notes } = await readBytes(bytes);
    expect(samples.length).toBeLessThanOrEqual(3);
    expect(notes.length).toBeGreaterThan(0);
  });

  test('with wrong event IDs assigns samples to its first event', async () => {
    const bytes = concat(perfData(RECORDING));
    // The ID section of the first attr: 104 + 24 bytes of IDs + 144.
    bytes.set(u64(0), 272);
    bytes.set(u64(2 ** 63), 280);
    // The first attr then claims the IDs of the second event, too, whose samples have a different layout.
    expect(await drawn(bytes)).toEqual([DRAWN[0], DRAWN[1], 'broken 1 at line -1']);
  });

  test('with damaged features loses only those', async () => {
    const bytes = concat(perfData(RECORDING));
    const { to } = dataOf(bytes);
    for (const value of [0, 1, 2 ** 63, to + 100_000, to]) {
      for (const at of [0, 8, 32, 40]) {
        const wrong = concat(bytes);
        wrong.set(u64(value), to + at);
        expect((await readBytes(wrong)).samples.length).toBe(3);
      }
    }
  });

  test('with a record of size 0 still has its event names', async () => {
    const nothing = { type: 68, misc: 0, body: new Uint8Array(0), after: new Uint8Array(5_000_000) };
    const records = [...RECORDING.records!, nothing];
    const profile = await readGenerated({ ...RECORDING, records }, { first: 1000 });
    expect(samplesOf(profile)).toEqual(DRAWN);
    expect(notesOf(profile)).toEqual(['record 1 at line -1']);
  });
});

test('reports progress once more after reading the features', async () => {
  const bytes = perfData(RECORDING);
  let last = '';
  const first = { buffer: bytes, filled: bytes.length };
  await readPerfData(
    memoryStream(new Uint8Array(0)),
    first,
    libraryOf(),
    () => walker,
    ({ features }, read) => {
      last = `${features.arch} ${read}`;
    },
  );
  expect(last).toBe(`x86_64 ${bytes.length}`);
});
