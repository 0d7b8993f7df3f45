import { expect, test } from 'vitest';
import { chosenLanes } from './lane-choice.ts';

const list = (chosen: ReadonlySet<number> | undefined) => chosen && [...chosen].sort((a, b) => a - b);

test('a click selects one lane, a second click all lanes', () => {
  expect(list(chosenLanes(undefined, 2, 'alone', 0, 5))).toEqual([2]);
  expect(list(chosenLanes(new Set([1, 3]), 3, 'alone', 0, 5))).toEqual([3]);
  expect(chosenLanes(new Set([3]), 3, 'alone', 0, 5)).toBeUndefined();
});

test('Ctrl adds or removes a lane; choosing none or all clears the selection', () => {
  expect(list(chosenLanes(new Set([1]), 3, 'toggled', 0, 5))).toEqual([1, 3]);
  expect(list(chosenLanes(new Set([1, 3]), 3, 'toggled', 0, 5))).toEqual([1]);
  expect(chosenLanes(new Set([1]), 1, 'toggled', 0, 5)).toBeUndefined();
  expect(chosenLanes(new Set([0]), 1, 'toggled', 0, 2)).toBeUndefined();
});

test('Shift adds all lanes between the anchor and the clicked one', () => {
  expect(list(chosenLanes(new Set([0, 3]), 1, 'up to', 3, 6))).toEqual([0, 1, 2, 3]);
});

test('the only lane cannot be selected', () => {
  expect(chosenLanes(undefined, 0, 'alone', 0, 1)).toBeUndefined();
});
