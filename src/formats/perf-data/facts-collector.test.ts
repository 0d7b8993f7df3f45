import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factsOf, libraryOf } from '../../../fixtures/perf-data-reading.ts';
import {
  comm,
  commandLine,
  exec,
  featureText,
  finishedRound,
  fork,
  lost,
  lostSamples,
  mmap,
  mmap2,
  namespaces,
  record,
  sample,
  throttle,
  USER,
  type EventSpec,
  type RecordSpec,
  type RecordingSpec,
} from '../../../fixtures/perf-data.ts';
import '../../../fixtures/seed.ts';
import { OFF_CPU_TIMESTAMP, offCpuData } from '../../../fixtures/perf-data-recent.ts';
import type { CodeLibrary } from '../../model/code.ts';
import { Feature } from './features.ts';

const EVENT: EventSpec = { fields: ['ip', 'tid', 'time', 'callchain'] };
const CODE = { start: 0x1000, size: 0x1000 };
const PYTHON = '/usr/bin/python3.13';
const READ_WRITE = 3;

/** One line per process: its ID and parent, what it mapped, and its names after each exec. */
async function processesOf(...records: readonly RecordSpec[]): Promise<string[]> {
  const { processes } = await factsOf({ events: [EVENT], records });
  return [...processes.values()].map(
    ({ pid, parent, python, hasAnonymousCode, jitdump, hasJittedFiles, execs }) =>
      [
        `${pid}<${parent}`,
        ...(python ? [python] : []),
        ...(hasAnonymousCode ? ['anonymous code'] : []),
        ...(jitdump ? [jitdump] : []),
        ...(hasJittedFiles ? ['jitted'] : []),
        ...execs.map((name) => `exec ${name}`),
      ].join(' '),
  );
}

describe('the ID of a process in its PID namespace', () => {
  async function ownPids(...records: readonly RecordSpec[]): Promise<number[][]> {
    const { processes } = await factsOf({ events: [EVENT], records });
    return [...processes.values()]
      .filter(({ namespacePid }) => namespacePid > 0)
      .map(({ pid, namespacePid }) => [pid, namespacePid]);
  }
  const HOST = namespaces(7, 100);
  const forked = fork([7, 7], [8, 8], 1);

  test('is 1 for the first process of a new namespace', async () => {
    expect(await ownPids(HOST, forked, namespaces(8, 200, 1))).toEqual([[8, 1]]);
    // perf repeats the record when another namespace changes.
    expect(await ownPids(HOST, forked, namespaces(8, 200, 1), namespaces(8, 200, 2))).toEqual([[8, 1]]);
  });

  test('is unknown for later ones', async () => {
    const later = [fork([8, 8], [9, 9], 2), namespaces(9, 200, 2), fork([7, 7], [10, 10], 3)];
    expect(await ownPids(HOST, forked, namespaces(8, 200, 1), ...later, namespaces(10, 200, 3))).toEqual([
      [8, 1],
    ]);
  });

  test('is unknown in the namespace of the parent, or if that is unknown', async () => {
    expect(await ownPids(HOST, forked, namespaces(8, 100, 1))).toEqual([]);
    expect(await ownPids(forked, namespaces(8, 200, 1))).toEqual([]);
    expect(await ownPids(namespaces(8, 200, 1))).toEqual([]);
  });

  test('is ignored in records that are too short', async () => {
    const short = record(16, new Uint8Array(16), 1);
    expect(await ownPids(HOST, forked, short)).toEqual([]);
  });

  test('is passed on before the process maps code', async () => {
    const calls: unknown[] = [];
    const library = libraryOf();
    const recording: CodeLibrary = {
      ...library,
      nameInNamespace: (pid: number, own: number) => void calls.push([pid, own]),
      file: (path, ...others) => {
        calls.push(path);
        return library.file(path, ...others);
      },
    };
    const records = [
      HOST,
      forked,
      namespaces(8, 200, 1),
      mmap2({ ...CODE, pid: 8, path: '//anon', time: 2 }),
    ];
    await factsOf({ events: [EVENT], records }, { library: recording });
    expect(calls).toEqual([[8, 1], '//anon']);
  });
});

