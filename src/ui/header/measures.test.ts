import { expect, test, describe } from 'vitest';
import { measuresOf, switchedIdle, otherEvents } from './measures.ts';

const EVENTS = Object.entries({
  'cpu-clock': 2,
  'cpu time': 3e9,
  waiting: 1e9,
  idle: 5e9,
  'wall time': 4e9,
  'waiting + idle': 6e9,
  'wall time + idle': 9e9,
}).map(([name, weight]) => ({ name, samples: 2, weight, measure: name }));

const labelsOf = (shown: number) => measuresOf(EVENTS, shown).map(({ event, label }) => `${event} ${label}`);

test('wall time comes first, without idle time', () => {
  const expected = ['1 CPU time', '2 Waiting', '4 Wall time', '0 cpu-clock (2 samples)'];
  expect(labelsOf(4)).toEqual(expected);
  expect(labelsOf(0)).toEqual(expected);
});

test('while idle time is shown, it stays shown', () => {
  expect(labelsOf(6)).toEqual(['1 CPU time', '5 Waiting', '6 Wall time', '0 cpu-clock (2 samples)']);
});

test('idle time can be switched for waiting and wall time', () => {
  expect([0, 1, 2, 4, 5, 6].map((shown) => switchedIdle(EVENTS, shown))).toEqual([
    undefined,
    undefined,
    5,
    6,
    2,
    4,
  ]);
  const without = EVENTS.map((each) => (each.name === 'idle' ? { ...each, weight: 0 } : each));
  expect(switchedIdle(without, 4)).toBeUndefined();
});

describe('other events', () => {
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
});
