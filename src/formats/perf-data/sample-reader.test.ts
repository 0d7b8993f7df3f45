import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { readGenerated, walker } from '../../../fixtures/perf-data-reading.ts';
import {
  comm,
  fork,
  KERNEL,
  mmap,
  sample,
  USER,
  type Field,
  type EventSpec,
  type RecordSpec,
  type SampleSpec,
} from '../../../fixtures/perf-data.ts';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { samplesOf } from '../../../fixtures/text.ts';

const APP = mmap({ pid: 7, start: 0x1000, size: 0x1000, path: '/bin/app' });
const WITH_STACK = ['callchain', 'registers', 'stack'] as const;

/** Reads samples of one event; returns a line for each, as samplesOf does, then the notes. */
async function drawnFrom(event: EventSpec, ...samples: readonly SampleSpec[]): Promise<string[]> {
  return drawnOf([event], ...samples.map(sample));
}

async function drawnOf(events: readonly EventSpec[], ...records: readonly RecordSpec[]): Promise<string[]> {
  const profile = await readGenerated({ events, records: [APP, comm(7, 'app'), ...records] });
  return [...samplesOf(profile), ...notesOf(profile)];
}

const fields = (...names: Field[]): EventSpec => ({ fields: ['ip', 'tid', 'time', ...names] });
const app = (stack: string, weight = 1, time = 5) => `app 7/7 | cycles ${time / 1e9} | ${stack} ${weight}`;
const withoutChains = (stack: string) => [app(stack), 'chains 1 at line -1'];

describe('the call chain', () => {
  test('is the stack, leaf first', async () => {
    const chain = [USER, 0x1010, 0x1020, 0x9999];
    expect(await drawnFrom(fields('callchain'), { pid: 7, time: 5, chain })).toEqual([
      app('[unknown]@[unknown];+20@/bin/app;+10@/bin/app'),
    ]);
  });

  test('has contexts that mark kernel and user entries, regardless of their addresses', async () => {
    const chain = [KERNEL, -4096, 8192, USER, 0x1010];
    expect(await drawnFrom(fields('callchain'), { pid: 7, time: 5, chain, mode: 1 })).toEqual([
      app('+10@/bin/app;k-2@[kernel.kallsyms];k1@[kernel.kallsyms] ^'),
    ]);
  });

  test('with cached prefixes gives correct stacks, even after mappings change', async () => {
    const place = fc.integer({ min: 0x1000, max: 0x1003 });
    // Few distinct addresses, so that long sequences repeat at different positions and with different lengths.
    const chain = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 24 })), { minLength: 1, maxLength: 6 });
    const step = fc.oneof(
      {
        weight: 8,
        arbitrary: chain.map((runs) => runs.flatMap(([at, times]) => Array<number>(times).fill(at))),
      },
      { weight: 1, arbitrary: fc.constantFrom('/bin/app', '/bin/other') },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const records: RecordSpec[] = [];
        const expected: string[] = [];
        let path = '/bin/app';
        for (const [i, each] of steps.entries()) {
          const time = i + 1;
          if (typeof each === 'string') {
            path = each;
            records.push(mmap({ pid: 7, start: 0x1000, size: 0x1000, path, time }));
          } else {
            records.push(sample({ pid: 7, time, chain: [USER, ...each] }));
            const frames = each.map((at) => `+${(at - 0x1000).toString(16)}@${path}`);
            expected.push(app(frames.toReversed().join(';'), 1, time));
          }
        }
        expect(await drawnOf([fields('callchain')], ...records)).toEqual(expected);
      }),
    );
  });

  test('without contexts has the mode of the sample', async () => {
    const chain = [0x1010];
    const both = [1, 2].map((mode) => ({ pid: 7, time: 5, chain, mode }));
    expect(await drawnFrom(fields('callchain'), ...both)).toEqual([
      app('k-2@[kernel.kallsyms]'),
      app('+10@/bin/app'),
    ]);
  });

  test('with an unknown context is dropped', async () => {
    const drawn = await drawnFrom(fields('callchain'), { pid: 7, time: 5, chain: [USER, 0x1010, -704, 3] });
    expect(drawn).toEqual([app('[no stack]'), 'contexts 1 at line -1']);
  });

  test('with an impossible address is dropped', async () => {
    const drawn = await drawnFrom(fields('callchain'), { pid: 7, time: 5, chain: [USER, 0x1010, -1] });
    expect(drawn).toEqual([app('[no stack]'), 'chain 1 at line -1']);
  });

  test('may be empty or very long', async () => {
    const chain = [USER, ...Array<number>(5000).fill(0x1010)];
    const drawn = await drawnFrom(fields('callchain'), { pid: 7, time: 5 }, { pid: 7, time: 6, chain });
    expect(drawn[0]).toBe(app('[no stack]'));
    expect(drawn[1].split(';')).toHaveLength(5000);
  });

  test('is the sampled address, with a note, if none was recorded', async () => {
    expect(await drawnFrom(fields(), { pid: 7, time: 5, ip: 0x1010 })).toEqual(withoutChains('+10@/bin/app'));
    const kernel = { pid: 7, time: 5, ip: -4096, mode: 1 };
    expect(await drawnFrom(fields(), kernel)).toEqual(withoutChains('k1@[kernel.kallsyms] ^'));
    const registers = { ...fields('registers'), registers: 0x1ff };
    expect(await drawnFrom(registers, { pid: 7, time: 5, ip: 0x1010 })).toEqual(
      withoutChains('+10@/bin/app'),
    );
  });
});

