import { expect, test } from 'vitest';
import { makeElf, type SymbolSpec } from '../../../fixtures/elf.ts';
import { memoryFile } from '../../bytes/random-access.ts';
import { framePointerUse } from './frame-pointers.ts';

const SIZE = 32;
const AT = 0x1000;
const ENDBR64 = [0xf3, 0x0f, 0x1e, 0xfa];
const SETUP = [0x55, 0x48, 0x89, 0xe5];
const PUSH_R15 = [0x41, 0x57];

/** Measures a library whose exported functions begin with this code. */
function measure(codes: readonly number[][], more: readonly SymbolSpec[] = [], machine = 62) {
  const bytes = new Uint8Array(SIZE * codes.length);
  codes.forEach((code, i) => bytes.set(code, i * SIZE));
  const dynamic = codes.map((_, i) => ({ name: `f${i}`, value: AT + i * SIZE, size: SIZE }));
  const file = makeElf({
    machine,
    segments: [{ offset: AT, address: AT, fileSize: bytes.length }],
    sections: [{ name: '.text', address: AT, offset: AT, bytes }],
    dynamic: [...dynamic, ...more],
  });
  return framePointerUse(memoryFile(file));
}

/** The bytes of arm64 instructions. */
function arm64(...instructions: number[]): number[] {
  return [...new Uint8Array(new Uint32Array(instructions).buffer)];
}

test('x86-64: push %rbp; mov %rsp,%rbp near the start', async () => {
  const codes = [
    SETUP,
    [...ENDBR64, ...SETUP],
    [...ENDBR64, ...Array<number>(8).fill(0x90), ...SETUP],
    [...ENDBR64, ...Array<number>(9).fill(0x90), ...SETUP],
    [...PUSH_R15, ...SETUP.slice(0, 3)],
    [...PUSH_R15, 0x55],
  ];
  expect(await measure(codes)).toEqual({ functions: 6, share: 0.5 });
});

test('arm64: stp x29, x30, [sp, …] in the first four instructions', async () => {
  const nop = 0xd503201f;
  const codes = [
    arm64(0xa9bd7bfd),
    arm64(nop, nop, nop, 0xa9017bfd),
    arm64(nop, nop, nop, nop, 0xa9bd7bfd),
    arm64(0xa9bd57f4),
  ];
  expect(await measure(codes, [], 183)).toEqual({ functions: 4, share: 0.5 });
});

test('short functions, data and imported functions do not count', async () => {
  const more: SymbolSpec[] = [
    { name: 'short', value: AT, size: SIZE - 1 },
    { name: 'data', value: AT, size: SIZE, type: 1 },
    { name: 'imported', value: 0, size: SIZE, section: 0 },
  ];
  expect(await measure([SETUP], more)).toEqual({ functions: 1, share: 1 });
  expect(await measure([], more)).toEqual({ functions: 0, share: NaN });
});
