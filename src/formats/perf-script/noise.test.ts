// Lines from perf and other programs that appear between or inside samples but are not part of them.

import { describe, test } from 'vitest';
import { expectSamples, FRAMES, script, STACK, withFrames } from '../../../fixtures/script-lines.ts';
import { concatBytes } from '../../../fixtures/sources.ts';

describe('the perf script reader', () => {
  const sample = withFrames('app      77     1.000005:         10 cycles: ');
  const expected = `app -/77 | cycles 1.000005 | ${STACK} 10`;

  test('ignores the --header block', () =>
    expectSamples(
      `# ========\n# captured on    : Fri Nov 20\n# cmdline : /usr/bin/perf record -g\n# ========\n#\n${sample}${sample}`,
      `${expected}\n${expected}`,
    ));

  test('ignores lines of --show-task-events and --show-mmap-events', () =>
    expectSamples(
      script(`
swapper       0     0.000000: PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x12090c8) @ 0xffffffff81000000]: x [kernel]
app      77     1.000000: PERF_RECORD_COMM exec: app:77/77
${sample}app      77     1.000006: PERF_RECORD_MMAP2 77/77: [0x7fa3cf275000(0x28000) @ 0x1000 fe:00 2 8]: r-xp /x.so
PERF_RECORD_FINISHED_ROUND
${sample}app      77     1.000007: PERF_RECORD_EXIT(77:77):(76:76)
`),
      `${expected}\n${expected}`,
    ));

  test('accepts Windows line endings', () =>
    expectSamples((sample + sample).replaceAll('\n', '\r\n'), `${expected}\n${expected}`));

  test('accepts text without its final newlines', async () => {
    await expectSamples((sample + sample).slice(0, -1), `${expected}\n${expected}`);
    await expectSamples((sample + sample).slice(0, -2), `${expected}\n${expected}`);
    await expectSamples((sample + sample).replaceAll('\n', '\r\n').slice(0, -4), `${expected}\n${expected}`);
  });

  test('ignores additional empty lines', () =>
    expectSamples(`\n\n${sample}\n\n\n${sample}\n\n`, `${expected}\n${expected}`));

  test('counts lines from other programs, and notes the first line number', () =>
    expectSamples(
      `Warning: lost 12 chunks\n${sample}addr2line: 'x.so': No such file\n[ perf record: Captured ]\n${sample}`,
      `${expected}\n${expected}`,
      ['other 3 at line 1'],
    ));

  test('counts lines from other programs inside a sample, and keeps the whole sample', () =>
    expectSamples(
      `${sample}${sample.replace(/\n/, '\ncmd__addr2line /x: could not read first record\n')}${sample}`,
      `${expected}\n${expected}\n${expected}`,
      ['other 1 at line 6'],
    ));

  test('counts lines of unsupported columns by kind', () =>
    expectSamples(
      script(`
app      77     1.000005:         10 cycles: 
	    7f0000000010 leaf+0x1f (/usr/lib/x.so)
  leaf.c:12
	    7f0000000020 main+0x5c (/usr/bin/app)
  app[41f]
 ABI:2    AX:0x0    BX:0x7f
 0x55d0/0x55e0/P/-/-/3//-  0x55d2/0x55e1/M/-/-/5//- 

`) + sample,
      `${expected}\n${expected}`,
      ['source 2 at line 3', 'registers 1 at line 6', 'branches 1 at line 7'],
    ));

  test('counts unparsable frames and frames without a sample', () =>
    expectSamples(
      `${sample}\t    7f0000000010 lost (/x)\n\t    7f0000000010 lost (/x)\n\n${sample.replace(/\n/, '\n\tno frame (/x)\n')}`,
      `${expected}\n${expected}`,
      ['orphan 2 at line 5', 'frame 1 at line 9'],
    ));

  test('tolerates NUL bytes and invalid UTF-8', () =>
    expectSamples(
      concatBytes(
        sample,
        'app\0x      77     1.000005:         10 cycles: ',
        FRAMES.replace('leaf', 'le\0af'),
        '\n',
        sample,
        ['app      77     1.000005:         10 cycles: \n\t    7f0000000010 x'].join(''),
        Uint8Array.of(0xff, 0xfe, 0xc3),
        ' (/y)\n\n',
      ),
      `${expected}
       app\0x -/77 | cycles 1.000005 | main@/usr/bin/app;le\0af@/usr/lib/x.so 10
       ${expected}
       app -/77 | cycles 1.000005 | x\ufffd\ufffd\ufffd@/y 10`,
    ));

  test('skips and counts overlong lines', () =>
    expectSamples(
      `${sample}${'x'.repeat(70_000)}\n${sample.replace(/\n/, `\n\t    7f0000000010 ${'y'.repeat(70_000)} (/x)\n`)}${sample}`,
      `${expected}\n${expected}\n${expected}`,
      ['long 2 at line 5'],
    ));
});
