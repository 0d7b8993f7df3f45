// Useless and incomplete files are explained in one sentence each, and the other files still open.

import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeElf } from '../../fixtures/elf.ts';
import {
  auxtrace,
  comm,
  concat,
  mmap,
  perfData,
  sample,
  u32,
  u64,
  USER,
  type Field,
} from '../../fixtures/perf-data.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import { memoryFile } from '../../src/bytes/random-access.ts';
import { collect } from './collect.ts';
import { openProfile } from '../pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';

const SAMPLES = [
  comm(7, 'python3'),
  mmap({ pid: 7, start: 0x7000, size: 0x1000, path: '//anon' }),
  sample({ pid: 7, time: 5, chain: [USER, 0x7010] }),
];
const RECORDING = perfData({ records: SAMPLES });

/** The notes after opening files, or the problem. */
async function notesFor(...files: readonly (readonly [name: string, content: Uint8Array | string])[]) {
  const outcome = await openProfile(
    files.map(([name, content]) => sourceOf(content, name)),
    NO_LISTENER,
  );
  if (!outcome.ok) return [outcome.problem.text];
  return outcome.value.recording.notes.filter(({ kind }) => kind !== 'missing').map(({ text }) => text);
}

const notesWithRecording = (name: string, content: Uint8Array | string) =>
  notesFor(['perf.data', RECORDING], [name, content]);

/** One member of a tar archive. */
function tar(name: string, content: Uint8Array | string): Uint8Array {
  const bytes = concat(content);
  const header = new Uint8Array(512);
  const put = (at: number, text: string) => header.set(concat(text), at);
  put(0, name);
  put(100, '0000644\0');
  put(124, `${bytes.length.toString(8).padStart(11, '0')}\0`);
  put(148, '        0');
  put(257, 'ustar\x0000');
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return concat(header, bytes, new Uint8Array((512 - (bytes.length % 512)) % 512), new Uint8Array(1024));
}

test('sorts files into recordings, symbol files and others', async () => {
  const map = '7000 100 py::f:/a.py\n';
  const {
    recordings,
    companions,
    skipped: others,
  } = await collect([
    sourceOf(tar('tmp/perf-7.map', map), 'symbols.tar'),
    sourceOf(RECORDING, 'perf.data'),
    sourceOf('\x89PNG', 'picture.png'),
  ]);
  expect(recordings.map(({ source }) => source.name)).toEqual(['perf.data']);
  expect(companions).toEqual(['tmp/perf-7.map']);
  expect(others.map(({ name, isRecording }) => [name, isRecording])).toEqual([['picture.png', false]]);
  expect(await notesFor(['perf.data', RECORDING], ['symbols.tar', tar('perf-7.map', map)])).toEqual([]);
});

test('keeps source files, compressed or in archives', async () => {
  const outcome = await openProfile(
    [
      sourceOf(RECORDING, 'perf.data'),
      sourceOf('def f():\n  pass\n', 'shop/app.py'),
      sourceOf(gzipSync('# old\n'), 'shop/old.py.gz'),
      sourceOf(tar('shop/cart/app.py', '# -*- coding: latin-1 -*-\n# caf\xe9\n'), 'sources.tar'),
      sourceOf('#!/usr/bin/python3\nmain()\n', 'bin/run'),
      sourceOf('', 'shop/__init__.py'),
    ],
    NO_LISTENER,
  );
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const { recording, sources } = outcome.value;
  const textOf = async (path: string) => (await sources?.textOf(path))?.text;
  expect(await textOf('/srv/shop/app.py')).toBe('def f():\n  pass\n');
  expect(await textOf('/srv/shop/cart/app.py')).toContain('café');
  expect(await textOf('/usr/bin/run')).toContain('main()');
  expect(await textOf('/srv/shop/__init__.py')).toBe('');
  expect(await textOf('/srv/shop/other.py')).toBeUndefined();
  sources?.add([{ name: 'app.py', content: memoryFile(concat('# new')) }]);
  expect(await textOf('/srv/elsewhere/app.py')).toBe('# new');
  expect(recording.notes.filter(({ kind }) => kind !== 'missing')).toEqual([]);
  expect(await notesFor(['app.py', 'def f(): ...'])).toEqual([
    '“app.py” is source code, not a recording: open it together with its perf.data file.',
  ]);
});

test('reads line tables and perf maps, compressed or in archives', async () => {
  const table = '# python 3.13 header c8\n0 4 1 4:7 951241 py::f:/a.py\n';
  const { lineTables, companions, skipped } = await collect([
    sourceOf(gzipSync(table), 'perf.lines.gz'),
    sourceOf(gzipSync('7000 100 py::f:/a.py\n'), 'perf-7.map.gz'),
    sourceOf(RECORDING, 'perf.data'),
    sourceOf(tar('tmp/perf.lines', table), 'more.tar'),
    sourceOf(table, 'plain.lines'),
  ]);
  expect(lineTables.map(({ name, codes }) => [name, [...codes.keys()]])).toEqual(
    ['perf.lines.gz', 'tmp/perf.lines', 'plain.lines'].map((name) => [name, ['py::f:/a.py']]),
  );
  expect(companions).toEqual(['perf.lines.gz', 'perf-7.map.gz', 'tmp/perf.lines', 'plain.lines']);
  expect(skipped).toEqual([]);
});

