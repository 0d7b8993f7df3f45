import { escapeLine, escapeJson } from '../src/text/visible-text.ts';
import { expect, test } from 'vitest';
import { escapeLines } from './print.ts';

test.each([
  ['clear \x1b[2J and title \x1b]0;x\x07', 'clear \\x1b[2J and title \\x1b]0;x\\x07'],
  ['one byte for ESC [: \x9b31m', 'one byte for ESC [: \\x9b31m'],
  ['a\nb\tc\rd\x7f', 'a\\x0ab\\x09c\\x0dd\\x7f'],
  ['reversed \u202egnp.exe', 'reversed \\u{202e}gnp.exe'],
  ['naïve λ 😀 C:\\x', 'naïve λ 😀 C:\\x'],
])('prints %j as %j', (text, expected) => {
  expect(escapeLine(text)).toBe(expected);
});

test('keeps line breaks, and escapes across chunk boundaries', async () => {
  const bytes = new TextEncoder().encode('a;\x1b[1m\x9bé😀 3\nb;c 4\n');
  for (let at = 0; at <= bytes.length; at++) {
    const printed: Uint8Array[] = [];
    for await (const chunk of escapeLines([bytes.subarray(0, at), bytes.subarray(at)])) printed.push(chunk);
    expect(Buffer.concat(printed).toString()).toBe('a;\\x1b[1m\\x9bé😀 3\nb;c 4\n');
  }
});

test('escapes JSON without changing its value', () => {
  const value = { name: 'a\x1b[0m\x7f\x9b\u202e\n"\\', more: ['é'] };
  const json = escapeJson(JSON.stringify(value, null, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  expect(json.split('\n').length).toBeGreaterThan(1);
});
