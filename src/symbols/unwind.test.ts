import { describe, expect, test } from 'vitest';
import {
  CALLED,
  cfi,
  codeMap,
  dw,
  frameSection,
  type FunctionText,
  rax,
  rbp,
  rbx,
  rdi,
  registersOf,
  rip,
  rsp,
  stackOf,
} from '../../fixtures/unwind.ts';
import { UnwindModule } from './cfi.ts';
import type { UnwindStyle } from './unwind-style.ts';
import { type UnwindMap, Unwinder, type UnwindOptions } from './unwind.ts';

// A file mapped at 0x10000: a function a hundred, each with a frame of its own kind.
const BASE = 0x10000;
const at = (start: number, ...code: readonly (readonly number[])[]): FunctionText => ({
  start,
  size: 0x100,
  code: code.flat(),
});
/** push rbp; mov rbp, rsp */
const FRAME = [cfi.advance(4), cfi.cfaOffset(16), cfi.offset(rbp, 2), cfi.cfaRegister(rbp)];
const FILE = frameSection('eh', 0x9000, [
  at(0x0100, cfi.undefined(rip)), // _start
  at(0x0200, cfi.cfaOffset(0x20)), // three words of its own
  at(0x0300, ...FRAME),
  at(0x0400, cfi.cfaOffset(0x18), cfi.offset(rbx, 2)), // keeps rbx for its caller
  at(0x0500, cfi.cfa(rbx, 8)), // its frame hangs on rbx
  at(0x0600, cfi.cfa(rax, 8)), // on a register that a call destroys
  at(0x0700, cfi.cfaExpression([...dw.breg(rdi, 0), ...dw.deref]), cfi.offset(rip, 1)),
  at(0x0800, cfi.offset(rbp, 2)), // behind `pop rbp`
]).section;
/** How the code of __restore_rt finds the interrupted frame: 64 bytes of registers on the stack. */
const SIGNAL = frameSection(
  'eh',
  0x9800,
  [
    at(
      0x0fff, // one byte early, so that what is looked for before the return address is found
      cfi.cfaExpression([...dw.breg(rsp, 24), ...dw.deref]),
      cfi.expression(rip, dw.breg(rsp, 32)),
      cfi.expression(rbp, dw.breg(rsp, 8)),
      cfi.expression(rsp, dw.breg(rsp, 24)),
    ),
  ],
  { letters: 'zRS', code: CALLED },
).section;

