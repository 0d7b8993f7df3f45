import { expect, test } from 'vitest';
import { cfi, codeMap, frameSection, rbp, registersOf, rip, rsp, stackOf } from '../../../fixtures/unwind.ts';
import { MISSING_VDSO } from './missing-vdso.ts';
import { UnwindModule } from './unwind-module.ts';
import type { UnwinderVariant } from './unwinder-quirks.ts';
import { Unwinder } from './unwinder.ts';

const VARIANTS: readonly UnwinderVariant[] = ['libdw', 'libunwind', 'best'];
/** The C library: _start, and a function with a frame of two words that keeps the frame pointer of its caller. */
const { section } = frameSection('eh', 0x9000, [
  { start: 0x100, size: 0x100, code: cfi.undefined(rip) },
  { start: 0x200, size: 0x100, code: [...cfi.cfaOffset(0x18)] },
]);
const LIBRARY = {
  start: 0x10000,
  end: 0x10400,
  bias: 0x10000,
  module: new UnwindModule({ ehFrame: section }, 'x86-64'),
};
const MAP = codeMap(LIBRARY, {
  start: 0x60000,
  end: 0x62000,
  module: MISSING_VDSO,
});

function framesOf(
  pointer: number,
  words: Readonly<Record<number, number>>,
  variant: UnwinderVariant,
  pc = 0x60af0,
  map = MAP,
): string {
  const unwinder = new Unwinder('x86-64', { variant });
  const registers = registersOf('x86-64', pc, { [rsp]: 0x7000, [rbp]: pointer });
  const count = unwinder.unwind(registers, pc, stackOf(0x7000, 0x8000, words), map);
  return Array.from(unwinder.frames.subarray(0, count), (frame) => frame.toString(16)).join(' ');
}

test.each(VARIANTS)('unwinds functions of the vdso without its file like %s', (variant) => {
  const frames = (pointer: number, words: Readonly<Record<number, number>>) =>
    framesOf(pointer, words, variant);
  // With a frame pointer, and two words below it.
  expect(frames(0x7010, { 0x7010: 1, 0x7018: 0x10210, 0x7030: 0x10110 })).toBe('60af0 1020f 1010f');
  // Before the frame pointer is pushed, or after it is popped.
  expect(frames(1, { 0x7000: 0x10210, 0x7018: 0x10110 })).toBe('60af0 1020f 1010f');
  // After the frame pointer is pushed, before it is set.
  expect(frames(1, { 0x7000: 1, 0x7008: 0x10210, 0x7020: 0x10110 })).toBe('60af0 1020f 1010f');
});

test.each(VARIANTS)('unwinds functions of the vdso without rules like %s', (variant) => {
  const vdso = new UnwindModule(
    { ehFrame: frameSection('eh', 0x9000, [{ start: 0x780, size: 0x100, code: [] }]).section },
    'x86-64',
  );
  vdso.isVdso = true;
  const map = codeMap(LIBRARY, { start: 0x60000, end: 0x62000, bias: 0x60000, module: vdso });
  expect(framesOf(0x7010, { 0x7010: 1, 0x7018: 0x10210, 0x7030: 0x10110 }, variant, 0x61312, map)).toBe(
    '61312 1020f 1010f',
  );
});

test('ends the stack in the vdso as for other files that are missing if no return address is found', () => {
  const frames = (pc?: number) => VARIANTS.map((variant) => framesOf(1, { 0x7018: 0x10210 }, variant, pc));
  expect(frames()).toEqual(['', '60af0', '60af0']);
});

test('keeps the frame pointer for the caller', () => {
  const unwinder = new Unwinder('x86-64');
  const registers = registersOf('x86-64', 0x60af0, { [rsp]: 0x7000, [rbp]: 0x7010 });
  unwinder.unwind(registers, 0x60af0, stackOf(0x7000, 0x8000, { 0x7010: 0x7abc, 0x7018: 0x10110 }), MAP);
  expect([unwinder.registers[rbp], unwinder.registers[rsp]]).toEqual([0x7abc, 0x7020]);
});
