import { expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { FULL_WIDTH } from '../../model/viewport.ts';
import { paintRows } from './raster.ts';
import { Stripes } from './stripes.ts';

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
