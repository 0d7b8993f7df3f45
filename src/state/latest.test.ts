import { expect, test } from 'vitest';
import { latest } from './latest.ts';

test('an answer that comes after a newer question was asked is dropped, its failure too', async () => {
  const waiting: { resolve: (answer: string) => void; reject: (reason: Error) => void }[] = [];
  const used: string[] = [];
  const failed: unknown[] = [];
  const ask = latest(
    () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject })),
    (answer) => used.push(answer),
    (error) => failed.push(error),
  );
  ask();
  ask();
  ask();
  waiting[2].resolve('third');
  waiting[0].resolve('first');
  waiting[1].reject(new Error('second'));
  await new Promise((done) => setTimeout(done));
  expect(used).toEqual(['third']);
  expect(failed).toEqual([]);
  ask();
  waiting[3].reject(new Error('fourth'));
  await new Promise((done) => setTimeout(done));
  expect(failed).toEqual([new Error('fourth')]);
});
