import { describe, expect, test } from 'vitest';
import { bytesOf } from '../../../fixtures/sources.ts';
import { sniffScript, type ScriptForm } from './form.ts';

const FRAME = '\t    7f0000000010 main+0x1f (/usr/bin/app)\n\n';
const DEFAULT: ScriptForm = {
  header: 'tid and time',
  hasCpu: false,
  hasPeriods: true,
  hasModules: true,
  hasOneLineSamples: false,
  hasTimeDeltas: false,
  isCertain: true,
};
const UNCERTAIN = { ...DEFAULT, isCertain: false };

function formOf(text: string): ScriptForm | undefined {
  return sniffScript(bytesOf(text));
}

describe('columns are detected from the first sample', () => {
  test.each<[string, string, ScriptForm]>([
    ['all columns', `app      77     1.000005:         10 cycles: \n${FRAME}`, DEFAULT],
    [
      'pid and CPU',
      `app      77/77   [000]     1.000005:         10 cycles: \n${FRAME}`,
      { ...DEFAULT, hasCpu: true },
    ],
    [
      'CPU and flags, without a tid',
      `app [000] Sp    1.000005:         10 cycles: \n${FRAME}`,
      { ...DEFAULT, header: 'time', hasCpu: true },
    ],
    [
      'CPU, without a tid',
      `[000]     1.000005: cycles: \n${FRAME}`,
      { ...DEFAULT, header: 'time', hasCpu: true, hasPeriods: false },
    ],
    [
      'CPU, without a time',
      `app      77 [000]         10 cycles: \n${FRAME}`,
      { ...UNCERTAIN, header: 'tid', hasCpu: true },
    ],
    ['a name like a CPU', `[000] 12      77     1.000005:         10 cycles: \n${FRAME}`, DEFAULT],
    ['no tid', `app     1.000005:         10 cycles: \n${FRAME}`, { ...DEFAULT, header: 'time' }],
    ['no time', `app      77         10 cycles: \n${FRAME}`, { ...UNCERTAIN, header: 'tid' }],
    ['no columns', `\n${FRAME}`, { ...UNCERTAIN, header: 'none', hasPeriods: false }],
    [
      'no modules',
      'app      77     1.000005:         10 cycles: \n\t    7f0000000010 main+0x1f\n',
      { ...DEFAULT, hasModules: false },
    ],
    [
      'no modules, and a name that ends in a parenthesis',
      'app      77     1.000005:         10 cycles: \n\t    7f0000000010 f(int)\n',
      { ...DEFAULT, hasModules: false },
    ],
    [
      'Windows line endings',
      `app      77     1.000005:         10 cycles: \r\n${FRAME.replaceAll('\n', '\r\n')}`,
      DEFAULT,
    ],
    [
      'samples without frames first',
      `app      77     1.000005:         10 cycles: \n\napp      77     1.000006:         10 cycles: \n${FRAME}`,
      DEFAULT,
    ],
    [
      'one-line samples',
      '     app      77     1.000005:         10 cycles:      7f52a20950c0 f+0x360 (/x)\n',
      { ...DEFAULT, hasOneLineSamples: true },
    ],
    [
      'one-line samples, no time',
      '     app      77 cycles:      7f52a20950c0 f+0x360 (/x)\n',
      { ...UNCERTAIN, header: 'tid', hasPeriods: false, hasOneLineSamples: true },
    ],
    [
      'one-line samples, no modules',
      '     app      77     1.000005:         10 cycles:  ffffffff8158c221 f+0x360\n',
      { ...DEFAULT, hasModules: false, hasOneLineSamples: true },
    ],
    [
      'no frames at all',
      'app      77     1.000005:         10 cycles: \napp      77     1.000005:         10 cycles: \n',
      { ...UNCERTAIN, hasOneLineSamples: true },
    ],
  ])('%s', (_what, text, form) => expect(formOf(text)).toEqual(form));
});

describe('text before the first sample is ignored', () => {
  const sample = `app      77     1.000005:         10 cycles: \n${FRAME}`;
  test.each([
    ['the --header block', '# ========\n# captured on    : Fri\n# ========\n#\n'],
    ['records', 'app      77     1.000000: PERF_RECORD_COMM exec: app:77/77\nPERF_RECORD_FINISHED_ROUND\n'],
    [
      'output of other programs',
      'Warning:\n12 samples lost: 5 of 7\n\n[ perf record: Captured ]\n'.repeat(20),
    ],
    ['a line that looks like fewer columns', 'Processed 12 lost:\n'],
    ['indented words that look like numbers', '\tbad face\n\tadd feed (x)\n'],
    ['a one-megabyte line', `${'x'.repeat(1 << 20)}\n`],
    ['empty lines', '\n\n\n'],
  ])('%s', (_what, before) => expect(formOf(before + sample)).toEqual(DEFAULT));
});

describe('perf’s own lines suffice to recognize the format', () => {
  test.each([
    ['the --header block', '# ========\n# captured on    : Fri\n# ========\n#\n', false],
    ['records', 'app      77     1.000000: PERF_RECORD_COMM exec: app:77/77\n', false],
    ['a sample without frames', 'app      77     1.000005:         10 cycles: \n\n', true],
  ])('%s', (_what, text, hasPeriods) => expect(formOf(text)).toEqual({ ...UNCERTAIN, hasPeriods }));
});

describe('other text is not recognized', () => {
  test.each([
    ['empty text', ''],
    ['prose', 'It was a dark and stormy night.\nThe time was 1.000005: late.\n'],
    ['Python code', '#!/usr/bin/env python3\n# A comment\nimport os\n\n\ndef f():\n\treturn 1\n'],
    ['Markdown', '# Title\n\n## cmdline\n\nText.\n'],
    ['a shell script', '# ========\n# build\n# ========\nset -e\n'],
    ['folded stacks', 'main;run 3\nmain;idle 4\n'],
    ['folded stacks with comments', '# made by a tool\nmain;run 3\n'],
    ['a perf map', '7f0000000010 20 py::f:/a.py\n'],
    ['a table', 'name\t1\t2\nother\t3\t4\n'],
    ['indented numbers', '\t12 apples\n\tabc def\n'],
    ['columns without a time or a frame', 'app      77         10 cycles: \n'],
  ])('%s', (_what, text) => expect(formOf(text)).toBeUndefined());
});
