import { expect, test } from 'vitest';
import type { JitCodeLoad, JitDump } from './jitdump.ts';
import { injectedFiles, jitCodeFiles } from './jit-code.ts';
import { JitMemory } from '../jit-memory.ts';

const code = (name: string, time: number, address: number, index: number): JitCodeLoad => ({
  name,
  time,
  address,
  index,
  size: 11,
});

function dumpOf(
  codes: readonly JitCodeLoad[],
  moves: JitDump['moves'] = [],
  machine: JitDump['machine'] = 'x86-64',
): JitDump {
  return {
    machine,
    pid: 7,
    codes,
    moves,
    isTruncated: false,
    exceedsLimit: false,
    skippedBytes: 0,
    missingCodes: 0,
  };
}

test('turns each code record into a file with one function, with the name that perf inject gives it', () => {
  const [made] = jitCodeFiles(dumpOf([code('py::f:/a.py', 100, 4096, 3)]), '/tmp/x/jit-7.dump');
  const { time, address, size, file } = made;
  expect([time, address, size, file.name]).toEqual([100, 4096, 11, '/tmp/x/jitted-7-3.so']);
  expect([-1, 0, 10, 11].map((offset) => file.symbols?.find(offset))).toEqual([-1, 0, 0, -1]);
  expect(file.symbols?.name(0)).toBe('py::f:/a.py');
  expect([file.byAddress, file.addressOf(5)]).toEqual([false, 5]);
  const { unwinding } = file;
  expect(unwinding instanceof JitMemory && unwinding.kindAt(10)).toBe('trampoline');
});

test('names files without a folder if the dump has none', () => {
  expect(jitCodeFiles(dumpOf([code('f', 1, 0, 1)]), 'jit-7.dump')[0].file.name).toBe('jitted-7-1.so');
});

test('maps unwind data after the code', () => {
  const ehFrame = { address: 16, bytes: new Uint8Array(4) };
  const unwind = { sections: { ehFrame }, mappedSize: 80 };
  const [made] = jitCodeFiles(dumpOf([{ ...code('f', 1, 0, 1), unwind }]), 'jit-7.dump');
  expect(made.size).toBe(16 + 80);
  expect(made.file.unwinding).toBeDefined();
});

test('sorts code by time, and keeps the file order for equal times', () => {
  const codes = [code('c', 30, 1, 1), code('a', 10, 2, 2), code('b', 10, 3, 3)];
  expect(jitCodeFiles(dumpOf(codes), 'jit-7.dump').map(({ address }) => address)).toEqual([2, 3, 1]);
});

test('lists moved code again under the same name, and ignores moves of unknown code', () => {
  const moves = [
    { time: 50, to: 8192, index: 1 },
    { time: 60, to: 8192, index: 9 },
  ];
  const made = jitCodeFiles(dumpOf([code('f', 10, 4096, 1)], moves), 'jit-7.dump');
  expect(made.map(({ time, address, file }) => [time, address, file.symbols?.name(0)])).toEqual([
    [10, 4096, 'f'],
    [50, 8192, 'f'],
  ]);
});

test('finds the code in files from perf inject with either header size', () => {
  const files = injectedFiles(dumpOf([code('f', 1, 4096, 3), code('g', 2, 8192, 4)]));
  const file = files.get(4)?.('/tmp/jitted-7-4.so');
  expect(files.get(5)).toBeUndefined();
  expect([file?.name, file?.symbols?.name(0), file?.byAddress]).toEqual(['/tmp/jitted-7-4.so', 'g', false]);
  expect([0, 0x40, 0x80, 0x8a, 0x8b].map((at) => file?.symbols?.find(at))).toEqual([-1, 0, 0, 0, -1]);
  expect([file?.addressOf(0x40), file?.addressOf(0x80)]).toEqual([0, 0]);
});
