// Text whose beginning misleads: excerpts, guests, unusual times, and columns beside the call chain.

import { describe, expect, test } from 'vitest';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { FRAMES, script, STACK, withFrames } from '../../../fixtures/script-lines.ts';
import { read } from '../../../fixtures/sources.ts';
import { samplesOf, trimLines } from '../../../fixtures/text.ts';

/** Several samples decide, so that the text must not be detected from the first of them. */
async function expectSamples(text: string, samples: string, notes: readonly string[] = []): Promise<void> {
  for (const pieces of [[64], [text.length]]) {
    const profile = await read(text, { pieces });
    expect(samplesOf(profile).join('\n')).toBe(trimLines(samples));
    expect(notesOf(profile)).toEqual(notes);
  }
}

const HEADERS = [
  'app      77     1.000001:         10 cycles: ',
  'app      78     1.000002:         20 cycles: ',
  'b 2      79     1.000003:         30 cycles: ',
];
const TEXT = withFrames(...HEADERS);
const SAMPLES = `app -/77 | cycles 1.000001 | ${STACK} 10
  app -/78 | cycles 1.000002 | ${STACK} 20
  b 2 -/79 | cycles 1.000003 | ${STACK} 30`;

describe('an excerpt', () => {
  test('may start with frames', () =>
    expectSamples(`${FRAMES.slice(1)}\n${TEXT}`, SAMPLES, ['orphan 2 at line 1']));

  test('starts at any byte of a sample: the samples after it are complete', async () => {
    const rest = samplesOf(await read(TEXT)).slice(1);
    for (let start = 1; start < TEXT.indexOf(HEADERS[1]); start++) {
      const samples = samplesOf(await read(TEXT.slice(start)));
      expect(samples.slice(-2), `from byte ${start}`).toEqual(rest);
      expect(samples.length, `from byte ${start}`).toBeLessThanOrEqual(3);
    }
  });

  test('may start with a header without a time', () =>
    expectSamples(withFrames('app      77         10 cycles: ') + TEXT, SAMPLES, [
      'other 1 at line 1',
      'orphan 2 at line 2',
    ]));
});

test('without tids, a comm may end in a number', () =>
  expectSamples(
    withFrames(
      'w 1     1.000001:         10 cycles: ',
      'main     1.000002:         20 cycles: ',
      'w 2     1.000003:         30 cycles: ',
    ),
    `w 1 | cycles 1.000001 | ${STACK} 10
     main | cycles 1.000002 | ${STACK} 20
     w 2 | cycles 1.000003 | ${STACK} 30`,
  ));

test.each([
  ['VM: 1234 VCPU:003   :4321  4321 [003]     1.000001:         10 cycles: ', ':4321 -/4321'],
  ['VM:   -1 app  50/51      1.000001:         10 cycles: ', 'app 50/51'],
])('a sample of a virtual machine: %s', (header, thread) =>
  expectSamples(
    withFrames(header, HEADERS[1]),
    `${thread} | cycles 1.000001 | ${STACK} 10
     app -/78 | cycles 1.000002 | ${STACK} 20`,
  ),
);

test('times may be negative, and have a decimal comma', async () => {
  const profile = await read(
    withFrames(
      'app      77 -1.500000:         10 cycles: ',
      'app      77 -0.000001:         10 cycles: ',
      'app      77     2,500000:         10 cycles: ',
    ),
  );
  expect([...profile.samples.time]).toEqual([-1.5e9, -1000, 2.5e9]);
  expect(profile.notes).toEqual([]);
});

test('names of processes may be longer than on Linux', () =>
  expectSamples(
    withFrames(
      'com.google.android.apps.maps 50/51 [003] 10.000001:     250000 cycles: ',
      'com.google.android.apps.gmail 60/61 [003] 10.000002:     250000 cycles: ',
    ),
    `com.google.android.apps.maps 50/51 | cycles 10.000001 | ${STACK} 250000
     com.google.android.apps.gmail 60/61 | cycles 10.000002 | ${STACK} 250000`,
  ));

