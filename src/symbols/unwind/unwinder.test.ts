import { describe, expect, test } from 'vitest';
import {
  ENTRY_RULES,
  cfi,
  codeMap,
  dw,
  frameSection,
  type FdeSpec,
  rax,
  rbp,
  rbx,
  rdi,
  registersOf,
  rip,
  rsp,
  stackOf,
} from '../../../fixtures/unwind.ts';
import { WHOLE_STACKS, type CodeMap } from '../../model/code.ts';
import { UnwindModule } from './unwind-module.ts';
import type { UnwinderVariant, UnwindOptions } from './unwinder-quirks.ts';
import { Unwinder } from './unwinder.ts';

/** Address of a mapped file with one function per 0x100 bytes, each with a different kind of frame. */
const BASE = 0x10000;
const at = (start: number, ...code: readonly (readonly number[])[]): FdeSpec => ({
  start,
  size: 0x100,
  code: code.flat(),
});
/** push rbp; mov rbp, rsp */
const FRAME = [cfi.advance(4), cfi.cfaOffset(16), cfi.offset(rbp, 2), cfi.cfaRegister(rbp)];
const FILE = frameSection('eh', 0x9000, [
  at(0x0100, cfi.undefined(rip)), // _start
  at(0x0200, cfi.cfaOffset(0x20)), // reserves three words
  at(0x0300, ...FRAME),
  at(0x0400, cfi.cfaOffset(0x18), cfi.offset(rbx, 2)), // saves rbx
  at(0x0500, cfi.cfa(rbx, 8)), // its CFA is relative to rbx
  at(0x0600, cfi.cfa(rax, 8)), // relative to a caller-saved register
  at(0x0700, cfi.cfaExpression([...dw.breg(rdi, 0), ...dw.deref]), cfi.offset(rip, 1)),
  at(0x0800, cfi.offset(rbp, 2)), // after `pop rbp`
]).section;
/** __restore_rt finds the interrupted frame in 64 bytes of registers on the stack. */
const SIGNAL = frameSection(
  'eh',
  0x9800,
  [
    at(
      0x0fff, // one byte early, so that looking up the return address minus one succeeds
      cfi.cfaExpression([...dw.breg(rsp, 24), ...dw.deref]),
      cfi.expression(rip, dw.breg(rsp, 32)),
      cfi.expression(rbp, dw.breg(rsp, 8)),
      cfi.expression(rsp, dw.breg(rsp, 24)),
    ),
  ],
  { letters: 'zRS', code: ENTRY_RULES },
).section;

const MAP: CodeMap = codeMap(
  { start: BASE, end: BASE + 0x900, bias: BASE, module: new UnwindModule({ ehFrame: FILE }, 'x86-64') },
  {
    start: BASE + 0xf00,
    end: BASE + 0x1200,
    bias: BASE,
    module: new UnwindModule({ ehFrame: SIGNAL }, 'x86-64'),
  },
  { start: 0x20000, end: 0x21000, module: new UnwindModule({}, 'x86-64') },
  { start: 0x30000, end: 0x31000 },
);

const VARIANTS: readonly UnwinderVariant[] = ['libdw', 'libunwind', 'best'];

interface Sample {
  readonly pc: number;
  readonly registers?: Readonly<Record<number, number>>;
  /** The stack from 0x7000 to `end`, 0x8000 by default. */
  readonly words?: Readonly<Record<number, number>>;
  readonly end?: number;
}

function framesOf({ pc, registers = {}, words = {}, end = 0x8000 }: Sample, options: UnwindOptions): string {
  const unwinder = new Unwinder('x86-64', options);
  const values = registersOf('x86-64', pc, { [rsp]: 0x7000, ...registers });
  const count = unwinder.unwind(values, pc, stackOf(0x7000, end, words), MAP);
  return Array.from(unwinder.frames.subarray(0, count), (frame) => frame.toString(16)).join(' ');
}

/** The frames found by each variant. */
const inAllVariants = (sample: Sample): Record<string, string> =>
  Object.fromEntries(VARIANTS.map((variant) => [variant, framesOf(sample, { variant })]));

