import { expect, test } from 'vitest';
import { emptySums } from './quantities.ts';
import { BLOCKS, type Run } from './run.ts';
import { SamplesByChain } from './samples-by-chain.ts';

const CHAINS = 7;

/** Samples with various weights and blocks, sorted by chain. */
function runOf(samples: number): { run: Run; chainOf: Int32Array } {
  const chainOf = Int32Array.from({ length: samples }, (_, i) => (i * i + 2) % CHAINS).sort();
  const weightOf = Float64Array.from({ length: samples }, (_, i) => 1 + ((i * 7) % 11));
  const run: Run = {
    samples,
    weight: 0,
    squares: 0,
    meanWeight: 1,
    elapsed: 1,
    blocks: new Float64Array(BLOCKS),
    first: Int32Array.from(
      { length: CHAINS + 1 },
      (_, chain) => chainOf.filter((each) => each < chain).length,
    ),
    weightOf,
    blockOf: Int8Array.from({ length: samples }, (_, i) => (i % 13 === 0 ? -1 : (i * 5) % BLOCKS)),
  };
  return { run, chainOf };
}

test.each([0, 1, 31, 32, 64, 500])('of %d samples, sums those in a range of chains', (count) => {
  const { run, chainOf } = runOf(count);
  const ordered = new SamplesByChain(run);
  for (let from = 0; from < CHAINS; from++) {
    for (let end = from; end <= CHAINS; end++) {
      const found = emptySums(2);
      ordered.addTo(found, 1, from, end);
      const expected = emptySums(2);
      for (let i = 0; i < count; i++) {
        if (chainOf[i] < from || chainOf[i] >= end) continue;
        expected.weight[1] += run.weightOf[i];
        expected.squares[1] += run.weightOf[i] ** 2;
        if (run.blockOf[i] >= 0) expected.blocks[BLOCKS + run.blockOf[i]] += run.weightOf[i];
      }
      expect(found).toEqual(expected);
      expect(ordered.weightIn(from, end)).toBe(expected.weight[1]);
    }
  }
});
