import { expect, test } from 'vitest';
import type { Lane } from '../../model/session.ts';
import {
  HEADING_HEIGHT,
  LANE_HEIGHT,
  laneAt,
  rowsBetween,
  timelineRows,
  selectLanes,
} from './timeline-rows.ts';

const laneOf = (pid: number, tid: number, comm: string, weight = 1): Lane => ({
  threads: [tid],
  pid,
  tid,
  comm,
  weight,
  samples: 1,
  bands: 1,
  columns: new Float32Array(4),
});

const LANES = [laneOf(7, 9, 'sorter', 5), laneOf(7, 7, 'python3', 4), laneOf(8, 8, 'bash')];

test('a process with several threads has a heading with the name of its main thread', () => {
  const { rows, height } = timelineRows(LANES);
  expect(rows.map(({ isHeading, lane, top }) => [isHeading, lane, top])).toEqual([
    [true, 0, 0],
    [false, 0, HEADING_HEIGHT],
    [false, 1, HEADING_HEIGHT + LANE_HEIGHT],
    [false, 2, HEADING_HEIGHT + 2 * LANE_HEIGHT],
  ]);
  expect(rows[0].process).toEqual({ pid: 7, comm: 'python3', weight: 9 });
  expect(rows[3].process).toBeUndefined();
  expect(height).toBe(HEADING_HEIGHT + 3 * LANE_HEIGHT);
});

test('threads of unknown processes have no heading', () => {
  expect(timelineRows([laneOf(-1, 1, 'a'), laneOf(-1, 2, 'b')]).rows).toHaveLength(2);
});

test('finds the lane at a position; a heading is not a lane', () => {
  const rows = timelineRows(LANES);
  expect(
    [
      -1,
      3,
      HEADING_HEIGHT,
      HEADING_HEIGHT + LANE_HEIGHT - 1,
      HEADING_HEIGHT + LANE_HEIGHT,
      rows.height - 1,
      rows.height,
    ].map((y) => laneAt(rows, y)),
  ).toEqual([undefined, undefined, 0, 0, 1, 2, undefined]);
});

test('only visible rows are returned', () => {
  const rows = timelineRows(Array.from({ length: 5000 }, (_, i) => laneOf(i, i, 'x')));
  const seen = rowsBetween(rows, 100 * LANE_HEIGHT + 3, 104 * LANE_HEIGHT);
  expect(seen.map(({ lane }) => lane)).toEqual([100, 101, 102, 103, 104]);
});

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
