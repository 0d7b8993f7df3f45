// A small example of each variant of `perf script` output.

import { describe, expect, test } from 'vitest';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { expectSamples, FRAMES, script, STACK, withFrames } from '../../../fixtures/script-lines.ts';
import { read } from '../../../fixtures/sources.ts';

describe('header columns', () => {
  test('perf’s default columns: comm, tid, time, period, event', () =>
    expectSamples(
      withFrames(
        'app      77     1.000005:         10 cycles: ',
        'app      78     1.500000:         20 cycles: ',
      ),
      `app -/77 | cycles 1.000005 | ${STACK} 10
       app -/78 | cycles 1.5 | ${STACK} 20`,
    ));

  test('pid and tid, as with -F +pid', () =>
    expectSamples(
      withFrames(
        'app      77/77      1.000005:         10 cycles: ',
        'app      77/78      1.500000:         20 cycles: ',
      ),
      `app 77/77 | cycles 1.000005 | ${STACK} 10
       app 77/78 | cycles 1.5 | ${STACK} 20`,
    ));

  test('the CPU, as with -a', () =>
    expectSamples(
      withFrames(
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
      withFrames(
        'app      77     1.000000005:         10 cycles: ',
        'app      77  4321.123456789:         20 cycles: ',
      ),
      `app -/77 | cycles 1.000000005 | ${STACK} 10
       app -/77 | cycles 4321.123456789 | ${STACK} 20`,
    ));

  test('no period: each sample has weight 1', () =>
    expectSamples(
      withFrames('app      77     1.000005: cycles: ', 'app      77     1.500000: cycles: '),
      `app -/77 | cycles 1.000005 | ${STACK} 1
       app -/77 | cycles 1.5 | ${STACK} 1`,
    ));

  test('no time: the wide number before the event is the period', () =>
    expectSamples(
      withFrames(
        'app      77         10 cycles: ',
        'app 12      77 1001001001 cycles: ',
        'app      77 cycles: ',
      ),
      `app -/77 | ${STACK} 10
       app 12 -/77 | ${STACK} 1001001001
       app -/77 | ${STACK} 1`,
    ));

  test('no tid', () =>
    expectSamples(
      withFrames('app     1.000005:         10 cycles: ', 'a b     1.500000:         20 cycles: '),
      `app | cycles 1.000005 | ${STACK} 10
       a b | cycles 1.5 | ${STACK} 20`,
    ));

  test('no event, but a period', () =>
    expectSamples(
      withFrames('app      77     1.000005:    1001001 ', 'app      77     1.500000:         20 '),
      `app -/77 | samples 1.000005 | ${STACK} 1001001
       app -/77 | samples 1.5 | ${STACK} 20`,
    ));

  test('no period, no event: the event is named “samples”', () =>
    expectSamples(withFrames('app      77     1.000005: '), `app -/77 | samples 1.000005 | ${STACK} 1`));

  test('no columns at all, as with -F ip,sym,dso', () =>
    expectSamples(
      script(`
	    7f0000000010 leaf (/usr/lib/x.so)
	    7f0000000020 main (/usr/bin/app)

	    7f0000000020 main (/usr/bin/app)

`),
      `| samples | ${STACK} 1
       | samples | main@/usr/bin/app 1`,
    ));

  test('keeps decreasing times, as with --reltime on several CPUs', () =>
    expectSamples(
      withFrames(
        'app      77     2.000000:         10 cycles: ',
        'app      77     1.000000:         10 cycles: ',
      ),
      `app -/77 | cycles 2 | ${STACK} 10
       app -/77 | cycles 1 | ${STACK} 10`,
    ));
});

describe('comms', () => {
  const comms = ['a b (c) 12', 'x:1 [000] 3.4:', 'weird/1 [x] 99', '(parser)', 'sort:er', '1234', 'ключ'];

  test('may contain spaces, parentheses, colons, digits and non-ASCII characters', () =>
    expectSamples(
      withFrames(...comms.map((comm) => `${comm}      77     1.000005:         10 cycles: `)),
      comms.map((comm) => `${comm} -/77 | cycles 1.000005 | ${STACK} 10`).join('\n'),
    ));

  test('may be empty', () =>
    expectSamples(
      withFrames('      77     1.000005:         10 cycles: ', '      77     1.500000:         10 cycles: '),
      `-/77 | cycles 1.000005 | ${STACK} 10
       -/77 | cycles 1.5 | ${STACK} 10`,
    ));

  test('distinguish threads with the same ID', async () => {
    const text = withFrames(
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
  test('are distinguished even if their column is padded', () =>
    expectSamples(
      withFrames(
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

  test('may have a payload', () =>
    expectSamples(
      withFrames(
        'app      77 [000]     1.000001: sched:sched_switch: prev_comm=app prev_pid=77 ==> next_comm=b 12 next_pid=1',
        'app      77 [000]     1.000002: probe:f: (55d) x=1.000000: 5 cycles: ',
      ),
      `app -/77 | sched:sched_switch 1.000001 | ${STACK} 1
       app -/77 | probe:f 1.000002 | ${STACK} 1`,
    ));

  test('keep their modifiers', () =>
    expectSamples(
      withFrames(
        'app      77     1.000001:         10 task-clock:ppp: ',
        'app      77     1.000002:         10 cpu_core/cycles/P: ',
      ),
      `app -/77 | task-clock:ppp 1.000001 | ${STACK} 10
       app -/77 | cpu_core/cycles/P 1.000002 | ${STACK} 10`,
    ));

  test('beyond the 256th are skipped and counted', async () => {
    const headers = Array.from({ length: 260 }, (_, i) => `app      77     1.000001:         10 e${i}: `);
    const profile = await read(withFrames(...headers));
    expect(profile.events).toHaveLength(256);
    expect(profile.samples.length).toBe(256);
    expect(notesOf(profile)).toEqual(['event 4 at line 1028']);
  });
});

describe('frames', () => {
  const header = 'app      77     1.000001:         10 cycles: \n';
  const sampleWith = (frame: string) => `${header}\t${frame}\n\n`;
  const expected = (stack: string) => `app -/77 | cycles 1.000001 | ${stack} 10`;

  test.each([
    ['without an offset', '    7f0000000010 f (/x.so)', 'f@/x.so'],
    ['without a name', '    7f0000000010 [unknown] (/x.so)', '[unknown]@/x.so'],
    ['without a module', '    7f0000000010 [unknown] ([unknown])', '[unknown]@[unknown]'],
    ['with an empty module', '    7f0000000010 [unknown] ()', '[unknown]'],
    ['with a name and an empty module', '    7f0000000010 f+0x1 ()', 'f'],
    ['with an empty name', '    7f0000000010 +0x1 (/x.so)', '[unknown]@/x.so'],
    ['of the kernel', 'ffffffff8158c221 do_fault+0x2ec ([kernel.kallsyms])', 'do_fault@[kernel.kallsyms] ^'],
    [
      'whose module has spaces and was deleted',
      '    7f0000000010 f+0x1 (/a b (x)/y.so (deleted))',
      'f@/a b (x)/y.so (deleted)',
    ],
    [
      'whose name has a parenthesis after a space',
      '    7f0000000010 f(int (*)(char)) const+0x3 (/x)',
      'f(int (*)(char)) const@/x',
    ],
    [
      'whose name begins with a parenthesis',
      '    7f0000000010 (anonymous namespace)::f()+0x3 (/x)',
      '(anonymous namespace)::f()@/x',
    ],
    [
      'of Python, with special characters in the name',
      '    7f0000000010 py::f:<a (1) x>+0x6 (/tmp/perf-7.map)',
      'py::f:<a (1) x>@/tmp/perf-7.map',
    ],
    [
      'with non-ASCII characters',
      '    7f0000000010 py::Évaluation.méthode:/a.py+0x6 (/tmp/é.map)',
      'py::Évaluation.méthode:/a.py@/tmp/é.map',
    ],
  ])('%s', (_what, frame, stack) =>
    expectSamples(sampleWith(frame) + sampleWith(frame), `${expected(stack)}\n${expected(stack)}`),
  );

  test('may be inlined', () =>
    expectSamples(
      `${header}\t    7f0000000010 helper+0x10 (inlined)\n\t    7f0000000010 f+0x10 (/x.so)\n\n`,
      expected('f@/x.so;helper (inlined)'),
    ));

  test('may lack modules', () =>
    expectSamples(
      `${header}\t    7f0000000010 leaf+0x1\n\t    7f0000000010 f (x)+0x1\n\n`,
      expected('f (x);leaf'),
    ));

  test('may be missing', () =>
    expectSamples(
      `${header}\n${header}\n${header}${script(FRAMES)}\n`,
      `${expected('[no stack]')}\n${expected('[no stack]')}\n${expected(STACK)}`,
    ));

  test('may number ten thousand in one sample', async () => {
    const frames = Array.from(
      { length: 10_000 },
      (_, i) => `\t${(4096 + i).toString(16).padStart(16)} f${i} (/x.so)\n`,
    );
    const profile = await read(`${header}${frames.join('')}\n`);
    expect(profile.stacks.length).toBe(10_000);
    expect(profile.samples.stack[0]).toBe(9_999);
  });
});

describe('samples without a call chain are single lines', () => {
  test('with a frame', () =>
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

  test('without a frame', () =>
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

  test('without a newline after the last one', () =>
    expectSamples(
      script(`
             app      77     1.000001:         10 cycles:      7f52a20950c0 f+0x360 (/usr/lib/x.so)
             app      77     1.000002:         10 cycles:      7f52a20950c0 f+0x360 (/usr/lib/x.so)`),
      `app -/77 | cycles 1.000001 | f@/usr/lib/x.so 10
       app -/77 | cycles 1.000002 | f@/usr/lib/x.so 10`,
    ));

  test('without a newline after the only one', () =>
    expectSamples(
      '             app      77     1.000001:         10 cycles:      7f52a20950c0 f+0x360 (/usr/lib/x.so)',
      'app -/77 | cycles 1.000001 | f@/usr/lib/x.so 10',
    ));
});
