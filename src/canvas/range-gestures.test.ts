import { expect, test } from 'vitest';
import { draggedTo, gripAt, moved, stepped } from './range-gestures.ts';

const RANGE = { from: 20, to: 40 };

test('the pointer grabs an edge, the range or nothing', () => {
  expect(gripAt(10, undefined, 3)).toBe('new');
  expect([10, 18, 22, 30, 38, 42, 50].map((at) => gripAt(at, RANGE, 3))).toEqual([
    'new',
    'from',
    'from',
    'move',
    'to',
    'to',
    'new',
  ]);
  // If both edges of a narrow range are within reach, the nearer one wins; at equal distance, the one on the pointer's side.
  expect([29, 30.5, 32].map((at) => gripAt(at, { from: 30, to: 31 }, 3))).toEqual(['from', 'to', 'to']);
});

test('a drag outside the range creates a new one, in either direction', () => {
  expect(draggedTo('new', RANGE, 50, 70, 100)).toEqual({ from: 50, to: 70 });
  expect(draggedTo('new', undefined, 70, 50, 100)).toEqual({ from: 50, to: 70 });
  expect(draggedTo('new', undefined, 70, 500, 100)).toEqual({ from: 70, to: 100 });
  expect(draggedTo('new', undefined, 10, -5, 100)).toEqual({ from: 0, to: 10 });
  expect(draggedTo('new', undefined, 70, 70, 100), 'never empty').toEqual({ from: 70, to: 71 });
  expect(draggedTo('new', undefined, 100, 120, 100), 'never empty').toEqual({ from: 99, to: 100 });
});

test('an edge can be dragged past the other edge', () => {
  expect(draggedTo('from', RANGE, 21, 26, 100)).toEqual({ from: 25, to: 40 });
  expect(draggedTo('to', RANGE, 40, 60, 100)).toEqual({ from: 20, to: 60 });
  expect(draggedTo('to', RANGE, 40, 5, 100)).toEqual({ from: 5, to: 20 });
  expect(draggedTo('from', RANGE, 20, -50, 100)).toEqual({ from: 0, to: 40 });
});

test('a moved range keeps its length and stays on the timeline', () => {
  expect(draggedTo('move', RANGE, 30, 35, 100)).toEqual({ from: 25, to: 45 });
  expect(moved(RANGE, -50, 100)).toEqual({ from: 0, to: 20 });
  expect(moved(RANGE, 500, 100)).toEqual({ from: 80, to: 100 });
});

test('a key moves an edge no further than the other edge', () => {
  expect(stepped(RANGE, 'from', 21, 100)).toEqual({ from: 21, to: 40 });
  expect(stepped(RANGE, 'from', 100, 100)).toEqual({ from: 39, to: 40 });
  expect(stepped(RANGE, 'to', 0, 100)).toEqual({ from: 20, to: 21 });
  expect(stepped(RANGE, 'to', 300, 100)).toEqual({ from: 20, to: 100 });
});