const MAP: UnwindMap = codeMap(
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

const STYLES: readonly UnwindStyle[] = ['libdw', 'libunwind', 'best'];

interface Sample {
  readonly pc: number;
  readonly registers?: Readonly<Record<number, number>>;
  /** The stack from 0x7000 up to `end`: 0x8000 unless told. */
  readonly words?: Readonly<Record<number, number>>;
  readonly end?: number;
}

function framesOf({ pc, registers = {}, words = {}, end = 0x8000 }: Sample, options: UnwindOptions): string {
  const unwinder = new Unwinder('x86-64', options);
  const values = registersOf('x86-64', pc, { [rsp]: 0x7000, ...registers });
  const count = unwinder.unwind(values, pc, stackOf(0x7000, end, words), MAP);
  return Array.from(unwinder.frames.subarray(0, count), (frame) => frame.toString(16)).join(' ');
}

/** What each style makes of it. */
const inAllStyles = (sample: Sample): Record<string, string> =>
  Object.fromEntries(STYLES.map((style) => [style, framesOf(sample, { style })]));

const same = (frames: string): Record<string, string> =>
  Object.fromEntries(STYLES.map((style) => [style, frames]));

describe('all styles', () => {
  test('a chain of calls to the outermost frame, callers at their return address less one', () => {
    const words = {
      0x7018: 0x10310,
      0x7020: 0x7100,
      0x7028: 0,
      0x7100: 0x7200,
      0x7108: 0x10220,
      0x7128: 0x10150,
    };
    // 0x10250 keeps 4 words; 0x10310 has rbp; 0x10220; _start
    expect(inAllStyles({ pc: 0x10250, registers: { [rbp]: 0x7100 }, words })).toEqual(
      same('10250 1030f 1021f 1014f'),
    );
  });

  test('a register that a callee kept is what its caller stands on', () => {
    const words = { 0x7008: 0x7080, 0x7010: 0x10510, 0x7080: 0x10120 };
    expect(inAllStyles({ pc: 0x10410, registers: { [rbx]: 1 }, words })).toEqual(same('10410 1050f 1011f'));
  });

  test('the leaf may stand on any register', () => {
    expect(inAllStyles({ pc: 0x10610, registers: { [rax]: 0x7080 }, words: { 0x7080: 0x10110 } })).toEqual(
      same('10610 1010f'),
    );
  });

  test('a frame by an expression', () => {
    const words = { 0x7040: 0x7090, 0x7088: 0x10110 };
    expect(inAllStyles({ pc: 0x10710, registers: { [rdi]: 0x7040 }, words })).toEqual(same('10710 1010f'));
    expect(inAllStyles({ pc: 0x10710, registers: { [rdi]: 0x6fff }, words })).toEqual(same('10710'));
  });

  test('a stack that is cut ends there', () => {
    expect(inAllStyles({ pc: 0x10250, end: 0x7018 })).toEqual(same('10250'));
    expect(inAllStyles({ pc: 0x10250, end: 0x7000 })).toEqual(same(''));
  });

  test('a return address of 0 is the end', () => {
    expect(inAllStyles({ pc: 0x10250 })).toEqual(same('10250'));
  });

  test('without registers there is the leaf alone', () => {
    const nothing = { [rsp]: NaN };
    expect(inAllStyles({ pc: 0x10250, registers: nothing })).toEqual(same('10250'));
  });

  test('a frame that is its own caller is not followed for ever', () => {
    const words = { 0x7000: 0x7000, 0x7008: 0x10310 };
    for (const style of STYLES) {
      const frames = framesOf({ pc: 0x10310, registers: { [rbp]: 0x7000 }, words }, { style }).split(' ');
      expect(frames.length).toBeLessThanOrEqual(127);
    }
    expect(framesOf({ pc: 0x10310, registers: { [rbp]: 0x7000 }, words }, { style: 'best' })).toBe(
      '10310 1030f',
    );
  });

  test('no more frames than wanted', () => {
    const words = { 0x7018: 0x10210, 0x7038: 0x10210, 0x7058: 0x10210, 0x7078: 0x10210 };
    expect(framesOf({ pc: 0x10250, words }, { maxFrames: 3 })).toBe('10250 1020f 1020f');
    expect(framesOf({ pc: 0x10250, words }, { maxFrames: 0 })).toBe('');
  });
});

describe('where perf differs from perf', () => {
  test('the last word of the dump', () => {
    expect(inAllStyles({ pc: 0x10250, words: { 0x7018: 0x10110 }, end: 0x7020 })).toEqual({
      ...same('10250 1010f'),
      libunwind: '10250',
    });
  });

  test('registers that a call destroys', () => {
    const words = { 0x7018: 0x10610, 0x7080: 0x10110 };
    expect(inAllStyles({ pc: 0x10250, registers: { [rax]: 0x7080 }, words })).toEqual({
      ...same('10250 1060f'),
      libunwind: '10250 1060f 1010f',
    });
  });

  test('a signal frame and what it interrupted', () => {
    const words = {
      0x7018: 0x11000, // from the handler to __restore_rt, at its very first byte
      // the interrupted frame: rbp, rsp, rip
      0x7028: 0x7180,
      0x7038: 0x7100,
      0x7040: 0x10300,
      0x7100: 0x10110,
    };
    expect(inAllStyles({ pc: 0x10250, words })).toEqual({
      ...same('10250 11000 10300 1010f'),
      libunwind: '10250 11000 102ff 1010f',
    });
  });

  test('a signal frame of which the rest is cut off', () => {
    expect(inAllStyles({ pc: 0x10250, words: { 0x7018: 0x11000 }, end: 0x7028 })).toEqual({
      ...same('10250 11000'),
      libdw: '10250 10fff',
    });
  });

  test('code of which nothing is known', () => {
    const words = { 0x7018: 0x30010, 0x7020: 0x7080, 0x7028: 0x10110 };
    // As the caller: after 0x10250, at 0x7020.
    expect(inAllStyles({ pc: 0x10250, registers: { [rbp]: 0x7020 }, words })).toEqual({
      libdw: '10250',
      libunwind: '10250 3000f',
      best: '10250 3000f 1010f',
    });
    expect(inAllStyles({ pc: 0x30010, registers: { [rbp]: 0x7020 }, words })).toEqual({
      libdw: '',
      libunwind: '30010',
      best: '30010 1010f',
    });
  });

  test('a place where nothing is mapped', () => {
    const words = { 0x7018: 0x40010, 0x7020: 0x7080, 0x7028: 0x10110 };
    expect(inAllStyles({ pc: 0x10250, registers: { [rbp]: 0x7020 }, words })).toEqual({
      libdw: '10250 4000f 1010f',
      libunwind: '10250 4000f',
      best: '10250 4000f 1010f',
    });
    expect(inAllStyles({ pc: 0x10250, registers: { [rbp]: 0 }, words })).toEqual(same('10250 4000f'));
  });

  test('a gap in what a file says of unwinding', () => {
    const near = { 0x7018: 0x11180, 0x7028: 0x7100, 0x7030: 0x10110 };
    expect(inAllStyles({ pc: 0x10250, registers: { [rbp]: 0x7028 }, words: near })).toEqual(
      same('10250 1117f 1010f'),
    );
    // Farther away than perf's libunwind believes.
    const far = { 0x7018: 0x11180, 0xc000: 0, 0xc008: 0x10110 };
    const sample = { pc: 0x10250, registers: { [rbp]: 0xc000 }, words: far, end: 0xd000 };
    expect(inAllStyles(sample)).toEqual({ ...same('10250 1117f 1010f'), libunwind: '10250 1117f' });
  });

  test('a file that says nothing of unwinding', () => {
    const words = { 0x7018: 0x20010, 0x7020: 0x7080, 0x7028: 0x10110 };
    expect(inAllStyles({ pc: 0x10250, registers: { [rbp]: 0x7020 }, words })).toEqual({
      ...same('10250 2000f 1010f'),
      libunwind: '10250 2000f',
    });
    // A frame pointer that is nothing of the kind.
    expect(framesOf({ pc: 0x20010, registers: { [rbp]: 0x6000 }, words }, { style: 'best' })).toBe('20010');
  });

  test('a register that the leaf has already popped', () => {
    // It says still that rbp is at CFA − 16, which is below the stack pointer; rbp is what its caller stands on.
    const words = { 0x7000: 0x10310, 0x7100: 0x7200, 0x7108: 0x10110 };
    expect(inAllStyles({ pc: 0x10810, registers: { [rbp]: 0x7100 }, words })).toEqual({
      ...same('10810 1030f'),
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
    style: UnwindStyle = 'best',
  ): string => {
    const unwinder = new Unwinder('arm64', { style });
    const values = registersOf('arm64', pc, { 31: 0x7000, ...registers });
    const count = unwinder.unwind(values, pc, stackOf(0x7000, 0x8000, words), map);
    return Array.from(unwinder.frames.subarray(0, count), (frame) => frame.toString(16)).join(' ');
  };

  test.each(STYLES)(
    '%s: a leaf has its return address in the link register, its callers have not',
    (style) => {
      const words = { 0x7000: 0x7040, 0x7008: 0x10220, 0x7040: 0x7080, 0x7048: 0x10310 };
      expect(unwound(0x10204, { 29: 0x7000, 30: 0x10110 }, words, style)).toBe('10204 1010f 1021f');
    },
  );

  test('frame records up to the outermost frame', () => {
    const words = { 0x7010: 0x7040, 0x7018: 0x10120, 0x7040: 0x7080, 0x7048: 0x10310 };
    expect(unwound(0x10110, { 29: 0x7010, 30: 1 }, words)).toBe('10110 1011f 1030f');
  });

  test('signatures are taken off return addresses', () => {
    const stack = stackOf(0x7000, 0x8000, {});
    stack.setBigUint64(0x18, (0x1234n << 48n) | 0x10123n, true);
    const unwinder = new Unwinder('arm64');
    const values = registersOf('arm64', 0x10110, { 31: 0x7000, 29: 0x7010 });
    expect(unwinder.unwind(values, 0x10110, stack, map)).toBe(2);
    expect(unwinder.frames[1]).toBe(0x10122);
  });

  test('unknown code is left by the frame pointer', () => {
    const words = { 0x7010: 0x7040, 0x7018: 0x10310 };
    expect(unwound(0x30010, { 29: 0x7010, 30: 0x10110 }, words)).toBe('30010 1030f');
  });

  test('unknown code that was interrupted: libdw takes the link register first', () => {
    const words = { 0x7010: 0x7040, 0x7018: 0x10120, 0x7040: 0x7080, 0x7048: 0x10310 };
    const registers = { 29: 0x7010, 30: 0x10114 };
    expect(unwound(0x40010, registers, words, 'libdw')).toBe('40010 10113 1011f 1030f');
    expect(unwound(0x40010, registers, words, 'best')).toBe('40010 1011f 1030f');
    // Its callers are left by the frame pointer.
    const far = { ...words, 0x7018: 0x40020 };
    expect(unwound(0x40010, { ...registers, 30: 0x40014 }, far, 'libdw')).toBe('40010 40013 4001f 1030f');
  });

  test.each(STYLES)('%s: the link register where the frame pointer leads nowhere', (style) => {
    // In a gap of what a file says.
    expect(unwound(0x10380, { 29: 1, 30: 0x10310 }, {}, style)).toBe('10380 1030f');
    expect(unwound(0x10380, { 29: 1, 30: 0 }, {}, style)).toBe('10380');
    expect(unwound(0x10380, { 29: 1 }, {}, style)).toBe('10380');
  });
});
