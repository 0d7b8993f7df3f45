import { expect, test } from 'vitest';
import { Remembered } from './remembered.ts';

const remembered = (room: number) => new Remembered<number>(room, (size) => size);

test('what was asked for longest ago is forgotten first', () => {
  const kept = remembered(10);
  kept.set('a', 4);
  kept.set('b', 4);
  expect(kept.get('a')).toBe(4);
  kept.set('c', 4);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([4, undefined, 4]);
});

test('one that is larger than all the room is kept until the next', () => {
  const kept = remembered(10);
  kept.set('a', 1);
  kept.set('b', 99);
  expect([kept.get('a'), kept.get('b')]).toEqual([undefined, 99]);
  kept.set('c', 1);
  expect([kept.get('b'), kept.get('c')]).toEqual([undefined, 1]);
});

test('what is made again takes its room once', () => {
  const kept = remembered(10);
  kept.set('a', 6);
  kept.set('a', 6);
  kept.set('b', 4);
  expect([kept.get('a'), kept.get('b')]).toEqual([6, 4]);
});
