import { expect, test } from 'vitest';
import { NONE } from '../../model/profile.ts';
import { groupSamples } from './grouped-samples.ts';
import { emptySums } from '../statistics/quantities.ts';
import { SamplesByChain } from './samples-by-chain.ts';
import { BLOCKS, LEFT_OUT } from '../statistics/selected-samples.ts';

const CHAINS = 7;

test.each([0, 1, 31, 32, 64, 500])('of %d samples, sums those in a range of chains', (count) => {
  const chainOf = Int32Array.from({ length: count }, (_, i) => (i * i + 2) % CHAINS);
  const weight = Float64Array.from({ length: count }, (_, i) => 1 + ((i * 7) % 11));
  const block = Int8Array.from({ length: count }, (_, i) => [NONE, LEFT_OUT][i % 13] ?? (i * 5) % BLOCKS);
  const ordered = new SamplesByChain(groupSamples({ weight }, chainOf, CHAINS), {
    weight,
    block,
    elapsed: 1,
  });
  for (let from = 0; from < CHAINS; from++) {
    for (let end = from; end <= CHAINS; end++) {
      const found = emptySums(2);
      ordered.addTo(found, 1, from, end);
      const expected = emptySums(2);
      for (let i = 0; i < count; i++) {
        if (chainOf[i] < from || chainOf[i] >= end || block[i] === LEFT_OUT) continue;
        expected.weight[1] += weight[i];
        expected.squares[1] += weight[i] ** 2;
        if (block[i] >= 0) expected.blocks[BLOCKS + block[i]] += weight[i];
      }
      expect(found).toEqual(expected);
      expect(ordered.weightIn(from, end)).toBe(expected.weight[1]);
    }
  }
  const all = emptySums(1);
  ordered.addTo(all, 0, 0, CHAINS);
  expect({ weight: ordered.weight, squares: ordered.squares, blocks: ordered.blocks }).toEqual({
    weight: all.weight[0],
    squares: all.squares[0],
    blocks: all.blocks,
  });
});
