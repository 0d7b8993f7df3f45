import { expect, test } from 'vitest';
import { newAlarm } from './alarm.ts';

test('an alarm that nobody waits for is no failure, and whoever waits later is told', async () => {
  const { raised, raise } = newAlarm();
  raise(new Error('the worker is gone'));
  // By now what nobody handles has been said.
  await new Promise((resolve) => setTimeout(resolve));
  await expect(Promise.race([new Promise(() => {}), raised])).rejects.toThrow('the worker is gone');
});
