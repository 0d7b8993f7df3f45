// Where pymalloc places small objects (Objects/obmalloc.c, v3.12 to v3.15): in pools of one size, at multiples of it.
//
//   pool, 16 KiB: [ header, 48 bytes | object | object | … | rest ]        an arena has 1 MiB

import { NONE } from '../model/profile.ts';

const POOL_SIZE = 0x4000;
const POOL_HEADER = 48;
const ARENA_SIZE = 2 ** 20;

/** Where the object of `size` bytes that contains the address begins; NONE if there is none in the pool. */
export function objectAt(address: number, size: number): number {
  // Bits are faster than the remainder of such large numbers.
  const offset = ((address | 0) & (POOL_SIZE - 1)) - POOL_HEADER;
  if (offset < 0) return NONE;
  const begin = offset - (offset % size);
  return begin + size <= POOL_SIZE - POOL_HEADER ? address - offset + begin : NONE;
}

export function arenaOf(address: number): number {
  return Math.floor(address / ARENA_SIZE);
}