const identical = (frames: string): Record<string, string> =>
  Object.fromEntries(VARIANTS.map((variant) => [variant, frames]));

describe('all variants', () => {
  test('unwind to the outermost frame, with callers at their return address minus one', () => {
    const words = {
      0x7018: 0x10310,
      0x7020: 0x7100,
      0x7028: 0,
      0x7100: 0x7200,
      0x7108: 0x10220,
      0x7128: 0x10150,
    };
    // 0x10250 has a frame of 4 words, and 0x10310 a frame pointer. Their callers are 0x10220 and _start.
    expect(inAllVariants({ pc: 0x10250, registers: { [rbp]: 0x7100 }, words })).toEqual(
      identical('10250 1030f 1021f 1014f'),
    );
  });

  test('restore a saved register that the CFA of the caller depends on', () => {
    const words = { 0x7008: 0x7080, 0x7010: 0x10510, 0x7080: 0x10120 };
    expect(inAllVariants({ pc: 0x10410, registers: { [rbx]: 1 }, words })).toEqual(
      identical('10410 1050f 1011f'),
    );
  });

  test('accept any CFA register in the leaf', () => {
    expect(inAllVariants({ pc: 0x10610, registers: { [rax]: 0x7080 }, words: { 0x7080: 0x10110 } })).toEqual(
      identical('10610 1010f'),
    );
  });

  test('evaluate a CFA expression', () => {
    const words = { 0x7040: 0x7090, 0x7088: 0x10110 };
    expect(inAllVariants({ pc: 0x10710, registers: { [rdi]: 0x7040 }, words })).toEqual(
      identical('10710 1010f'),
    );
    expect(inAllVariants({ pc: 0x10710, registers: { [rdi]: 0x6fff }, words })).toEqual(identical('10710'));
  });

  test('stop at the end of a truncated stack', () => {
    expect(inAllVariants({ pc: 0x10250, end: 0x7018 })).toEqual(identical('10250'));
    expect(inAllVariants({ pc: 0x10250, end: 0x7000 })).toEqual(identical(''));
  });

  test('stop at a return address of 0', () => {
    expect(inAllVariants({ pc: 0x10250 })).toEqual(identical('10250'));
  });

  test('find only the leaf if the sample has no registers', () => {
    const nothing = { [rsp]: NaN };
    expect(inAllVariants({ pc: 0x10250, registers: nothing })).toEqual(identical('10250'));
  });

  test('stop at a frame that is its own caller', () => {
    const words = { 0x7000: 0x7000, 0x7008: 0x10310 };
    for (const variant of VARIANTS) {
      const frames = framesOf({ pc: 0x10310, registers: { [rbp]: 0x7000 }, words }, { variant }).split(' ');
      expect(frames.length).toBeLessThanOrEqual(127);
    }
    expect(framesOf({ pc: 0x10310, registers: { [rbp]: 0x7000 }, words }, { variant: 'best' })).toBe(
      '10310 1030f',
    );
  });

  test('respect the frame limit', () => {
    const words = { 0x7018: 0x10210, 0x7038: 0x10210, 0x7058: 0x10210, 0x7078: 0x10210 };
    const limitedTo = (maxFrames: number) => ({ limits: { ...WHOLE_STACKS, maxFrames } });
    expect(framesOf({ pc: 0x10250, words }, limitedTo(3))).toBe('10250 1020f 1020f');
    expect(framesOf({ pc: 0x10250, words }, limitedTo(0))).toBe('');
  });
});

