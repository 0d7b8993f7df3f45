// Matches symbol files to a perf.data file whose build IDs come after its records.

import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { libraryBuildId, libraryElf } from '../../fixtures/elf.ts';
import {
  buildIds,
  comm,
  mmap,
  mmap2,
  perfData,
  sample,
  USER,
  type RecordingSpec,
} from '../../fixtures/perf-data.ts';
import { concatBytes, sourceOf } from '../../fixtures/sources.ts';
import { samplesOf } from '../../fixtures/text.ts';
import { memoryFile } from '../../src/bytes/random-access.ts';
import { writeTar } from '../../src/bytes/tar-writer.ts';
import type { Profile } from '../../src/model/profile.ts';
import { openProfile } from '../pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';
import type { Source } from './sniff.ts';

const LIBC = '/usr/lib/libc.so.6';
const BUILD_ID = 2;
const RECORDING: RecordingSpec = {
  records: [
    comm(7, 'app'),
    mmap({ pid: 7, start: 0x7000, size: 0x1000, offset: 0x1000, path: LIBC }),
    sample({ pid: 7, time: 5, chain: [USER, 0x7010] }),
  ],
  features: { [BUILD_ID]: buildIds({ [LIBC]: libraryBuildId(1), '/usr/lib/unused.so': libraryBuildId(7) }) },
};

type Companions = readonly (readonly [name: string, content: Uint8Array])[];

const randomAccess = (bytes: Uint8Array): Source => ({
  ...sourceOf(bytes, 'perf.data'),
  file: memoryFile(new Uint8Array(bytes)),
});
const inOrder = (bytes: Uint8Array): Source => sourceOf(bytes, 'perf.data');
const fromPipe = (bytes: Uint8Array): Source => {
  const source = sourceOf(bytes, 'standard input');
  return { name: source.name, size: NaN, stream: () => source.stream() };
};

/** Opens the recording. Returns the names of the sampled functions, the notes, and how often the recording was read. */
async function openWith(recording: Source, companions: Companions) {
  let streams = 0;
  const stream = () => (streams++, recording.stream());
  const profile = await profileOf({ ...recording, stream }, companions);
  const names = samplesOf(profile).map((line) => /\| ([^|]*)@/.exec(line)?.[1]);
  return { names, notes: profile.notes.map(({ kind }) => kind), streams };
}

async function profileOf(recording: Source, companions: Companions): Promise<Profile> {
  const files = companions.map(([name, content]) => sourceOf(content, name));
  const outcome = await openProfile([recording, ...files], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return outcome.value.classified.profile;
}

/** The layout that `perf archive` writes: `.debug/<path>/<build ID>/elf`. */
async function archive(...files: readonly (readonly [path: string, id: number, content: Uint8Array])[]) {
  const members = files.map(([path, id, content]) => ({
    path: `home/me/.debug${path}/${libraryBuildId(id)}/elf`,
    size: content.length,
    async *content() {
      yield content;
    },
  }));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeTar(members)) pieces.push(piece);
  return concatBytes(...pieces);
}

const RIGHT = libraryElf('right', 1);
const OTHER = libraryElf('other', 3);
const SETS: [string, Companions][] = [
  ['in a file with another name', [['renamed.so', RIGHT]]],
  [
    'in a file with another name, with another build at its path',
    [
      [LIBC.slice(1), OTHER],
      ['renamed.so', RIGHT],
    ],
  ],
  [
    'after another build with the same name',
    [
      ['libc.so.6', OTHER],
      ['old/libc.so.6', RIGHT],
    ],
  ],
];

describe.each([
  ['with random access', randomAccess, 1],
  ['without random access', inOrder, 2],
] as const)('in a recording %s', (_, sourceFor, times) => {
  test.each(SETS)('finds a library by its build ID, %s', async (_name, companions) => {
    const bytes = perfData(RECORDING);
    expect(await openWith(sourceFor(bytes), companions)).toEqual({
      names: ['right'],
      notes: [],
      streams: times,
    });
  });

  test('finds the files of perf archive by build ID', async () => {
    const tar = await archive([LIBC, 3, OTHER], ['/usr/lib/other.so', 1, RIGHT]);
    const found = await openWith(sourceFor(perfData(RECORDING)), [['symbols.tar', tar]]);
    expect(found).toEqual({ names: ['right'], notes: [], streams: times });
  });

  test('does not use another build of a library, and says so', async () => {
    const found = await openWith(sourceFor(perfData(RECORDING)), [['libc.so.6', OTHER]]);
    expect(found).toEqual({ names: ['[unknown]'], notes: ['other build', 'missing'], streams: times });
  });

  test('does not read twice with only the right file', async () => {
    const found = await openWith(sourceFor(perfData(RECORDING)), [['libc.so.6', RIGHT]]);
    expect(found).toEqual({ names: ['right'], notes: [], streams: 1 });
  });

  test('prefers the build ID of a mapping', async () => {
    const mapping = { pid: 7, start: 0x7000, size: 0x1000, offset: 0x1000, path: LIBC };
    const records = [
      mmap2({ ...mapping, buildId: libraryBuildId(3) }),
      sample({ pid: 7, time: 5, chain: [USER, 0x7010] }),
    ];
    const bytes = perfData({ ...RECORDING, records });
    const found = await openWith(sourceFor(bytes), [
      ['libc.so.6', RIGHT],
      ['renamed.so', OTHER],
    ]);
    expect(found).toEqual({ names: ['other'], notes: [], streams: 1 });
  });
});

