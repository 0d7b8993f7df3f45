import { expect, test } from 'vitest';
import { isSuperseded } from '../src/model/superseded.ts';
import { Newest } from './newest.ts';
import { Turns } from './turns.ts';

/** Requests as the session worker receives them: messages that are there before the first of them is handled. */
async function requested(kinds: readonly string[], work: (request: string) => Promise<string>) {
  const turns = new Turns();
  const newest = new Newest(() => turns.messagesHandled());
  const { port1, port2 } = new MessageChannel();
  const answers: Promise<string>[] = [];
  const all = new Promise<void>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const request = `${data} ${answers.length + 1}`;
      answers.push(newest.of(data, () => work(request)));
      if (answers.length === kinds.length) resolve();
    });
  });
  for (const kind of kinds) port2.postMessage(kind);
  port1.start();
  await all;
  const settled = await Promise.allSettled(answers);
  port1.close();
  return settled.map((each) =>
    each.status === 'fulfilled' ? each.value : isSuperseded(each.reason) ? 'superseded' : each.reason,
  );
}

test('of requests that wait, work begins on the newest of each kind alone', async () => {
  const begun: string[] = [];
  const answers = await requested(['view', 'view', 'table', 'view', 'table', 'view'], (request) => {
    begun.push(request);
    return Promise.resolve(request);
  });
  expect(begun).toEqual(['table 5', 'view 6']);
  expect(answers).toEqual(['superseded', 'superseded', 'superseded', 'superseded', 'table 5', 'view 6']);
});

test('work in steps ends at the step after a newer request, and what fails keeps its own reason', async () => {
  const newest = new Newest(() => Promise.resolve());
  const steps: string[] = [];
  const first = newest.of('view', async (throwIfSuperseded) => {
    for (let step = 1; step <= 5; step++) {
      steps.push(`first ${step}`);
      if (step === 2) second = newest.of('view', () => Promise.reject(new Error('no memory')));
      throwIfSuperseded();
    }
    return 'first';
  });
  let second: Promise<string> | undefined;
  await expect(first).rejects.toSatisfy(isSuperseded);
  expect(steps).toEqual(['first 1', 'first 2']);
  await expect(second).rejects.toThrow('no memory');
});
