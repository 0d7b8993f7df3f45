import { expect, test } from 'vitest';
import { mendedProfile } from '../../fixtures/mended-profile.ts';
import { profileOf, samplesOf } from '../../fixtures/text.ts';
import { runNow } from '../async/time-slices.ts';
import { mend } from './mend.ts';
import { withMendedLines } from './mended-lines.ts';

const SAMPLES = `
  _start;m L1;a L2;b L3;c L4;d 1
  a L7;b L8;c L9;e 1
  a L7;b L8;c L9;e 1
  a L7;b L6;c;e 1
`;

test('keeps the lines of recorded frames, and gives none to inferred ones', () => {
  const profile = profileOf(SAMPLES);
  const mending = mend(profile, 2);
  const mended = mendedProfile(profile, runNow(withMendedLines(mending, profile)));
  expect(samplesOf(mended)).toEqual([
    '_start;m L1;a L2;b L3;c L4;d 1',
    '_start;m;a L7;b L8;c L9;e 1',
    '_start;m;a L7;b L8;c L9;e 1',
    '_start;m;a L7;b L6;c;e 1',
  ]);
  const { firstRecorded } = mended.samples;
  const first = Array.from(firstRecorded ?? [], (stack) => mended.stacks.line?.[stack]);
  expect(first.slice(1)).toEqual([7, 7, 7]);
});

test('changes nothing without lines', () => {
  const profile = profileOf(SAMPLES.replaceAll(/ L\d/g, ''));
  const mending = mend(profile, 2);
  expect(mending.counts.mended).toBe(3);
  expect(runNow(withMendedLines(mending, profile))).toBe(mending);
});
