import { describe, expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import type { TimeLane } from '../../model/session.ts';
import { bottomOfLane, canOpenAll, COMPACT_HEIGHT, rowAtHeight, timeRows, topOfRow } from './time-rows.ts';

/** Lanes with stacks of 60 frames. */
function lanesOf(count: number): TimeLane[] {
  const stack = Array.from({ length: 60 }, (_, i) => `f${i}`).join(';');
  const { tree } = buildTree(profileOf(`${stack} 1`), 0);
  return Array.from({ length: count }, (_, tid) => ({ threads: [tid], pid: 1, tid, comm: 'python3', tree }));
}

describe('many threads', () => {
  const lanes = lanesOf(61);
  const rows = timeRows(lanes, new Set([2]));

  test('are compact, but for those that were opened', () => {
    expect(canOpenAll(lanes)).toBe(false);
    expect(rows.height).toBeLessThan(61 * 30 + 60 * 20);
    expect([0, 1, 3].map((lane) => bottomOfLane(rows, lane) - rows.tops[lane])).toEqual(
      Array.from({ length: 3 }, () => COMPACT_HEIGHT),
    );
    expect(bottomOfLane(rows, 2) - rows.tops[2]).toBeGreaterThan(60 * 15);
  });

  test('have only the row of their name while they are compact', () => {
    expect(rowAtHeight(rows, rows.tops[1] + COMPACT_HEIGHT - 1)).toEqual({ lane: 1, depth: 0 });
    expect(topOfRow(rows, 1, 7)).toBe(rows.tops[1]);
    expect(rowAtHeight(rows, topOfRow(rows, 2, 7))).toEqual({ lane: 2, depth: 7 });
  });
});

test('a single thread, and threads that fit, are all open', () => {
  expect(canOpenAll(lanesOf(1))).toBe(true);
  expect(canOpenAll(lanesOf(61))).toBe(false);
  expect(timeRows(lanesOf(1)).isCompact).toEqual(Uint8Array.of(0));
});
