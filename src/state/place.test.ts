import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { findBox } from '../../fixtures/tree.ts';
import { buildTree } from '../calltree/build.ts';
import { placeAt, stepFrom, zoomedBack, zoomedOut, zoomedTo } from './place.ts';

const profile = profileOf('main;run;a 3\nmain;run;b 2\nmain;idle 1');
const { tree } = buildTree(profile, 0);
const at = (path: string) => findBox(tree, profile, path);

test('a zoom is gone back from, box by box, and then to the root', () => {
  let place = placeAt(1);
  place = { ...place, ...zoomedTo(place, 4) };
  place = { ...place, ...zoomedTo(place, 2) };
  expect(place).toMatchObject({ zoomed: 2, zoomedBefore: [1, 4] });
  place = { ...place, ...zoomedBack(place, 1) };
  expect(place).toMatchObject({ zoomed: 4, zoomedBefore: [1] });
  expect({ ...place, ...zoomedOut(place, 1) }).toMatchObject({ zoomed: 1, zoomedBefore: [] });
  expect(zoomedBack(placeAt(1), 1)).toMatchObject({ zoomed: 1, zoomedBefore: [] });
});

test('zooming to the box that is zoomed shows it in full again and is no step to go back from', () => {
  expect(zoomedTo(placeAt(3), 3)).toEqual({ refits: 1 });
});

test('steps lead to the parent, the heaviest child and the siblings, and nowhere beyond the root', () => {
  const run = at('main > run');
  expect(stepFrom(tree, run, 'child', 0)).toBe(at('main > run > a'));
  expect(stepFrom(tree, run, 'next', 0)).toBe(at('main > idle'));
  expect(stepFrom(tree, run, 'previous', 0)).toBe(run);
  expect(stepFrom(tree, run, 'end', 0)).toBe(at('main > run > a'));
  const main = at('main');
  expect(stepFrom(tree, run, 'parent', 0)).toBe(main);
  expect(stepFrom(tree, main, 'parent', 0)).toBe(0);
  expect(stepFrom(tree, main, 'parent', main)).toBe(main);
  expect(stepFrom(tree, main, 'next', main)).toBe(main);
  expect(stepFrom(tree, run, 'root', main)).toBe(main);
});
