import { expect, test } from 'vitest';
import { readDwarfRegisters, REGISTER_ARRAY_LENGTH, PROGRAM_COUNTER } from './unwind-registers.ts';

/** A dump of `count` registers after 4 unrelated bytes; register n has the value n. */
function dump(count: number): DataView {
  const view = new DataView(new ArrayBuffer(4 + 8 * count));
  for (let i = 0; i < count; i++) view.setBigInt64(4 + 8 * i, BigInt(i), true);
  return view;
}

test('x86-64: reorders registers by DWARF number', () => {
  const out = new Float64Array(REGISTER_ARRAY_LENGTH);
  // AX BX CX DX SI DI BP SP IP FLAGS CS SS R8 … R15
  readDwarfRegisters('x86-64', 0xff0fff, dump(20), 4, out);
  expect(Array.from(out.subarray(0, 17))).toEqual([
    0, 3, 2, 1, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19, 8,
  ]);
  expect(PROGRAM_COUNTER['x86-64']).toBe(16);
});

test('registers missing from the dump are NaN', () => {
  const out = new Float64Array(REGISTER_ARRAY_LENGTH);
  // Only SP and IP.
  readDwarfRegisters('x86-64', 0x180, dump(2), 4, out);
  expect([out[7], out[16], out[6]]).toEqual([0, 1, NaN]);
  readDwarfRegisters('x86-64', 0xff0fff, dump(2), 4, out);
  expect([out[0], out[3], out[2]]).toEqual([0, 1, NaN]);
  readDwarfRegisters('x86-64', 0xff0fff, dump(2), NaN, out);
  expect(Array.from(out)).toEqual(Array.from(out, () => NaN));
});

test('addresses in the upper half are negative', () => {
  const out = new Float64Array(REGISTER_ARRAY_LENGTH);
  const view = dump(1);
  view.setBigUint64(4, 0xffff_ffff_8120_0040n, true);
  readDwarfRegisters('x86-64', 0x100, view, 4, out);
  expect(out[16]).toBe(-(0x1_0000_0000 - 0x8120_0040));
});

test('arm64: keeps the order and strips the signature of the link register', () => {
  const out = new Float64Array(REGISTER_ARRAY_LENGTH);
  const view = dump(33);
  view.setBigUint64(4 + 8 * 30, 0x1f7f_aaaa_1234_5677n, true);
  readDwarfRegisters('arm64', 2 ** 33 - 1, view, 4, out);
  expect(Array.from(out.subarray(0, 30))).toEqual(Array.from({ length: 30 }, (_, i) => i));
  expect(out[30]).toBe(0xaaaa_1234_5677);
  expect([out[31], out[PROGRAM_COUNTER.arm64]]).toEqual([31, 32]);
});