describe('variants differ in', () => {
  test('the last word of the dump', () => {
    expect(inAllVariants({ pc: 0x10250, words: { 0x7018: 0x10110 }, end: 0x7020 })).toEqual({
      ...identical('10250 1010f'),
      libunwind: '10250',
    });
  });

  test('caller-saved registers', () => {
    const words = { 0x7018: 0x10610, 0x7080: 0x10110 };
    expect(inAllVariants({ pc: 0x10250, registers: { [rax]: 0x7080 }, words })).toEqual({
      ...identical('10250 1060f'),
      libunwind: '10250 1060f 1010f',
    });
  });

  test('a signal frame and the frame it interrupted', () => {
    const words = {
      0x7018: 0x11000, // from the handler to __restore_rt, at its very first byte
      // The interrupted frame: rbp, rsp, rip
      0x7028: 0x7180,
      0x7038: 0x7100,
      0x7040: 0x10300,
      0x7100: 0x10110,
    };
    expect(inAllVariants({ pc: 0x10250, words })).toEqual({
      ...identical('10250 11000 10300 1010f'),
      libunwind: '10250 11000 102ff 1010f',
    });
  });

  test('a truncated signal frame', () => {
    expect(inAllVariants({ pc: 0x10250, words: { 0x7018: 0x11000 }, end: 0x7028 })).toEqual({
      ...identical('10250 11000'),
      libdw: '10250 10fff',
    });
  });

  test('unknown code', () => {
    const words = { 0x7018: 0x30010, 0x7020: 0x7080, 0x7028: 0x10110 };
    // First as the caller of 0x10250, whose frame ends at 0x7020; then as the leaf.
    expect(inAllVariants({ pc: 0x10250, registers: { [rbp]: 0x7020 }, words })).toEqual({
      libdw: '10250',
      libunwind: '10250 3000f',
      best: '10250 3000f 1010f',
    });
    expect(inAllVariants({ pc: 0x30010, registers: { [rbp]: 0x7020 }, words })).toEqual({
      libdw: '',
      libunwind: '30010',
      best: '30010 1010f',
    });
  });

  test('unmapped addresses', () => {
    const words = { 0x7018: 0x40010, 0x7020: 0x7080, 0x7028: 0x10110 };
    expect(inAllVariants({ pc: 0x10250, registers: { [rbp]: 0x7020 }, words })).toEqual({
      libdw: '10250 4000f 1010f',
      libunwind: '10250 4000f',
      best: '10250 4000f 1010f',
    });
    expect(inAllVariants({ pc: 0x10250, registers: { [rbp]: 0 }, words })).toEqual(identical('10250 4000f'));
  });

  test('gaps in the unwind information of a file', () => {
    const near = { 0x7018: 0x11180, 0x7028: 0x7100, 0x7030: 0x10110 };
    expect(inAllVariants({ pc: 0x10250, registers: { [rbp]: 0x7028 }, words: near })).toEqual(
      identical('10250 1117f 1010f'),
    );
    // The frame pointer is farther away than perf's libunwind accepts.
    const far = { 0x7018: 0x11180, 0xc000: 0, 0xc008: 0x10110 };
    const sample = { pc: 0x10250, registers: { [rbp]: 0xc000 }, words: far, end: 0xd000 };
    expect(inAllVariants(sample)).toEqual({ ...identical('10250 1117f 1010f'), libunwind: '10250 1117f' });
  });

  test('a file without unwind information', () => {
    const words = { 0x7018: 0x20010, 0x7020: 0x7080, 0x7028: 0x10110 };
    expect(inAllVariants({ pc: 0x10250, registers: { [rbp]: 0x7020 }, words })).toEqual({
      ...identical('10250 2000f 1010f'),
      libunwind: '10250 2000f',
    });
    // An invalid frame pointer.
    expect(framesOf({ pc: 0x20010, registers: { [rbp]: 0x6000 }, words }, { variant: 'best' })).toBe('20010');
  });

  test('registers that the leaf has already popped', () => {
    // By the rules, rbp is still at CFA − 16, below the stack pointer. The caller's CFA needs rbp.
    const words = { 0x7000: 0x10310, 0x7100: 0x7200, 0x7108: 0x10110 };
    expect(inAllVariants({ pc: 0x10810, registers: { [rbp]: 0x7100 }, words })).toEqual({
      ...identical('10810 1030f'),
      best: '10810 1030f 1010f',
    });
  });
});