describe('registers and stack dump', () => {
  const event: EventSpec = { ...fields(...WITH_STACK), registers: 0xff0fff };
  const made: SampleSpec = {
    pid: 7,
    time: 5,
    chain: [KERNEL, -4096],
    mode: 1,
    registers: { 8: 0x1010, 7: 0x1020 },
    stack: new Uint8Array(64),
  };

  test('are unwound, and the frames follow those of the kernel', async () => {
    expect(await drawnFrom(event, made)).toEqual([app('+20@/bin/app;+10@/bin/app;k1@[kernel.kallsyms] ^')]);
  });

  const kernelOnly = app('k1@[kernel.kallsyms] ^');
  test.each<[string, Partial<SampleSpec>]>([
    ['no registers', { abi: 0 }],
    ['no stack', { stack: new Uint8Array(0) }],
    ['a stack dump whose used size is 0', { used: 0 }],
  ])('are not unwound with %s', async (_, other) => {
    expect(await drawnFrom(event, { ...made, ...other })).toEqual([kernelOnly]);
  });

  test('of a 32-bit program are not unwound, and get a note', async () => {
    expect(await drawnFrom(event, { ...made, abi: 1 })).toEqual([kernelOnly, 'abi 1 at line -1']);
  });

  test('get a note if their stack has more frames than the limit', async () => {
    const deep = { ...walker, isCut: true };
    const records = [APP, comm(7, 'app'), sample(made), sample(made)];
    const { notes } = await readGenerated({ events: [event], records }, { walker: deep });
    expect(notes.map(({ text, count }) => [text, count])).toEqual([
      [expect.stringMatching(/^Stacks were cut at 4,096 frames, so their outermost callers are missing/), 2],
    ]);
  });

  test('are not unwound in a process without mappings', async () => {
    const [drawn] = await drawnFrom(event, { ...made, pid: 8 });
    expect(drawn).toBe(':8 8/8 | cycles 5e-9 | k1@[kernel.kallsyms] ^ 1');
  });
});

