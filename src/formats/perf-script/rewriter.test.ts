// Pasted text and perf script output with fewer columns read the same as perf's default output.

import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { expectSamples, FRAMES, script, STACK, withFrames } from '../../../fixtures/script-lines.ts';
import { bytesOf, open, read } from '../../../fixtures/sources.ts';
import { trimLines, samplesOf } from '../../../fixtures/text.ts';
import { mayNeedRewriting, sniffText } from '../index.ts';
import { scriptRewriter } from './rewriter.ts';

const HEADERS = [
  'python3   24771  2348.974081:     333444 task-clock:ppp: ',
  '(parser) 2      78 [003]  2348.974082:     333445 task-clock:ppp: ',
  'cafe      79  2348.974083:     333446 task-clock:ppp: ',
];
const TEXT = withFrames(...HEADERS);
const ONE_LINE = script(`
             app      77     1.000001:         10 cycles:      7f52a20950c0 f+0x360 (/usr/lib/x (y).so)
         a b 12      78 [001]     1.000002:         20 cycles:  ffffffff8158c221 do_fault+0x2ec ([kernel.kallsyms])
`);

/** Expands tabs like `expand`. */
const expanded = (text: string) => text.replaceAll('\t', '        ');
const mapLines = (text: string, change: (line: string) => string) =>
  text.replace(/\n$/, '').split('\n').map(change).join('\n').concat('\n');

const COPIES: readonly (readonly [string, (text: string) => string])[] = [
  ['with spaces instead of tabs', expanded],
  ['without trailing spaces', (text) => mapLines(expanded(text), (line) => line.trimEnd())],
  ['with spaces in the empty lines', (text) => mapLines(expanded(text), (line) => `${line}   `)],
  ['with one space before frames', (text) => text.replaceAll('\t', ' ')],
  ['without any indentation', (text) => mapLines(text, (line) => line.trimStart())],
  ['indented by four spaces', (text) => mapLines(text, (line) => `    ${line}`)],
  ['indented by four spaces, without tabs', (text) => mapLines(expanded(text), (line) => `    ${line}`)],
  ['indented by a tab', (text) => mapLines(text, (line) => `\t${line}`)],
  ['quoted', (text) => mapLines(text, (line) => `> ${line}`)],
  [
    'quoted, with empty lines as a single >',
    (text) => mapLines(expanded(text), (line) => `> ${line}`.trimEnd()),
  ],
  ['quoted twice', (text) => mapLines(text, (line) => `> > ${line}`)],
  ['quoted without spaces', (text) => mapLines(text, (line) => `>${line}`)],
  ['quoted and fenced', (text) => mapLines(`\`\`\`\n${text}\`\`\`\n`, (line) => `> ${line}`)],
  ['in fences', (text) => `\`\`\`perf\n${expanded(text)}\`\`\`\n`],
  ['in tilde fences, with tabs', (text) => `~~~\n${text}~~~\n`],
];

describe('pasted text', () => {
  describe.each(COPIES)('%s', (_what, copy) => {
    test.each([
      ['default', TEXT],
      ['without modules', TEXT.replaceAll(/ \(\/.*\)$/gm, '')],
      ['without a call chain', ONE_LINE],
      [
        '--header and --show-task-events',
        `# ========\n# captured on    : Fri Nov 20\n# ========\n#\nswapper       0     0.000000: PERF_RECORD_COMM: perf-exec:1/1\n${TEXT}`,
      ],
    ])('%s', async (_form, text) => {
      const expected = samplesOf(await read(text));
      for (const newline of ['\n', '\r\n']) {
        const copied = copy(text).replaceAll('\n', newline);
        const { format, profile } = await open(copied);
        expect(format).toBe('perf script');
        expect(samplesOf(profile)).toEqual(expected);
        expect(notesOf(profile)).toEqual([]);
      }
    });
  });

  test('counts unrelated lines around it, and notes the first line number', async () => {
    const profile = await read(`I ran this:\n\n\`\`\`\n${expanded(TEXT)}\`\`\`\n\nWhat is wrong?\n`);
    expect(samplesOf(profile)).toEqual(samplesOf(await read(TEXT)));
    expect(notesOf(profile)).toEqual(['other 2 at line 1']);
  });

  test('reads the same in pieces of any size', async () => {
    const copied = mapLines(expanded(`${TEXT}${TEXT}`), (line) => `> ${line}`);
    const whole = samplesOf(await read(copied));
    expect(whole).toHaveLength(6);
    for (let cut = 1; cut < copied.length; cut += 7)
      expect(samplesOf(await read(copied, { pieces: [cut, copied.length] }))).toEqual(whole);
  });

  test('keeps all complete samples if truncated, and adds a note', async () => {
    const copied = expanded(TEXT);
    const profile = await read(copied.slice(0, -30));
    expect(samplesOf(profile)).toEqual(samplesOf(await read(TEXT)).slice(0, 2));
    expect(notesOf(profile).join()).toMatch(/^cut 1/);
  });

  test('is also rewritten after the part used for detection', async () => {
    const long = expanded(TEXT).repeat(3000);
    const profile = await read(long, { block: 1 << 20 });
    expect(profile.samples.length).toBe(9000);
    expect(new Set(profile.samples.stack).size).toBe(1);
    expect(profile.notes).toEqual([]);
  });

  test('may have overlong lines, which are counted', async () => {
    const profile = await read(expanded(`${TEXT}${'x'.repeat(200_000)}\n${TEXT}`));
    expect(profile.samples.length).toBe(6);
    expect(notesOf(profile)).toEqual(['long 1 at line 13']);
  });

  test('is not rewritten if it is default perf output', async () => {
    for (const text of [TEXT, ONE_LINE, `# ========\n# captured on    : Fri\n#\n${TEXT}`]) {
      const head = bytesOf(text);
      expect(mayNeedRewriting(await sniffText(head), head)).toBe(false);
    }
    for (const text of [
      FRAMES,
      withFrames('app      77 cycles: '),
      withFrames('app   77/78         10 cycles: '),
    ])
      expect(scriptRewriter(bytesOf(text))).toBeUndefined();
  });
});

