import { expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { FULL_WIDTH } from '../../model/viewport.ts';
import { paintRows } from './raster.ts';
import { Stripes, withHatching } from './stripes.ts';
import { pixelOf } from '../colors/colors.ts';

const SIZE = { width: 16, height: 5, rowHeight: 5 };

/** The lines of an image: `/` where a stripe was painted. */
function linesOf(stripes: Stripes): string[] {
  const image = new Uint32Array(SIZE.width * SIZE.height);
  stripes.paint(image, SIZE, () => 0);
  return Array.from({ length: SIZE.height }, (_, y) =>
    [...image.subarray(y * SIZE.width, (y + 1) * SIZE.width)]
      .map((pixel) => (pixel === 0 ? '.' : '/'))
      .join(''),
  );
}

function stripesOf(left: number, right: number, anchor: number): Stripes {
  const stripes = new Stripes(() => 1, 1);
  stripes.add(0, 0, 0, left, right, anchor);
  return stripes;
}

test('stripes are diagonal, within the box, and leave the last line of the row empty', () => {
  expect(linesOf(stripesOf(2, 14, 2))).toEqual([
    '..///....///....',
    '..//....///.....',
    '../....///......',
    '......///..../..',
    '................',
  ]);
});

test('stripes move with their box, even if its left edge is outside the image', () => {
  const shift = (line: string) => line.slice(1);
  const before = linesOf(stripesOf(0, 16, -1e9));
  const after = linesOf(stripesOf(0, 16, -1e9 - 1));
  expect(after.map((line) => line.slice(0, -1))).toEqual(before.map(shift));
});

test('only wide boxes are striped', () => {
  const { tree } = buildTree(profileOf('a 9\nb 7'), 0);
  const striped: number[] = [];
  const stripes = new Stripes((box) => {
    striped.push(box);
    return 0;
  }, 1);
  const frame = { width: 16, top: 0, bottom: 2, viewport: FULL_WIDTH };
  paintRows(tree, frame, new Uint32Array(32), () => 0, Infinity, stripes);
  expect(striped).toEqual([0, 1]);
});

const HATCHED_SIZE = { width: 30, height: 20, rowHeight: 10 };
const FILL = pixelOf('#808080');
/** A box with 3 of its 5 units inferred, and one with 2 of 5. */
const { tree } = buildTree(profileOf('a 5\nb 5'), 0);
const inferred = {
  first: Int32Array.of(0, 0, 1, 2),
  depth: Int32Array.of(1, 1),
  weight: Float64Array.of(3, 2),
};

/** The numbers of changed pixels in the two boxes. */
function hatched(weights: typeof inferred | undefined): number[] {
  const image = new Uint32Array(HATCHED_SIZE.width * HATCHED_SIZE.height).fill(FILL);
  const plain = new Stripes(() => 0, 1);
  const marks = withHatching(plain, tree, weights, '#000000', 1);
  for (const chain of [1, 2]) marks.add(chain, chain, 1, chain * 10 - 5, chain * 10 + 5, chain * 10 - 5);
  marks.paint(image, HATCHED_SIZE, () => 10);
  return [5, 15].map(
    (left) =>
      Array.from(image).filter(
        (pixel, at) =>
          pixel !== FILL && at % HATCHED_SIZE.width >= left && at % HATCHED_SIZE.width < left + 10,
      ).length,
  );
}

test('boxes of which half or more is inferred are hatched, thinly', () => {
  const [mostly, partly] = hatched(inferred);
  // Ten or eleven pixels in each of the nine lines of a row have one or two of a line.
  expect(mostly).toBeGreaterThan(8);
  expect(mostly).toBeLessThan(20);
  expect(partly).toBe(0);
});

test('without inferred weights, nothing is hatched', () => {
  expect(hatched(undefined)).toEqual([0, 0]);
});
