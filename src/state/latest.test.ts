import { expect, test } from 'vitest';
import { latest, latestInTurn } from './latest.ts';

/** What is asked by `make`, whose answers come when the test says so. */
function followed(make: typeof latestInTurn<string>) {
  const waiting: { resolve: (answer: string) => void; reject: (reason: Error) => void }[] = [];
  const used: string[] = [];
  const failed: unknown[] = [];
  const ask = make(
    () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject })),
    (answer) => used.push(answer),
    (error) => failed.push(error),
  );
  return { ask, waiting, used, failed };
}

test('an answer that comes after a newer question was asked is dropped, its failure too', async () => {
  const { ask, waiting, used, failed } = followed(latest<[], string>);
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

test('in turn: what is wanted while one is asked is asked once, behind it, whose answer is dropped', async () => {
  const { ask, waiting, used, failed } = followed(latestInTurn);
  const answered = () => new Promise((done) => setTimeout(done));
  for (let i = 0; i < 5; i++) ask();
  expect(waiting).toHaveLength(1);
  waiting[0].resolve('before');
  await answered();
  expect(waiting).toHaveLength(2);
  ask();
  waiting[1].reject(new Error('before'));
  await answered();
  expect(waiting).toHaveLength(3);
  expect([used, failed]).toEqual([[], []]);
  waiting[2].resolve('newest');
  await answered();
  expect([used, waiting.length]).toEqual([['newest'], 3]);
  ask();
  waiting[3].reject(new Error('newest'));
  await answered();
  expect(failed).toEqual([new Error('newest')]);
  ask();
  expect(waiting).toHaveLength(5);
});
