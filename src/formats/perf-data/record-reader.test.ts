import { describe, expect, test } from 'vitest';
import {
  attr,
  auxtrace,
  buildIds,
  comm,
  concat,
  exit,
  featureText,
  fork,
  lost,
  lostSamples,
  mmap,
  mmap2,
  record,
  eventUpdate,
  finishedRound,
  sample,
  tracingData,
  u64,
  USER,
  type EventSpec,
  type RecordSpec,
  type RecordingSpec,
} from '../../../fixtures/perf-data.ts';
import { codeFile, libraryOf, readGenerated } from '../../../fixtures/perf-data-reading.ts';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { samplesOf } from '../../../fixtures/text.ts';
import type { CodeLibrary } from '../../model/code.ts';
import type { RecordReader } from './record-reader.ts';

const EVENT: EventSpec = { fields: ['ip', 'tid', 'time', 'callchain'] };
const MAPPED = { pid: 7, start: 0x1000, size: 0x1000 };
const INODE = { major: 254, minor: 1, inode: 2 ** 40 + 3 };
const at = (time: number, address = 0x1010): RecordSpec => sample({ pid: 7, time, chain: [USER, address] });

async function drawnOf(records: readonly RecordSpec[], made: RecordingSpec = {}): Promise<string[]> {
  const profile = await readGenerated({ events: [EVENT], ...made, records });
  return [...samplesOf(profile), ...notesOf(profile)];
}

/** The stacks without threads, events and times. */
async function stacksOf(...records: readonly RecordSpec[]): Promise<string[]> {
  const profile = await readGenerated({ events: [EVENT], records });
  return samplesOf(profile).map((line) => line.split(' | ')[2]);
}

describe('records of processes', () => {
  test('apply to later samples, regardless of their order in the file', async () => {
    const a = mmap({ ...MAPPED, path: '/bin/a', time: 10 });
    const b = mmap2({ ...MAPPED, path: '/bin/b', time: 20 });
    expect(await stacksOf(b, at(25), at(5), a, at(15), finishedRound)).toEqual([
      '[unknown]@[unknown] 1',
      '+10@/bin/a 1',
      '+10@/bin/b 1',
    ]);
  });

  test('without a time apply as soon as they are read', async () => {
    expect(await stacksOf(mmap({ ...MAPPED, path: '/bin/a' }), at(5))).toEqual(['+10@/bin/a 1']);
    const event = { ...EVENT, trailers: false };
    const late = mmap({ ...MAPPED, path: '/bin/a', time: 10 });
    expect(await drawnOf([at(5), late], { events: [event] })).toEqual([
      ':7 7/7 | cycles 5e-9 | +10@/bin/a 1',
    ]);
  });

  test('of the kernel do not apply to processes', async () => {
    const start = -65_536;
    const kernel = mmap({
      pid: -1,
      start,
      size: 65_536,
      offset: start + 4096,
      path: '[kernel.kallsyms]_text',
      isKernel: true,
    });
    const drawn = await drawnOf([kernel, sample({ pid: 7, time: 5, chain: [-8192], mode: 1 })]);
    expect(drawn).toEqual([':7 7/7 | cycles 5e-9 | k3@[kernel.kallsyms] ^ 1']);
  });

  test('track fork, exec and exit', async () => {
    const exec = record(7, new Uint8Array(24).fill(7), 12, 0x2000);
    const drawn = await drawnOf([
      comm(7, 'sh'),
      mmap({ ...MAPPED, path: '/bin/sh' }),
      fork([7, 7], [8, 8], 10),
      exec,
      sample({ pid: 8, time: 15, chain: [USER, 0x1010] }),
      comm(8, 'ls', 20),
      exit(8, 8, 30),
      sample({ pid: 8, time: 25, chain: [USER, 0x1010] }),
      sample({ pid: 8, time: 35, chain: [USER, 0x1010] }),
    ]);
    expect(drawn).toEqual([
      'sh 8/8 | cycles 1.5e-8 | +10@/bin/sh 1',
      'ls 8/8 | cycles 2.5e-8 | +10@/bin/sh 1',
      'ls 8/8 | cycles 3.5e-8 | +10@/bin/sh 1',
    ]);
  });

  test('that are too short are ignored', async () => {
    const short = [1, 3, 4, 7, 10].flatMap((type) =>
      [0, 4, 8, 15].map((size): RecordSpec => record(type, new Uint8Array(size))),
    );
    // At the end of the file, no bytes follow them.
    expect(await drawnOf([at(5), ...short], { events: [{ ...EVENT, trailers: false }] })).toHaveLength(1);
  });
});

