import { expect, test } from 'vitest';
import { otherEvents } from './other-events.ts';

const summary = (name: string, samples: number, members?: readonly number[]) => ({
  name,
  samples,
  weight: samples,
  measure: name,
  ...(members && { members }),
});
const EVENTS = [
  summary('cpu_core/cycles/', 50),
  summary('cpu_atom/cycles/', 30),
  summary('faults', 15),
  summary('alignment', 5),
  summary('cycles', 80, [0, 1]),
];

test('names events with many samples that are not shown', () => {
  expect(otherEvents(EVENTS, 0)).toEqual([
    'not shown: cpu_atom/cycles/ (30.0% of samples)',
    'not shown: faults (15.0% of samples)',
  ]);
});

test('a sum shows its events', () => {
  expect(otherEvents(EVENTS, 4)).toEqual(['not shown: faults (15.0% of samples)']);
});

test('a single event hides nothing', () => {
  expect(otherEvents([summary('cycles', 9)], 0)).toEqual([]);
  expect(otherEvents([], 0)).toEqual([]);
});