test('skips unneeded fields of any size, in any combination', async () => {
  const chosen = fc.subarray<Field>(
    [
      'identifier',
      'address',
      'id',
      'stream',
      'cpu',
      'period',
      'read',
      'raw',
      'branches',
      'weight',
      'transaction',
    ],
    { minLength: 0 },
  );
  const shape = fc.record({
    chosen,
    withStack: fc.boolean(),
    readFormat: fc.integer({ min: 0, max: 31 }),
    branchType: fc.constantFrom(0, 1 << 17, 1 << 19, (1 << 17) | (1 << 19)),
    group: fc.integer({ min: 0, max: 5 }),
    raw: fc.constantFrom(4, 12, 100),
    branches: fc.integer({ min: 0, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(shape, async ({ chosen, withStack, readFormat, branchType, group, raw, branches }) => {
      const event: EventSpec = {
        ...fields(...chosen, 'callchain', ...(withStack ? (['registers', 'stack'] as const) : [])),
        readFormat,
        branchType,
        registers: 0x1ff,
        ids: [9],
      };
      const drawn = await drawnFrom(event, {
        pid: 7,
        time: 5,
        period: 3,
        chain: withStack ? [KERNEL, -4096] : [USER, 0x1010],
        registers: { 8: 0x1030, 7: 0x1040 },
        stack: new Uint8Array(16),
        group,
        raw,
        branches,
      });
      const stack = withStack ? '+40@/bin/app;+30@/bin/app;k1@[kernel.kallsyms] ^' : '+10@/bin/app';
      expect(drawn).toEqual([app(stack, chosen.includes('period') ? 3 : 1)]);
    }),
    { numRuns: 300 },
  );
});

describe('the weight', () => {
  test('is the period of the sample or of the event, or else one', async () => {
    const own = await drawnFrom(fields('period'), { pid: 7, time: 5, period: 1e9, ip: 0x1010 });
    expect(own[0]).toBe(app('+10@/bin/app', 1e9));
    const events = await drawnFrom({ ...fields(), period: 4000 }, { pid: 7, time: 5, ip: 0x1010 });
    expect(events[0]).toBe(app('+10@/bin/app', 4000));
  });
});

describe('several events', () => {
  const events: EventSpec[] = [
    { ...fields('callchain', 'id'), ids: [10, 11], period: 2 },
    { ...fields('id'), ids: [20, 21], type: 1, config: 2, period: 5 },
  ];
  const one = (event: number, id: number): RecordSpec =>
    sample({ pid: 7, time: 5, event, id, ip: 0x1010, chain: [USER, 0x1010] });

  test('are distinguished by their IDs; samples with unknown IDs belong to the first', async () => {
    expect(await drawnOf(events, one(0, 11), one(1, 21), one(0, 99), one(1, 20))).toEqual([
      app('+10@/bin/app', 2),
      'app 7/7 | page-faults 5e-9 | +10@/bin/app 5',
      app('+10@/bin/app', 2),
      'app 7/7 | page-faults 5e-9 | +10@/bin/app 5',
    ]);
  });

  test('with an identifier may have different fields', async () => {
    const others: EventSpec[] = [
      { fields: ['identifier', 'ip', 'tid', 'time', 'callchain'], ids: [10] },
      { fields: ['identifier', 'tid', 'time', 'callchain', 'cpu'], ids: [20], type: 1, config: 2 },
    ];
    expect(await drawnOf(others, one(0, 10), one(1, 20))).toEqual([
      app('+10@/bin/app'),
      'app 7/7 | page-faults 5e-9 | +10@/bin/app 1',
    ]);
  });

  test('with IDs at different offsets cannot be distinguished', async () => {
    const others: EventSpec[] = [fields('id', 'callchain'), { fields: ['tid', 'id'] }];
    expect(await drawnOf(others, one(0, 10))).toContain('events 1 at line -1');
  });

  test('are limited to 256', async () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ ...fields('id', 'callchain'), ids: [i + 1] }));
    const drawn = await drawnOf(many, ...many.map((_, i) => one(i, i + 1)));
    expect(drawn).toHaveLength(257);
    expect(drawn.at(-1)).toBe('event 44 at line -1');
  });
});

describe('skips an invalid sample', () => {
  const cut = (size: number): RecordSpec => ({ type: 9, misc: 2, body: new Uint8Array(size).fill(1) });

  test.each([0, 8, 16, 24, 31])('truncated to %i bytes', async (size) => {
    expect(await drawnOf([fields('callchain')], cut(size))).toEqual(['broken 1 at line -1']);
  });

  test('with counts that exceed its size', async () => {
    const bodies = [...Array(12).keys()].map((i) => cut(24 + i * 8));
    expect(await drawnOf([{ ...fields('read', 'callchain'), readFormat: 8 }], ...bodies)).toEqual([
      'broken 12 at line -1',
    ]);
    const stack: EventSpec = { ...fields('raw', 'branches', ...WITH_STACK), registers: 0xff };
    expect(await drawnOf([stack], ...bodies)).toEqual(['broken 12 at line -1']);
  });
});

test('a thread has the name it had at the time of the sample', async () => {
  const at = (time: number, tid: number) => sample({ pid: 7, tid, time, ip: 0x1010 });
  const records = [
    at(5, 8),
    comm(7, 'worker', 10, 8),
    at(15, 8),
    fork([7, 8], [7, 9], 20),
    at(25, 9),
    at(26, 7),
  ];
  const drawn = await drawnOf([fields()], ...records);
  expect(drawn.slice(0, 4).map((line) => line.split(' |')[0])).toEqual([
    ':8 7/8',
    'worker 7/8',
    'worker 7/9',
    'app 7/7',
  ]);
});
