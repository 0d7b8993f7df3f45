// One small text a form that `perf script` prints. Each is read whole, in pieces of 64 bytes, cut in two, and in blocks
// of many sizes: the same samples and the same notes each time.

import { describe, expect, test } from 'vitest';
import { bytesOf, joined, read } from '../../../fixtures/sources.ts';
import { drawn, samplesOf } from '../../../fixtures/text.ts';
import type { Profile } from '../../model/profile.ts';

const FRAMES = `
	    7f0000000010 leaf+0x1f (/usr/lib/x.so)
	    7f0000000020 main+0x5c (/usr/bin/app)
`;
const STACK = 'main@/usr/bin/app;leaf@/usr/lib/x.so';

/** A text as perf prints it: without the newline that begins the literal. */
function script(text: string): string {
  return text.replace(/^\n/, '');
}

function notesOf({ notes }: Profile): string[] {
  return notes.map(({ kind, count, line }) => `${kind} ${count} at line ${line}`);
}

/** Block sizes that cut the text at many places, each block large enough for two samples and what is around them. */
function blocksOf(length: number, text: string): number[] {
  const longest = Math.max(...text.split(/\n\r?\n/).map((part) => bytesOf(part).length));
  const smallest = 2 * longest + 4;
  const sizes = Array.from({ length: 40 }, (_, i) => smallest + i * Math.ceil((length - smallest) / 40));
  return smallest < length ? sizes : [];
}

async function expectSamples(content: string | Uint8Array, samples: string, notes: readonly string[] = []) {
  const bytes = bytesOf(content);
  const whole = await read(bytes);
  expect(samplesOf(whole).join('\n')).toBe(drawn(samples));
  expect(notesOf(whole)).toEqual(notes);
  for (const pieces of [[64], [bytes.length >> 1, bytes.length]])
    expect(await read(bytes, { pieces })).toEqual(whole);
  for (const block of blocksOf(bytes.length, new TextDecoder().decode(bytes))) {
    const blocks = await read(bytes, { block });
    expect(samplesOf(blocks), `in blocks of ${block} bytes`).toEqual(samplesOf(whole));
    expect(notesOf(blocks), `in blocks of ${block} bytes`).toEqual(notesOf(whole));
  }
}

/** The same frames under each of these header lines. */
function under(...headers: readonly string[]): string {
  return headers.map((header) => `${header}${FRAMES}\n`).join('');
}

describe('columns of a header', () => {
  test('what perf prints by default: comm, tid, time, period, event', () =>
    expectSamples(
      under('app      77     1.000005:         10 cycles: ', 'app      78     1.500000:         20 cycles: '),
      `app -/77 | cycles 1.000005 | ${STACK} 10
       app -/78 | cycles 1.5 | ${STACK} 20`,
    ));

  test('pid and tid, as with -F +pid', () =>
    expectSamples(
      under(
        'app      77/77      1.000005:         10 cycles: ',
        'app      77/78      1.500000:         20 cycles: ',
      ),
      `app 77/77 | cycles 1.000005 | ${STACK} 10
       app 77/78 | cycles 1.5 | ${STACK} 20`,
    ));

  test('the CPU, as with -a', () =>
    expectSamples(
      under(
        'app      77 [000]     1.000005:         10 cycles: ',
        'app      77 [127]     1.5000000:         20 x: ',
        'app      77 [127]     1.500000:         20 cycles: ',
      ),
      `app -/77 | cycles 1.000005 | ${STACK} 10
       app -/77 | cycles 1.5 | ${STACK} 20`,
      ['other 1 at line 5', 'orphan 2 at line 6'],
    ));

  test('nanoseconds, as with --ns', () =>
    expectSamples(
      under(
        'app      77     1.000000005:         10 cycles: ',
        'app      77  4321.123456789:         20 cycles: ',
      ),
      `app -/77 | cycles 1.000000005 | ${STACK} 10
       app -/77 | cycles 4321.123456789 | ${STACK} 20`,
    ));

  test('no period: a sample weighs 1', () =>
    expectSamples(
      under('app      77     1.000005: cycles: ', 'app      77     1.500000: cycles: '),
      `app -/77 | cycles 1.000005 | ${STACK} 1
       app -/77 | cycles 1.5 | ${STACK} 1`,
    ));

  test('no time: the wide number before the event is the period', () =>
    expectSamples(
      under('app      77         10 cycles: ', 'app 12      77 1001001001 cycles: ', 'app      77 cycles: '),
      `app -/77 | ${STACK} 10
       app 12 -/77 | ${STACK} 1001001001
       app -/77 | ${STACK} 1`,
    ));

  test('no tid', () =>
    expectSamples(
      under('app     1.000005:         10 cycles: ', 'a b     1.500000:         20 cycles: '),
      `app | cycles 1.000005 | ${STACK} 10
       a b | cycles 1.5 | ${STACK} 20`,
    ));

  test('no event: they are samples', () =>
    expectSamples(under('app      77     1.000005: '), `app -/77 | samples 1.000005 | ${STACK} 1`));

  test('no column at all, as with -F ip,sym,dso', () =>
    expectSamples(
      script(`
	    7f0000000010 leaf (/usr/lib/x.so)
	    7f0000000020 main (/usr/bin/app)

	    7f0000000020 main (/usr/bin/app)

`),
      `| samples | ${STACK} 1
       | samples | main@/usr/bin/app 1`,
    ));

  test('times that fall, as with --reltime of several CPUs, stay as they are', () =>
    expectSamples(
      under('app      77     2.000000:         10 cycles: ', 'app      77     1.000000:         10 cycles: '),
      `app -/77 | cycles 2 | ${STACK} 10
       app -/77 | cycles 1 | ${STACK} 10`,
    ));
});

