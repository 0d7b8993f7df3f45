import { expect, test } from 'vitest';
import type { Lane } from '../model/session.ts';
import { HEADING, LANE, laneAt, rowsBetween, stripRows } from './strip-rows.ts';

const laneOf = (pid: number, tid: number, comm: string, weight = 1): Lane => ({
  threads: [tid],
  pid,
  tid,
  comm,
  weight,
  samples: 1,
  columns: new Float32Array(4),
});

const LANES = [laneOf(7, 9, 'sorter', 5), laneOf(7, 7, 'python3', 4), laneOf(8, 8, 'bash')];

test('a process of several threads has a heading with the name of its first thread', () => {
  const { rows, height } = stripRows(LANES);
  expect(rows.map(({ isHeading, lane, top }) => [isHeading, lane, top])).toEqual([
    [true, 0, 0],
    [false, 0, HEADING],
    [false, 1, HEADING + LANE],
    [false, 2, HEADING + 2 * LANE],
  ]);
  expect(rows[0].process).toEqual({ pid: 7, comm: 'python3', weight: 9 });
  expect(rows[3].process).toBeUndefined();
  expect(height).toBe(HEADING + 3 * LANE);
});

test('threads whose process is not known are no process', () => {
  expect(stripRows([laneOf(-1, 1, 'a'), laneOf(-1, 2, 'b')]).rows).toHaveLength(2);
});

test('a lane is found by its height, a heading is none', () => {
  const rows = stripRows(LANES);
  expect(
    [-1, 3, HEADING, HEADING + LANE - 1, HEADING + LANE, rows.height - 1, rows.height].map((y) =>
      laneAt(rows, y),
    ),
  ).toEqual([undefined, undefined, 0, 0, 1, 2, undefined]);
});

test('only what is seen is told, however many there are', () => {
  const rows = stripRows(Array.from({ length: 5000 }, (_, i) => laneOf(i, i, 'x')));
  const seen = rowsBetween(rows, 100 * LANE + 3, 104 * LANE);
  expect(seen.map(({ lane }) => lane)).toEqual([100, 101, 102, 103, 104]);
});
