// Lines of perf and other programs that are around or inside samples but not part of them.

import { describe, test } from 'vitest';
import { expectSamples, FRAMES, script, STACK, under } from '../../../fixtures/script-lines.ts';
import { joined } from '../../../fixtures/sources.ts';

describe('the perf script reader', () => {
  const sample = under('app      77     1.000005:         10 cycles: ');
  const drawing = `app -/77 | cycles 1.000005 | ${STACK} 10`;

  test('ignores the --header block', () =>
    expectSamples(
      `# ========\n# captured on    : Fri Nov 20\n# cmdline : /usr/bin/perf record -g\n# ========\n#\n${sample}${sample}`,
      `${drawing}\n${drawing}`,
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
      `${drawing}\n${drawing}`,
    ));

  test('accepts Windows line endings', () =>
    expectSamples((sample + sample).replaceAll('\n', '\r\n'), `${drawing}\n${drawing}`));

  test('accepts missing newlines at the end', async () => {
    await expectSamples((sample + sample).slice(0, -1), `${drawing}\n${drawing}`);
    await expectSamples((sample + sample).slice(0, -2), `${drawing}\n${drawing}`);
    await expectSamples((sample + sample).replaceAll('\n', '\r\n').slice(0, -4), `${drawing}\n${drawing}`);
  });

  test('ignores additional empty lines', () =>
    expectSamples(`\n\n${sample}\n\n\n${sample}\n\n`, `${drawing}\n${drawing}`));

  test('counts lines of other programs, and notes the first line number', () =>
    expectSamples(
      `Warning: lost 12 chunks\n${sample}addr2line: 'x.so': No such file\n[ perf record: Captured ]\n${sample}`,
      `${drawing}\n${drawing}`,
      ['other 3 at line 1'],
    ));

  test('counts lines of other programs inside a sample, which stays complete', () =>
    expectSamples(
      `${sample}${sample.replace(/\n/, '\ncmd__addr2line /x: could not read first record\n')}${sample}`,
      `${drawing}\n${drawing}\n${drawing}`,
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
      `${drawing}\n${drawing}`,
      ['source 2 at line 3', 'registers 1 at line 6', 'branches 1 at line 7'],
    ));

  test('counts unparsable frames and frames without a sample', () =>
    expectSamples(
      `${sample}\t    7f0000000010 lost (/x)\n\t    7f0000000010 lost (/x)\n\n${sample.replace(/\n/, '\n\tno frame (/x)\n')}`,
      `${drawing}\n${drawing}`,
      ['orphan 2 at line 5', 'frame 1 at line 9'],
    ));

  test('tolerates NUL bytes and invalid UTF-8', () =>
    expectSamples(
      joined(
        sample,
        'app\0x      77     1.000005:         10 cycles: ',
        FRAMES.replace('leaf', 'le\0af'),
        '\n',
        sample,
        ['app      77     1.000005:         10 cycles: \n\t    7f0000000010 x'].join(''),
        Uint8Array.of(0xff, 0xfe, 0xc3),
        ' (/y)\n\n',
      ),
      `${drawing}
       app\0x -/77 | cycles 1.000005 | main@/usr/bin/app;le\0af@/usr/lib/x.so 10
       ${drawing}
       app -/77 | cycles 1.000005 | x\ufffd\ufffd\ufffd@/y 10`,
    ));

  test('skips and counts overlong lines', () =>
    expectSamples(
      `${sample}${'x'.repeat(70_000)}\n${sample.replace(/\n/, `\n\t    7f0000000010 ${'y'.repeat(70_000)} (/x)\n`)}${sample}`,
      `${drawing}\n${drawing}\n${drawing}`,
      ['long 2 at line 5'],
    ));
});
