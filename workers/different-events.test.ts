import { expect, test } from 'vitest';
import { differentEvents } from './different-events.ts';

const recording = (name: string, ...events: string[]) => ({
  name,
  events: events.map((event) => ({ name: event, samples: 1, weight: 1, measure: event })),
});

test('names the events of each recording', () => {
  expect(differentEvents([recording('a.perf', 'cpu-clock'), recording('b.perf', 'cycles', 'faults')])).toBe(
    'The recordings have no event in common: “a.perf” has cpu-clock and “b.perf” has cycles and faults.',
  );
  expect(differentEvents([recording('a.perf'), recording('b.perf', 'cycles')])).toContain(
    '“a.perf” has none',
  );
});
