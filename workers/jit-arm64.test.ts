// Unwinds CPython's JIT code on arm64, from the bytes of the files to stacks. The CFI is that of
// Python/perf_jit_trampoline.c (jit_unwind.c since 3.15), with and without signed return addresses.

import { describe, expect, test } from 'vitest';
import { CODE, ALLOC, makeElf } from '../fixtures/elf.ts';
import { jitDump, jitLoad, jitUnwinding } from '../fixtures/jitdump.ts';
import { comm, mmap, mmap2, perfData, sample, USER, type RecordSpec } from '../fixtures/perf-data.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { samplesOf } from '../fixtures/text.ts';
import { cfi, frameSection, headerSection, stackOf, type FdeSpec } from '../fixtures/unwind.ts';
import type { Section } from '../src/model/code.ts';
import { openProfile } from './pipeline.ts';
import { NO_LISTENER } from './reading/read-recording.ts';

const PID = 7;
const [FP, LR, SP, PC] = [29, 30, 31, 32];
const ARM64 = { codeAlign: 4, returnRegister: LR, code: cfi.cfa(SP, 0) };
const MONOTONIC = 1;

/** CFI after stp x29, x30, [sp, #-16]!, and after ldp in each version. */
const PROLOGUE = [cfi.advance(1), cfi.cfaOffset(16), cfi.offset(FP, 2), cfi.offset(LR, 1), cfi.advance(3)];
const EPILOGUE = {
  // Up to 3.14, these offsets lack their operands. The CFI that follows is wrong, but no return address is in its range.
  '3.13': [[0x80 | LR], [0x80 | FP], cfi.cfaOffset(0)],
  '3.14': [cfi.restore(LR), cfi.restore(FP), cfi.cfaOffset(0), cfi.cfaRegister(FP), cfi.cfaOffset(16)],
  '3.15': [cfi.cfaRegister(FP), cfi.restore(LR), cfi.restore(FP), cfi.cfa(SP, 0)],
};
type Version = keyof typeof EPILOGUE;

/** stp, mov, blr, ldp, ret; with signed return addresses also paciasp at the start and autiasp after ldp. */
const SIZE = { plain: 20, signed: 28 };
const RETURN_AT = { plain: 12, signed: 16 };
type Form = keyof typeof SIZE;

/** The unwinding sections for code at `base`. */
function unwindingOf(base: number, version: Version, form: Form): { ehFrame: Section; ehFrameHdr: Section } {
  const size = SIZE[form];
  const functions: FdeSpec[] = [{ start: base, size, code: [...PROLOGUE, ...EPILOGUE[version]].flat() }];
  const { section, offsets } = frameSection('eh', base + Math.ceil(size / 8) * 8, functions, ARM64);
  // CPython ends its .eh_frame without a terminator.
  const ehFrame = { ...section, bytes: section.bytes.subarray(0, -4) };
  const ehFrameHdr = headerSection(ehFrame.address + ehFrame.bytes.length, ehFrame, functions, offsets);
  return { ehFrame, ehFrameHdr };
}

function dumpOf(version: Version, form: Form, machine: number): Uint8Array {
  const { ehFrame, ehFrameHdr } = unwindingOf(0, version, form);
  const records = NAMES.flatMap((name, i) => {
    const index = BigInt(i + 1);
    return [
      jitUnwinding(ehFrame.bytes, ehFrameHdr.bytes, { time: 1n }),
      jitLoad({ name, index, address: addressOf(index), size: BigInt(SIZE[form]), time: 1n, pid: PID }),
    ];
  });
  return jitDump({ pid: PID, machine }, ...records);
}

/** An ELF file as written by perf inject (tools/perf/util/genelf.c). */
function jittedFile(name: string, form: Form): Uint8Array {
  const { ehFrame, ehFrameHdr } = unwindingOf(TEXT, '3.15', form);
  const size = SIZE[form];
  return makeElf({
    machine: 183,
    sections: [
      { name: '.text', flags: CODE, address: TEXT, offset: TEXT, bytes: new Uint8Array(size) },
      { name: '.eh_frame', flags: ALLOC, offset: ehFrame.address, ...ehFrame },
      { name: '.eh_frame_hdr', flags: ALLOC, offset: ehFrameHdr.address, ...ehFrameHdr },
    ],
    symbols: [{ name, value: TEXT, size, binding: 0 }],
  });
}

const NAMES = ['py::<module>:/a.py', 'py::f:/a.py'];
/** Offset of the code in a file that perf inject writes. */
const TEXT = 0x80;
const addressOf = (index: bigint) => 0x20000n + index * 0x100n;