test('names the line at which a line table is invalid', async () => {
  expect(await notesWithRecording('perf.lines', '# python 3.13 header c8\n0 4 1 4:7 9512 f\n')).toEqual([
    '“perf.lines” cannot be used: line 2 is not like “ADDRESS SIZE LINE LINES STEPS py::NAME:FILE”',
  ]);
});

test('opens the other files when one cannot be read, with a note', async () => {
  const gone = {
    ...sourceOf('', 'perf-7.map'),
    stream: () => {
      throw new Error('h.example answers 404');
    },
  };
  const outcome = await openProfile([gone, sourceOf(RECORDING, 'perf.data')], NO_LISTENER);
  const notes = outcome.ok ? outcome.value.recording.notes.map(({ text }) => text) : [];
  expect(notes).toContain('“perf-7.map” could not be read (h.example answers 404)');
  await expect(collect([gone])).rejects.toThrow('“perf-7.map” could not be read (h.example answers 404)');
});

describe('a large recording without FINISHED_ROUND records', () => {
  const at = (time: number) => sample({ pid: 7, time, chain: [USER, 0x7010 + (time % 7), ...LONG] });
  const LONG = Array.from({ length: 8000 }, () => 0x7000);
  /** 9 MB. */
  const times = Array.from({ length: 140 }, (_, i) => 10 + i);
  const timesOf = async (order: readonly number[]) => {
    const bytes = perfData({ records: [...SAMPLES, ...order.map(at)] });
    const streams: number[] = [];
    const source = sourceOf(bytes, 'perf.data');
    const counted = { ...source, stream: () => (streams.push(1), source.stream()) };
    const outcome = await openProfile([counted], NO_LISTENER);
    if (!outcome.ok) throw new Error(outcome.problem.text);
    const { samples } = outcome.value.classified.profile;
    return { streams: streams.length, times: [...samples.time] };
  };

  test('is read in order', async () => {
    expect(await timesOf(times)).toEqual({ streams: 1, times: [5, ...times] });
  });

  test('is read again when a late record is out of order', async () => {
    const order = [...times.slice(0, 120), ...times.slice(121), times[120]];
    expect(await timesOf(order)).toEqual({ streams: 2, times: [5, ...times] });
  });
});

describe('a note explains what to do about an unreadable recording:', () => {
  test.each<[string, Uint8Array, RegExp]>([
    [
      'big-endian',
      concat('2ELIFREP', RECORDING.subarray(8)),
      /big-endian machine.+: run perf script there and .+\.$/,
    ],
    [
      'perf stat',
      perfData({ features: { 19: u64(0) } }),
      /written by perf stat.+: record with perf record -g\.$/,
    ],
    [
      'a directory',
      perfData({ features: { 24: u64(1) } }),
      /perf record --threads: record without --threads\.$/,
    ],
    ['a truncated header', RECORDING.subarray(0, 60), /damaged header: copy it again, or record again\.$/],
  ])('%s', async (_, bytes, why) => {
    expect(await notesFor(['perf.data', bytes])).toEqual([expect.stringMatching(why)]);
    expect(await notesFor(['perf.data', bytes], ['perf-7.map', ''])).toEqual([expect.stringMatching(why)]);
    // Skipped when opened with a readable recording.
    expect(await notesWithRecording('other.data', bytes)).toEqual([
      expect.stringMatching(why.source.replace('\\.$', '')),
    ]);
  });
});

