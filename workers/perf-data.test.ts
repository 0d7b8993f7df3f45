// Which of the files beside a perf.data names its code, when the recording tells build ids behind its records.

import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { idOf, libraryElf } from '../fixtures/elf.ts';
import {
  buildIds,
  comm,
  mmap,
  mmap2,
  perfData,
  sample,
  USER,
  type MadeRecording,
} from '../fixtures/perf-data.ts';
import { joined, sourceOf } from '../fixtures/sources.ts';
import { samplesOf } from '../fixtures/text.ts';
import { memoryFile } from '../src/bytes/random-access.ts';
import { writeTar } from '../src/bytes/tar-writer.ts';
import { openProfile } from './pipeline.ts';
import { nobody } from './read-recording.ts';
import type { Source } from './sniff.ts';

const LIBC = '/usr/lib/libc.so.6';
const BUILD_ID = 2;
const RECORDING: MadeRecording = {
  records: [
    comm(7, 'app'),
    mmap({ pid: 7, start: 0x7000, size: 0x1000, offset: 0x1000, path: LIBC }),
    sample({ pid: 7, time: 5, chain: [USER, 0x7010] }),
  ],
  features: { [BUILD_ID]: buildIds({ [LIBC]: idOf(1), '/usr/lib/unused.so': idOf(7) }) },
};

type Companions = readonly (readonly [name: string, content: Uint8Array])[];

/** Ways in which a recording comes, and how often it is read where its build ids are needed. */
const randomAccess = (bytes: Uint8Array): Source => ({
  ...sourceOf(bytes, 'perf.data'),
  file: memoryFile(new Uint8Array(bytes)),
});
const inOrder = (bytes: Uint8Array): Source => sourceOf(bytes, 'perf.data');
const fromPipe = (bytes: Uint8Array): Source => {
  const source = sourceOf(bytes, 'standard input');
  return { name: source.name, size: NaN, stream: () => source.stream() };
};

/** The name that the one function of a sample got, the notes, and how often the recording was read. */
async function named(recording: Source, companions: Companions) {
  let streams = 0;
  const stream = () => (streams++, recording.stream());
  const files = companions.map(([name, content]) => sourceOf(content, name));
  const outcome = await openProfile([{ ...recording, stream }, ...files], nobody);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const { profile } = outcome.value.classified;
  const names = samplesOf(profile).map((line) => /\| ([^|]*)@/.exec(line)?.[1]);
  return { names, notes: profile.notes.map(({ kind }) => kind), streams };
}

/** As perf archive lays files: below their paths, by their build ids. */
async function archive(...files: readonly (readonly [path: string, id: number, content: Uint8Array])[]) {
  const members = files.map(([path, id, content]) => ({
    path: `home/me/.debug${path}/${idOf(id)}/elf`,
    size: content.length,
    async *content() {
      yield content;
    },
  }));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeTar(members)) pieces.push(piece);
  return joined(...pieces);
}

const RIGHT = libraryElf('right', 1);
const OTHER = libraryElf('other', 3);
const SETS: [string, Companions][] = [
  ['of another name', [['renamed.so', RIGHT]]],
  [
    'of another name, beside another build at its path',
    [
      [LIBC.slice(1), OTHER],
      ['renamed.so', RIGHT],
    ],
  ],
  [
    'behind another build of its name',
    [
      ['libc.so.6', OTHER],
      ['old/libc.so.6', RIGHT],
    ],
  ],
];

describe.each([
  ['whose end can be read first', randomAccess, 1],
  ['that has to be read to its end', inOrder, 2],
] as const)('in a recording %s', (_, sourceFor, times) => {
  test.each(SETS)('the build id finds a library %s', async (_name, companions) => {
    const bytes = perfData(RECORDING);
    expect(await named(sourceFor(bytes), companions)).toEqual({
      names: ['right'],
      notes: [],
      streams: times,
    });
  });

  test('the build ids find what perf archive packed', async () => {
    const tar = await archive([LIBC, 3, OTHER], ['/usr/lib/other.so', 1, RIGHT]);
    const found = await named(sourceFor(perfData(RECORDING)), [['symbols.tar', tar]]);
    expect(found).toEqual({ names: ['right'], notes: [], streams: times });
  });

  test('what has no such build is found by its name, with a note, and not read twice', async () => {
    const found = await named(sourceFor(perfData(RECORDING)), [['libc.so.6', OTHER]]);
    expect(found).toEqual({ names: ['other'], notes: ['other build'], streams: 1 });
  });

  test('the right file alone is not read twice', async () => {
    const found = await named(sourceFor(perfData(RECORDING)), [['libc.so.6', RIGHT]]);
    expect(found).toEqual({ names: ['right'], notes: [], streams: 1 });
  });

  test('the build id of a mapping goes before', async () => {
    const mapping = { pid: 7, start: 0x7000, size: 0x1000, offset: 0x1000, path: LIBC };
    const records = [
      mmap2({ ...mapping, buildId: idOf(3) }),
      sample({ pid: 7, time: 5, chain: [USER, 0x7010] }),
    ];
    const bytes = perfData({ ...RECORDING, records });
    const found = await named(sourceFor(bytes), [
      ['libc.so.6', RIGHT],
      ['renamed.so', OTHER],
    ]);
    expect(found).toEqual({ names: ['other'], notes: [], streams: 1 });
  });
});

test('a compressed recording is read to its end too', async () => {
  const source = sourceOf(gzipSync(perfData(RECORDING)), 'perf.data.gz');
  const file = memoryFile(new Uint8Array(await source.blob!.arrayBuffer()));
  const { names, notes } = await named({ ...source, file }, [['renamed.so', RIGHT]]);
  expect([names, notes]).toEqual([['right'], []]);
});

test('from a pipe, which cannot be read again, a note says what was found too late', async () => {
  const [, companions] = SETS[0];
  const found = await named(fromPipe(perfData(RECORDING)), companions);
  expect(found).toEqual({ names: ['[unknown]'], notes: ['too late'], streams: 1 });
});

test('what was written through a pipe tells build ids in records of their own', async () => {
  const bytes = perfData({ ...RECORDING, pipe: true });
  const found = await named(fromPipe(bytes), [['renamed.so', RIGHT]]);
  expect(found).toEqual({ names: ['right'], notes: [], streams: 1 });
});

test('sections that lie outside the file are no build ids', async () => {
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
    const { names } = await named(randomAccess(damaged), [['renamed.so', RIGHT]]);
    expect(names).not.toContain('right');
  }
});

test('of a recording that is cut, a map of a process that may come behind the cut is not said to be of none', async () => {
  const bytes = perfData(RECORDING);
  const map = new TextEncoder().encode('7000 100 py::f\n');
  const whole = await named(randomAccess(bytes), [['perf-9.map', map]]);
  expect(whole.notes).toContain('foreign process');
  const cut = await named(randomAccess(bytes.slice(0, -200)), [['perf-9.map', map]]);
  expect(cut.notes).toContain('cut');
  expect(cut.notes).not.toContain('foreign process');
});
