import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf } from '../../fixtures/sources.ts';
import '../../fixtures/seed.ts';
import { jsonHead } from './json-head.ts';

const head = (text: string): unknown => jsonHead(bytesOf(text));

describe('parses the beginning of a JSON file', () => {
  test.each<[string, string, unknown]>([
    ['complete', '{"a": [1, {"b": "]}"}]}', { a: [1, { b: ']}' }] }],
    ['after a byte order mark and spaces', '\ufeff \n{"a":1}', { a: 1 }],
    ['after many spaces and lines', `${' '.repeat(3000)}${'\r\n\t'.repeat(1000)}[1]`, [1]],
    ['truncated after a comma', '{"a":1,', { a: 1 }],
    ['truncated in a name', '{"a":1,"bc', { a: 1 }],
    ['truncated in a string with quotes', '{"a":1,"b":"\\"{[', { a: 1 }],
    ['truncated in a number', '[1,23', [1]],
    ['truncated in a nested list', '{"a":[{"b":1,"c":[2,3,', { a: [{ b: 1, c: [2, 3] }] }],
    ['the first of several lines', '{"a":1}\n{"b":2}\n', { a: 1 }],
  ])('%s', (_, text, expected) => expect(head(text)).toEqual(expected));

  test.each(['', 'text', '"a"', '{a:1,', '}', 'x{"a":1}', '[1 2,'])('%j is not JSON', (text) => {
    expect(head(text)).toBeUndefined();
  });

  test('does not throw for 64 kB of brackets, the maximum length of a head', () => {
    expect(() => head('['.repeat(1 << 16))).not.toThrow();
    expect(() => head(`${'['.repeat(1 << 15)}${'[],'.repeat(10_000)}`)).not.toThrow();
  });

  test('keeps the complete members of any truncated value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, at) => {
        const whole: unknown = JSON.parse(text);
        if (typeof whole !== 'object' || whole === null) return;
        expect(head(text)).toEqual(whole);
        expectPart(head(text.slice(0, at % text.length)), whole);
      }),
    );
  });
});

/** Every member of `part` must be in `whole`; the last one may be partial. */
function expectPart(part: unknown, whole: unknown): void {
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) {
    if (part !== undefined) expect(part).toEqual(whole);
    return;
  }
  expect(Array.isArray(part)).toBe(Array.isArray(whole));
  const members = new Map<string, unknown>(Object.entries(whole));
  for (const [name, value] of Object.entries(part)) {
    expect(members.has(name)).toBe(true);
    expectPart(value, members.get(name));
  }
}