test('reads a compressed recording to its end', async () => {
  const source = sourceOf(gzipSync(perfData(RECORDING)), 'perf.data.gz');
  const file = memoryFile(new Uint8Array(await source.blob!.arrayBuffer()));
  const { names, notes } = await openWith({ ...source, file }, [['renamed.so', RIGHT]]);
  expect([names, notes]).toEqual([['right'], []]);
});

test('reports build IDs that come too late in a pipe', async () => {
  const [, companions] = SETS[0];
  const found = await openWith(fromPipe(perfData(RECORDING)), companions);
  expect(found).toEqual({ names: ['[unknown]'], notes: ['too late'], streams: 1 });
});

test('reads build ID records written through a pipe', async () => {
  const bytes = perfData({ ...RECORDING, pipe: true });
  const found = await openWith(fromPipe(bytes), [['renamed.so', RIGHT]]);
  expect(found).toEqual({ names: ['right'], notes: [], streams: 1 });
});

test('gives the same facts, however often the recording is read', async () => {
  const companions: Companions = [
    [LIBC.slice(1), OTHER],
    ['renamed.so', RIGHT],
    ['perf-7.map', new TextEncoder().encode('9000 100 py::f\n')],
  ];
  const bytes = perfData(RECORDING);
  const { recorded } = await profileOf(randomAccess(bytes), companions);
  expect(recorded).toMatchObject({
    isTruncated: false,
    lost: 0,
    events: [{ name: 'cycles', frequency: 999 }],
  });
  expect([...(recorded?.processes.keys() ?? [])]).toEqual([7]);
  expect(recorded?.symbols).toEqual({
    perfMaps: new Set([7]),
    files: new Set([LIBC]),
    hasInjectedFiles: false,
    jitdumps: new Map(),
    hasKernel: false,
    otherBuilds: new Set([LIBC]),
    request: '',
  });
  expect((await profileOf(inOrder(bytes), companions)).recorded).toEqual(recorded);
  const piped = perfData({ ...RECORDING, pipe: true });
  expect((await profileOf(fromPipe(piped), companions)).recorded).toEqual(recorded);
});

test('ignores sections outside the file', async () => {
  const bytes = perfData(RECORDING);
  const view = new DataView(bytes.buffer);
  const table = Number(view.getBigUint64(40, true) + view.getBigUint64(48, true));
  for (const [at, value] of [
    [table, 2n ** 40n],
    [table, 0n],
    [table + 8, 2n ** 63n],
    [48, 2n ** 62n],
    [40, 2n ** 64n - 1n],
  ] as const) {
    const damaged = bytes.slice();
    new DataView(damaged.buffer).setBigUint64(at, value, true);
    const { names } = await openWith(randomAccess(damaged), [['renamed.so', RIGHT]]);
    expect(names).not.toContain('right');
  }
});

test('accepts a perf map of a process that may occur after the truncation', async () => {
  const bytes = perfData(RECORDING);
  const map = new TextEncoder().encode('7000 100 py::f\n');
  const whole = await openWith(randomAccess(bytes), [['perf-9.map', map]]);
  expect(whole.notes).toContain('foreign process');
  const cut = await openWith(randomAccess(bytes.slice(0, -200)), [['perf-9.map', map]]);
  expect(cut.notes).toContain('cut');
  expect(cut.notes).not.toContain('foreign process');
});

describe('a perf map that is named after another process ID', () => {
  const code = (pid: number, start: number) => mmap({ pid, start, size: 0x1000, path: '//anon' });
  const map = new TextEncoder().encode('7000 100 jit::f\n');
  const bytes = perfData({
    records: [
      comm(1, 'init'),
      comm(20, 'app'),
      code(20, 0x7000),
      comm(21, 'app'),
      code(21, 0x9000),
      sample({ pid: 1, time: 4, chain: [USER, 0x7010] }),
      sample({ pid: 20, time: 5, chain: [USER, 0x7010] }),
      sample({ pid: 21, time: 6, chain: [USER, 0x9010] }),
    ],
  });

  test('belongs to the only process with samples in its addresses', async () => {
    const found = await openWith(randomAccess(bytes), [['perf-1.map', map]]);
    expect(found).toEqual({ names: ['[unknown]', 'jit::f', '[unknown]'], notes: ['missing'], streams: 2 });
    const { recorded } = await profileOf(randomAccess(bytes), [['perf-1.map', map]]);
    expect([20, 21].map((pid) => recorded?.processes.get(pid)?.namespacePid)).toEqual([1, -1]);
  });

  test('is not searched for if it names code of its process', async () => {
    const found = await openWith(randomAccess(bytes), [['perf-20.map', map]]);
    expect(found).toEqual({ names: ['[unknown]', 'jit::f', '[unknown]'], notes: ['missing'], streams: 1 });
  });

  test('comes too late for a pipe', async () => {
    const found = await openWith(fromPipe(bytes), [['perf-2.map', map]]);
    expect(found).toEqual({
      names: ['[unknown]', '[unknown]', '[unknown]'],
      notes: ['late map', 'missing'],
      streams: 1,
    });
  });

  test('is of none of several that may fit', async () => {
    const both = perfData({
      records: [20, 21].flatMap((pid, i) => [
        comm(pid, 'app'),
        code(pid, 0x7000),
        sample({ pid, time: 5 + i, chain: [USER, 0x7010] }),
      ]),
    });
    const found = await openWith(randomAccess(both), [['perf-1.map', map]]);
    expect(found).toEqual({
      names: ['[unknown]', '[unknown]'],
      notes: ['ambiguous map', 'missing'],
      streams: 1,
    });
  });
});
