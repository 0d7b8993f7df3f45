import { expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { pixelOf } from '../colors/colors.ts';
import { withHatching } from './hatching.ts';
import { Stripes } from './stripes.ts';

const SIZE = { width: 30, height: 20, rowHeight: 10 };
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
  const image = new Uint32Array(SIZE.width * SIZE.height).fill(FILL);
  const plain = new Stripes(() => 0, 1);
  const marks = withHatching(plain, tree, weights, '#000000', 1);
  for (const chain of [1, 2]) marks.add(chain, chain, 1, chain * 10 - 5, chain * 10 + 5, chain * 10 - 5);
  marks.paint(image, SIZE, () => 10);
  return [5, 15].map(
    (left) =>
      Array.from(image).filter(
        (pixel, at) => pixel !== FILL && at % SIZE.width >= left && at % SIZE.width < left + 10,
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
