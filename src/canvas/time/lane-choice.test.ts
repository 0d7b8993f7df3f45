import { expect, test } from 'vitest';
import { selectLanes } from './lane-choice.ts';

const list = (selected: ReadonlySet<number> | undefined) => selected && [...selected].sort((a, b) => a - b);

test('a click selects one lane, a second click all lanes', () => {
  expect(list(selectLanes(undefined, 2, 'replace', 0, 5))).toEqual([2]);
  expect(list(selectLanes(new Set([1, 3]), 3, 'replace', 0, 5))).toEqual([3]);
  expect(selectLanes(new Set([3]), 3, 'replace', 0, 5)).toBeUndefined();
});

test('Ctrl adds or removes a lane; choosing none or all clears the selection', () => {
  expect(list(selectLanes(new Set([1]), 3, 'toggle', 0, 5))).toEqual([1, 3]);
  expect(list(selectLanes(new Set([1, 3]), 3, 'toggle', 0, 5))).toEqual([1]);
  expect(selectLanes(new Set([1]), 1, 'toggle', 0, 5)).toBeUndefined();
  expect(selectLanes(new Set([0]), 1, 'toggle', 0, 2)).toBeUndefined();
});

test('Shift adds all lanes between the anchor and the clicked one', () => {
  expect(list(selectLanes(new Set([0, 3]), 1, 'extend', 3, 6))).toEqual([0, 1, 2, 3]);
});

test('the only lane cannot be selected', () => {
  expect(selectLanes(undefined, 0, 'replace', 0, 1)).toBeUndefined();
});
