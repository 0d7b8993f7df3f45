// Any set of files, however damaged, opens or reports a problem, in bounded memory.

import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  auxtrace,
  buildIds,
  comm,
  concat,
  exit,
  featureText,
  fork,
  KERNEL,
  lost,
  mmap,
  mmap2,
  perfData,
  record,
  eventUpdate,
  finishedRound,
  sample,
  tracingData,
  u64,
  USER,
  type RecordingSpec,
} from '../../../fixtures/perf-data.ts';
import {
  OFF_CPU_TIMESTAMP,
  deferredChain,
  USER_DEFERRED,
  offCpuData,
} from '../../../fixtures/perf-data-recent.ts';
import { countAllocated } from '../../../fixtures/allocations.ts';
import { fuzzed, fuzzRuns } from '../../../fixtures/fuzz.ts';
import { bytesAt, filesIn, HAS_PROFILES, plainAt, SKIP_NOTE } from '../../../fixtures/profiles.ts';
import { sourceOf } from '../../../fixtures/sources.ts';
import { readArchive } from '../../../fixtures/archive.ts';
import { openProfile } from '../../../workers/pipeline.ts';
import { NO_LISTENER } from '../../../workers/reading/read-recording.ts';
import '../../../fixtures/seed.ts';

/** Several times what a sound file of this size takes. */
const MAX_ALLOCATED = 100 << 20;

interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const KINDS = ['flip', 'bytes', 'word', 'half', 'cut', 'remove', 'repeat'] as const;
const change = fc.record({
  kind: fc.constantFrom(...KINDS),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  /** The region to change: most of the structure is near the start and the end. */
  edge: fc.constantFrom('start', 'end', 'all'),
  value: fc.constantFrom(0, 1, 7, 0xffff, 2 ** 31, 2 ** 40, 2 ** 53, 2 ** 63, -1),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
const EDGE = 600;

function changed(original: Uint8Array, changes: readonly Change[]): Uint8Array {
  let bytes = concat(original);
  for (const { kind, place, edge, value, bytes: inserted } of changes) {
    const share = edge === 'all' ? bytes.length : Math.min(EDGE, bytes.length);
    const at = Math.floor(place * share) + (edge === 'end' ? bytes.length - share : 0);
    const aligned = at & ~7;
    if (kind === 'flip') bytes[at] ^= 1 << (inserted[0] & 7);
    else if (kind === 'bytes') bytes.set(inserted.subarray(0, bytes.length - at), at);
    else if (kind === 'word') bytes.set(u64(value).subarray(0, bytes.length - aligned), aligned);
    else if (kind === 'half') bytes.set(u64(value).subarray(0, Math.min(2, bytes.length - at)), at);
    else if (kind === 'cut') bytes = bytes.slice(0, at);
    else if (kind === 'remove') bytes = concat(bytes.subarray(0, at), bytes.subarray(at + inserted.length));
    else bytes = concat(bytes.subarray(0, at + inserted.length * 50), bytes.subarray(at));
  }
  return bytes;
}

/** Changes one file of the set; returns true if the set opens. */
async function openDamaged(
  parts: readonly Part[],
  index: number,
  changes: readonly Change[],
): Promise<boolean> {
  const sources = parts.map(({ name, bytes }, i) =>
    sourceOf(i === index % parts.length ? changed(bytes, changes) : bytes, name),
  );
  const { value: outcome, bytes } = await countAllocated(() => openProfile(sources, NO_LISTENER));
  expect(bytes).toBeLessThan(MAX_ALLOCATED);
  if (!outcome.ok) {
    expect(outcome.problem.text).not.toBe('');
    return false;
  }
  const { recording, classified } = outcome.value;
  expect(recording.samples).toBe(classified.profile.samples.length);
  expect(recording.events.reduce((sum, { samples }) => sum + samples, 0)).toBe(recording.samples);
  expect(new Set(recording.notes.map(({ kind }) => kind)).size).toBe(recording.notes.length);
  return true;
}

const RECORDS = [
  comm(7, 'python3'),
  mmap({ pid: 7, start: 0x1000, size: 0x1000, path: '/bin/app' }),
  mmap2({ pid: 7, start: 0x3000, size: 0x1000, path: '/lib/a.so', buildId: 'ab'.repeat(20), time: 4 }),
  mmap2({ pid: 7, start: 0x7000, size: 0x1000, path: '//anon', time: 5 }),
  mmap({
    pid: -1,
    start: -65_536,
    size: 65_536,
    offset: -65_536,
    path: '[kernel.kallsyms]_text',
    isKernel: true,
  }),
  fork([7, 7], [8, 8], 6),
  comm(8, 'child', 7),
  lost(3),
  ...[9, 8, 12, 10].map((time) =>
    sample({ pid: 7, time, chain: [KERNEL, -4096, USER, 0x3010, 0x7010, 0x1010] }),
  ),
  finishedRound,
  ...[11, 14, 13].map((time) => sample({ event: 1, pid: 8, time, chain: [USER, 0x1020] })),
  exit(8, 8, 15),
  finishedRound,
  eventUpdate(20, 'renamed'),
  record(80, concat(u64(5), featureText('6.12'))),
  sample({ pid: 7, time: 16, chain: [USER, 0x1020] }),
];
const CALL_CHAINS: RecordingSpec = {
  events: [
    { fields: ['ip', 'tid', 'time', 'id', 'period', 'callchain'], ids: [10, 11], name: 'cycles:P' },
    { fields: ['ip', 'tid', 'time', 'id', 'callchain', 'read'], ids: [20], name: 'faults', readFormat: 12 },
  ],
  records: RECORDS,
  features: {
    2: buildIds({ '/bin/app': 'ab'.repeat(20) }),
    5: featureText('6.12'),
    6: featureText('x86_64'),
  },
};
const STACK_DUMPS: RecordingSpec = {
  events: [
    {
      fields: ['identifier', 'ip', 'tid', 'time', 'callchain', 'registers', 'stack'],
      registers: 0xff0fff,
      clock: 1,
    },
  ],
  records: [
    ...RECORDS.slice(0, 5),
    ...[9, 8, 12, 10].map((time) =>
      sample({
        pid: 7,
        time,
        chain: [KERNEL, -4096],
        registers: { 8: 0x1010, 7: 0x9000, 6: 0x9010 },
        stack: new Uint8Array(256).fill(9),
      }),
    ),
  ],
};
/** Deferred chains, some of which never arrive, and off-CPU time, both individual and summed. */
const DEFERRED: RecordingSpec = {
  events: [
    { fields: ['identifier', 'ip', 'tid', 'time', 'period', 'callchain'], ids: [1], defers: true },
    { fields: ['identifier', 'ip', 'tid', 'time', 'period', 'raw'], ids: [2], type: 1, config: 10 },
  ],
  records: [
    ...RECORDS.slice(0, 5),
    ...[9, 8, 12, 10].map((time) =>
      sample({ pid: 7, time, chain: [KERNEL, -4096, USER_DEFERRED, time > 9 ? 2 : 1], mode: 1 }),
    ),
    deferredChain(7, 1, [0x1010, 0x3010], 9),
    sample({ event: 1, time: 11, raw: offCpuData([8, 7], 1000, [0x1010]) }),
    deferredChain(7, 2, [0x1010], 13),
    sample({ pid: 7, time: 14, ip: 0x1010, chain: [USER_DEFERRED, 3] }),
    exit(7, 7, 15),
    sample({ event: 1, time: OFF_CPU_TIMESTAMP, raw: offCpuData([7, 7], 2000, [0x1010, 0x3010]) }),
  ],
};
const MAP: Part = {
  name: 'perf-7.map',
  bytes: new TextEncoder().encode('7000 100 py::f:/a.py\n7100 100 py::g:/a.py\n'),
};
const FILE_SETS: Readonly<Record<string, readonly Part[]>> = {
  file: [{ name: 'perf.data', bytes: perfData(CALL_CHAINS) }, MAP],
  pipe: [
    {
      name: 'perf.data',
      bytes: perfData({
        ...CALL_CHAINS,
        pipe: true,
        records: [...RECORDS, tracingData(20), auxtrace(64), ...RECORDS],
      }),
    },
    MAP,
  ],
  'stack dumps': [{ name: 'perf.data', bytes: perfData(STACK_DUMPS) }],
  'deferred chains and off-CPU time': [{ name: 'perf.data', bytes: perfData(DEFERRED) }],
  'compressed records': [
    { name: 'perf.data', bytes: perfData({ ...CALL_CHAINS, compressed: { type: 81, bytes: 200 } }) },
  ],
  'records of type COMPRESSED2': [
    {
      name: 'perf.data',
      bytes: perfData({ ...CALL_CHAINS, pipe: true, compressed: { type: 83, bytes: 100 } }),
    },
  ],
};

/** Changes to one file of a set, of which the first is of this kind. */
function damageOf(kind: Change['kind']) {
  const first = change.map((each) => ({ ...each, kind }));
  const changes = fc.tuple(first, fc.array(change, { maxLength: 4 }));
  return fc
    .tuple(fc.nat({ max: 100 }), changes)
    .map(([index, [one, more]]) => [index, [one, ...more]] as const);
}

describe.each(Object.keys(FILE_SETS))('%s', (name) => {
  test('opens when unchanged', async () => {
    expect(await openDamaged(FILE_SETS[name], 0, [])).toBe(true);
  });

  test.each(KINDS)('opens or reports a problem after a change: %s', async (kind) => {
    await fc.assert(
      fc.asyncProperty(damageOf(kind), async ([index, changes]) => {
        await openDamaged(FILE_SETS[name], index, changes);
      }),
      { numRuns: fuzzRuns(12) },
    );
  });
});

test('tolerates extreme values in every 8-byte word', async () => {
  for (const name of ['file', 'pipe']) {
    const [{ bytes }] = FILE_SETS[name];
    const offsets = Array.from({ length: (bytes.length >> 3) - 1 }, (_, i) => 8 + 8 * i);
    for (const [at, value] of fuzzed(offsets.flatMap((at) => [0, 1, 2 ** 63].map((value) => [at, value])))) {
      const wrong = concat(bytes);
      wrong.set(u64(value), at);
      await openDamaged([{ name: 'perf.data', bytes: wrong }], 0, []);
    }
  }
});

describe.skipIf(!HAS_PROFILES)(`real recordings with their symbol files${SKIP_NOTE}`, () => {
  test.each<[string, RegExp]>([
    ['fp-script', /^perf-\d+\.map$/],
    ['jit-smalldump', /^jit-\d+\.dump$/],
  ])('%s', async (folder, companions) => {
    const names = filesIn(folder).filter((file) => companions.test(file));
    const parts = [
      { name: 'perf.data', bytes: plainAt(folder, 'perf.data.gz') },
      ...names.map((name) => ({ name, bytes: bytesAt(folder, name) })),
      ...(await librariesOf(folder)),
    ];
    expect(await openDamaged(parts, 0, [])).toBe(true);
    for (const kind of KINDS)
      await fc.assert(
        fc.asyncProperty(damageOf(kind), async ([index, changes]) => {
          await openDamaged(parts, index, changes);
        }),
        { numRuns: fuzzRuns(2) },
      );
  });
});

/** The recorded binaries smaller than 400 kB. */
async function librariesOf(folder: string): Promise<Part[]> {
  const bytes = new Uint8Array(gunzipSync(bytesAt(folder, 'symbols.tar.gz')));
  const { files } = await readArchive(sourceOf(bytes).stream());
  return files
    .filter(({ bytes }) => bytes.length > 0 && bytes.length < 400_000)
    .map(({ path, bytes }) => ({ name: path, bytes }));
}
