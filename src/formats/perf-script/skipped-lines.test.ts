import { expect, test } from 'vitest';
import { classifySkippedLine, type SkippedLine } from './skipped-lines.ts';

test.each<[string, SkippedLine]>([
  ['\t7f10 f', 'frame'],
  [' ABI:2    AX:0x0    BX:0x7f', 'registers'],
  [' 0x55d0/0x55e0/P/-/-/3//-  0x55d2/0x55e1/M/-/-/5//- ', 'branches'],
  [' 0x55d0(/usr/bin/app)/0x55e0(/usr/bin/app)/P/-/-/3//- ', 'branches'],
  ['  main.c:12', 'source'],
  ['  app[41f]', 'source'],
  ['  ??:0', 'source'],
  ['  a sentence: it ends here', 'other'],
  ["addr2line: 'x.so': No such file", 'other'],
  ['', 'other'],
])('%j is skipped as %s', (line, kind) => expect(classifySkippedLine(line)).toBe(kind));
