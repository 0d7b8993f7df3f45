import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineCache, MIN_CACHED_LINE, LINE_SLACK } from './line-cache.ts';
import '../../../fixtures/seed.ts';

/** The bytes of the text, followed by SLACK other bytes, which must not affect the result. */
function viewOf(text: string): { view: DataView; end: number } {
  const bytes = new TextEncoder().encode(text + 'x'.repeat(LINE_SLACK));
  return { view: new DataView(bytes.buffer), end: bytes.length - LINE_SLACK };
}

test('matches a line only if all bytes are equal', () => {
  const cache = new LineCache();
  const { view, end } = viewOf('\t    7f0000000010 f+0x1 (/x)\n\t    7f0000000010 f+0x1 (/y)\n');
  cache.add(view, 0, 29, 5);
  expect(cache.match(view, 0, end)).toBe(29);
  expect(cache.lastValue).toBe(5);
  expect(cache.match(view, 29, end)).toBe(0);
  cache.add(view, 29, 29, 6);
  expect([cache.match(view, 0, end), cache.lastValue]).toEqual([29, 5]);
  expect([cache.match(view, 29, end), cache.lastValue]).toEqual([29, 6]);
});

test('does not match a line that extends beyond the end', () => {
  const cache = new LineCache();
  const long = `\t    7f0000000010 ${'f'.repeat(1000)} (/x)\n`;
  const { view, end } = viewOf(long);
  cache.add(view, 0, long.length, 1);
  expect(cache.match(view, 0, end)).toBe(long.length);
  expect(cache.match(view, 0, end - 1)).toBe(0);
  const short = viewOf(long.slice(0, 30));
  expect(cache.match(short.view, 0, short.end)).toBe(0);
});

test('returns the value added for each line, for any lines in any order', () => {
  const line = fc
    .tuple(fc.integer({ min: 0, max: 300 }), fc.string({ unit: 'binary-ascii', maxLength: 40 }))
    .map(([n, name]) => `\t${n.toString(16).padStart(16)} ${name.replaceAll('\n', '')}\n`)
    .filter((text) => text.length >= MIN_CACHED_LINE);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
      const cache = new LineCache();
      const known = new Map<string, number>();
      for (const text of lines) {
        const { view, end } = viewOf(text);
        const length = cache.match(view, 0, end);
        expect(length).toBe(known.has(text) ? text.length : 0);
        if (length > 0) expect(cache.lastValue).toBe(known.get(text));
        else {
          cache.add(view, 0, text.length, known.size);
          known.set(text, known.size);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('grows to a hundred thousand lines', () => {
  const cache = new LineCache();
  const lines = Array.from({ length: 100_000 }, (_, i) => `\t${i.toString(16).padStart(16)} f${i} (/x)\n`);
  const { view, end } = viewOf(lines.join(''));
  let at = 0;
  for (const [i, line] of lines.entries()) {
    cache.add(view, at, line.length, i);
    at += line.length;
  }
  at = 0;
  let wrong = 0;
  for (const [i, line] of lines.entries()) {
    if (cache.match(view, at, end) !== line.length || cache.lastValue !== i) wrong++;
    at += line.length;
  }
  expect(wrong).toBe(0);
});
