import { expect, test } from 'vitest';
import { LoadedFile, CachedRanges, memoryFile } from './random-access.ts';

const BYTES = Uint8Array.from({ length: 20 }, (_, i) => i);

test('reads the same ranges whether the file is in one piece or in several', () => {
  const held = new LoadedFile([BYTES.subarray(0, 5), BYTES.subarray(5, 6), BYTES.subarray(6)]);
  expect(held.size).toBe(20);
  for (let from = -1; from <= 21; from++)
    for (let length = 0; length <= 21; length++) {
      const isThere = length > 0 && from >= 0 && from + length <= 20;
      expect(held.range(from, length)).toEqual(isThere ? BYTES.subarray(from, from + length) : undefined);
    }
  expect(held.range(6, 14)?.buffer).toBe(BYTES.buffer);
});

test('keeps only the ranges that were loaded', async () => {
  const held = new CachedRanges(memoryFile(BYTES));
  expect(held.range(0, 1)).toBeUndefined();
  await held.load({ from: 2, to: 6 }, { from: 15, to: 20 }, { from: 18, to: 21 }, { from: 3, to: 3 });
  expect([held.range(2, 4), held.range(16, 4)]).toEqual([BYTES.subarray(2, 6), BYTES.subarray(16)]);
  for (const [from, length] of [
    [1, 2],
    [5, 2],
    [18, 3],
    [3, 0],
  ])
    expect(held.range(from, length)).toBeUndefined();
});
