// Unwinds stacks through CPython's trampolines, as leaf at each of their instructions, and as callers of the interpreter.

import { describe, expect, test } from 'vitest';
import {
  cfi,
  codeMap,
  frameSection,
  PERF_STACKS,
  rbp,
  rbx,
  registersOf,
  rip,
  rsp,
  stackOf,
  type MappedRange,
} from '../../../fixtures/unwind.ts';
import { WHOLE_STACKS, type CodeMap, type Machine, type StackLimits } from '../../model/code.ts';
import { JitMemory } from '../jit-memory.ts';
import { readPerfMap } from '../jit/perf-maps.ts';
import { UnwindModule } from './unwind-module.ts';
import type { UnwinderVariant } from './unwinder-quirks.ts';
import { Unwinder } from './unwinder.ts';

const VARIANTS: readonly UnwinderVariant[] = ['libdw', 'libunwind', 'best'];

/** Each instruction and its size in bytes. */
type Code = readonly (readonly [instruction: string, size: number])[];
const X86_64: Readonly<Record<string, Code>> = {
  '3.12': [
    ['sub', 4],
    ['call', 2],
    ['add', 4],
    ['ret', 1],
  ],
  '3.13 with endbr64': [
    ['endbr64', 4],
    ['sub', 4],
    ['call', 2],
    ['add', 4],
    ['ret', 1],
  ],
  '3.14': [
    ['push', 1],
    ['mov', 3],
    ['call', 2],
    ['pop', 1],
    ['ret', 1],
  ],
  '3.14 with endbr64': [
    ['endbr64', 4],
    ['push', 1],
    ['mov', 3],
    ['call', 2],
    ['pop', 1],
    ['ret', 1],
  ],
};
const ARM64: Readonly<Record<string, Code>> = {
  plain: [
    ['stp', 4],
    ['mov', 4],
    ['call', 4],
    ['ldp', 4],
    ['ret', 4],
  ],
  signed: [
    ['paciasp', 4],
    ['stp', 4],
    ['mov', 4],
    ['call', 4],
    ['ldp', 4],
    ['autiasp', 4],
    ['ret', 4],
  ],
};

/** The state of a thread in a trampoline. */
interface State {
  readonly pc: number;
  readonly top: number;
  readonly pointer: number;
  readonly link: number;
  readonly words: Readonly<Record<number, number>>;
}

/** Runs a trampoline from its first instruction; returns the state before each, and the address after the call. */
function run(
  code: Code,
  start: number,
  entry: Omit<State, 'pc'>,
): { states: State[]; returnAddress: number } {
  const states: State[] = [];
  let [{ top, pointer, link, words }, pc, returnAddress] = [entry, start, NaN];
  for (const [instruction, size] of code) {
    states.push({ pc, top, pointer, link, words });
    pc += size;
    if (instruction === 'sub') top -= 8;
    else if (instruction === 'push') words = { ...words, [(top -= 8)]: pointer };
    else if (instruction === 'stp') {
      top -= 16;
      words = { ...words, [top]: pointer, [top + 8]: link };
    } else if (instruction === 'mov') pointer = top;
    else if (instruction === 'call') [returnAddress, link] = [pc, LOST];
    else if (instruction === 'add') top += 8;
    else if (instruction === 'pop') [pointer, top] = [words[top], top + 8];
    else if (instruction === 'ldp') [pointer, link, top] = [words[top], words[top + 8], top + 16];
  }
  return { states, returnAddress };
}

/** What the interpreter leaves in the link register. */
const LOST = 0x10250;
const TRAMPOLINE = 0x50020;
const sizeOf = (code: Code) => code.reduce((sum, [, size]) => sum + size, 0);
const named = (code: Code, name = 'py::f:/a.py') =>
  new JitMemory(
    readPerfMap(new TextEncoder().encode(`${TRAMPOLINE.toString(16)} ${sizeOf(code).toString(16)} ${name}\n`))
      .symbols,
  );

const at = (start: number, ...code: readonly (readonly number[])[]) => ({
  start,
  size: 0x100,
  code: code.flat(),
});
/** The interpreter: _start; the evaluator, which has 4 words; a caller with a frame pointer; one with its CFA in rbx. */
const INTERPRETER = new UnwindModule(
  {
    ehFrame: frameSection('eh', 0x9000, [
      at(0x100, cfi.undefined(rip)),
      at(0x200, cfi.cfaOffset(0x20)),
      at(0x300, cfi.cfa(rbp, 16), cfi.offset(rbp, 2)),
      at(0x400, cfi.cfa(rbx, 8)),
    ]).section,
  },
  'x86-64',
);
const LIBRARY = new UnwindModule(
  { ehFrame: frameSection('eh', 0x9000, [at(0x100, cfi.undefined(rip))]).section },
  'x86-64',
);

