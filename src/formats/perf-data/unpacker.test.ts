import { describe, expect, test } from 'vitest';
import {
  comm,
  concat,
  mmap,
  perfData,
  record,
  sample,
  u64,
  USER,
  type RecordSpec,
} from '../../../fixtures/perf-data.ts';
import { readBytes, readGenerated } from '../../../fixtures/perf-data-reading.ts';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { samplesOf } from '../../../fixtures/text.ts';
import { OutOfOrder } from './record-sorter.ts';
import { Unpacker } from './unpacker.ts';

const RECORDS: readonly RecordSpec[] = [
  comm(7, 'app'),
  mmap({ pid: 7, start: 0x1000, size: 0x1000, path: '/bin/app' }),
  ...Array.from({ length: 40 }, (_, i) => sample({ pid: 7, time: i + 1, chain: [USER, 0x1000 + i] })),
];

describe.each([81, 83] as const)('records inside compressed records of type %i', (type) => {
  test.each([1, 7, 8, 40, 64, 1000, 60_000])('are read when split every %i bytes', async (bytes) => {
    const plain = await readGenerated({ records: RECORDS });
    const packed = await readGenerated({ records: RECORDS, compressed: { type, bytes } });
    expect(packed).toEqual(plain);
  });

  test('may be larger than a buffer in total', async () => {
    const many = Array.from({ length: 900 }, (_, i) =>
      sample({ pid: 7, time: i + 1, chain: [USER, ...Array<number>(200).fill(0x1000 + i)] }),
    );
    const records = [...RECORDS.slice(0, 2), ...many];
    const packed = await readGenerated({ records, compressed: { type, bytes: 60_000 } });
    expect(samplesOf(packed)).toEqual(samplesOf(await readGenerated({ records })));
  });

  test('may share the memory of earlier rounds', async () => {
    const round = record(68, new Uint8Array(0));
    const rounds = Array.from({ length: 60 }, (_, i) => [
      ...Array.from({ length: 10 }, (__, k) => {
        const chain = [USER, ...Array<number>(800).fill(0x1000 + ((i * 10 + k) % 0x1000))];
        return sample({ pid: 7, time: i * 10 + k + 1, chain });
      }),
      round,
    ]).flat();
    const records = [...RECORDS.slice(0, 2), ...rounds];
    const packed = await readGenerated({ records, compressed: { type, bytes: 60_000 } });
    expect(samplesOf(packed)).toEqual(samplesOf(await readGenerated({ records })));
  });

  test('end at the first damaged block, with a note', async () => {
    const bytes = perfData({ records: RECORDS, compressed: { type, bytes: 300 } });
    const data = Number(new DataView(bytes.buffer).getBigUint64(40, true));
    // Give the block of the third record a reserved type.
    let third = data;
    for (let i = 0; i < 2; i++) third += new DataView(bytes.buffer).getUint16(third + 6, true);
    bytes[third + (type === 81 ? 8 : 16)] |= 6;
    const profile = await readBytes(bytes);
    expect(notesOf(profile)).toEqual(['zstd 1 at line -1']);
    expect(profile.samples.length).toBeGreaterThan(2);
    expect(profile.samples.length).toBeLessThan(15);
    // Other readers are not affected.
    expect(await readGenerated({ records: RECORDS, compressed: { type, bytes: 300 } })).toEqual(
      await readGenerated({ records: RECORDS }),
    );
  });
});

test('does not decompress records inside compressed ones again, or skip data after them', async () => {
  const inner = [
    record(81, Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x50, 1, 0)),
    record(83, concat(u64(0))),
    record(71, u64(1000)),
    record(66, u64(1000)),
  ];
  const records = [...RECORDS, ...inner, sample({ pid: 7, time: 99, chain: [USER, 0x1000] })];
  const profile = await readGenerated({ records, compressed: { type: 81, bytes: 100 } });
  expect(profile.samples.length).toBe(41);
  expect(profile.notes).toEqual([]);
});

test('records out of order are no damage', async () => {
  const sampleAt = (time: number) =>
    sample({ pid: 7, time, chain: [USER, ...Array<number>(1000).fill(0x1000)] });
  // Enough in order to deliver samples early.
  const inOrder = Array.from({ length: 800 }, (_, i) => sampleAt(i + 1));
  const spec = { records: [...inOrder, sampleAt(5)], compressed: { type: 81, bytes: 60_000 } } as const;
  await expect(readGenerated(spec, { isSpeculative: true })).rejects.toThrow(OutOfOrder);
  expect((await readGenerated(spec)).samples.length).toBe(801);
});

test('a compressed record may be empty, or claim more data than it has', async () => {
  const unusual = [record(81), record(83), record(83, u64(2 ** 40)), record(83, u64(0))];
  const profile = await readGenerated({
    events: [{ fields: ['ip', 'tid', 'time', 'callchain'], trailers: false }],
    records: [...unusual, ...RECORDS],
  });
  expect(profile.samples.length).toBe(40);
});

test('decompresses small records into a shared buffer, so that pending records do not keep mostly empty buffers alive', async () => {
  const block = (size: number) => Uint8Array.of((size << 3) & 0xff, (size << 3) >> 8, 0);
  const buffers = new Set<ArrayBuffer>();
  const unpacker = new Unpacker((view, _, to) => {
    buffers.add(view.buffer);
    return to;
  });
  await unpacker.unpack(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x50));
  for (let i = 0; i < 1000; i++) await unpacker.unpack(concat(block(8), new Uint8Array(8)));
  unpacker.end();
  expect(buffers.size).toBe(1);
});

test('fills only buffers that it got back again', async () => {
  const buffers: ArrayBuffer[] = [];
  const unpacker = new Unpacker(({ buffer }, _, to) => {
    if (buffer !== buffers.at(-1)) buffers.push(buffer);
    return to;
  });
  // Four bytes that decompress to 128 kB.
  const long = Uint8Array.of(0x02, 0x00, 0x10, 0x41);
  const fillOne = async () => {
    const before = buffers.length;
    while (buffers.length === before) await unpacker.unpack(long);
  };
  await unpacker.unpack(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x50));
  for (let i = 0; i < 3; i++) await fillOne();
  const [first, second, current] = buffers;
  for (const buffer of [current, first, first, new ArrayBuffer(1 << 20)]) unpacker.reuse(buffer);
  for (let i = 0; i < 2; i++) await fillOne();
  expect(buffers[3]).toBe(first);
  expect([first, second, current]).not.toContain(buffers[4]);
  unpacker.end();
});

test('stops decompressing when the reader cannot continue', async () => {
  let calls = 0;
  const unpacker = new Unpacker((_, from) => {
    calls++;
    return from;
  });
  // Four bytes that decompress to 128 kB.
  const long = Uint8Array.of(0x02, 0x00, 0x10, 0x41);
  await unpacker.unpack(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x50));
  for (let i = 0; i < 100; i++) await unpacker.unpack(long);
  expect(calls).toBe(1);
  unpacker.end();
});
