import { expect, test } from 'vitest';
import { atOnce, inTurn, type Stints } from './stints.ts';

function* counting(said: string[]): Stints<number> {
  for (let stint = 1; stint <= 2; stint++) {
    said.push(`stint ${stint}`);
    yield;
  }
  return 3;
}

test('all is done at once, or with a pause behind each stint', async () => {
  const said: string[] = [];
  expect(atOnce(counting([]))).toBe(3);
  const pause = () => Promise.resolve(said.push('pause')).then(() => {});
  expect(await inTurn(counting(said), pause)).toBe(3);
  expect(said).toEqual(['stint 1', 'pause', 'stint 2', 'pause']);
});