const PYTHON: MappedRange = {
  start: 0x10000,
  end: 0x10800,
  bias: 0x10000,
  module: INTERPRETER,
  isInterpreter: true,
};
const OTHER: MappedRange = { start: 0x20000, end: 0x20800, bias: 0x20000, module: LIBRARY };
const jit = (module: JitMemory): MappedRange => ({ start: 0x50000, end: 0x51000, module });

/** The trampoline was called by 0x10310 with a frame pointer, that by 0x10410, whose CFA is rbx + 8, and that by _start. */
const ENTRY = {
  top: 0x7038,
  pointer: 0x7100,
  link: NaN,
  words: { 0x7038: 0x10310, 0x7100: 0, 0x7108: 0x10410, 0x7140: 0x10110 },
};
const CALLERS = '1030f 1040f 1010f';

interface Options {
  readonly variant?: UnwinderVariant;
  readonly limits?: StackLimits;
  readonly hidesJitCode?: boolean;
  readonly end?: number;
}

/** The frames of a sample. `registers` has the stack pointer; the copied stack reaches from there to `end`. */
function framesIn(
  machine: Machine,
  { pc, top, words }: Pick<State, 'pc' | 'top' | 'words'>,
  registers: Readonly<Record<number, number>>,
  map: CodeMap,
  { variant = 'libdw', limits = WHOLE_STACKS, end = 0x8000 }: Options = {},
): string {
  const unwinder = new Unwinder(machine, { variant, limits });
  const inCopy = Object.entries(words).filter(([at]) => Number(at) >= top && Number(at) < end);
  const stack = stackOf(top, end, Object.fromEntries(inCopy));
  const count = unwinder.unwind(registersOf(machine, pc, registers), pc, stack, map);
  return Array.from(unwinder.frames.subarray(0, count), (frame) => frame.toString(16)).join(' ');
}

type Sample = Pick<State, 'pc' | 'top' | 'pointer' | 'words'>;

function framesOf(sample: Sample, ranges: readonly MappedRange[], options: Options = {}): string {
  const { hidesJitCode = false } = options;
  const registers = { [rsp]: sample.top, [rbp]: sample.pointer, [rbx]: 0x7140 };
  return framesIn('x86-64', sample, registers, { ...codeMap(...ranges), hidesJitCode }, options);
}

/** A sample in the evaluator, which the trampoline called. */
function inEvaluator(code: Code): Sample {
  const { states, returnAddress } = run(code, TRAMPOLINE, ENTRY);
  const { top, pointer, words } = states[code.findIndex(([instruction]) => instruction === 'call')];
  return { pc: 0x10250, top: top - 0x20, pointer, words: { ...words, [top - 8]: returnAddress } };
}

describe.each(Object.entries(X86_64))('the trampoline of %s', (_, code) => {
  const ranges = [PYTHON, jit(named(code))];

  test.each(VARIANTS)('is unwound at each of its instructions like %s', (variant) => {
    const { states } = run(code, TRAMPOLINE, ENTRY);
    expect(states.map((state) => framesOf(state, ranges, { variant }))).toEqual(
      states.map(({ pc }) => `${pc.toString(16)} ${CALLERS}`),
    );
  });

  test.each(VARIANTS)('is unwound at its call like %s, with a name and without', (variant) => {
    const { returnAddress } = run(code, TRAMPOLINE, ENTRY);
    const expected = `10250 ${(returnAddress - 1).toString(16)} ${CALLERS}`;
    const sample = inEvaluator(code);
    expect(framesOf(sample, ranges, { variant })).toBe(expected);
    expect(framesOf(sample, [PYTHON, jit(new JitMemory())], { variant })).toBe(expected);
    expect(framesOf(sample, [PYTHON], { variant, hidesJitCode: true })).toBe(expected);
  });

  test('is the last frame where the copied stack ends', () => {
    const sample = inEvaluator(code);
    const expected = framesOf(sample, ranges).split(' ').slice(0, 2).join(' ');
    expect(framesOf(sample, ranges, { end: 0x7038 })).toBe(expected);
    expect(framesOf(sample, [PYTHON, jit(new JitMemory())], { end: 0x7038 })).toBe(expected);
  });

  test('ends the stack as in perf if that is wanted', () => {
    const sample = inEvaluator(code);
    const frames = (variant: UnwinderVariant) => framesOf(sample, ranges, { variant, limits: PERF_STACKS });
    expect([frames('libdw'), frames('libunwind')]).toEqual([
      '10250',
      framesOf(sample, ranges).split(' ').slice(0, 2).join(' '),
    ]);
  });
});

