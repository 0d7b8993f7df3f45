import { expect, test } from 'vitest';
import { HexParser } from './hex-parser.ts';

test.each([
  ['0', 0, 1],
  ['7fa1b0888000 b', 0x7fa1b0888000, 12],
  ['ABCdef', 0xabcdef, 6],
  ['0x10 ', 16, 4],
  ['ffffffff81000000 T', -0x7f000000, 16],
  ['0000000000000000000001', 1, 22],
])('parses “%s”', (text, signed, end) => {
  const hex = new HexParser();
  expect(hex.read(new TextEncoder().encode(text), 0)).toBe(true);
  expect([hex.signed, hex.end]).toEqual([signed, end]);
  expect(hex.unsigned < 0).toBe(false);
});

test.each(['', ' 1', 'g', '-1', '0x', '10000000000000000'])('rejects “%s”', (text) => {
  expect(new HexParser().read(new TextEncoder().encode(text), 0)).toBe(false);
});
