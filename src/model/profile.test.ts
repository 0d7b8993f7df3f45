import { expect, test } from 'vitest';
import { NONE, threadKey } from './profile.ts';

test('all names of a thread have the same key', () => {
  expect(threadKey({ pid: 7, tid: 8, comm: 'a' })).toBe(threadKey({ pid: 7, tid: 8, comm: 'b' }));
  expect(threadKey({ pid: 7, tid: 8, comm: 'a' })).not.toBe(threadKey({ pid: 7, tid: 9, comm: 'a' }));
});

test('threads without an ID are distinguished by name', () => {
  const unnumbered = (comm: string) => threadKey({ pid: NONE, tid: NONE, comm });
  expect(unnumbered('a')).toBe(unnumbered('a'));
  expect(unnumbered('a')).not.toBe(unnumbered('b'));
});
