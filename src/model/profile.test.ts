import { expect, test } from 'vitest';
import { NONE, threadKey } from './profile.ts';

test('a thread is one under all its names', () => {
  expect(threadKey({ pid: 7, tid: 8, comm: 'a' })).toBe(threadKey({ pid: 7, tid: 8, comm: 'b' }));
  expect(threadKey({ pid: 7, tid: 8, comm: 'a' })).not.toBe(threadKey({ pid: 7, tid: 9, comm: 'a' }));
});

test('threads without an id are told apart by name', () => {
  const unnumbered = (comm: string) => threadKey({ pid: NONE, tid: NONE, comm });
  expect(unnumbered('a')).toBe(unnumbered('a'));
  expect(unnumbered('a')).not.toBe(unnumbered('b'));
});