describe('a process', () => {
  test('is Python if it mapped the binary as code', async () => {
    expect(
      await processesOf(
        mmap2({ ...CODE, pid: 7, path: PYTHON }),
        mmap2({ ...CODE, pid: 7, path: '/usr/lib/libc.so.6' }),
        mmap2({ ...CODE, pid: 8, path: PYTHON, prot: READ_WRITE }),
        mmap({ ...CODE, pid: 9, path: '/lib/libpython3.12d.so.1.0' }),
        mmap2({ ...CODE, pid: 10, path: '/usr/bin/python-argcomplete' }),
      ),
    ).toEqual([`7<-1 ${PYTHON}`, '8<-1', '9<-1 /lib/libpython3.12d.so.1.0', '10<-1']);
  });

  test('may map code without a file, a jitdump, and files of perf inject', async () => {
    expect(
      await processesOf(
        mmap2({ ...CODE, pid: 7, path: '//anon' }),
        mmap2({ ...CODE, pid: 8, path: '//anon', prot: READ_WRITE }),
        mmap2({ ...CODE, pid: 9, path: '[anon:cpython]' }),
        mmap2({ ...CODE, pid: 10, path: '/tmp/jit-10.dump' }),
        mmap2({ ...CODE, pid: 11, path: '/tmp/jitted-11-3.so' }),
        mmap2({ ...CODE, pid: 12, path: '[heap]' }),
      ),
    ).toEqual([
      '7<-1 anonymous code',
      '8<-1',
      '9<-1 anonymous code',
      '10<-1 /tmp/jit-10.dump',
      '11<-1 jitted',
      '12<-1',
    ]);
  });

  test('has a parent and names after exec, in time order; threads and other names do not count', async () => {
    expect(
      await processesOf(
        exec(7, 'env', 10),
        fork([7, 7], [8, 8], 30),
        exec(7, 'python3', 20),
        fork([7, 7], [7, 9], 40),
        comm(7, 'worker', 50),
        // perf describes processes that were there before it this way.
        record(7, new Uint8Array(24).fill(1), 0, 0x2000),
      ),
    ).toEqual(['7<-1 exec env exec python3', '8<7']);
  });
});

describe('a recording', () => {
  test('has a command line, the version of perf and a machine', async () => {
    const words = ['perf', 'record', '-g', 'python3', '-X', 'perf', 'app.py'];
    const features = {
      [Feature.version]: featureText('6.12.90'),
      [Feature.arch]: featureText('x86_64'),
      [Feature.commandLine]: commandLine(words),
    };
    const known = { commandLine: words, perfVersion: '6.12.90', arch: 'x86_64' };
    const records = [comm(7, 'app')];
    expect(await factsOf({ features, records })).toMatchObject(known);
    expect(await factsOf({ features, records, pipe: true })).toMatchObject(known);
    expect(await factsOf({})).toMatchObject({ commandLine: [], perfVersion: '', arch: '' });
  });

  test('counts lost records, samples and throttling', async () => {
    const counted = { lost: 5, lostInTotal: 7, lostRecords: 3, throttled: 2 };
    const records = [lost(2), lost(3), lostSamples(7), lostSamples(90, 0x8000), throttle(4), throttle(5)];
    expect(await factsOf({ records })).toMatchObject(counted);
    const compressed = { type: 81, bytes: 24 } as const;
    expect(await factsOf({ records, compressed })).toMatchObject(counted);
    const none = { lost: 0, lostInTotal: 0, lostRecords: 0, throttled: 0 };
    expect(await factsOf({ records: [record(2), record(13)] })).toMatchObject(none);
  });

  test('is injected if perf inject says so, or its files are mapped', async () => {
    const isInjected = async (words: readonly string[], ...records: readonly RecordSpec[]) => {
      const features = { [Feature.commandLine]: commandLine(words) };
      return (await factsOf({ features, records: [comm(7, 'app'), ...records] })).isInjected;
    };
    expect(await isInjected(['perf', 'record', '--', 'inject', '--jit'])).toBe(false);
    expect(await isInjected(['perf', 'inject', '--build-ids'])).toBe(false);
    expect(await isInjected(['/usr/bin/perf', 'inject', '-i', 'perf.data', '--jit'])).toBe(true);
    expect(await isInjected(['perf', 'inject', '-j'])).toBe(true);
    expect(await isInjected(['perf'], mmap2({ ...CODE, pid: 7, path: '/tmp/jitted-7-1.so' }))).toBe(true);
  });

  test('is truncated if it ends early or was not finished', async () => {
    const records = [comm(7, 'app'), sample({ pid: 7, time: 5, chain: [USER, 0x1010] })];
    const isTruncated = async (spec: RecordingSpec) => (await factsOf({ records, ...spec })).isTruncated;
    expect(await isTruncated({})).toBe(false);
    expect(await isTruncated({ pipe: true })).toBe(false);
    expect(await isTruncated({ dataSize: 0 })).toBe(true);
    expect(await isTruncated({ dataSize: 1000 })).toBe(true);
    expect(
      await isTruncated({
        records: [...records, { type: 1, misc: 0, body: new Uint8Array(0), after: new Uint8Array(8) }],
      }),
    ).toBe(true);
  });

  test('has facts for each event, those with samples first', async () => {
    const { events } = await factsOf({
      events: [
        { fields: ['identifier', 'ip', 'tid', 'time', 'cpu'], ids: [1], name: 'dummy:u', startsAtExec: true },
        {
          fields: ['identifier', 'ip', 'tid', 'time', 'cpu', 'callchain', 'registers', 'stack'],
          ids: [2],
          name: 'cycles',
          frequency: 49,
          stackSize: 16_384,
          maxStack: 300,
          excludesKernel: true,
          clock: 1,
        },
        { fields: ['identifier', 'ip', 'tid', 'time', 'callchain'], ids: [3], name: 'faults', period: 5 },
      ],
      records: [sample({ event: 1, pid: 7, time: 5, chain: [USER, 0x1010] })],
    });
    const none = { hasCallChains: false, stackSize: 0, excludesKernel: false, maxStack: 0, clock: NaN };
    expect(events).toEqual([
      {
        name: 'cycles',
        frequency: 49,
        hasCallChains: true,
        stackSize: 16_384,
        excludesKernel: true,
        maxStack: 300,
        clock: 1,
        isSystemWide: true,
      },
      { ...none, name: 'dummy:u', frequency: 999, isSystemWide: false },
      { ...none, name: 'faults', frequency: -1, hasCallChains: true, isSystemWide: false },
    ]);
  });
});