/** An interpreter without frame pointers: a function with a 32-byte frame, a leaf without a frame, and the root. */
const PYTHON = '/usr/bin/python3';
function interpreter(): Uint8Array {
  const framed = [cfi.advance(1), cfi.cfaOffset(32), cfi.offset(LR, 3)].flat();
  const { section } = frameSection(
    'eh',
    0x2000,
    [
      { start: 0x1000, size: 0x100, code: framed },
      { start: 0x1200, size: 0x100, code: [0x2d] },
      { start: 0x1300, size: 0x100, code: cfi.undefined(LR) },
    ],
    ARM64,
  );
  const at = { flags: CODE, address: 0x1000, offset: 0x1000 };
  return makeElf({
    machine: 183,
    segments: [{ offset: 0x1000, address: 0x1000, fileSize: 0x1000 }],
    sections: [
      { name: '.text', ...at, bytes: new Uint8Array(0x400) },
      { name: '.eh_frame', flags: ALLOC, address: 0x2000, bytes: section.bytes },
    ],
    symbols: [
      { name: '_PyEval_EvalFrameDefault', value: 0x1000, size: 0x100 },
      { name: 'leaf', value: 0x1200, size: 0x100 },
      { name: '_start', value: 0x1300, size: 0x100 },
    ],
  });
}

/** Maps the interpreter 0x10000 above its addresses. */
const MAPPED = mmap({ pid: PID, start: 0x11000, size: 0x1000, offset: 0x1000, path: PYTHON });

/** leaf ← evaluator ← f ← evaluator ← <module> ← _start */
function stackFor(form: Form): Uint8Array {
  const returnAddress = (index: bigint) => Number(addressOf(index)) + RETURN_AT[form];
  const view = stackOf(0x7000, 0x7080, {
    0x7008: returnAddress(2n),
    0x7028: 0x11060,
    0x7038: returnAddress(1n),
    0x7058: 0x11310,
  });
  // Signatures are in the unused bits of return addresses; bit 55 is clear in user space.
  if (form === 'signed') for (const at of [0x08, 0x28, 0x38, 0x58]) view.setUint16(at + 6, 0x3a5d + at, true);
  return new Uint8Array(view.buffer);
}

async function stackOfRecording(
  form: Form,
  mappings: readonly RecordSpec[],
  companions: Readonly<Record<string, Uint8Array>>,
): Promise<string | undefined> {
  const registers = { [FP]: 1, [LR]: 0x11050, [SP]: 0x7000, [PC]: 0x11208 };
  const bytes = perfData({
    events: [
      {
        fields: ['ip', 'tid', 'time', 'callchain', 'registers', 'stack'],
        registers: 2 ** 33 - 1,
        clock: MONOTONIC,
      },
    ],
    records: [
      comm(PID, 'python3'),
      MAPPED,
      ...mappings,
      sample({ pid: PID, time: 5, ip: 0x11208, chain: [USER], registers, stack: stackFor(form) }),
    ],
  });
  const files = Object.entries({ python3: interpreter(), ...companions });
  const outcome = await openProfile(
    [sourceOf(bytes, 'perf.data'), ...files.map(([name, content]) => sourceOf(content, name))],
    NO_LISTENER,
  );
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const { profile } = outcome.value.classified;
  expect(profile.notes).toEqual([]);
  return samplesOf(profile).at(0);
}

const FUNCTIONS = [
  '_start@/usr/bin/python3',
  'py::<module>:/a.py',
  '_PyEval_EvalFrameDefault@/usr/bin/python3',
  'py::f:/a.py',
  '_PyEval_EvalFrameDefault@/usr/bin/python3',
  'leaf@/usr/bin/python3',
];
const EXPECTED = `python3 7/7 | cycles 5e-9 | ${FUNCTIONS.join(';')} 1`;

describe.each<Form>(['plain', 'signed'])('%s JIT code on arm64', (form) => {
  test.each<[Version, number]>([
    ['3.13', 183],
    ['3.13', 0],
    ['3.14', 183],
    ['3.15', 183],
  ])('of CPython %s is unwound with a jitdump for machine %i', async (version, machine) => {
    const announced = mmap2({ pid: PID, start: 0x30000, size: 0x1000, path: '/tmp/jit-7.dump' });
    const companions = { 'jit-7.dump': dumpOf(version, form, machine) };
    expect(await stackOfRecording(form, [announced], companions)).toBe(EXPECTED);
  });

  test('is unwound in a recording from perf inject, with its files or the jitdump', async () => {
    const injected = NAMES.map((_, i) => {
      const start = Number(addressOf(BigInt(i + 1)));
      return mmap({ pid: PID, start, size: 0xa0, offset: TEXT, path: `/tmp/jitted-7-${i + 1}.so` });
    });
    const files = NAMES.map((name, i) => [`jitted-7-${i + 1}.so`, jittedFile(name, form)]);
    expect(await stackOfRecording(form, injected, Object.fromEntries(files))).toBe(EXPECTED);
    const dump = { 'jit-7.dump': dumpOf('3.15', form, 183) };
    expect(await stackOfRecording(form, injected, dump)).toBe(EXPECTED);
  });
});
