import { expect, test } from 'vitest';
import { LoadedFile, CachedRanges, memoryFile } from './random-access.ts';

const BYTES = Uint8Array.from({ length: 20 }, (_, i) => i);

test('reads ranges of a file in several pieces', () => {
  const file = new LoadedFile([BYTES.subarray(0, 5), BYTES.subarray(5, 6), BYTES.subarray(6)]);
  expect(file.size).toBe(20);
  for (let from = -1; from <= 21; from++)
    for (let length = 0; length <= 21; length++) {
      const isInside = length > 0 && from >= 0 && from + length <= 20;
      expect(file.range(from, length)).toEqual(isInside ? BYTES.subarray(from, from + length) : undefined);
    }
  expect(file.range(6, 14)?.buffer).toBe(BYTES.buffer);
});

test('returns only ranges that were loaded', async () => {
  const file = new CachedRanges(memoryFile(BYTES));
  expect(file.range(0, 1)).toBeUndefined();
  await file.load({ from: 2, to: 6 }, { from: 15, to: 20 }, { from: 18, to: 21 }, { from: 3, to: 3 });
  expect([file.range(2, 4), file.range(16, 4)]).toEqual([BYTES.subarray(2, 6), BYTES.subarray(16)]);
  for (const [from, length] of [
    [1, 2],
    [5, 2],
    [18, 3],
    [3, 0],
  ])
    expect(file.range(from, length)).toBeUndefined();
});
