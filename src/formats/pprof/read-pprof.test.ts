import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pprofOf, type ProfileSpec } from '../../../fixtures/pprof.ts';
import { concatBytes, open, read, sourceOf } from '../../../fixtures/sources.ts';
import { trimLines, samplesOf } from '../../../fixtures/text.ts';
import { Kind } from '../../model/kinds.ts';
import { openProfile, profileAtLevel } from '../../../workers/pipeline.ts';
import { NO_LISTENER } from '../../../workers/reading/read-recording.ts';

async function expectRead(made: ProfileSpec, samples: string, notes: readonly string[] = []): Promise<void> {
  const { profile, format } = await open(pprofOf(made));
  expect(format).toBe('pprof');
  expect(samplesOf(profile).join('\n')).toBe(trimLines(samples));
  expect(profile.notes.map(({ kind, count }) => `${kind} ${count}`)).toEqual(notes);
}

const SAMPLE = { stack: [1], values: [1, 10] };

describe('stacks', () => {
  test('are listed leaf first', () =>
    expectRead({ samples: [{ stack: [3, 2, 1], values: [1, 10] }] }, '| cpu (nanoseconds) | f;g;h 10'));

  test('include inlined functions', () =>
    expectRead(
      {
        modules: ['/bin/app'],
        locations: [
          { module: 1, lines: [3, 2, 1] },
          { module: 1, lines: [3] },
        ],
        samples: [{ stack: [2, 1], values: [1, 10] }],
      },
      '| cpu (nanoseconds) | f@/bin/app;g (inlined);h (inlined);h@/bin/app 10',
    ));

  test('have the source lines of their frames', () =>
    expectRead(
      {
        functions: [{ name: 'work', file: '/app/main.py' }, { name: 'main.run' }],
        locations: [
          { lines: [1], lineNumbers: [7] },
          { lines: [1], lineNumbers: [2n ** 40n] },
          { lines: [2, 2], lineNumbers: [8, 9] },
          { lines: [2], lineNumbers: [-1] },
        ],
        samples: [{ stack: [4, 3, 2, 1], values: [1, 10] }],
      },
      '| cpu (nanoseconds) | py::work:/app/main.py L7;py::work:/app/main.py;main.run L9;main.run (inlined) L8;main.run 10',
    ));

  test('may be empty', () =>
    expectRead({ samples: [{ stack: [], values: [1, 10] }] }, '| cpu (nanoseconds) | [no stack] 10'));

  test('of the kernel are recognized by their addresses', () =>
    expectRead(
      {
        modules: ['[nf_tables]', '/bin/app'],
        locations: [
          { module: 1, address: 2n ** 64n - 4096n, lines: [2] },
          { module: 2, address: 2n ** 63n - 1n, lines: [1] },
          { module: 1, address: 2n ** 63n },
        ],
        samples: [{ stack: [3, 1, 2], values: [1, 10] }],
      },
      '| cpu (nanoseconds) | f@/bin/app;g@[nf_tables] ^;[unknown]@[nf_tables] ^ 10',
      ['unnamed 1'],
    ));

  test('refer to locations by 64-bit IDs', () =>
    expectRead(
      {
        locations: [
          { id: 2n ** 64n - 1n, lines: [1] },
          { id: 2n ** 64n - 2n, lines: [2] },
          { id: 2n ** 53n + 1n, lines: [3] },
        ],
        samples: [{ stack: [2n ** 53n + 1n, 2n ** 64n - 2n, 2n ** 64n - 1n], values: [1, 10] }],
      },
      '| cpu (nanoseconds) | f;g;h 10',
    ));
});

describe('functions', () => {
  test.each([
    [
      'in a Python file are Python functions',
      { name: 'work', file: '/app/main.py' },
      'py::work:/app/main.py',
    ],
    ['in a .pyw file are Python functions', { name: 'A.b', file: 'main.pyw' }, 'py::A.b:main.pyw'],
    ['in a Cython file are Python functions', { name: 'c', file: 'c.pyx' }, 'py::c:c.pyx'],
    [
      'in a frozen module are Python functions',
      { name: '<module>', file: '<frozen os>' },
      'py::<module>:<frozen os>',
    ],
    [
      'keep the name that perf recorded',
      { name: 'f', system: 'py::f:<string>', file: '<string>' },
      'py::f:<string>',
    ],
    [
      'keep a name recorded by perf if they have no other',
      { name: 'py::f:a.py', file: 'b.py' },
      'py::f:a.py',
    ],
    [
      'in a Python file have dots instead of colons in their names',
      { name: 'a:b', file: '/c.py' },
      'py::a.b:/c.py',
    ],
    ['in other files keep their names', { name: 'work', system: '_Z4work', file: 'a.cpp' }, 'work'],
    ['may have only a system name', { system: 'work' }, 'work'],
    ['without a real file are not Python functions', { name: 'f', file: '<string>' }, 'f'],
  ])('%s', (_what, made, name) =>
    expectRead({ functions: [made], samples: [SAMPLE] }, `| cpu (nanoseconds) | ${name} 10`),
  );

  test('without any name are unknown', () =>
    expectRead({ functions: [{ file: '/a.py' }], samples: [SAMPLE] }, '| cpu (nanoseconds) | [unknown] 10', [
      'unnamed 1',
    ]));

  test('that do not exist are unknown', () =>
    expectRead(
      { locations: [{ lines: [9] }], samples: [{ stack: [1, 7, 0], values: [1, 10] }] },
      '| cpu (nanoseconds) | [unknown];[unknown];[unknown] 10',
      ['unnamed 3'],
    ));

  test('with the same name are distinguished by module', () =>
    expectRead(
      {
        modules: ['/bin/a', ''],
        locations: [
          { module: 1, lines: [1] },
          { module: 2, lines: [1] },
          { module: 9, lines: [1] },
        ],
        samples: [{ stack: [3, 2, 1], values: [1, 10] }],
      },
      '| cpu (nanoseconds) | f@/bin/a;f;f 10',
    ));
});