describe('--deltatime', () => {
  const deltas = ['0.000000', '0.000003', '0.000002', '0.000004', '0.000001'];
  const header = (delta: string) => `app      77     ${delta}:         10 cycles: `;
  const sums = [0, 3, 5, 9, 10];

  test('prints the time since the previous sample: times are their sums', async () => {
    const { samples } = await read(withFrames(...deltas.map(header)));
    expect([...samples.time]).toEqual(sums.map((micros) => micros * 1000));
  });

  test('is not read in chunks', async () => {
    const text = withFrames(...deltas.map(header)).repeat(40);
    const { samples } = await read(text, { block: 1000 });
    expect(samples.time[199]).toBe(400_000);
  });

  test('counts the times of records', async () => {
    const record = 'app      77     0.000007: PERF_RECORD_COMM exec: app:77/77\n';
    const [first, ...rest] = deltas.map((delta) => withFrames(header(delta)));
    const { samples } = await read(first + record + rest.join(''));
    expect([...samples.time]).toEqual([0, 10_000, 12_000, 16_000, 17_000]);
  });

  test('is recognized without its beginning from many samples', async () => {
    const many = Array.from({ length: 20 }, (_, i) => `0.00000${(i % 3) + 1}`);
    const { samples } = await read(withFrames(...many.map(header)));
    expect(samples.time[19]).toBe(39_000);
  });

  test.each([
    ['times in order from 0', ['0.000000', '0.000002', '0.000002', '0.000003', '0.000004']],
    ['times from several CPUs', Array.from({ length: 20 }, (_, i) => `9.00000${(i % 3) + 1}`)],
  ])('is not %s', async (_what, times) => {
    const { samples } = await read(withFrames(...times.map(header)));
    expect([...samples.time]).toEqual(times.map((time) => Math.round(Number(time) * 1e9)));
  });
});

describe('columns before the frames', () => {
  const columns = [
    ['-F +addr', '                0'],
    ['-F +addr of known data', '     7fff12345678 [unknown] ([stack])'],
    [
      '-F +addr,+data_src,+weight',
      '                0      1e05080021 |OP N/A|LVL N/A or N/A|SNP N/A|TLB N/A|LCK N/A|BLK  N/A               0',
    ],
    ['-F +weight,+ins_lat', '               0               0'],
  ];

  test.each(columns)('%s, with a call chain', (_what, column) =>
    expectSamples(withFrames(...HEADERS.map((header) => header.trimEnd() + column)), SAMPLES),
  );

  test('may precede an empty call chain', () =>
    expectSamples(
      `${withFrames(`${HEADERS[0]}                0`)}${HEADERS[1]}                0\n\n`,
      `app -/77 | cycles 1.000001 | ${STACK} 10
       app -/78 | cycles 1.000002 | [no stack] 20`,
    ));

  test.each(columns.slice(0, 3))('%s, without a call chain', (_what, column) =>
    expectSamples(
      HEADERS.map((header) => `${header.trimEnd()}${column}     7f52a20950c0 f+0x3 (/x.so)\n`).join(''),
      SAMPLES.replaceAll(STACK, 'f@/x.so'),
    ),
  );
});

describe('columns after the frames', () => {
  const columns = [
    ['-F +insn', ' insn: 48 8b 7a 10'],
    ['-F +insnlen,+insn', ' ilen: 2 insn: 74 20'],
    ['-F +iregs', ' ABI:2    AX:0x1    BX:0xffffea000499ca40 '],
    ['-F +phys_addr', '               0'],
    ['-F +phys_addr,+data_page_size,+code_page_size', '               0 N/A 4K'],
    ['-F +cgroup', ' /user.slice'],
  ];

  test.each(columns)('%s, in lines of their own', async (_what, column) => {
    const text = withFrames(...HEADERS).replaceAll('\n\n', `\n${column}\n\n`);
    const expected = samplesOf(await read(TEXT));
    // The last sample is complete once one of these lines begins.
    for (const cut of [0, 1, 2]) {
      const profile = await read(text.slice(0, text.length - cut));
      expect(samplesOf(profile)).toEqual(expected);
      expect(profile.notes.map(({ kind }) => kind).filter((kind) => kind === 'cut')).toEqual([]);
      expect(profile.printed?.isTruncated).toBe(false);
    }
    expect((await read(text)).notes).toHaveLength(1);
  });

  test.each(columns.slice(0, 5))('%s, without a call chain', (_what, column) =>
    expectSamples(
      HEADERS.map((header) => `${header}     7f52a20950c0 f+0x3 (/x.so)${column}\n`).join(''),
      SAMPLES.replaceAll(STACK, 'f@/x.so'),
    ),
  );

  test('in text without modules', () =>
    expectSamples(
      script(`
${HEADERS[0]}
	    7f0000000010 leaf+0x1f
 insn: 48 8b
`),
      'app -/77 | cycles 1.000001 | leaf 10',
      ['columns 1 at line 3'],
    ));
});
