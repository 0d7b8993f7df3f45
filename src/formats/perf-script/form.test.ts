import { describe, expect, test } from 'vitest';
import { bytesOf } from '../../../fixtures/sources.ts';
import { sniffScript, type ScriptForm } from './form.ts';

const FRAME = '\t    7f0000000010 main+0x1f (/usr/bin/app)\n\n';
const FULL: ScriptForm = {
  header: 'tid and time',
  hasModules: true,
  hasOneLineSamples: false,
  isCertain: true,
};
const UNCERTAIN = { ...FULL, isCertain: false };

function formOf(text: string): ScriptForm | undefined {
  return sniffScript(bytesOf(text));
}

describe('columns are detected from the first sample', () => {
  test.each<[string, string, ScriptForm]>([
    ['all', `app      77     1.000005:         10 cycles: \n${FRAME}`, FULL],
    ['pid and CPU', `app      77/77   [000]     1.000005:         10 cycles: \n${FRAME}`, FULL],
    ['no tid', `app     1.000005:         10 cycles: \n${FRAME}`, { ...FULL, header: 'time' }],
    ['no time', `app      77         10 cycles: \n${FRAME}`, { ...UNCERTAIN, header: 'tid' }],
    ['none', `\n${FRAME}`, { ...UNCERTAIN, header: 'none' }],
    [
      'no modules',
      'app      77     1.000005:         10 cycles: \n\t    7f0000000010 main+0x1f\n',
      { ...FULL, hasModules: false },
    ],
    [
      'no modules, and a name that ends in a parenthesis',
      'app      77     1.000005:         10 cycles: \n\t    7f0000000010 f(int)\n',
      { ...FULL, hasModules: false },
    ],
    [
      'Windows line endings',
      `app      77     1.000005:         10 cycles: \r\n${FRAME.replaceAll('\n', '\r\n')}`,
      FULL,
    ],
    [
      'samples without frames first',
      `app      77     1.000005:         10 cycles: \n\napp      77     1.000006:         10 cycles: \n${FRAME}`,
      FULL,
    ],
    [
      'one-line samples',
      '     app      77     1.000005:         10 cycles:      7f52a20950c0 f+0x360 (/x)\n',
      { ...FULL, hasOneLineSamples: true },
    ],
    [
      'one-line samples, no time',
      '     app      77 cycles:      7f52a20950c0 f+0x360 (/x)\n',
      { ...UNCERTAIN, header: 'tid', hasOneLineSamples: true },
    ],
    [
      'one-line samples, no modules',
      '     app      77     1.000005:         10 cycles:  ffffffff8158c221 f+0x360\n',
      { header: 'tid and time', hasModules: false, hasOneLineSamples: true, isCertain: true },
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
  ])('%s', (_what, before) => expect(formOf(before + sample)).toEqual(FULL));
});

describe('perf’s own lines suffice to recognize the format', () => {
  test.each([
    ['the --header block', '# ========\n# captured on    : Fri\n# ========\n#\n'],
    ['records', 'app      77     1.000000: PERF_RECORD_COMM exec: app:77/77\n'],
    ['a sample without frames', 'app      77     1.000005:         10 cycles: \n\n'],
  ])('%s', (_what, text) => expect(formOf(text)).toEqual(UNCERTAIN));
});

describe('other text is not recognized', () => {
  test.each([
    ['nothing', ''],
    ['prose', 'It was a dark and stormy night.\nThe time was 1.000005: late.\n'],
    ['a program', '#!/usr/bin/env python3\n# A comment\nimport os\n\n\ndef f():\n\treturn 1\n'],
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