/** Reads the text in small pieces, because detection needs many lines. */
async function expectSamplesInPieces(text: string, samples: string): Promise<void> {
  const profile = await read(text, { pieces: [64] });
  expect(samplesOf(profile).join('\n')).toBe(trimLines(samples));
  expect(profile.notes).toEqual([]);
}

describe('headers without a time', () => {
  test.each<[string, string, string, string, string]>([
    ['comm', 'python3 ', 'cc1 ', 'python3 | samples', 'cc1 | samples'],
    ['comm, which may end in a number', 'worker 1 ', 'cc1 ', 'worker 1 | samples', 'cc1 | samples'],
    [
      'comm, event',
      'python3 cpu-clock: ',
      'w 2 page-faults:u: ',
      'python3 | cpu-clock',
      'w 2 | page-faults:u',
    ],
    ['comm, tid', 'python3 27685 ', 'w 2    12 ', 'python3 -/27685 | samples', 'w 2 -/12 | samples'],
    [
      'comm, pid, tid',
      'python3 27685/27686 ',
      'w 2    12/13    ',
      'python3 27685/27686 | samples',
      'w 2 12/13 | samples',
    ],
    ['comm, CPU', 'python3 [000] ', 'w 2 [127] ', 'python3 | samples', 'w 2 | samples'],
    [
      'comm, tid, CPU',
      'python3 27685 [000] ',
      'w    12 [127] ',
      'python3 -/27685 | samples',
      'w -/12 | samples',
    ],
    ['CPU', '[000] ', '[127] ', '| samples', '| samples'],
    ['tid', '27685 ', '   12 ', '-/27685 | samples', '-/12 | samples'],
    ['pid, tid', '27685/27686 ', '   12/13   ', '27685/27686 | samples', '12/13 | samples'],
    ['event', 'cpu-clock: ', 'page-faults: ', '| cpu-clock', '| page-faults'],
  ])('%s', (_columns, first, second, one, other) =>
    expectSamplesInPieces(withFrames(first, second), `${one} | ${STACK} 1\n${other} | ${STACK} 1`),
  );

  test.each<[string, string, string]>([
    ['comm, period', 'python3    5025125 ', 'python3 | samples'],
    ['comm, period, event', 'python3    5025125 cpu-clock: ', 'python3 | cpu-clock'],
    ['comm, tid, period', 'python3 27685    5025125 ', 'python3 -/27685 | samples'],
    ['period', '   5025125 ', '| samples'],
    ['period, event', '   5025125 cpu-clock: ', '| cpu-clock'],
  ])('%s', (_columns, header, columns) =>
    expectSamplesInPieces(withFrames(header, header), `${columns} | ${STACK} 5025125\n`.repeat(2)),
  );

  test.each([
    ['comm', '         python3 '],
    ['comm, event', '         python3 cpu-clock: '],
    ['comm, tid', '         python3 17216 '],
    ['comm, tid, period', '         python3 17216    5025125 '],
    ['tid', '17216 '],
    ['period, event', '   5025125 cpu-clock: '],
    ['no columns', ''],
  ])('%s, without a call chain', async (_columns, header) => {
    const line = (frame: string) => `${header}${frame}\n`;
    const profile = await read(
      line('     7f52a20950c0 f (/usr/lib/x.so)') +
        line(' ffffffff8158c221 do_fault ([kernel.kallsyms])').repeat(2),
    );
    const stacks = samplesOf(profile).map((sample) => sample.replace(/^.*\| | \d+$/g, ''));
    expect(stacks).toEqual(['f@/usr/lib/x.so', ...Array<string>(2).fill('do_fault@[kernel.kallsyms] ^')]);
    expect(profile.notes).toEqual([]);
  });

  test.each(COPIES)('only a comm, %s', async (what, copy) => {
    // Without the usual indentation, a header that is only a comm cannot be distinguished from other lines.
    if (what === 'without any indentation' || what === 'with one space before frames') return;
    const profile = await read(copy(withFrames('python3 ', 'cc1 ')));
    expect(samplesOf(profile).join('\n')).toBe(
      trimLines(`python3 | samples | ${STACK} 1\ncc1 | samples | ${STACK} 1`),
    );
    expect(profile.notes).toEqual([]);
  });
});

