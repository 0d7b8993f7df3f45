import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import {
  comm,
  exit,
  KERNEL,
  mmap,
  record,
  finishedRound,
  sample,
  type EventSpec,
  type RecordSpec,
} from '../../../fixtures/perf-data.ts';
import { deferredChain, USER_DEFERRED } from '../../../fixtures/perf-data-recent.ts';
import { readGenerated } from '../../../fixtures/perf-data-reading.ts';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { samplesOf } from '../../../fixtures/text.ts';
import { DeferredChains, isDeferred } from './deferred-chains.ts';

const EVENT: EventSpec = { fields: ['ip', 'tid', 'time', 'period', 'callchain'], defers: true };
const APP = [
  comm(7, 'app'),
  ...[7, 8].map((pid) => mmap({ pid, start: 0x1000, size: 0x1000, path: '/bin/app' })),
];
/** A sample in kernel function `func` whose deferred user chain has this cookie. */
const inKernel = (time: number, func: number, cookie: number, tid = 7): RecordSpec => {
  const chain = [KERNEL, -4096 * func, USER_DEFERRED, cookie];
  return sample({ pid: 7, tid, time, chain, mode: 1, period: time });
};

/** The samples in time order, without their common columns, then the notes. */
async function drawnOf(...records: readonly RecordSpec[]): Promise<string[]> {
  const profile = await readGenerated({ events: [EVENT], records: [...APP, ...records] });
  const drawn = samplesOf(profile).map((line) => line.replace(/^.*? \| cycles \S+ \| /, ''));
  const { time } = profile.samples;
  const order = drawn.map((_, i) => i).sort((a, b) => time[a] - time[b]);
  return [...order.map((i) => drawn[i]), ...notesOf(profile)];
}

const USER_PART = '+20@/bin/app;+10@/bin/app;';
const inUser = [0x1010, 0x1020];

describe('a deferred call chain', () => {
  test('completes every sample with its cookie', async () => {
    const records = [inKernel(1, 1, 5), inKernel(2, 2, 5), deferredChain(7, 5, inUser, 3), inKernel(4, 3, 6)];
    expect(await drawnOf(...records, deferredChain(7, 6, [0x1030], 5))).toEqual([
      `${USER_PART}k1@[kernel.kallsyms] ^ 1`,
      `${USER_PART}k2@[kernel.kallsyms] ^ 2`,
      '+30@/bin/app;k3@[kernel.kallsyms] ^ 4',
    ]);
  });

  test('completes samples across the buffers of several CPUs', async () => {
    const records = [deferredChain(7, 5, inUser, 3), finishedRound, inKernel(1, 1, 5), finishedRound];
    expect(await drawnOf(...records)).toEqual([`${USER_PART}k1@[kernel.kallsyms] ^ 1`]);
  });

  test('of a sample in user code is the complete stack', async () => {
    const own = sample({ pid: 7, time: 1, ip: 0x1010, chain: [USER_DEFERRED, 5] });
    expect(await drawnOf(own, deferredChain(7, 5, inUser, 2))).toEqual([`${USER_PART.slice(0, -1)} 1`]);
  });

  test('has a 64-bit cookie that may look like an address or a context', async () => {
    const cookies = [2 ** 40 + 1, 2 ** 41 + 1, -4096, -512];
    const records = cookies.flatMap((cookie, i) => [
      inKernel(2 * i + 1, 1, cookie),
      deferredChain(7, cookie, [0x1000 + i], 2 * i + 2),
    ]);
    expect(await drawnOf(...records)).toEqual(
      [0, 1, 2, 3].map((i) => `+${i}@/bin/app;k1@[kernel.kallsyms] ^ ${2 * i + 1}`),
    );
  });

  test('may be empty', async () => {
    expect(await drawnOf(inKernel(1, 1, 5), deferredChain(7, 5, [], 2))).toEqual([
      'k1@[kernel.kallsyms] ^ 1',
    ]);
  });

  test('completes only samples of its thread', async () => {
    const records = [inKernel(1, 1, 5, 7), inKernel(2, 2, 5, 8), deferredChain(8, 5, [0x1080], 3)];
    expect(await drawnOf(...records, deferredChain(7, 5, [0x1070], 4))).toEqual([
      '+70@/bin/app;k1@[kernel.kallsyms] ^ 1',
      '+80@/bin/app;k2@[kernel.kallsyms] ^ 2',
    ]);
  });
});

