import { expect, test } from 'vitest';
import { PendingAnswers } from './answers.ts';

test('settles an answer like its promise', async () => {
  const pending = new PendingAnswers();
  expect(await pending.wait(Promise.resolve('yes'))).toBe('yes');
  await expect(pending.wait(Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('rejecting one key leaves the others pending', async () => {
  const pending = new PendingAnswers();
  const [first, second] = ['a', 'b'].map((key) => pending.wait(new Promise(() => {}), key));
  pending.reject('a', new Error('canceled'));
  await expect(first).rejects.toThrow('canceled');
  pending.reject('b', new Error('canceled, too'));
  await expect(second).rejects.toThrow('canceled, too');
});

test('a failure rejects all pending and all later answers', async () => {
  const pending = new PendingAnswers();
  const earlier = pending.wait(new Promise(() => {}));
  expect(pending.hasFailed).toBe(false);
  pending.fail(new Error('the worker is gone'));
  await expect(earlier).rejects.toThrow('the worker is gone');
  await expect(pending.wait(new Promise(() => {}))).rejects.toThrow('the worker is gone');
  expect(pending.hasFailed).toBe(true);
});

test('a failure without pending answers is not an unhandled rejection', async () => {
  new PendingAnswers().fail(new Error('the worker is gone'));
  await new Promise((resolve) => setTimeout(resolve));
});