describe('code without a name is no trampoline', () => {
  const SAMPLE = inEvaluator(X86_64['3.12']);
  const UNNAMED = jit(new JitMemory());
  const withWord = (address: number, value: number) => ({
    ...SAMPLE,
    words: { ...SAMPLE.words, [address]: value },
  });

  test('unless the return address is in code with rules, in any file', () => {
    expect(framesOf(withWord(0x7038, 0x20110), [PYTHON, OTHER, UNNAMED])).toBe('10250 50025 2010f');
    for (const address of [0x20810, 0x20010, 0x50010, 7, -1])
      expect(framesOf(withWord(0x7038, address), [PYTHON, OTHER, UNNAMED])).toBe('10250');
  });

  test('unless it called the interpreter, or its caller is in the file that it called', () => {
    const renamed = { ...PYTHON, isInterpreter: false };
    expect(framesOf(SAMPLE, [renamed, OTHER, UNNAMED])).toBe(`10250 50025 ${CALLERS}`);
    expect(framesOf(withWord(0x7038, 0x20110), [renamed, OTHER, UNNAMED])).toBe('10250');
    expect(framesOf(SAMPLE, [renamed, UNNAMED], { end: 0x7038 })).toBe('10250');
  });

  test('if its stack pointer is not aligned', () => {
    const { top, words } = SAMPLE;
    const moved = Object.fromEntries(
      Object.entries(words).map(([address, word]) => [Number(address) + 8, word]),
    );
    expect(framesOf({ ...SAMPLE, top: top + 8, words: moved }, [PYTHON, UNNAMED])).toBe('10250');
  });

  test('if it is the leaf', () => {
    const [, state] = run(X86_64['3.12'], TRAMPOLINE, ENTRY).states;
    expect(framesOf(state, [PYTHON, UNNAMED])).toBe('');
    expect(framesOf(state, [PYTHON, UNNAMED], { variant: 'libunwind' })).toBe('50024');
  });

  test('if it has another name', () => {
    expect(framesOf(SAMPLE, [PYTHON, jit(named(X86_64['3.12'], 'js::f'))])).toBe('10250');
  });

  test('where nothing is mapped, unless the process has hidden code', () => {
    expect(framesOf({ ...SAMPLE, pointer: 0 }, [PYTHON], { variant: 'best' })).toBe('10250 50025');
  });
});

describe.each(Object.entries(ARM64))('the %s trampoline of arm64', (_, code) => {
  const [fp, lr, sp] = [29, 30, 31];
  const rules = { codeAlign: 4, returnRegister: lr, code: cfi.cfa(sp, 0) };
  const functions = [
    at(0x100, cfi.undefined(lr)),
    at(0x200, cfi.cfaOffset(0x20), cfi.offset(lr, 1)),
    at(0x300, cfi.cfa(fp, 16), cfi.offset(fp, 2), cfi.offset(lr, 1)),
  ];
  const { section } = frameSection('eh', 0x9000, functions, rules);
  const python = { ...PYTHON, module: new UnwindModule({ ehFrame: section }, 'arm64') };
  const map = codeMap(python, jit(named(code)));
  // Its caller has just made its frame, so that its frame pointer is the stack pointer.
  const entry = { top: 0x7040, pointer: 0x7040, link: 0x10310, words: { 0x7040: 0, 0x7048: 0x10110 } };

  const unwound = (state: Omit<State, 'link'>, link = NaN) =>
    framesIn('arm64', state, { [sp]: state.top, [fp]: state.pointer, [lr]: link }, map);

  test('is unwound at each of its instructions and at its call', () => {
    const { states, returnAddress } = run(code, TRAMPOLINE, entry);
    expect(states.map((state) => unwound(state, state.link))).toEqual(
      states.map(({ pc }) => `${pc.toString(16)} 1030f 1010f`),
    );
    const { top, pointer, words } = states[code.findIndex(([instruction]) => instruction === 'call')];
    const caller = { ...words, [top - 8]: returnAddress };
    expect(unwound({ pc: 0x10250, top: top - 0x20, pointer, words: caller })).toBe(
      `10250 ${(returnAddress - 1).toString(16)} 1030f 1010f`,
    );
  });
});
