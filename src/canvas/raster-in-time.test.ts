import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { timeOrderOf } from '../calltree/time-order.ts';
import { boxAt, depthOf, type CallTree } from '../model/tree.ts';
import type { Frame } from './raster.ts';
import { paintInTime } from './raster-in-time.ts';
import { WHOLE } from './viewport.ts';

const EMPTY = 0xffffffff;
const ALL = { threads: undefined, range: undefined };

/** The lanes of a made recording: samples at every millisecond, a stack like the one before. */
function lanesOf(seed: number, samples: number, threads: number): readonly CallTree[] {
  const order = timeOrderOf(syntheticProfile({ seed, samples, depth: 12, threads }), 0, ALL);
  return (order?.lanes ?? []).map(({ tree }) => tree);
}

function painted(tree: CallTree, frame: Frame, labelFrom = Infinity) {
  const lines = new Uint32Array(frame.width * (frame.bottom - frame.top)).fill(EMPTY);
  return { lines, labelled: paintInTime(tree, frame, lines, (box) => box, labelFrom) };
}

test('every pixel shows the box that lies at its middle, and is empty where none does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 0.7, noNaN: true }),
      (seed, width, from) => {
        for (const tree of lanesOf(seed, 150, 3)) {
          const frame = { width, top: 1, bottom: tree.rows, viewport: { from, to: from + 0.3 } };
          const { lines, labelled } = painted(tree, frame, 1);
          const gaps = new Set(
            labelled
              .filter(({ left, right }) => right - left >= 6 && right < width)
              .map(({ depth, right }) => (depth - 1) * width + right - 1),
          );
          const perPixel = (0.3 * tree.total[0]) / width;
          lines.forEach((box, at) => {
            const depth = 1 + Math.floor(at / width);
            const place = from * tree.total[0] + ((at % width) + 0.5) * perPixel;
            const there = boxAt(tree, place, depth);
            expect(box).toBe(gaps.has(at) || there < 0 ? EMPTY : there);
          });
        }
      },
    ),
    { numRuns: 40, seed: 1 },
  );
});

test('wide boxes are told, wherever among narrow ones they stand', () => {
  const [tree] = lanesOf(3, 60, 1);
  const { labelled } = painted(tree, { width: 600, top: 1, bottom: tree.rows, viewport: WHOLE }, 20);
  expect(labelled.length).toBeGreaterThan(3);
  const scale = 600 / tree.total[0];
  const wide = [];
  for (let run = 1; run < tree.runs; run++)
    for (let box = tree.first[run]; box < tree.first[run + 1]; box++)
      if (tree.total[run] * scale >= 21) wide.push(box);
  expect(labelled.map(({ box }) => box)).toEqual(expect.arrayContaining(wide));
  for (const { box, depth, left, right } of labelled) {
    expect(depthOf(tree, box)).toBe(depth);
    expect(right - left).toBeGreaterThanOrEqual(20);
  }
});

test('only the rows that are seen are painted', () => {
  const [tree] = lanesOf(5, 60, 1);
  const whole = painted(tree, { width: 50, top: 1, bottom: tree.rows, viewport: WHOLE }).lines;
  const part = painted(tree, { width: 50, top: 4, bottom: 7, viewport: WHOLE }).lines;
  expect([...part]).toEqual([...whole.subarray(150, 300)]);
});
