import { toStackChains } from '../../model/trie.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { createRandom, syntheticProfile } from '../../../fixtures/synthetic.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { timeOrderOf } from '../../calltree/time/time-order.ts';
import { nodeAt, depthOf, type CallTree } from '../../model/tree.ts';
import { paintRows, spreadRows, type Frame } from './raster.ts';
import { FULL_WIDTH } from '../../model/viewport.ts';

const EMPTY = 0xffffffff;

/** The picture as box numbers, one string per row; `.` where nothing was painted. */
function rowsOf(tree: CallTree, frame: Frame): string[] {
  const { width, top, bottom } = frame;
  const lines = new Uint32Array(width * (bottom - top)).fill(EMPTY);
  paintRows(tree, frame, lines, (box) => box, Infinity);
  return Array.from({ length: bottom - top }, (_, row) =>
    [...lines.subarray(row * width, (row + 1) * width)]
      .map((box) => (box === EMPTY ? '.' : String(box)))
      .join(''),
  );
}

test('boxes are painted at their positions, with a gap in the last pixel of wide boxes', () => {
  const { tree } = buildTree(profileOf('a;b 3\na;c 1\nd 4'), 0);
  expect(rowsOf(tree, { width: 16, top: 0, bottom: 3, viewport: FULL_WIDTH })).toEqual([
    '0000000000000000',
    '1111111.44444444',
    '22222.33........',
  ]);
});

test('only visible rows and the visible range are painted', () => {
  const { tree } = buildTree(profileOf('a;b 3\na;c 1\nd 4'), 0);
  const viewport = { from: 0.25, to: 0.5 };
  expect(rowsOf(tree, { width: 8, top: 2, bottom: 3, viewport })).toEqual(['222.3333']);
});

test('returns the position of boxes wide enough for a label', () => {
  const { tree } = buildTree(profileOf('a;b 3\na;c 1\nd 4'), 0);
  const lines = new Uint32Array(48);
  const labeled = paintRows(
    tree,
    { width: 16, top: 0, bottom: 3, viewport: FULL_WIDTH },
    lines,
    (box) => box,
    6,
  );
  expect(labeled.map(({ box, left, right }) => [box, left, right])).toEqual([
    [0, 0, 16],
    [1, 0, 8],
    [2, 0, 6],
    [4, 8, 16],
  ]);
});

/** Paints a tenth of a tree and checks every pixel. */
function expectFaithful(tree: CallTree, width: number, from: number): void {
  const viewport = { from, to: from + 0.1 };
  const lines = new Uint32Array(width * tree.rows).fill(EMPTY);
  paintRows(tree, { width, top: 0, bottom: tree.rows, viewport }, lines, (box) => box, Infinity);
  const weightPerPixel = (0.1 * tree.total[0]) / width;
  const wrong: string[] = [];
  lines.forEach((box, at) => {
    const depth = Math.floor(at / width);
    const position = from * tree.total[0] + ((at % width) + 0.5) * weightPerPixel;
    if (box !== EMPTY && depthOf(tree, box) !== depth) wrong.push(`${at}: box ${box} at depth ${depth}`);
    // Edges are rounded to pixels and wide boxes leave gaps, so only pixels equal to both neighbors are checked.
    const [left, there, right] = [-1.5, 0, 1.5].map((by) =>
      nodeAt(tree, position + by * weightPerPixel, depth),
    );
    if (left === there && there === right && box !== (there >= 0 ? there : EMPTY))
      wrong.push(`${at}: box ${box} instead of ${there}`);
  });
  expect(wrong).toEqual([]);
}

const PICTURE = [
  fc.integer({ min: 1, max: 500 }),
  fc.integer({ min: 1, max: 60 }),
  fc.double({ min: 0, max: 0.9, noNaN: true }),
] as const;

test('every pixel shows the box at its row and position, or none', () => {
  fc.assert(
    fc.property(...PICTURE, (seed, width, from) => {
      const { tree } = buildTree(syntheticProfile({ seed, samples: 120, depth: 12 }), 0);
      expectFaithful(tree, width, from);
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('every pixel is also correct in time order, with gaps between boxes of any width', () => {
  fc.assert(
    fc.property(...PICTURE, fc.double({ min: 0, max: 0.5, noNaN: true }), (seed, width, from, pause) => {
      const profile = syntheticProfile({ seed, samples: 120, depth: 12 });
      const random = createRandom(seed);
      let now = 0;
      const time = Float64Array.from({ length: profile.samples.length }, () => {
        const sum = now;
        now += random() < pause ? 1000 * random() : 10 * random();
        return sum;
      });
      const order = timeOrderOf(toStackChains({ ...profile, samples: { ...profile.samples, time } }), 0, {});
      for (const { tree } of order?.lanes ?? []) expectFaithful(tree, width, from);
    }),
    { numRuns: 100, seed: 1 },
  );
});

test('a painted line is repeated over the height of its row, except for the last line of pixels', () => {
  const image = new Uint32Array(2 * 5).fill(9);
  spreadRows(
    Uint32Array.of(1, 2, 3, 4),
    image,
    { width: 2, height: 5, rows: 2, rowHeight: 3 },
    (row) => row * 3 - 1,
  );
  expect([...image]).toEqual([1, 2, 9, 9, 3, 4, 3, 4, 9, 9]);
});
