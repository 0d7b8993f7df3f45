import { expect, test, vi } from 'vitest';
import { lazyPart, loadUnlessDrawn } from './lazy-part.ts';

test('a part that loads between drawing and the effect after it is drawn again', async () => {
  const part = lazyPart(() => Promise.resolve('loaded'));
  const drawn = part.current();
  await part.load();
  const onLoad = vi.fn();
  loadUnlessDrawn(part, drawn, onLoad, vi.fn());
  await Promise.resolve();
  expect(onLoad).toHaveBeenCalledTimes(1);
  expect(loadUnlessDrawn(part, part.current(), onLoad, vi.fn())).toBeUndefined();
});

test('a failure is reported, and the next call tries again', async () => {
  const load = vi.fn(() => Promise.reject(new Error('gone')));
  const part = lazyPart<string>(load);
  for (const times of [1, 2]) {
    const failed = new Promise<void>((resolve) => {
      loadUnlessDrawn(part, part.current(), vi.fn(), resolve);
    });
    await failed;
    expect(load).toHaveBeenCalledTimes(times);
  }
});

test('an outcome that no longer matters is ignored', async () => {
  const part = lazyPart(() => Promise.resolve('loaded'));
  const onLoad = vi.fn();
  loadUnlessDrawn(part, undefined, onLoad, vi.fn())?.();
  await part.load();
  expect(onLoad).not.toHaveBeenCalled();
});