describe('a note explains the lack of usable samples:', () => {
  test('a processor trace without samples', async () => {
    const bytes = perfData({ records: [comm(7, 'app'), auxtrace(64)] });
    expect(await notesFor(['perf.data', bytes])).toEqual([
      expect.stringMatching(/no samples: record with perf record -g, without -e intel_pt\.$/),
    ]);
  });

  describe('system calls recorded by perf trace', () => {
    const made = (fields: readonly Field[], chain?: readonly number[]) => {
      const names = ['raw_syscalls:sys_enter', 'raw_syscalls:sys_exit'];
      const events = names.map((name, i) => ({ fields, type: 2, config: 443 - i, name, ids: [1 + i] }));
      const samples = [0, 1].map((event) =>
        sample({ pid: 7, time: 5 + event, raw: 60, event, ...(chain && { chain }) }),
      );
      return perfData({ events, records: [...SAMPLES.slice(0, 2), ...samples] });
    };
    const trace = made(['identifier', 'ip', 'tid', 'time', 'raw']);
    const why =
      /^“trace.data” has tracepoints without call chains, as recorded by perf trace: record with perf record -g\.?$/;

    test('are explained in one sentence, alone or with another recording', async () => {
      expect(await notesFor(['trace.data', trace])).toEqual([expect.stringMatching(why)]);
      expect(await notesWithRecording('trace.data', trace)).toEqual([expect.stringMatching(why)]);
    });

    test('with call chains open as a recording', async () => {
      const traced = made(['identifier', 'ip', 'tid', 'time', 'callchain', 'raw'], [USER, 0x7010]);
      expect(await notesFor(['trace.data', traced])).toEqual([]);
      expect(await notesWithRecording('trace.data', traced)).toEqual([
        expect.stringMatching(/^One recording at a time: /),
      ]);
    });
  });

  test('other tracepoints without call chains', async () => {
    const fields = ['ip', 'tid', 'time', 'cpu', 'period', 'raw'] as const;
    const events = [{ fields, type: 2, config: 700, name: 'syscalls:sys_enter_read' }];
    const bytes = perfData({ events, records: [comm(7, 'app'), sample({ pid: 7, time: 5, raw: 60 })] });
    expect(await notesFor(['perf.data', bytes])).toEqual([
      expect.stringMatching(/^The samples have no call chains.+: record with perf record -g$/),
    ]);
  });
});

const ONE_FILE = /^1 file was skipped because it contains neither samples nor symbols: noise$/;

describe('opened with a recording', () => {
  const elf = makeElf({});
  const at = (place: number, value: number) =>
    Uint8Array.from(elf, (byte, i) => (i === place ? value : byte));

  test.each<[string, string, Uint8Array, RegExp]>([
    [
      'a core dump',
      'core.7',
      at(16, 4),
      /^“core.7” is a core dump, which contains no symbols: leave it out$/,
    ],
    ['a 32-bit ELF file', 'lib32.so', at(4, 1), /^“lib32.so” cannot be used: it is a 32-bit ELF file/],
    [
      'an ELF file for another machine',
      'riscv.so',
      at(18, 243),
      /^“riscv.so” cannot be used: it is for an unsupported machine/,
    ],
    [
      'a truncated ELF file',
      'cut.so',
      elf.subarray(0, 30),
      /^“cut.so” cannot be used: it is truncated: copy the whole file again/,
    ],
    [
      'a perf map without a process ID',
      'functions',
      concat('7000 100 f\n'),
      /^“functions” cannot be used: .+ rename it to perf-PID\.map/,
    ],
    [
      'a jitdump truncated in its header',
      'jit-7.dump',
      concat('DTiJ', u32(1)),
      /^“jit-7.dump” cannot be used: .*truncated header/,
    ],
    [
      'an archive in an archive',
      'a.tar',
      tar('b.tar', tar('c', 'd')),
      /^“b.tar” is an archive inside an archive: unpack it first/,
    ],
    [
      'a damaged archive',
      'a.tar',
      tar('perf-7.map', 'x'.repeat(2000)).subarray(0, 900),
      /^“a.tar” is damaged: .+ truncated/,
    ],
    ['only the magic number of an ELF file', 'noise', concat('\x7fELF\x93\x07\x1c', u64(0)), ONE_FILE],
    ['text', 'README', concat('Dear diary,\n'), /^1 file was skipped .+: README$/],
    [
      'a truncated archive',
      'tiny.tar.gz',
      gzipSync(tar('a', 'b')).subarray(0, 12),
      /^“tiny.tar.gz” could not be decompressed/,
    ],
    [
      'a bzip2-compressed file',
      'a.bz2',
      concat('BZh91AY'),
      /^“a.bz2” is bzip2-compressed; unpack it with: bzip2 -d -- a.bz2$/,
    ],
  ])('%s is skipped with a note', async (_, name, bytes, why) => {
    expect(await notesWithRecording(name, bytes)).toEqual([expect.stringMatching(why)]);
  });

  test('many useless files share one note', async () => {
    const texts = ['README', 'COMMAND.txt', 'a.json', 'b.json'].map((name) => [name, '{"a": 1}\n'] as const);
    expect(await notesFor(['perf.data', RECORDING], ...texts)).toEqual([
      '4 files were skipped because they contain neither samples nor symbols: README, COMMAND.txt, a.json, …',
    ]);
  });

  test('archive members before the damage are used', async () => {
    const two = concat(
      tar('perf-7.map', '7000 100 py::f\n').subarray(0, 1024),
      tar('perf-8.map', 'y'.repeat(5000)),
    );
    const { companions } = await collect([sourceOf(two.subarray(0, 3000), 'a.tar')]);
    expect(companions).toEqual(['perf-7.map']);
  });
});
