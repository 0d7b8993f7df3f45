import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

/** A cache in which each value is its own size. */
const cacheOf = (capacity: number) => new LruCache<number>(capacity, (size) => size);

test('drops the least recently used value first', () => {
  const cache = cacheOf(10);
  cache.set('a', 4);
  cache.set('b', 4);
  expect(cache.get('a')).toBe(4);
  cache.set('c', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([4, undefined, 4]);
});

test('keeps a value that exceeds the capacity until the next value is set', () => {
  const cache = cacheOf(10);
  cache.set('a', 1);
  cache.set('b', 99);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 99]);
  cache.set('c', 1);
  expect([cache.get('b'), cache.get('c')]).toEqual([undefined, 1]);
});

test('counts a replaced value once', () => {
  const cache = cacheOf(10);
  cache.set('a', 6);
  cache.set('a', 6);
  cache.set('b', 4);
  expect([cache.get('a'), cache.get('b')]).toEqual([6, 4]);
});

test('has room for a value that displaces only values that need not be kept', () => {
  const cache = cacheOf(10);
  cache.set('a', 4);
  cache.set('b', 4);
  expect(cache.hasRoomFor(6, ['b'])).toBe(true);
  expect(cache.hasRoomFor(6, ['a', 'b'])).toBe(false);
});