describe('if the deferred chain never arrives', () => {
  test.each<[string, readonly RecordSpec[]]>([
    ['the recording ends', []],
    ['the thread ends', [exit(7, 7, 4)]],
    ['the chain of a later system call arrives', [deferredChain(7, 6, inUser, 4)]],
    ['its record is truncated', [{ ...record(22, new Uint8Array(12), 4), tid: 7 }]],
  ])('%s: the sample keeps its kernel frames, with a note', async (_, records) => {
    expect(await drawnOf(inKernel(1, 1, 5), ...records)).toEqual([
      'k1@[kernel.kallsyms] ^ 1',
      'deferred 1 at line -1',
    ]);
  });

  test('a sample in user code keeps its leaf function', async () => {
    const own = sample({ pid: 7, time: 1, ip: 0x1010, chain: [USER_DEFERRED, 5] });
    expect(await drawnOf(own)).toEqual(['+10@/bin/app 1', 'deferred 1 at line -1']);
  });

  test('the thread keeps its name', async () => {
    const records = [...APP, inKernel(1, 1, 5), exit(7, 7, 4)];
    const [drawn] = samplesOf(await readGenerated({ events: [EVENT], records }));
    expect(drawn).toMatch(/^app 7\/7 /);
  });

  test('a chain without pending samples is ignored', async () => {
    expect(await drawnOf(deferredChain(7, 5, inUser, 1), deferredChain(9, 5, inUser, 2))).toEqual([]);
  });

  test('the marker is an unknown context unless the event defers chains', async () => {
    const records = [...APP, inKernel(1, 1, 5), deferredChain(7, 5, inUser, 2)];
    const profile = await readGenerated({ events: [{ ...EVENT, defers: false }], records });
    expect(notesOf(profile)).toEqual(['contexts 1 at line -1']);
  });
});

test('reads every sample, each with its own chain', async () => {
  const step = fc.record({
    tid: fc.constantFrom(7, 8),
    // What the kernel does next: write a sample, write its chain, or lose the chain.
    what: fc.constantFrom('sample', 'sample', 'chain', 'lost'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const cookies = new Map([
        [7, 1],
        [8, 1],
      ]);
      const records: RecordSpec[] = [];
      const chains = new Set<string>();
      const made: { tid: number; cookie: number; time: number }[] = [];
      for (const [i, { tid, what }] of steps.entries()) {
        const time = i + 1;
        const cookie = cookies.get(tid) ?? 0;
        if (what === 'sample') {
          records.push(inKernel(time, 1, cookie, tid));
          made.push({ tid, cookie, time });
          continue;
        }
        if (what === 'chain') {
          records.push(deferredChain(tid, cookie, [0x1000 + cookie], time));
          chains.add(`${tid} ${cookie}`);
        }
        cookies.set(tid, cookie + 1);
      }
      const missing = made.filter(({ tid, cookie }) => !chains.has(`${tid} ${cookie}`)).length;
      const expected = made.map(({ tid, cookie, time }) => {
        const user = chains.has(`${tid} ${cookie}`) ? `+${cookie.toString(16)}@/bin/app;` : '';
        return `${user}k1@[kernel.kallsyms] ^ ${time}`;
      });
      const notes = missing > 0 ? [`deferred ${missing} at line -1`] : [];
      expect(await drawnOf(...records)).toEqual([...expected, ...notes]);
    }),
    { numRuns: 60 },
  );
});

test('bounds the memory of pending samples by reading those of the longest-waiting thread without chains', () => {
  const lengths: number[] = [];
  const chains = new DeferredChains((view, _, end) => lengths.push(end - view.byteOffset), 100);
  // A record whose chain consists of a context, an address and the marker.
  const view = new DataView(new ArrayBuffer(48));
  view.setBigUint64(8, 4n, true);
  view.setBigInt64(32, -640n, true);
  expect(isDeferred(view, 8, 48)).toBe(true);
  expect(isDeferred(view, 8, 40)).toBe(false);
  for (const tid of [1, 2, 1, 3, 4]) chains.add(view, 0, 8, tid, NaN);
  expect([lengths, chains.missing]).toEqual([[32, 32], 2]);
  chains.finish();
  expect([lengths.length, chains.missing]).toEqual([5, 5]);
});
