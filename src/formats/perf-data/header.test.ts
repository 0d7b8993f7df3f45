import { describe, expect, test } from 'vitest';
import { concat, perfData, u64 } from '../../../fixtures/perf-data.ts';
import { whyNoPerfData } from './header.ts';

describe('what begins as perf.data and cannot be read says why', () => {
  const why = (bytes: Uint8Array) => whyNoPerfData('perf.data', bytes);
  const file = perfData({});

  test('not so when it can', () => {
    expect(why(file)).toBeUndefined();
    expect(why(perfData({ pipe: true }))).toBeUndefined();
  });

  test('a big-endian machine', () => {
    expect(why(concat('2ELIFREP', file.subarray(8)))).toBe(
      '“perf.data” was recorded on a big-endian machine, which Pyrograph does not read: run perf script there, and open what it prints.',
    );
  });

  test('a header that is cut or another', () => {
    for (const bytes of [
      file.subarray(0, 8),
      file.subarray(0, 50),
      concat('PERFILE2', u64(17), file.subarray(16)),
    ])
      expect(why(bytes)).toBe(
        '“perf.data” is a perf.data whose header is cut or makes no sense: copy it again, or record again.',
      );
  });

  test('perf stat, and perf record --threads', () => {
    const stat = perfData({ features: { 19: new Uint8Array(0) } });
    expect(why(stat)).toBe(
      '“perf.data” was written by perf stat, which counts and samples nothing: record with perf record -g.',
    );
    expect(why(perfData({ features: { 24: u64(1) } }))).toMatch(/^“perf.data” is one of several files .+\.$/);
  });
});