describe('mapping records', () => {
  async function lookups(...records: readonly RecordSpec[]): Promise<unknown[][]> {
    const requests: unknown[][] = [];
    const library: CodeLibrary = {
      ...libraryOf(),
      file: (...request) => {
        requests.push(request);
        return codeFile(request[0]);
      },
    };
    await readGenerated({ records }, { library });
    return requests;
  }

  test('have a path, process, build ID, executable flag and inode', async () => {
    const mapped = { ...MAPPED, path: '/lib/a.so' };
    const id = 'ab'.repeat(20);
    expect(
      await lookups(
        mmap(mapped),
        mmap({ ...mapped, prot: 3 }),
        mmap2({ ...mapped, buildId: id }),
        mmap2({ ...mapped, buildId: 'cd'.repeat(16), prot: 1 }),
        mmap2({ ...mapped, path: '/käse' }),
        mmap2({ ...mapped, inode: INODE }),
      ),
    ).toEqual([
      ['/lib/a.so', 7, '', true, undefined],
      ['/lib/a.so', 7, '', false, undefined],
      ['/lib/a.so', 7, id, true, undefined],
      ['/lib/a.so', 7, 'cd'.repeat(16), false, undefined],
      ['/käse', 7, '', true, undefined],
      ['/lib/a.so', 7, '', true, INODE],
    ]);
  });

  test('of a jitdump have a path, process and inode', async () => {
    const dumps: unknown[][] = [];
    const library: CodeLibrary = {
      ...libraryOf(),
      jitCode: (...request) => void dumps.push(request),
    };
    const dump = { ...MAPPED, path: '/tmp/jit-7.dump' };
    await readGenerated({ records: [mmap(dump), mmap2({ ...dump, inode: INODE })] }, { library });
    expect(dumps).toEqual([
      ['/tmp/jit-7.dump', 7, undefined],
      ['/tmp/jit-7.dump', 7, INODE],
    ]);
  });

  test('of the kernel set its address and build ID', async () => {
    const kernel = { pid: -1, start: -65_536, size: 4096, offset: -65_000, isKernel: true };
    const readers: RecordReader[] = [];
    const onProgress = (reader: RecordReader) => void readers.push(reader);
    const module = mmap2({ ...kernel, path: '[ext4]', buildId: 'cd'.repeat(20) });
    const mapping = { ...kernel, path: '[kernel.kallsyms]_text', buildId: 'ab'.repeat(20) };
    await readGenerated({ records: [mmap2(mapping), module, at(5)] }, { onProgress });
    expect(readers.at(-1)?.kernelReference).toEqual({
      symbol: '_text',
      address: -65_000,
      size: 4096 - 536,
    });
    expect([...(readers.at(-1)?.features.buildIds ?? [])]).toEqual([['[kernel.kallsyms]', 'ab'.repeat(20)]]);
    await readGenerated({ records: [at(5)] }, { onProgress });
    expect(readers.at(-1)?.kernelReference).toBeUndefined();
  });
});

describe('other records', () => {
  test('are skipped by their size, with the data that follows them', async () => {
    const others = [5, 6, 8, 11, 12, 14, 17, 20, 69, 70, 72, 79, 82, 86].map((type) =>
      record(type, new Uint8Array(24).fill(0xcc)),
    );
    expect(
      await drawnOf([...others, tracingData(13), at(5), auxtrace(1000), auxtrace(0), at(6)]),
    ).toHaveLength(2);
  });

  test('of unknown types are counted in a note that lists the types', async () => {
    const records = [23, 63, 63, 87, 0, 1 << 30].map((type) => record(type, new Uint8Array(24)));
    const { notes } = await readGenerated({ events: [EVENT], records: [...records, at(5)] });
    expect(notes).toMatchObject([
      {
        text: 'Records of unknown types 23, 63, 87 and 2 more were skipped: the recording is newer than this version of Pyrograph, or damaged',
        count: 6,
      },
    ]);
  });

  test('with unknown contexts or fields are counted, too', async () => {
    const event = { ...EVENT, otherFields: 2 ** 26 };
    const records = [sample({ pid: 7, time: 5, chain: [-704, 1] })];
    const { notes } = await readGenerated({ events: [event], records });
    expect(notes.map(({ text, count }) => `${count} ${text.split(':')[0]}`)).toEqual([
      '1 Call chains with unknown context -704 were dropped',
      '1 Samples have fields for unknown bit 26, which were ignored',
    ]);
  });

  test('of size 0 end reading, with a note', async () => {
    const invalid: RecordSpec = { ...record(68), after: new Uint8Array(64) };
    const drawn = await drawnOf([at(5), invalid, at(6)]);
    expect(drawn).toEqual([expect.stringContaining('5e-9'), 'record 1 at line -1']);
  });
});

