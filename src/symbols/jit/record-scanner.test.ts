import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import {
  fields,
  JIT_MAGIC,
  JIT_PID,
  jitHeader,
  jitLoad,
  jitRecord,
  jitUnwinding,
} from '../../../fixtures/jitdump.ts';
import { bytesOf, concatBytes } from '../../../fixtures/sources.ts';
import { readJitDump } from './jitdump.ts';

const HEADER = jitHeader();
const read = (...records: readonly Uint8Array[]) => readJitDump(concatBytes(HEADER, ...records));

describe('a jitdump damaged by a fork', () => {
  const functionRecords = (from: number, to: number, time = 1_000_000_000n): Uint8Array[] =>
    Array.from({ length: to - from }, (_, i) => {
      const at = BigInt(from + i);
      return concatBytes(
        jitUnwinding('frame', 'hdr'.padEnd(11), { time: time + at }),
        jitLoad({
          name: `py::f${at}:/a.py`,
          address: 0x7f00_0000_0000n + at * 4096n,
          size: 15n,
          index: at,
          time: time + at,
        }),
      );
    });
  const readIndices = (...records: readonly Uint8Array[]) => {
    const { codes, ...rest } = read(...records);
    return { codes: codes.map(({ index }) => index), ...rest };
  };
  const upTo = (end: number) => Array.from({ length: end - 1 }, (_, i) => i + 1);
  /** Number of bytes of a record written before the fork; the stdio buffer starts with the rest. */
  const SPLIT = 30;

  test('counts each function once and skips the tail of a record if the buffer is repeated', () => {
    const before = concatBytes(...functionRecords(1, 9));
    const buffered = concatBytes(...functionRecords(8, 13)).subarray(SPLIT);
    const found = readIndices(
      before,
      concatBytes(...functionRecords(9, 13)),
      buffered,
      buffered,
      ...functionRecords(13, 20),
    );
    const rest = jitUnwinding('frame', 'hdr'.padEnd(11)).length - SPLIT;
    expect(found).toMatchObject({
      codes: upTo(20),
      isTruncated: false,
      skippedBytes: 2 * rest,
      missingCodes: 0,
    });
  });

  test('skips the repeated header if the process forked before the first write', () => {
    const found = readIndices(
      ...functionRecords(1, 4),
      HEADER,
      ...functionRecords(1, 4),
      ...functionRecords(4, 7),
    );
    expect(found).toMatchObject({ codes: upTo(7), isTruncated: false, skippedBytes: 0 });
  });

  test('skips the header of a different process', () => {
    const other = fields(JIT_MAGIC, 1, 40, 0, 0, JIT_PID + 1, 1n, 0n);
    expect(readIndices(...functionRecords(1, 4), other, ...functionRecords(4, 7))).toMatchObject({
      skippedBytes: 40,
    });
  });

  test('keeps unwind data that the repeated part lacks', () => {
    const [first, second] = functionRecords(1, 3);
    const { codes } = read(first, second, second.subarray(SPLIT), first);
    expect(codes.map(({ unwind }) => unwind?.mappedSize)).toEqual([80, 80]);
  });

  test('reads the records after a truncated one', () => {
    const truncated = jitLoad({
      name: 'py::g:/a.py',
      address: 4096n,
      size: 500n,
      index: 4n,
      time: 1_000_000_004n,
    }).subarray(0, 90);
    const found = readIndices(...functionRecords(1, 4), truncated, ...functionRecords(5, 9));
    expect(found).toMatchObject({ codes: [1, 2, 3, 5, 6, 7, 8], skippedBytes: 90, missingCodes: 1 });
  });

  test('reports no missing functions if indices are not consecutive', () => {
    const found = readIndices(...functionRecords(1, 4), bytesOf('garbage'), ...functionRecords(1000, 1003));
    expect(found).toMatchObject({ skippedBytes: 7, missingCodes: 0 });
  });

  test.each<[string, Uint8Array]>([
    [
      'of another process',
      jitRecord(0, 1_000_000_009n, fields(JIT_PID + 1, JIT_PID, 0n, 0n, 4n, 9n), 'f\0code'),
    ],
    ['older than the first record', jitLoad({ name: 'f', address: 0n, size: 4n, index: 9n, time: 5n })],
    ['from the far future', jitLoad({ name: 'f', address: 0n, size: 4n, index: 9n, time: 2n ** 60n })],
    ['with a name that ends early', jitLoad({ name: 'f\0g', address: 0n, size: 4n, index: 9n })],
    ['without code', jitLoad({ name: 'f', address: 0n, size: 0n, index: 9n })],
    [
      'that is longer than its code',
      jitRecord(0, 1_000_000_009n, fields(JIT_PID, JIT_PID, 0n, 0n, 3n, 9n), 'f\0code'),
    ],
    ['with an invalid size', jitRecord(1, 1_000_000_009n, fields(JIT_PID, JIT_PID, 0n, 1n, 2n, 4n, 9n, 0n))],
    ['with less data than its size field says', jitRecord(4, 1_000_000_009n, fields(90n, 4n, 0n), 'frames')],
    [
      'whose .eh_frame_hdr is larger than its data',
      jitRecord(4, 1_000_000_009n, fields(8n, 9n, 0n), 'unwinder'),
    ],
    ['with more source lines than its size allows', jitRecord(2, 1_000_000_009n, fields(4096n, 9n), 'lines')],
    [
      'followed by garbage',
      concatBytes(jitLoad({ name: 'f', address: 0n, size: 4n, index: 9n }), bytesOf('\x07garbage')),
    ],
  ])('skips a record %s after garbage', (_, invalid) => {
    const garbage = fields(0xffff_ffff, 0xffff_ffff);
    const found = readIndices(...functionRecords(1, 4), garbage, invalid, ...functionRecords(4, 6));
    expect(found).toMatchObject({ codes: upTo(6), skippedBytes: garbage.length + invalid.length });
  });

  test('yields every function exactly once, for any forks and buffer sizes', () => {
    const runs = fc.record({
      buffer: fc.integer({ min: 64, max: 700 }),
      count: fc.integer({ min: 1, max: 40 }),
      forks: fc.array(fc.nat(40), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(runs, ({ buffer, count, forks }) => {
        expect(readJitDump(written(functionRecords(1, count + 1), buffer, forks))).toMatchObject({
          codes: upTo(count + 1).map((index) => ({ index, name: `py::f${index}:/a.py` })),
          isTruncated: false,
        });
      }),
      { numRuns: 100 },
    );
  });

  /** Simulates stdio: writes full buffers, plus an extra copy of the buffer at each fork. */
  function written(records: readonly Uint8Array[], size: number, forks: readonly number[]): Uint8Array {
    const file: Uint8Array[] = [];
    let buffered = HEADER;
    records.forEach((each, i) => {
      for (const fork of forks) if (fork === i) file.push(buffered);
      const all = concatBytes(buffered, each);
      const full = all.length - (all.length % size);
      file.push(all.subarray(0, full));
      buffered = all.subarray(full);
    });
    return concatBytes(...file, buffered);
  }

  test('skips many false record starts in linear time', () => {
    const beginning = jitLoad({
      name: 'x'.repeat(40),
      address: 0n,
      size: 400_000n,
      index: 9n,
      time: 1_000_000_009n,
    }).subarray(0, 90);
    const falseStarts = Array.from({ length: 5_000 }, () => beginning);
    const [text, zeros] = [0x78, 0].map((byte) => new Uint8Array(1 << 20).fill(byte));
    const parts = [
      HEADER,
      ...functionRecords(1, 3),
      bytesOf('?'),
      ...falseStarts,
      text,
      zeros,
      ...functionRecords(3, 4),
    ];
    const { codes } = readJitDump(Buffer.concat(parts));
    expect(codes.map(({ index }) => index)).toEqual([1, 2, 3]);
  });
});
