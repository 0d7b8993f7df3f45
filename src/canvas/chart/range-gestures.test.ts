import { describe, expect, test } from 'vitest';
import { dragRange, gripAt, moveRange, moveEdge, snapTo, nextPosition } from './range-gestures.ts';

const RANGE = { from: 20, to: 40 };
/** Every column. */
const FREE = { columns: 100 };
/** The last stop is the end, which need not be a round time. */
const TENTHS = { columns: 96, stops: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 96] };

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
  expect(dragRange('new', RANGE, 50, 70, FREE)).toEqual({ from: 50, to: 70 });
  expect(dragRange('new', undefined, 70, 50, FREE)).toEqual({ from: 50, to: 70 });
  expect(dragRange('new', undefined, 70, 500, FREE)).toEqual({ from: 70, to: 100 });
  expect(dragRange('new', undefined, 10, -5, FREE)).toEqual({ from: 0, to: 10 });
  expect(dragRange('new', undefined, 70, 70, FREE), 'never empty').toEqual({ from: 70, to: 71 });
  expect(dragRange('new', undefined, 100, 120, FREE), 'never empty').toEqual({ from: 99, to: 100 });
});

test('an edge can be dragged past the other edge', () => {
  expect(dragRange('from', RANGE, 21, 26, FREE)).toEqual({ from: 25, to: 40 });
  expect(dragRange('to', RANGE, 40, 60, FREE)).toEqual({ from: 20, to: 60 });
  expect(dragRange('to', RANGE, 40, 5, FREE)).toEqual({ from: 5, to: 20 });
  expect(dragRange('from', RANGE, 20, -50, FREE)).toEqual({ from: 0, to: 40 });
});

test('a moved range keeps its length and stays on the timeline', () => {
  expect(dragRange('move', RANGE, 30, 35, FREE)).toEqual({ from: 25, to: 45 });
  expect(moveRange(RANGE, -50, 100)).toEqual({ from: 0, to: 20 });
  expect(moveRange(RANGE, 500, 100)).toEqual({ from: 80, to: 100 });
});

test('an edge moved by keyboard stops one column before the other edge', () => {
  expect(moveEdge(RANGE, 'from', 21, FREE)).toEqual({ from: 21, to: 40 });
  expect(moveEdge(RANGE, 'from', 100, FREE)).toEqual({ from: 39, to: 40 });
  expect(moveEdge(RANGE, 'to', 0, FREE)).toEqual({ from: 20, to: 21 });
  expect(moveEdge(RANGE, 'to', 300, FREE)).toEqual({ from: 20, to: 100 });
});

describe('with stops', () => {
  test('positions snap to the nearest one', () => {
    expect([-5, 14, 16, 92, 94, 200].map((at) => snapTo(TENTHS, at))).toEqual([0, 10, 20, 90, 96, 96]);
  });

  test('a step moves to the next one, even from a position between stops or right next to one', () => {
    expect([0, 14, 20, 20 - 1e-9, 20 + 1e-9, 90, 96].map((at) => nextPosition(TENTHS, at, 1))).toEqual([
      10, 20, 30, 30, 30, 96, 96,
    ]);
    expect([0, 14, 20, 20 - 1e-9, 20 + 1e-9, 96].map((at) => nextPosition(TENTHS, at, -1))).toEqual([
      0, 10, 10, 10, 10, 90,
    ]);
  });

  test('a new range begins and ends at stops, and is never empty', () => {
    expect(dragRange('new', undefined, 48, 71, TENTHS)).toEqual({ from: 50, to: 70 });
    expect(dragRange('new', undefined, 71, 70, TENTHS)).toEqual({ from: 70, to: 80 });
    expect(dragRange('new', undefined, 95, 99, TENTHS)).toEqual({ from: 90, to: 96 });
  });

  test('a dragged edge snaps, and the other one does not move', () => {
    expect(dragRange('to', { from: 21, to: 40 }, 41, 57, TENTHS)).toEqual({ from: 21, to: 60 });
    expect(dragRange('from', { from: 21, to: 40 }, 22, 49, TENTHS)).toEqual({ from: 40, to: 50 });
  });

  test('a moved range keeps its length, and begins at a stop or ends at the end of the timeline', () => {
    expect(dragRange('move', { from: 21, to: 35 }, 30, 51, TENTHS)).toEqual({ from: 40, to: 54 });
    expect(dragRange('move', { from: 20, to: 40 }, 30, 90, TENTHS)).toEqual({ from: 76, to: 96 });
  });

  test('an edge moved by keyboard does not jump away from the other one in a range narrower than a step', () => {
    const narrow = { from: 22, to: 24 };
    expect(moveEdge(narrow, 'from', nextPosition(TENTHS, 22, 1), TENTHS)).toEqual(narrow);
    expect(moveEdge(narrow, 'from', nextPosition(TENTHS, 22, -1), TENTHS)).toEqual({ from: 20, to: 24 });
    expect(moveEdge(narrow, 'to', nextPosition(TENTHS, 24, 1), TENTHS)).toEqual({ from: 22, to: 30 });
  });
});
