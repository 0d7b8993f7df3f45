import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';

const frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  frames.length = 0;
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.splice(frame - 1, 1));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setUp(visibilityState: DocumentVisibilityState) {
  vi.stubGlobal('document', { visibilityState });
  const run = vi.fn();
  afterPaint(run);
  return run;
}

test('runs once, after the next frame', () => {
  const run = setUp('visible');
  frames.shift()?.();
  expect(run).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(run).toHaveBeenCalledTimes(1);
});

test('all that waits for the same frame runs after it', () => {
  const runs = [setUp('visible'), setUp('visible')];
  expect(frames).toHaveLength(1);
  frames.shift()?.();
  vi.runAllTimers();
  for (const run of runs) expect(run).toHaveBeenCalledTimes(1);
});

test('runs once if there is no frame', () => {
  const run = setUp('visible');
  vi.runAllTimers();
  expect(run).toHaveBeenCalledTimes(1);
  expect(frames).toEqual([]);
});

test('does not wait if the page is hidden', () => {
  expect(setUp('hidden')).toHaveBeenCalledTimes(1);
});
