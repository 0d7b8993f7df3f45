import { expect, test } from 'vitest';
import { runNow, runSliced, type TimeSliced } from './time-slices.ts';

function* twoSlices(log: string[]): TimeSliced<number> {
  for (const slice of ['first', 'second']) {
    log.push(slice);
    yield;
  }
  return 3;
}

test('sliced work runs without pauses, or with a pause after each slice', async () => {
  expect(runNow(twoSlices([]))).toBe(3);
  const log: string[] = [];
  const pause = () => Promise.resolve(log.push('pause')).then(() => {});
  expect(await runSliced(twoSlices(log), pause)).toBe(3);
  expect(log).toEqual(['first', 'pause', 'second', 'pause']);
});