describe('comms', () => {
  const comms = ['a b (c) 12', 'x:1 [000] 3.4:', 'weird/1 [x] 99', '(parser)', 'sort:er', '1234', 'ключ'];

  test('may hold spaces, parentheses, colons, digits and other letters', () =>
    expectSamples(
      under(...comms.map((comm) => `${comm}      77     1.000005:         10 cycles: `)),
      comms.map((comm) => `${comm} -/77 | cycles 1.000005 | ${STACK} 10`).join('\n'),
    ));

  test('may be empty', () =>
    expectSamples(
      under('      77     1.000005:         10 cycles: ', '      77     1.500000:         10 cycles: '),
      `-/77 | cycles 1.000005 | ${STACK} 10
       -/77 | cycles 1.5 | ${STACK} 10`,
    ));

  test('tell threads apart that differ in nothing else', async () => {
    const text = under(
      'a      77     1.000005:         10 cycles: ',
      'b      77     1.500000:         10 cycles: ',
      'a      77     2.000000:         10 cycles: ',
    );
    expect((await read(text)).threads).toEqual([
      { pid: -1, tid: 77, comm: 'a' },
      { pid: -1, tid: 77, comm: 'b' },
    ]);
  });
});

describe('events', () => {
  test('are never mixed, whatever their width', () =>
    expectSamples(
      under(
        'app      77     1.000001:         10            cycles: ',
        'app      77     1.000002:          1       page-faults: ',
        'app      77     1.000003:         10            cycles: ',
        'app      77     1.000004:          1 sched:sched_switch: ',
      ),
      `app -/77 | cycles 1.000001 | ${STACK} 10
       app -/77 | page-faults 1.000002 | ${STACK} 1
       app -/77 | cycles 1.000003 | ${STACK} 10
       app -/77 | sched:sched_switch 1.000004 | ${STACK} 1`,
    ));

  test('may carry a payload', () =>
    expectSamples(
      under(
        'app      77 [000]     1.000001: sched:sched_switch: prev_comm=app prev_pid=77 ==> next_comm=b 12 next_pid=1',
        'app      77 [000]     1.000002: probe:f: (55d) x=1.000000: 5 cycles: ',
      ),
      `app -/77 | sched:sched_switch 1.000001 | ${STACK} 1
       app -/77 | probe:f 1.000002 | ${STACK} 1`,
    ));

  test('keep their modifiers', () =>
    expectSamples(
      under(
        'app      77     1.000001:         10 task-clock:ppp: ',
        'app      77     1.000002:         10 cpu_core/cycles/P: ',
      ),
      `app -/77 | task-clock:ppp 1.000001 | ${STACK} 10
       app -/77 | cpu_core/cycles/P 1.000002 | ${STACK} 10`,
    ));

  test('beyond the 256th are left out and counted', async () => {
    const headers = Array.from({ length: 260 }, (_, i) => `app      77     1.000001:         10 e${i}: `);
    const profile = await read(under(...headers));
    expect(profile.events).toHaveLength(256);
    expect(profile.samples.length).toBe(256);
    expect(notesOf(profile)).toEqual(['event 4 at line 1028']);
  });
});

