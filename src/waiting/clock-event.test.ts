import { expect, test } from 'vitest';
import { openWall } from '../../fixtures/waits.ts';
import { profileOf } from '../../fixtures/text.ts';
import { clockEvent } from './clock-event.ts';

test.each([
  ['cpu-clock context-switches context-switches', 'cpu-clock'],
  ['page-faults cycles:up cycles:up', 'cycles:up'],
  // The first one, if there are as many.
  ['task-clock cycles', 'task-clock'],
  ['sched:sched_waking sched:sched_waking cpu-clock', 'cpu-clock'],
  ['context-switches/period=1/ cs', undefined],
])('of %s', (events, expected) => {
  const profile = profileOf(
    events
      .split(' ')
      .map((event) => `app 7/7 | ${event} 1 | f 1`)
      .join('\n'),
  );
  const event = clockEvent(profile);
  expect(event < 0 ? undefined : profile.events[event]).toBe(expected);
});

test('a recording that says when threads ran shows wall time first', async () => {
  const { recording } = await openWall(`
    app 7/7 1 clock f
    app 7/7 2 switch f
    app 7/7 2 out
    app 7/7 3 in
    app 7/7 4 switch f
    app 7/7 4 out`);
  expect(recording.events[recording.defaultEvent].name).toBe('wall time');
});
