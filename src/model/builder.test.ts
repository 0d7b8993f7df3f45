import { describe, expect, test } from 'vitest';
import { ProfileBuilder } from './builder.ts';
import { NONE, FuncFlags } from './profile.ts';

describe('ProfileBuilder', () => {
  test('returns the same row for the same entry, and new rows for new entries', () => {
    const builder = new ProfileBuilder();
    const x = builder.module('/x');
    expect(builder.module('/x')).toBe(x);
    const f = builder.func('f', x, FuncFlags.plain);
    expect(builder.func('f', x, FuncFlags.plain)).toBe(f);
    expect(
      new Set([
        f,
        builder.func('g', x, FuncFlags.plain),
        builder.func('f', NONE, FuncFlags.plain),
        builder.func('f', x, FuncFlags.inlined),
      ]).size,
    ).toBe(4);
    const stack = builder.stack(NONE, f);
    expect(builder.stack(NONE, f)).toBe(stack);
    expect(builder.stack(stack, f)).not.toBe(stack);
    const thread = builder.thread(1, 2, 'a');
    expect(builder.thread(1, 2, 'a')).toBe(thread);
    expect(
      new Set([thread, builder.thread(1, 3, 'a'), builder.thread(2, 2, 'a'), builder.thread(1, 2, 'b')]).size,
    ).toBe(4);
  });

  test('distinguishes entries whose fields look the same when concatenated', () => {
    const builder = new ProfileBuilder();
    expect(builder.thread(1, 2, '3 a')).not.toBe(builder.thread(1, 2, 'a'));
    expect(builder.thread(1, 23, 'a')).not.toBe(builder.thread(12, 3, 'a'));
    expect(builder.func('1 f', 2, 0)).not.toBe(builder.func('f', 2, 0));
  });

  test('stores 256 events and rejects more', () => {
    const builder = new ProfileBuilder();
    for (let i = 0; i < 256; i++) expect(builder.event(`e${i}`)).toBe(i);
    expect(builder.event('e255')).toBe(255);
    expect(builder.event('e256')).toBe(NONE);
  });

  test('keeps one note per kind, with its count and first line', () => {
    const builder = new ProfileBuilder();
    builder.note('a', 'A', 3);
    builder.note('b', 'B', NONE);
    builder.note('a', 'A', 7, 2);
    expect(builder.finish().notes).toEqual([
      { kind: 'a', text: 'A', count: 3, line: 3 },
      { kind: 'b', text: 'B', count: 1, line: NONE },
    ]);
  });
});