describe('simpleperf’s report_sample.py', () => {
  const expected = `a b 7/8 | cpu-cycles 1.000005 | main@/bin/app;leaf@/lib/x.so 10
    dex 7/9 | cpu-cycles 2.5 | main@/bin/app 20`;

  test('since NDK r25', () =>
    expectSamples(
      '# ========\n# cmdline : simpleperf record\n# arch : arm64\n# ========\n#\n' +
        'a b\t7/8 [003] 1.000005: 10 cpu-cycles:\n\t      7052a20950 leaf (/lib/x.so)\n\t          401136 main (/bin/app)\n\n' +
        'dex\t7/9 [003] 2.500000: 20 cpu-cycles:\n\t          401136 main (/bin/app)\n\n',
      expected,
    ));

  test.each([
    ['before NDK r25', '.000005', '.500000'],
    ['in its first version, with unpadded microseconds', '.5', '.500000'],
  ])('%s', (_what, first, second) =>
    expectSamples(
      `a b\t8 [003] 1${first}:\t\t10 cpu-cycles:\n      7052a20950\tleaf (/lib/x.so)\n          401136\tmain (/bin/app)\n\n` +
        `dex\t9 [003] 2${second}:\t\t20 cpu-cycles:\n          401136\tmain (/bin/app)\n\n`,
      expected.replaceAll('7/', '-/'),
    ),
  );
});

test('without indentation and times, the line after an empty line is a header', () =>
  expectSamplesInPieces(
    `java 19983 cycles:
ffffffff8103d0ca native_write_msr_safe ([kernel.kallsyms])
7f0aef5a1f Interpreter (/tmp/perf-1.map)

cc1 77 cycles:
7f0aef5a1f f (/bin/cc1)

`,
    `java -/19983 | Interpreter@/tmp/perf-1.map;native_write_msr_safe@[kernel.kallsyms] ^ 1
     cc1 -/77 | f@/bin/cc1 1`,
  ));

test.each(['\t7/8 [003] 1.000005: 10 cpu-cycles:\n\t', '\t8 [003] 1.000005:\t\t10 cpu-cycles:\n'])(
  'simpleperf comms may be longer than Linux allows: %j',
  async (columns) => {
    const text = `org.mozilla.geckoview_example${columns}      7052a20950 leaf (/lib/x.so)\n\n`;
    const profile = await read(`# simpleperf\n${text}${text}`);
    expect(profile.threads.map(({ comm }) => comm)).toEqual(['org.mozilla.geckoview_example']);
    expect([profile.samples.length, profile.notes]).toEqual([2, []]);
  },
);

describe('other text is not rewritten', () => {
  test.each([
    ['prose in quotes', '> I said\n> that 3\n'],
    ['a table of numbers', '            12345 apples\n            67890 pears\n'],
    ['nm output', '0000000000401136 T main\n0000000000401150 T f\n                 U printf\n'],
    ['Markdown with code', '# Title\n\n```c\nint main(void);\n```\n\n    indented 1\n'],
    ['disassembly', '0000000000401136 <main>:\n  401136:\t55                   \tpush   %rbp\n'],
    ['a log with times', '12:00:01.123456: started\n  7f0000000010 ready\n'],
    ['hex dump', '00000000  7f 45 4c 46 02 01 01 00\n00000010  03 00 3e 00\n'],
  ])('%s', (_what, text) => expect(scriptRewriter(bytesOf(text))).toBeUndefined());

  test('random text never throws', () => {
    const line = fc.constantFrom(
      '> ',
      '```',
      '\t',
      '    7f0000000010 f (/x)',
      'app 77 1.000001: 10 cycles:',
      'cc1 ',
      '',
      ' ',
      '\0',
      'é',
      '#',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(line, fc.string()), { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n', ''),
        (lines, newline) => {
          const bytes = bytesOf(lines.join(newline));
          const rewriter = scriptRewriter(bytes);
          rewriter?.feed(bytes);
          rewriter?.end();
        },
      ),
    );
  });
});