describe('values', () => {
  test('that represent several samples are divided among them without loss', () =>
    expectRead(
      { samples: [{ stack: [1], values: [3, 10] }] },
      `| cpu (nanoseconds) | f 4
       | cpu (nanoseconds) | f 3
       | cpu (nanoseconds) | f 3`,
    ));

  test('of different types are separate events', () =>
    expectRead(
      {
        types: ['alloc_objects/count', 'alloc_space/bytes', 'cpu-clock/nanoseconds', 'x/'],
        samples: [
          { stack: [1], values: [2, 64, 5, 1] },
          { stack: [2], values: [0, 32, 0, 0] },
        ],
      },
      `| alloc_objects | f 2
       | alloc_space (bytes) | f 64
       | cpu-clock | f 5
       | x | f 1
       | alloc_space (bytes) | g 32`,
    ));

  test('of the type that the file names are shown first', async () => {
    const types = ['alloc_objects/count', 'alloc_space/bytes', 'inuse_objects/count', 'inuse_space/bytes'];
    const samples = [
      { stack: [1], values: [2, 1000, 0, 0] },
      { stack: [2], values: [1, 100, 1, 64] },
    ];
    const shown = async (defaultType?: string) => {
      const made = pprofOf({ types, samples, ...(defaultType !== undefined && { defaultType }) });
      const outcome = await openProfile([sourceOf(made)], NO_LISTENER);
      if (!outcome.ok) throw new Error(outcome.problem.text);
      const { events, defaultEvent } = outcome.value.recording;
      return events[defaultEvent].name;
    };
    expect(await shown()).toBe('alloc_objects');
    expect(await shown('inuse_space')).toBe('inuse_space (bytes)');
    expect(await shown('nothing')).toBe('alloc_objects');
  });

  test('that are only sample counts become samples of weight 1', () =>
    expectRead(
      { types: ['samples/count'], samples: [{ stack: [1], values: [2] }] },
      '| samples | f 1\n| samples | f 1',
    ));

  test('that represent a billion samples become one sample', () =>
    expectRead({ samples: [{ stack: [1], values: [1e9, 3e9] }] }, '| cpu (nanoseconds) | f 3000000000', [
      'count 1',
    ]));

  test('of zero become a sample only if the sample count is positive', () =>
    expectRead(
      {
        samples: [
          { stack: [1], values: [0, 0] },
          { stack: [2], values: [1, 0] },
          { stack: [3], values: [0, 7] },
        ],
      },
      '| cpu (nanoseconds) | g 0\n| cpu (nanoseconds) | h 7',
    ));

  test('below zero are skipped', () =>
    expectRead({ samples: [{ stack: [1], values: [1, -5] }, SAMPLE] }, '| cpu (nanoseconds) | f 10', [
      'negative 1',
    ]));

  test('may exceed 32 bits', () =>
    expectRead({ samples: [{ stack: [1], values: [1, 2n ** 53n] }] }, `| cpu (nanoseconds) | f ${2 ** 53}`));

  test('that are missing or extra get a note', () =>
    expectRead(
      {
        samples: [
          { stack: [1], values: [1] },
          { stack: [2], values: [1, 2, 3] },
          { stack: [3], values: [] },
        ],
      },
      '| cpu (nanoseconds) | f 0\n| cpu (nanoseconds) | g 2',
      ['values 3'],
    ));
});

