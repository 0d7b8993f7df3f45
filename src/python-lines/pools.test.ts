import { expect, test } from 'vitest';
import { NONE } from '../model/profile.ts';
import { arenaOf, objectAt } from './pools.ts';

const POOL = 0x7f12_3450_4000;

test.each([
  ['the first object', POOL + 48, POOL + 48],
  ['its last byte', POOL + 48 + 511, POOL + 48],
  ['the second', POOL + 48 + 512, POOL + 48 + 512],
  ['the header of the pool', POOL + 47, NONE],
  ['the last object', POOL + 48 + 30 * 512, POOL + 48 + 30 * 512],
  ['the rest of the pool, which no object fits in', POOL + 48 + 31 * 512, NONE],
])('finds where an object of 512 bytes begins: %s', (_, address, begin) => {
  expect(objectAt(address, 512)).toBe(begin);
});

test('tells arenas apart', () => {
  expect(arenaOf(0x7f12_345f_ffff)).toBe(arenaOf(0x7f12_3450_0000));
  expect(arenaOf(0x7f12_3460_0000)).not.toBe(arenaOf(0x7f12_3450_0000));
});
