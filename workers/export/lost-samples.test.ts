// Recordings may state more lost samples than a number can count exactly. That stops neither reading nor an export.

import { expect, test } from 'vitest';
import { lost, lostSamples, perfData, sample, USER, type RecordSpec } from '../../fixtures/perf-data.ts';
import { exportBytes, openBytes } from '../../fixtures/round-trips.ts';
import { PROFILE_EXPORTS } from '../../src/model/exports.ts';
import { recordedProfile } from '../pipeline.ts';
import { contentOf } from './one-file.ts';

test.each([2 ** 53 + 2, 2 ** 60, 2 ** 64 - 2 ** 12])('%i lost samples', async (count) => {
  const records: RecordSpec[] = [
    sample({ pid: 7, time: 5, chain: [USER, 0x1010] }),
    lost(count),
    lostSamples(count),
  ];
  const recorded = perfData({ events: [{ fields: ['ip', 'tid', 'time', 'callchain'] }], records });
  const open = await openBytes(recorded);
  expect(open.recording.notes).toContainEqual(expect.objectContaining({ kind: 'lost', count }));
  for (const to of PROFILE_EXPORTS) {
    const bytes = await exportBytes(to, recordedProfile(open), 'raw', open.recording.defaultEvent);
    expect(bytes.length, to).toBeGreaterThan(0);
  }

  const again = await openBytes(contentOf(open));
  const kept = Number.MAX_SAFE_INTEGER;
  expect(again.recording.notes).toContainEqual(expect.objectContaining({ kind: 'lost', count: kept }));
});