describe('lost samples', () => {
  test('are counted once, although perf records them twice: immediately and at the end', async () => {
    expect(await drawnOf([at(5), lost(3), lost(4), lostSamples(5)])).toContain('lost 7 at line -1');
    expect(await drawnOf([at(5), lost(3), lostSamples(5), lostSamples(4)])).toContain('lost 9 at line -1');
  });

  test('do not include samples that a filter dropped', async () => {
    expect(await drawnOf([at(5), lost(0), lostSamples(0), lostSamples(8, 0x8000)])).toHaveLength(1);
  });
});

describe('names of events', () => {
  const first: EventSpec = { fields: ['ip', 'tid', 'time', 'callchain', 'id'], ids: [10] };
  const second: EventSpec = { ...first, ids: [20, 21], type: 4, config: 0x1c2 };
  const both = [sample({ event: 0, time: 1 }), sample({ event: 1, time: 2 })];

  async function names(made: RecordingSpec): Promise<readonly string[]> {
    return (await readGenerated(made)).events;
  }

  test.each([false, true])('come from EVENT_DESC (through a pipe: %s)', async (pipe) => {
    const events = [
      { ...first, name: 'cycles:P' },
      { ...second, name: 'my/event/' },
    ];
    expect(await names({ pipe, events, records: both })).toEqual(['cycles:P', 'my/event/']);
  });

  test('come from EVENT_UPDATE records, with any ID of the event', async () => {
    const records = [eventUpdate(21, 'renamed'), eventUpdate(99, 'of no event'), ...both];
    expect(await names({ events: [first, second], records })).toEqual(['cycles', 'renamed']);
    expect(await names({ events: [EVENT], records: [eventUpdate(99, 'the only one'), at(5)] })).toEqual([
      'the only one',
    ]);
  });

  test('otherwise come from type and config', async () => {
    expect(await names({ events: [first, second], records: both })).toEqual(['cycles', 'event 4:1c2']);
  });

  test('are listed for events with samples, in order of first sample', async () => {
    expect(await names({ events: [first, second], records: [...both].reverse() })).toEqual([
      'cycles',
      'event 4:1c2',
    ]);
    expect(await names({ events: [first, second], records: [sample({ event: 1, time: 2 })] })).toEqual([
      'event 4:1c2',
    ]);
  });
});

describe('events', () => {
  test('may come from HEADER_ATTR records', async () => {
    expect(await drawnOf([comm(7, 'app'), at(5)], { pipe: true })).toEqual([
      'app 7/7 | cycles 5e-9 | [unknown]@[unknown] 1',
    ]);
  });

  test('are required to read samples', async () => {
    const made = { events: [] };
    const bare: RecordSpec = { type: 9, misc: 2, body: new Uint8Array(40).fill(1) };
    expect(await drawnOf([bare, bare], made)).toEqual(['attrs 2 at line -1']);
  });

  test('defined after the first sample are ignored', async () => {
    const other: EventSpec = { fields: ['ip', 'tid', 'time', 'callchain', 'id'], ids: [77] };
    const drawn = await drawnOf([at(5), attr(other), at(6)], { pipe: true });
    expect(drawn).toHaveLength(2);
  });

  test.each<[number, string]>([
    [136, 'libunwind'],
    [144, 'libdw'],
    [160, 'libdw'],
  ])('with attrs of %i bytes come from a perf version that unwinds with %s', async (attrSize, unwinder) => {
    const unwinders: string[] = [];
    await readGenerated({ attrSize, records: [at(5)] }, { onUnwinder: (each) => unwinders.push(each) });
    expect(unwinders).toEqual([unwinder]);
  });
});

test('reads features from HEADER_FEATURE and BUILD_ID records', async () => {
  const version = record(80, concat(u64(5), featureText('6.12')));
  const ids = { ...record(68), after: buildIds({ '/bin/app': 'ab'.repeat(20) }) };
  expect(await drawnOf([version, ids, at(5)], { pipe: true })).toHaveLength(1);
});

describe('adds a note when a recording lacks', () => {
  test('call chains', async () => {
    const profile = await readGenerated({
      events: [{ fields: ['ip', 'time'] }],
      records: [sample({ time: 1 })],
    });
    expect(profile.notes[0].text).toBe(
      'The samples have no call chains, so each shows one function without its callers: record with perf record -g',
    );
  });

  test('samples, because it is a processor trace', async () => {
    const profile = await readGenerated({ records: [auxtrace(100), comm(7, 'app')] });
    expect(profile.notes.map(({ text }) => text)).toEqual([
      'The recording has a processor trace (such as intel_pt) but no samples: record with perf record -g, without -e intel_pt',
    ]);
    expect(notesOf(await readGenerated({ records: [auxtrace(100), at(5)] }))).toEqual([]);
  });
});