describe('frames', () => {
  const header = 'app      77     1.000001:         10 cycles: \n';
  const one = (frame: string) => `${header}\t${frame}\n\n`;
  const all = (stack: string) => `app -/77 | cycles 1.000001 | ${stack} 10`;

  test.each([
    ['without an offset', '    7f0000000010 f (/x.so)', 'f@/x.so'],
    ['without a name', '    7f0000000010 [unknown] (/x.so)', '[unknown]@/x.so'],
    ['without a module', '    7f0000000010 [unknown] ([unknown])', '[unknown]@[unknown]'],
    ['with an empty module', '    7f0000000010 [unknown] ()', '[unknown]@'],
    ['of the kernel', 'ffffffff8158c221 do_fault+0x2ec ([kernel.kallsyms])', 'do_fault@[kernel.kallsyms] ^'],
    [
      'whose module has spaces and is deleted',
      '    7f0000000010 f+0x1 (/a b (x)/y.so (deleted))',
      'f@/a b (x)/y.so (deleted)',
    ],
    [
      'whose name has a parenthesis behind a space',
      '    7f0000000010 f(int (*)(char)) const+0x3 (/x)',
      'f(int (*)(char)) const@/x',
    ],
    [
      'that begin with a parenthesis',
      '    7f0000000010 (anonymous namespace)::f()+0x3 (/x)',
      '(anonymous namespace)::f()@/x',
    ],
    [
      'of Python, whose name and file hold anything',
      '    7f0000000010 py::f:<a (1) x>+0x6 (/tmp/perf-7.map)',
      'py::f:<a (1) x>@/tmp/perf-7.map',
    ],
    [
      'in other letters',
      '    7f0000000010 py::Évaluation.méthode:/a.py+0x6 (/tmp/é.map)',
      'py::Évaluation.méthode:/a.py@/tmp/é.map',
    ],
  ])('%s', (_what, frame, expected) =>
    expectSamples(one(frame) + one(frame), `${all(expected)}\n${all(expected)}`),
  );

  test('that are inlined', () =>
    expectSamples(
      `${header}\t    7f0000000010 helper+0x10 (inlined)\n\t    7f0000000010 f+0x10 (/x.so)\n\n`,
      all('f@/x.so;helper (inlined)'),
    ));

  test('of text without modules', () =>
    expectSamples(
      `${header}\t    7f0000000010 leaf+0x1\n\t    7f0000000010 f (x)+0x1\n\n`,
      all('f (x);leaf'),
    ));

  test('may be none at all', () =>
    expectSamples(
      `${header}\n${header}\n${header}${script(FRAMES)}\n`,
      `${all('[no stack]')}\n${all('[no stack]')}\n${all(STACK)}`,
    ));

  test('may be ten thousand', async () => {
    const frames = Array.from(
      { length: 10_000 },
      (_, i) => `\t${(4096 + i).toString(16).padStart(16)} f${i} (/x.so)\n`,
    );
    const profile = await read(`${header}${frames.join('')}\n`);
    expect(profile.stacks.length).toBe(10_000);
    expect(profile.samples.stack[0]).toBe(9_999);
  });
});

