import { describe, expect, test } from 'vitest';
import { dw, littleEndian, rip, rsp, sleb, uleb } from '../../../fixtures/unwind.ts';
import { CfiExpression, type CfiFrame } from './cfi-expression.ts';

const registers = new Float64Array(17).fill(NaN);
registers[rsp] = 0x7ffc_0000_1000;
registers[rip] = 0x40102b;
const frame: CfiFrame = {
  registers,
  cfa: 0x7ffc_0000_2000,
  bias: 0x10000,
  load: (address) => (address === 0x7ffc_0000_10a0 ? 0x1234_5678_9abc : NaN),
  loadPart: (address, size) => (address === 0x7ffc_0000_1000 ? size : NaN),
};

function valueOf(...parts: readonly (readonly number[])[]): number {
  const bytes = parts.flat();
  const section = { address: 0, bytes: Uint8Array.from([0xee, ...uleb(bytes.length), ...bytes]) };
  return new CfiExpression(section).evaluate(1, 1000, frame);
}

const s64 = (value: number): number[] => [0x0f, ...littleEndian(value, 8)];
const { breg, lit } = dw;

test('evaluates the CFA of a PLT entry, whose stack grows by one word after its push', () => {
  const plt = [
    ...breg(rsp, 8),
    ...breg(rip, 0),
    ...lit(15),
    ...dw.and,
    ...lit(11),
    ...dw.ge,
    ...lit(3),
    ...dw.shl,
  ];
  expect(valueOf(plt, dw.plus)).toBe(0x7ffc_0000_1010);
});

test('reads the registers above the stack pointer, as for a signal frame', () => {
  expect(valueOf(breg(rsp, 160), dw.deref)).toBe(0x1234_5678_9abc);
});

describe('an expression', () => {
  test.each<[number, readonly (readonly number[])[]]>([
    [1000, []],
    [31, [lit(31)]],
    [200, [[0x08, 200]]],
    [-56, [[0x09, 200]]],
    [0xfffe, [[0x0a, 0xfe, 0xff]]],
    [-2, [[0x0b, 0xfe, 0xff]]],
    [0xfffffffe, [[0x0c, 0xfe, 0xff, 0xff, 0xff]]],
    [-2, [[0x0d, 0xfe, 0xff, 0xff, 0xff]]],
    [-4096, [s64(-4096)]],
    [624485, [[0x10, ...uleb(624485)]]],
    [-123456, [[0x11, ...sleb(-123456)]]],
    [0x10000 + 0x42, [[0x03, ...littleEndian(0x42, 8)]]],
    [0x7ffc_0000_2000, [[0x9c]]],
    [0x7ffc_0000_1001, [[0x92, rsp, 1]]],
    [0x7ffc_0000_1005, [breg(rsp, 0), [0x23, 5]]],
    [4, [breg(rsp, 0), [0x94, 4]]],
    [5, [lit(5), [0x96]]],
    [5, [lit(5), lit(6), [0x13]]],
    [10, [lit(5), [0x12], [0x22]]],
    [5, [lit(5), lit(6), [0x14]]],
    [1000, [lit(5), [0x15, 1]]],
    [5, [lit(5), lit(6), [0x16]]],
    // DW_OP_rot moves the top entry below the next two.
    [3, [lit(4), lit(3), lit(2), [0x17]]],
    [7, [s64(-7), [0x19]]],
    [-3, [s64(-7), lit(2), [0x1b]]],
    [-2, [lit(3), lit(5), [0x1c]]],
    [3, [lit(13), lit(5), [0x1d]]],
    [65, [lit(13), lit(5), [0x1e]]],
    [-13, [lit(13), [0x1f]]],
    [-14, [lit(13), [0x20]]],
    [0x7ffc_0000_1000, [breg(rsp, 15), s64(-16), dw.and]],
    [-1, [s64(-16), lit(15), [0x21]]],
    [-1, [s64(-16), lit(15), [0x27]]],
    [-(2 ** 63), [lit(1), [0x08, 63], dw.shl]],
    [0xffff_ffff, [s64(-1), [0x08, 32], [0x25]]],
    [-2, [s64(-8), lit(2), [0x26]]],
    [1, [lit(2), lit(2), [0x29]]],
    [0, [lit(2), lit(2), [0x2b]]],
    [1, [lit(2), lit(2), [0x2c]]],
    [1, [s64(-2), lit(2), [0x2d]]],
    [0, [lit(2), lit(2), [0x2e]]],
    [7, [lit(7), [0x2f, 1, 0], lit(8)]],
    [8, [lit(7), lit(0), [0x28, 1, 0], lit(8)]],
    [7, [lit(7), lit(1), [0x28, 1, 0], lit(8)]],
  ])('yields %d for %j', (value, parts) => {
    expect(valueOf(...parts)).toBe(value);
  });
});

test.each<[string, readonly (readonly number[])[]]>([
  ['an unknown operation', [[0xf0]]],
  ['an unknown register', [breg(0, 0)]],
  ['a register that does not exist', [[0x92, 200, 0]]],
  ['unknown memory', [lit(0), dw.deref]],
  ['an empty stack', [[0x13], [0x13]]],
  ['no result', [[0x13]]],
  ['a full stack', [Array.from({ length: 100 }, () => 0x30)]],
  ['a division by zero', [lit(1), lit(0), [0x1b]]],
  ['a truncated number', [[0x0c, 1, 2]]],
  ['a jump out of the expression', [[0x2f, 0xf0, 0xff]]],
  ['a jump to itself', [[0x2f, 0xfd, 0xff]]],
  ['an overflow', [s64(2 ** 62), s64(2 ** 62), [0x1e]]],
])('%s yields NaN', (_, parts) => {
  expect(valueOf(...parts)).toBeNaN();
});

test('a length past the end yields NaN', () => {
  const bytes = Uint8Array.of(3, 0x30);
  expect(new CfiExpression({ address: 0, bytes }).evaluate(0, 0, frame)).toBeNaN();
  expect(new CfiExpression({ address: 0, bytes }).evaluate(99, 0, frame)).toBeNaN();
});
