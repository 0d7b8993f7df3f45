// A store is closed between uses, but not during one.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnDemandStore } from './on-demand-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CLOSE_TIME = 50;

function countedStore() {
  const log: string[] = [];
  const open = () => {
    log.push('open');
    return Promise.resolve({
      close: async () => {
        log.push('close');
        await vi.advanceTimersByTimeAsync(CLOSE_TIME);
        log.push('closed');
      },
    });
  };
  return { log, store: new OnDemandStore(open, 1000) };
}

test('closes after the idle time, and opens again', async () => {
  const { log, store } = countedStore();
  expect(log).toEqual([]);
  await store.use(() => Promise.resolve());
  await vi.advanceTimersByTimeAsync(900);
  await store.use(() => Promise.resolve());
  await vi.advanceTimersByTimeAsync(900);
  expect(log).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(['open', 'close']);
  await store.use(() => Promise.resolve());
  expect(log).toEqual(['open', 'close', 'closed', 'open']);
});

test('one use at a time, also after a failure, and never closed during a use', async () => {
  const { log, store } = countedStore();
  const steps: string[] = [];
  const slow = store.use(async () => {
    steps.push('slow begins');
    await vi.advanceTimersByTimeAsync(5000);
    steps.push('slow ends');
    throw new Error('failed');
  });
  const next = store.use(async () => steps.push('next'));
  await expect(slow).rejects.toThrow('failed');
  await next;
  expect(steps).toEqual(['slow begins', 'slow ends', 'next']);
  expect(log).toEqual(['open']);
});