describe('samples without a call chain stand in one line', () => {
  test('with their frame', () =>
    expectSamples(
      script(`
             app      77     1.000001:         10 cycles:      7f52a20950c0 f+0x360 (/usr/lib/x.so)
         a b 12      78 [001]     1.000002:         20 cycles:  ffffffff8158c221 do_fault+0x2ec ([kernel.kallsyms])
             app      77     1.000003:         10 cycles:                 0 [unknown] ([unknown])
`),
      `app -/77 | cycles 1.000001 | f@/usr/lib/x.so 10
       a b 12 -/78 | cycles 1.000002 | do_fault@[kernel.kallsyms] ^ 20
       app -/77 | cycles 1.000003 | [unknown]@[unknown] 10`,
    ));

  test('or without any', () =>
    expectSamples(
      script(`
             app      77     1.000001:         10 cycles: 
             app      78     1.000002:         20 cycles: 
             app      77     1.000003:         10 cycles: 
`),
      `app -/77 | cycles 1.000001 | [no stack] 10
       app -/78 | cycles 1.000002 | [no stack] 20
       app -/77 | cycles 1.000003 | [no stack] 10`,
    ));

  test('and the last one may lack its newline', () =>
    expectSamples(
      script(`
             app      77     1.000001:         10 cycles:      7f52a20950c0 f+0x360 (/usr/lib/x.so)
             app      77     1.000002:         10 cycles:      7f52a20950c0 f+0x360 (/usr/lib/x.so)`),
      `app -/77 | cycles 1.000001 | f@/usr/lib/x.so 10
       app -/77 | cycles 1.000002 | f@/usr/lib/x.so 10`,
    ));

  test('even when it is the only one', () =>
    expectSamples(
      '             app      77     1.000001:         10 cycles:      7f52a20950c0 f+0x360 (/usr/lib/x.so)',
      'app -/77 | cycles 1.000001 | f@/usr/lib/x.so 10',
    ));
});

describe('around the samples', () => {
  const sample = under('app      77     1.000005:         10 cycles: ');
  const drawing = `app -/77 | cycles 1.000005 | ${STACK} 10`;

  test('the block of --header says nothing', () =>
    expectSamples(
      `# ========\n# captured on    : Fri Nov 20\n# cmdline : /usr/bin/perf record -g\n# ========\n#\n${sample}${sample}`,
      `${drawing}\n${drawing}`,
    ));

  test('lines of --show-task-events and --show-mmap-events say nothing', () =>
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

  test('Windows line ends change nothing', () =>
    expectSamples((sample + sample).replaceAll('\n', '\r\n'), `${drawing}\n${drawing}`));

  test('the last newlines may be missing', async () => {
    await expectSamples((sample + sample).slice(0, -1), `${drawing}\n${drawing}`);
    await expectSamples((sample + sample).slice(0, -2), `${drawing}\n${drawing}`);
    await expectSamples((sample + sample).replaceAll('\n', '\r\n').slice(0, -4), `${drawing}\n${drawing}`);
  });

  test('more empty lines change nothing', () =>
    expectSamples(`\n\n${sample}\n\n\n${sample}\n\n`, `${drawing}\n${drawing}`));

  test('what a program wrote among them is counted, with the line where it began', () =>
    expectSamples(
      `Warning: lost 12 chunks\n${sample}addr2line: 'x.so': No such file\n[ perf record: Captured ]\n${sample}`,
      `${drawing}\n${drawing}`,
      ['other 3 at line 1'],
    ));

  test('and inside one too, without breaking it', () =>
    expectSamples(
      `${sample}${sample.replace(/\n/, '\ncmd__addr2line /x: could not read first record\n')}${sample}`,
      `${drawing}\n${drawing}\n${drawing}`,
      ['other 1 at line 6'],
    ));

  test('lines of other columns are counted by their kind', () =>
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

  test('frames that cannot be read and frames of no sample are counted', () =>
    expectSamples(
      `${sample}\t    7f0000000010 lost (/x)\n\t    7f0000000010 lost (/x)\n\n${sample.replace(/\n/, '\n\tno frame (/x)\n')}`,
      `${drawing}\n${drawing}`,
      ['orphan 2 at line 5', 'frame 1 at line 9'],
    ));

  test('NUL bytes and bytes that are no UTF-8 break nothing', () =>
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

  test('lines longer than any name are left out and counted', () =>
    expectSamples(
      `${sample}${'x'.repeat(70_000)}\n${sample.replace(/\n/, `\n\t    7f0000000010 ${'y'.repeat(70_000)} (/x)\n`)}${sample}`,
      `${drawing}\n${drawing}\n${drawing}`,
      ['long 2 at line 5'],
    ));
});
