// Randomly corrupted sections and stacks must not cause exceptions, endless loops or more frames than the limit.

import { expect, test } from 'vitest';
import { fuzzRuns } from '../../../fixtures/fuzz.ts';
import {
  ENTRY_RULES,
  cfi,
  codeMap,
  dw,
  frameSection,
  headerSection,
  rbp,
  rbx,
  registersOf,
  rip,
  rsp,
  stackOf,
} from '../../../fixtures/unwind.ts';
import { WHOLE_STACKS, type Machine, type Section } from '../../model/code.ts';
import { JitMemory } from '../jit-memory.ts';
import { MISSING_VDSO } from './missing-vdso.ts';
import { readPerfMap } from '../jit/perf-maps.ts';
import { UnwindModule } from './unwind-module.ts';
import { Unwinder } from './unwinder.ts';
import type { UnwinderVariant } from './unwinder-quirks.ts';

const VARIANTS: readonly UnwinderVariant[] = ['libdw', 'libunwind', 'best'];
const MACHINES: readonly Machine[] = ['x86-64', 'arm64'];

/** Reproducible numbers from 0 to below 1 (Park and Miller). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
}

const random = randomFrom(Number(process.env.PYROGRAPH_SEED ?? 1));
const below = (limit: number): number => Math.floor(random() * limit);

const FUNCTIONS = [
  { start: 0x1000, size: 0x100, code: [...cfi.advance(4), ...cfi.cfaOffset(16), ...cfi.offset(rbp, 2)] },
  {
    start: 0x1100,
    size: 0x100,
    code: [...cfi.remember, ...cfi.cfa(rbp, 16), ...cfi.advance(9), ...cfi.recall],
  },
  { start: 0x1200, size: 0x100, code: cfi.cfaExpression([...dw.breg(rsp, 8), ...dw.deref, 0x28, 2, 0]) },
  { start: 0x1300, size: 0x100, code: [...cfi.expression(rbx, dw.breg(rsp, 8)), ...cfi.register(rbp, rbx)] },
  { start: 0x1400, size: 0x100, code: cfi.undefined(rip) },
];
const EH = frameSection('eh', 0x2000, FUNCTIONS, {
  letters: 'zPRS',
  data: [0x1b, 1, 2, 3, 4],
  code: ENTRY_RULES,
});
const DEBUG = frameSection('debug', 0, FUNCTIONS, { version: 4 });
const HEADER = headerSection(0x3000, EH.section, FUNCTIONS, EH.offsets);

/** Some of it is unnamed. */
const JIT_MEMORY = new JitMemory(
  readPerfMap(new TextEncoder().encode('1500 f py::f:/a.py\n1510 20 py::g:/a.py\n1530 8 js::f\n')).symbols,
);

/** A copy with some bytes changed, mostly to extremes, and sometimes truncated. */
function corrupted({ address, bytes }: Section): Section {
  const copy = bytes.slice(0, random() < 0.2 ? below(bytes.length + 1) : bytes.length);
  for (let i = below(6); i > 0; i--) {
    copy[below(copy.length)] = [0, 0xff, 0x7f, 0x80, below(256), below(256)][below(6)];
  }
  return { address: random() < 0.05 ? -address : address, bytes: copy };
}

/** Random words, many of which look like return addresses or frame pointers. */
function anyStack(): DataView {
  const view = new DataView(new ArrayBuffer(below(800)));
  for (let at = 0; at + 8 <= view.byteLength; at += 8) {
    const kind = below(4);
    if (kind === 0) view.setFloat64(at, random() * 10 ** below(300));
    else view.setUint32(at, kind === 1 ? 0x7000 + 8 * below(100) : 0x1000 + below(0x600), true);
  }
  return view;
}

test('survives corrupted sections and stacks', () => {
  for (let round = 0; round < fuzzRuns(3000); round++) {
    const machine = MACHINES[below(2)];
    const module = new UnwindModule(
      {
        ...(below(4) > 0 && { ehFrame: corrupted(EH.section) }),
        ...(below(2) > 0 && { ehFrameHdr: corrupted(HEADER) }),
        ...(below(2) > 0 && { debugFrame: corrupted(DEBUG.section) }),
      },
      machine,
    );
    const map = {
      ...codeMap(
        { start: 0x1000, end: 0x1500, module, isInterpreter: below(2) > 0 },
        { start: 0x1500, end: 0x1580, module: JIT_MEMORY },
        { start: 0x1580, end: 0x15c0, module: MISSING_VDSO },
        { start: 0x15c0, end: 0x1600 },
      ),
      hidesJitCode: below(2) > 0,
    };
    const unwinder = new Unwinder(machine, { variant: VARIANTS[below(3)] });
    for (let sample = 0; sample < 4; sample++) {
      const values = { [rsp]: 0x7000, [rbp]: 0x7000 + 8 * below(100), 29: 0x7000, 30: 0x1310, 31: 0x7000 };
      const pc = 0x1000 + below(0x600);
      const count = unwinder.unwind(registersOf(machine, pc, values), pc, anyStack(), map);
      if (!(count >= 0 && count <= WHOLE_STACKS.maxFrames)) expect.fail(`${count} frames in round ${round}`);
      if (unwinder.frames.subarray(0, count).some(Number.isNaN)) expect.fail(`no address in round ${round}`);
    }
  }
});

test('leaves loops, at the limit if they consist of signal frames', () => {
  // Each function finds its return address at rbx, and the rbx of its caller below: two functions call each other.
  const functions = [{ start: 0x1000, size: 0x100, code: [...cfi.cfa(rbx, 8), ...cfi.offset(rbx, 2)] }];
  const stack = stackOf(0x7000, 0x7028, { 0x7000: 0x7018, 0x7008: 0x1020, 0x7010: 0x7008, 0x7018: 0x1030 });
  const registers = registersOf('x86-64', 0x1010, { [rsp]: 0x7000, [rbx]: 0x7008 });
  const loop = (letters: string, variant: UnwinderVariant) => {
    const { section } = frameSection('eh', 0x2000, functions, { letters });
    const module = new UnwindModule({ ehFrame: section }, 'x86-64');
    const unwinder = new Unwinder('x86-64', { variant });
    const map = codeMap({ start: 0x1000, end: 0x1100, module });
    return [unwinder.unwind(registers, 0x1010, stack, map), unwinder.isCut];
  };
  // Like perf, up to its limit.
  expect(loop('zR', 'libdw')).toEqual([127, false]);
  expect(loop('zR', 'best')).toEqual([3, false]);
  for (const variant of VARIANTS) expect(loop('zRS', variant)).toEqual([4096, true]);
});

test('is fast for garbage that consists of valid instructions', () => {
  const kinds = [0x41, 0x0a, 0x0b, 0xc0, 0x0d, 0x80];
  const code = Array.from({ length: 1 << 18 }, () => kinds[below(kinds.length)]);
  const functions = [{ start: 0, size: 0x7fffffff, code }];
  const module = new UnwindModule({ ehFrame: frameSection('eh', 0x2000, functions).section }, 'x86-64');
  for (let address = 0; address < 200; address++) module.rowAt(0x7fff0000 + address);
});

test('survives a section that repeats one byte', () => {
  for (let byte = 0; byte < 256; byte++) {
    const section = { address: 0x1000, bytes: new Uint8Array(4096).fill(byte) };
    const module = new UnwindModule({ ehFrame: section, ehFrameHdr: section, debugFrame: section }, 'x86-64');
    for (const address of [0, 0x1000, 0x0101_0101, -1]) module.rowAt(address);
  }
});