describe('copied stacks', () => {
  const DWARF: EventSpec = {
    fields: ['identifier', 'ip', 'tid', 'time', 'callchain', 'registers', 'stack'],
    ids: [1],
    registers: 0xff0fff,
    stackSize: 64,
  };
  const PLAIN: EventSpec = { fields: ['identifier', 'ip', 'tid', 'time', 'callchain'], ids: [2] };
  const CODE_OF_7 = mmap2({ ...CODE, pid: 7, path: '/bin/app' });
  const memory = (pid: number, start: number, size: number, path = '//anon', time = 0): RecordSpec =>
    mmap2({ pid, start, size, path, time, prot: READ_WRITE });
  const at = (pid: number, time: number, pointer: number, used = 64): RecordSpec =>
    sample({ pid, time, registers: { 7: pointer, 8: 0x1010 }, stack: new Uint8Array(64), used });

  /** `SIZE of NEEDED` for each sample. */
  async function drawnOf(spec: RecordingSpec): Promise<string[]> {
    const { copiedStacks } = await factsOf({ events: [DWARF], ...spec });
    if (!copiedStacks) return [];
    return Array.from(copiedStacks.size, (size, i) => `${size} of ${copiedStacks.needed[i]}`);
  }

  test('end where the smallest mapping around the stack pointer ends', async () => {
    const records = [
      CODE_OF_7,
      memory(7, 0x8000, 0x4000, '[stack]'),
      memory(7, 0x20_000, 0x8000),
      // A later mapping next to the stack of a thread is recorded as one large mapping.
      memory(7, 0x10_000, 0x20_000),
      memory(7, 0x40_000, 0x1000, '/etc/data'),
      at(7, 5, 0xb000),
      at(7, 6, 0x20_010, 48),
      at(7, 7, 0x28_000),
      at(7, 8, 0x40_010),
      at(8, 9, 0xb000),
    ];
    expect(await drawnOf({ records })).toEqual([
      '64 of 4096',
      '48 of 32752',
      '64 of 32768',
      '64 of NaN',
      '64 of NaN',
    ]);
  });

  test('of forked processes are in the memory of the parent', async () => {
    const records = [
      memory(7, 0x8000, 0x4000, '[stack]'),
      fork([7, 7], [8, 8], 1),
      memory(8, 0x20_000, 0x1000, '//anon', 2),
      fork([8, 8], [9, 9], 3),
      at(8, 4, 0xb000),
      at(9, 5, 0xb800),
      at(9, 6, 0x20_800),
    ];
    expect(await drawnOf({ records })).toEqual(['64 of 4096', '64 of 2048', '64 of 2048']);
    const around = Array.from({ length: 6 }, (_, i) => fork([i + 20, i + 20], [((i + 1) % 6) + 20, 1]));
    expect(await drawnOf({ records: [...around, at(21, 4, 0xb000)] })).toEqual(['64 of NaN']);
  });

  test('are facts of samples in time order, also without registers, a stack or copied stacks', async () => {
    const records = [
      memory(7, 0x8000, 0x4000, '[stack]'),
      at(7, 30, 0xbf00),
      finishedRound,
      sample({ event: 1, id: 2, pid: 7, time: 20, chain: [USER, 0x1010] }),
      sample({ pid: 7, time: 25, abi: 0 }),
      sample({ pid: 7, time: 27, registers: { 7: 0xbe00 } }),
      at(7, 10, 0xbd00),
      finishedRound,
      sample({ event: 1, id: 2, pid: 7, time: 40 }),
    ];
    const events = [DWARF, PLAIN];
    const expected = ['64 of 768', '0 of NaN', '0 of NaN', '0 of 512', '64 of 256', '0 of NaN'];
    expect(await drawnOf({ events, records })).toEqual(expected);
    expect(await drawnOf({ events: [PLAIN], records: [] })).toEqual([]);
  });

  test('have the stack pointer of arm64, or none', async () => {
    const registers = { 31: 0xb000 };
    const arm64 = { ...DWARF, registers: 2 ** 33 - 1 };
    const records = [memory(7, 0x8000, 0x4000), sample({ pid: 7, registers, stack: new Uint8Array(64) })];
    expect(await drawnOf({ events: [arm64], records })).toEqual(['64 of 4096']);
    expect(await drawnOf({ events: [{ ...DWARF, registers: 0x37f }], records })).toEqual(['64 of NaN']);
  });

  test('skip off-CPU samples and those that are damaged', async () => {
    const offCpu: EventSpec = {
      fields: ['identifier', 'ip', 'tid', 'time', 'cpu', 'period', 'raw'],
      ids: [3],
      type: 1,
      config: 10,
    };
    const records = [
      memory(7, 0x8000, 0x4000, '[stack]'),
      sample({ event: 1, id: 3, pid: 7, time: OFF_CPU_TIMESTAMP, raw: offCpuData([7, 7], 5, [0x1010]) }),
      at(7, 5, 0xb000),
      record(9, new Uint8Array(16), 6),
      at(7, 7, 0xb800),
    ];
    expect(await drawnOf({ events: [DWARF, offCpu], records })).toEqual([
      '64 of 4096',
      '64 of 2048',
      '0 of NaN',
    ]);
  });

  test('are the same in a file, in a pipe, compressed, and in pieces', async () => {
    const place = fc.integer({ min: 1, max: 12 }).map((page) => page * 0x1000);
    const process = fc.integer({ min: 7, max: 10 });
    const time = fc.integer({ min: 1, max: 50 });
    const step = fc.oneof(
      fc
        .tuple(process, place, place, time)
        .map((args) => memory(args[0], args[1], args[2], '//anon', args[3])),
      fc.tuple(process, process, time).map(([a, b, when]) => fork([a, a], [b, b], when)),
      fc.tuple(process, time, place).map(([pid, when, pointer]) => at(pid, when, pointer + 8)),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), sizes, async (steps, pieces) => {
        const records = [comm(7, 'app'), ...steps];
        const spec = { events: [DWARF], records, features: { [Feature.version]: featureText('6.12') } };
        const facts = await factsOf(spec);
        expect(await factsOf(spec, { pieces, first: 16 })).toEqual(facts);
        expect(await factsOf({ ...spec, pipe: true }, { pieces })).toEqual(facts);
        expect(await factsOf({ ...spec, compressed: { type: 83, bytes: 300 } })).toEqual(facts);
      }),
      { numRuns: 20 },
    );
  });
});
