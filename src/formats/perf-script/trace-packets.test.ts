// In a decoded hardware trace, branches and packets are not samples, but synthesized samples are.

import { describe, expect, test } from 'vitest';
import { notesOf } from '../../../fixtures/expect-read.ts';
import { FRAMES, withFrames } from '../../../fixtures/script-lines.ts';
import { read, sourceOf } from '../../../fixtures/sources.ts';
import { samplesOf } from '../../../fixtures/text.ts';
import { openProfile } from '../../../workers/pipeline.ts';
import { NO_LISTENER } from '../../../workers/reading/read-recording.ts';

const WHY =
  '“trace.txt” lists traced branches but has no samples: print samples with perf script --itrace=i100usg, or record with perf record -g.';

describe('decoded branches are rejected with an explanation', () => {
  test.each([
    [
      'from Intel PT',
      `             app  1234 [001]   100.000001:          1   branches:uH:      7f216b426103 _start+0x3 (/usr/lib/ld.so) =>     7f216b426100 _dl_start+0x0 (/usr/lib/ld.so)
             app  1234 [001]   100.000002:          1   branches:uH:      7f216b426203 _dl_start+0x9 (/usr/lib/ld.so) =>     7f216b426100 f+0x0 (/usr/lib/ld.so)
`,
    ],
    [
      'mixed with other packets and errors',
      `             app  1234 [001]   100.000000:          psb:  psb offs: 0                                      0 [unknown] ([unknown])
             app  1234 [001]   100.000000:          cbr:  cbr: 41 freq: 4100 MHz (114%)                    0 [unknown] ([unknown])
             app  1234 [001]   100.000001:          1  branches:uH:      7f216b426100 _start+0x0 (/usr/lib/ld.so)
 instruction trace error type 1 time 100.000001 cpu -1 pid 1234 tid 1234 ip 0x7f5948676e18 code 7: Overflow packet
`,
    ],
    [
      'from CoreSight',
      `	    perf   422 [000]   163.375100:          1 branches:uH:                 0 [unknown] ([unknown])
	    perf   422 [000]   163.375100:          1 branches:uH:      ffffb8009544 ioctl+0x14 (/lib/libc.so)
`,
    ],
    [
      'from magic-trace',
      ` 4589/4589  108652.292046895:                            1   branches:uH:   return                           c8631f f+0xf (foo.exe) =>           bcd5dc g+0x2c (foo.exe)
 4589/4589  108652.292046897:                            1   branches:uH:   tr strt jmp                           0 [unknown] ([unknown]) =>     7f5948676e18 _fini+0x0 (foo.exe)
`,
    ],
    [
      'with flags but no targets',
      `app  1234  100.000001: branches:u:   call                     40b06c f+0x1c (/usr/bin/app)
app  1234  100.000002: branches:u:   tr end                   40b06c f+0x1c (/usr/bin/app)
`,
    ],
  ])('%s', async (_what, text) => {
    for (const content of [text, text.replaceAll('\n', '\r\n'), text.repeat(500)]) {
      const outcome = await openProfile([sourceOf(content, 'trace.txt')], NO_LISTENER);
      expect(outcome).toEqual({ ok: false, problem: { text: WHY } });
    }
  });
});

describe('samples are kept', () => {
  test('of branch events, with call chains', async () => {
    const profile = await read(
      withFrames(
        'app      77     1.000005:     100003 branches: ',
        'app      77     1.000006:          1 branches:u: ',
        'app      77     1.000007: branches:uH: ',
      ),
    );
    const stack = 'main@/usr/bin/app;leaf@/usr/lib/x.so';
    expect(samplesOf(profile)).toEqual([
      `app -/77 | branches 1.000005 | ${stack} 100003`,
      `app -/77 | branches:u 1.000006 | ${stack} 1`,
      `app -/77 | branches:uH 1.000007 | ${stack} 1`,
    ]);
    expect(profile.notes).toEqual([]);
  });

  test('of branch events, without call chains', async () => {
    const line = (period: string) =>
      `             app      77     1.000001: ${period}branches:      7f52a20950c0 f+0x360 (/usr/lib/x.so)\n`;
    for (const period of ['     100003 ', '']) {
      const profile = await read(line(period).repeat(3));
      expect(profile.samples.length).toBe(3);
      expect(profile.stacks.length).toBe(1);
      expect(profile.notes).toEqual([]);
    }
  });

  test('synthesized from a trace', async () => {
    const text = `app      77     1.000001:     100000 instructions:u: ${FRAMES}\n`;
    expect((await read(text)).samples.length).toBe(1);
  });

  test('among decoded branches, which are counted', async () => {
    const branch =
      '             app    77     1.000001:          1   branches:uH:      7f216b426103 f+0x3 (/x.so) =>     7f216b426100 g+0x0 (/x.so)\n';
    const profile = await read(
      `${branch}${branch}${withFrames('app      77     1.000005:         10 cycles: ')}${branch}`,
    );
    expect(samplesOf(profile)).toEqual([
      'app -/77 | cycles 1.000005 | main@/usr/bin/app;leaf@/usr/lib/x.so 10',
    ]);
    expect(notesOf(profile)).toEqual(['trace 3 at line 1']);
  });
});