describe('labels', () => {
  const expectThread = (labels: Readonly<Record<string, string | number>>, thread: string) =>
    expectRead({ samples: [{ ...SAMPLE, labels }] }, `${thread} | cpu (nanoseconds) | f 10`);

  test.each<[Readonly<Record<string, string | number>>, string]>([
    [{ thread: 'main', pid: 7, tid: 8 }, 'main 7/8'],
    [{ thread_name: 'main', thread_id: '8', process_id: '7' }, 'main 7/8'],
    [{ 'thread name': 'main', 'thread id': 8 }, 'main -/8'],
    [{ thread: 8 }, '-/8'],
    [{ comm: 'python3', tid: 0 }, 'python3 -/0'],
    [{ process: 'server' }, 'server'],
    [{ process: 7, thread_id: '0x7f00' }, '0x7f00 7/-'],
    [{ thread: '12' }, '12'],
    [{ endpoint: '/' }, ''],
  ])('%j become the thread “%s”', expectThread);

  test('name the event if there is only one type', () =>
    expectRead({ samples: [{ ...SAMPLE, labels: { event: 'cpu-clock' } }] }, '| cpu-clock | f 10'));

  test('do not name the event if there are several types', () =>
    expectRead(
      {
        types: ['samples/count', 'a/count', 'b/count'],
        samples: [{ stack: [1], values: [1, 0, 4], labels: { event: 'a' } }],
      },
      '| b | f 4',
    ));
});

describe('a file', () => {
  const made = { samples: [{ stack: [2, 1], values: [1, 10] }] };

  test('may be gzipped or not', async () => {
    const plain = samplesOf(await read(pprofOf(made)));
    expect(samplesOf(await read(gzipSync(pprofOf(made))))).toEqual(plain);
    expect(samplesOf(await read(gzipSync(pprofOf(made)), { pieces: [7] }))).toEqual(plain);
  });

  test('may begin with the time or period, as Go’s runtime writes them, or with strings', async () => {
    const plain = samplesOf(await read(pprofOf(made)));
    const time = Uint8Array.of(0x48, 0x80, 0xff, 0xff, 0x81, 0xea, 0xc9, 0x80, 0xb8, 0x17);
    expect(samplesOf(await read(concatBytes(time, pprofOf(made))))).toEqual(plain);
    const period = Uint8Array.of(0x5a, 4, 8, 1, 16, 2, 0x60, 0x80, 0x80, 0x20);
    expect(samplesOf(await read(concatBytes(period, pprofOf(made))))).toEqual(plain);
    const bytes = pprofOf(made);
    const strings = bytes.lastIndexOf(0x32, bytes.lastIndexOf(0, bytes.length - 5));
    expect(bytes[strings + 1]).toBe(0);
    expect(samplesOf(await read(concatBytes(bytes.subarray(strings), bytes.subarray(0, strings))))).toEqual(
      plain,
    );
  });

  test('may have unknown fields', async () => {
    const fixed = Uint8Array.of(0x81, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0x85, 1, 1, 2, 3, 4, 0x82, 1, 2, 8, 1);
    expect(samplesOf(await read(concatBytes(pprofOf(made), fixed)))).toEqual(
      samplesOf(await read(pprofOf(made))),
    );
  });

  test.each([
    ['in a number', pprofOf(made).slice(0, -2)],
    ['in a string', concatBytes(pprofOf(made), Uint8Array.of(0x32, 5, 97))],
  ])('that is truncated %s is rejected with an explanation', async (_where, bytes) => {
    const outcome = await openProfile([sourceOf(bytes, 'cpu.pb')], NO_LISTENER);
    expect(outcome).toEqual({
      ok: false,
      problem: {
        text: expect.stringMatching(
          /^“cpu.pb” cannot be opened: it is truncated or damaged at byte \d+ of \d+ \(uncompressed\)\.$/,
        ),
      },
    });
  });

  test('with only Python frames keeps recursion', async () => {
    const functions = [{ name: 'fib', file: '/a.py' }];
    const outcome = await openProfile(
      [sourceOf(pprofOf({ functions, samples: [{ stack: [1, 1, 1], values: [1, 1] }] }))],
      NO_LISTENER,
    );
    if (!outcome.ok) throw new Error(outcome.problem.text);
    const { parent } = profileAtLevel(outcome.value, 'python-c').stacks;
    expect([...parent]).toEqual([-1, 0, 1]);
  });

  test('has its functions classified by name and module', async () => {
    const functions = [
      { name: 'f', system: 'py::f:/a.py' },
      { name: '_PyEval_EvalFrameDefault' },
      { name: 'list_sort' },
    ];
    const locations = [{ lines: [1] }, { module: 1, lines: [2] }, { module: 1, lines: [3] }];
    const bytes = pprofOf({
      modules: ['/usr/lib/libpython3.13.so.1.0'],
      functions,
      locations,
      samples: [{ stack: [3, 2, 1], values: [1, 1] }],
    });
    const outcome = await openProfile([sourceOf(bytes)], NO_LISTENER);
    if (!outcome.ok) throw new Error(outcome.problem.text);
    const { kind } = outcome.value.classified.profile.funcs;
    expect([...kind].slice(0, 3)).toEqual([Kind.own, Kind.eval, Kind.runtime]);
  });
});
