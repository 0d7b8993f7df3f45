// Text truncated or split at any byte.

import { describe, expect, test } from 'vitest';
import { fuzzedOffsets } from '../../../fixtures/fuzz.ts';
import { bytesOf, open, read } from '../../../fixtures/sources.ts';
import { samplesOf } from '../../../fixtures/text.ts';
import type { Profile } from '../../model/profile.ts';

/** Removes the newline at the start of a literal. */
function script(text: string): string {
  return text.replace(/^\n/, '');
}

function kindsOf({ notes }: Profile): string[] {
  return notes.map(({ kind }) => kind);
}

describe('truncated text', () => {
  const text = script(`
app      77     1.000001:         10 cycles: 
	    7f0000000010 f(int (*)(char)) const+0x1f (/usr/lib/a (b)/x.so (deleted))
	    7f0000000020 operator()(int)+0x5c (/usr/bin/app)

(parser)      78     1.000002:         20 cycles: 

app      77     1.000003:         10 cycles: 
	    7f0000000010 helper()+0x1f (inlined)
	    7f0000000020 main+0x5c (/usr/bin/app)

`);
  /** Offset at which each of the three samples is complete. */
  const ends = [...text.matchAll(/\n\n/g)].map(({ index }) => index + 2);

  test('keeps all complete samples, and adds one note about the rest', async () => {
    const whole = samplesOf(await read(text));
    expect(whole).toHaveLength(3);
    for (let end = text.indexOf('app)\n') + 5; end < text.length; end++) {
      const profile = await read(text.slice(0, end));
      const samples = samplesOf(profile);
      const complete = ends.filter((each) => each <= end).length;
      const message = `cut at ${end}: …${JSON.stringify(text.slice(end - 20, end))}`;
      expect(whole.slice(0, complete), message).toEqual(samples.slice(0, complete));
      // The sample may be complete only if its last frame line is.
      const sample = text.slice(ends[complete - 1] ?? 0, end);
      const endsInFrame = /\)\n?$/.test(sample) && /\n\t[^\n]*\)\n?$/.test(sample);
      expect(samples.length - complete, message).toBeLessThanOrEqual(endsInFrame ? 1 : 0);
      const isCut = sample !== '' && samples.length === complete;
      expect(kindsOf(profile), message).toEqual(isCut ? ['cut'] : []);
      expect(profile.printed, message).toEqual({ hasCpu: false, hasPeriods: true, isTruncated: isCut });
    }
  });

  test('may consist of one-line samples', async () => {
    const line = (i: number) =>
      `             app      77     1.00000${i}:         10 cycles:      7f52a20950c0 f()+0x3 (/x (y)/z.so)\n`;
    const lines = line(1) + line(2) + line(3);
    for (let end = line(1).length; end < lines.length; end++) {
      const profile = await read(lines.slice(0, end));
      const complete = Math.floor(end / line(1).length);
      const rest = lines.slice(complete * line(1).length, end);
      const message = `cut at ${end}: …${JSON.stringify(rest.slice(-20))}`;
      expect(profile.samples.length - complete, message).toBeLessThanOrEqual(rest.endsWith(')') ? 1 : 0);
      const isCut = rest !== '' && profile.samples.length === complete;
      expect(kindsOf(profile), message).toEqual(isCut ? ['cut'] : []);
    }
  });

  test('may mix one-line samples and samples with call chains', async () => {
    const line =
      '             app      77     1.000001:         10 faults:      7f52a20950c0 f+0x3 (/z.so)\n';
    const head = 'app      77     1.000002:         10 cycles: \n';
    const frame = '\t    7f0000000010 leaf+0x1f (/x.so)\n';
    const counts = async (text: string) => {
      const profile = await read(text);
      return [profile.samples.length, ...kindsOf(profile)];
    };
    expect(await counts(`${line}${line}${head}${frame}\n${line}`)).toEqual([4]);
    expect(await counts(`${line}${line}${head}${frame}${frame}`)).toEqual([3]);
    expect(await counts(`${line}${line}${head}${frame}${frame.slice(0, 20)}`)).toEqual([2, 'cut']);
    expect(await counts(`${line}${line}${head}${frame}${frame}${frame.slice(0, 20)}`)).toEqual([2, 'cut']);
    expect(await counts(`${line}${line}${line.slice(0, 60)}`)).toEqual([2, 'cut']);
  });

  test('without a complete sample has at most one sample or is not recognized', async () => {
    for (const end of fuzzedOffsets(1, text.indexOf('app)\n'))) {
      const opened = await open(text.slice(0, end)).catch((error: unknown) => String(error));
      if (typeof opened === 'string') expect(opened).toContain('This is not a perf recording');
      else expect(opened.profile.samples.length).toBeLessThanOrEqual(1);
    }
  });
});

test('text split into two pieces at any byte reads the same', async () => {
  const sample = (header: string) => `${header}\n\t    7f0000000010 f (x)+0x1f (/x.so)\n\n`;
  const bytes = bytesOf(
    `${sample('app      77     1.000005:         10 cycles: ')}${sample('é (b) 2      78     1.000006:         10 cycles: ')}noise\r\n${sample('app      77     1.000007:         10 faults: ')}`,
  );
  const whole = await read(bytes);
  for (let cut = 1; cut < bytes.length; cut++) {
    expect(await read(bytes, { pieces: [cut, bytes.length] })).toEqual(whole);
  }
});