describe('arm64', () => {
  // stp x29, x30, [sp, #-16]! at 4; mov x29, sp at 8
  const frame = [
    cfi.advance(1),
    cfi.cfaOffset(16),
    cfi.offset(29, 2),
    cfi.offset(30, 1),
    cfi.advance(1),
    cfi.cfaRegister(29),
  ].flat();
  const file = frameSection(
    'eh',
    0x9000,
    [at(0x100, frame), at(0x200, [0x2d]), { ...at(0x300, cfi.undefined(30)), size: 0x40 }],
    {
      codeAlign: 4,
      returnRegister: 30,
      code: cfi.cfa(31, 0),
    },
  );
  const map = codeMap(
    {
      start: BASE,
      end: BASE + 0x400,
      bias: BASE,
      module: new UnwindModule({ ehFrame: file.section }, 'arm64'),
    },
    { start: 0x30000, end: 0x31000 },
  );
  const unwound = (
    pc: number,
    registers: Record<number, number>,
    words: Record<number, number>,
    variant: UnwinderVariant = 'best',
  ): string => {
    const unwinder = new Unwinder('arm64', { variant });
    const values = registersOf('arm64', pc, { 31: 0x7000, ...registers });
    const count = unwinder.unwind(values, pc, stackOf(0x7000, 0x8000, words), map);
    return Array.from(unwinder.frames.subarray(0, count), (frame) => frame.toString(16)).join(' ');
  };

  test.each(VARIANTS)('%s: takes the return address from the link register in the leaf only', (variant) => {
    const words = { 0x7000: 0x7040, 0x7008: 0x10220, 0x7040: 0x7080, 0x7048: 0x10310 };
    expect(unwound(0x10204, { 29: 0x7000, 30: 0x10110 }, words, variant)).toBe('10204 1010f 1021f');
  });

  test('follows frame records to the outermost frame', () => {
    const words = { 0x7010: 0x7040, 0x7018: 0x10120, 0x7040: 0x7080, 0x7048: 0x10310 };
    expect(unwound(0x10110, { 29: 0x7010, 30: 1 }, words)).toBe('10110 1011f 1030f');
  });

  test('strips signatures from return addresses', () => {
    const stack = stackOf(0x7000, 0x8000, {});
    stack.setBigUint64(0x18, (0x1234n << 48n) | 0x10123n, true);
    const unwinder = new Unwinder('arm64');
    const values = registersOf('arm64', 0x10110, { 31: 0x7000, 29: 0x7010 });
    expect(unwinder.unwind(values, 0x10110, stack, map)).toBe(2);
    expect(unwinder.frames[1]).toBe(0x10122);
  });

  test('unwinds unknown code with the frame pointer', () => {
    const words = { 0x7010: 0x7040, 0x7018: 0x10310 };
    expect(unwound(0x30010, { 29: 0x7010, 30: 0x10110 }, words)).toBe('30010 1030f');
  });

  test('libdw tries the link register first for an interrupted frame in unknown code', () => {
    const words = { 0x7010: 0x7040, 0x7018: 0x10120, 0x7040: 0x7080, 0x7048: 0x10310 };
    const registers = { 29: 0x7010, 30: 0x10114 };
    expect(unwound(0x40010, registers, words, 'libdw')).toBe('40010 10113 1011f 1030f');
    expect(unwound(0x40010, registers, words, 'best')).toBe('40010 1011f 1030f');
    // libdw unwinds its callers with the frame pointer.
    const far = { ...words, 0x7018: 0x40020 };
    expect(unwound(0x40010, { ...registers, 30: 0x40014 }, far, 'libdw')).toBe('40010 40013 4001f 1030f');
  });

  test.each(VARIANTS)('%s: falls back to the link register if the frame pointer is invalid', (variant) => {
    // The address is in a gap in the file's unwind information.
    expect(unwound(0x10380, { 29: 1, 30: 0x10310 }, {}, variant)).toBe('10380 1030f');
    expect(unwound(0x10380, { 29: 1, 30: 0 }, {}, variant)).toBe('10380');
    expect(unwound(0x10380, { 29: 1 }, {}, variant)).toBe('10380');
  });
});
