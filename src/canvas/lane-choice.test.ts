import { expect, test } from 'vitest';
import { chosenLanes } from './lane-choice.ts';

const list = (chosen: ReadonlySet<number> | undefined) => chosen && [...chosen].sort((a, b) => a - b);

test('a click chooses one lane alone, a second click on it all again', () => {
  expect(list(chosenLanes(undefined, 2, 'alone', 0, 5))).toEqual([2]);
  expect(list(chosenLanes(new Set([1, 3]), 3, 'alone', 0, 5))).toEqual([3]);
  expect(chosenLanes(new Set([3]), 3, 'alone', 0, 5)).toBeUndefined();
});

test('with Ctrl one more or less; none and all are no choice', () => {
  expect(list(chosenLanes(new Set([1]), 3, 'toggled', 0, 5))).toEqual([1, 3]);
  expect(list(chosenLanes(new Set([1, 3]), 3, 'toggled', 0, 5))).toEqual([1]);
  expect(chosenLanes(new Set([1]), 1, 'toggled', 0, 5)).toBeUndefined();
  expect(chosenLanes(new Set([0]), 1, 'toggled', 0, 2)).toBeUndefined();
});

test('with Shift all from the anchor on are added', () => {
  expect(list(chosenLanes(new Set([0, 3]), 1, 'up to', 3, 6))).toEqual([0, 1, 2, 3]);
});

test('the only lane is not chosen: it is all there is', () => {
  expect(chosenLanes(undefined, 0, 'alone', 0, 1)).toBeUndefined();
});
