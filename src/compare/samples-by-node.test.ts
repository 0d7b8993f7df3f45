import { expect, test } from 'vitest';
import { emptySums } from './quantities.ts';
import { BLOCKS, type Run } from './run.ts';
import { SamplesByNode } from './samples-by-node.ts';

const NODES = 7;

/** Samples with various weights, blocks and nodes. */
function runOf(samples: number): { run: Run; nodeOf: Int32Array } {
  const weightOf = Float64Array.from({ length: samples }, (_, i) => 1 + ((i * 7) % 11));
  const run: Run = {
    samples,
    weight: 0,
    squares: 0,
    meanWeight: 1,
    elapsed: 1,
    blocks: new Float64Array(BLOCKS),
    stackOf: new Int32Array(samples),
    weightOf,
    blockOf: Int8Array.from({ length: samples }, (_, i) => (i % 13 === 0 ? -1 : (i * 5) % BLOCKS)),
  };
  return { run, nodeOf: Int32Array.from({ length: samples }, (_, i) => (i * i + 2) % NODES) };
}

test.each([0, 1, 31, 32, 64, 500])('of %d samples, sums those in a range of nodes', (count) => {
  const { run, nodeOf } = runOf(count);
  const ordered = new SamplesByNode(run, nodeOf, NODES);
  for (let from = 0; from < NODES; from++) {
    for (let end = from; end <= NODES; end++) {
      const found = emptySums(2);
      ordered.addTo(found, 1, from, end);
      const expected = emptySums(2);
      for (let i = 0; i < count; i++) {
        if (nodeOf[i] < from || nodeOf[i] >= end) continue;
        expected.weight[1] += run.weightOf[i];
        expected.squares[1] += run.weightOf[i] ** 2;
        if (run.blockOf[i] >= 0) expected.blocks[BLOCKS + run.blockOf[i]] += run.weightOf[i];
      }
      expect(found).toEqual(expected);
      expect(ordered.weightIn(from, end)).toBe(expected.weight[1]);
    }
  }
});
