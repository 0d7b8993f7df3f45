import { describe, expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { drawn, profileOf, samplesOf, textOf } from '../../fixtures/text.ts';
import { ProfileBuilder } from './builder.ts';
import { NONE, Seen, type Profile } from './profile.ts';

function appended(...profiles: readonly Profile[]): Profile {
  const builder = new ProfileBuilder();
  for (const profile of profiles) builder.append(profile);
  return builder.finish();
}

describe('a builder', () => {
  test('numbers what is new and knows what it has seen', () => {
    const builder = new ProfileBuilder();
    const x = builder.module('/x');
    expect(builder.module('/x')).toBe(x);
    const f = builder.func('f', x, Seen.plain);
    expect(builder.func('f', x, Seen.plain)).toBe(f);
    expect(
      new Set([
        f,
        builder.func('g', x, Seen.plain),
        builder.func('f', NONE, Seen.plain),
        builder.func('f', x, Seen.inlined),
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

  test('tells names and numbers apart that look alike together', () => {
    const builder = new ProfileBuilder();
    expect(builder.thread(1, 2, '3 a')).not.toBe(builder.thread(1, 2, 'a'));
    expect(builder.thread(1, 23, 'a')).not.toBe(builder.thread(12, 3, 'a'));
    expect(builder.func('1 f', 2, 0)).not.toBe(builder.func('f', 2, 0));
  });

  test('has room for 256 events and says when there is none', () => {
    const builder = new ProfileBuilder();
    for (let i = 0; i < 256; i++) expect(builder.event(`e${i}`)).toBe(i);
    expect(builder.event('e255')).toBe(255);
    expect(builder.event('e256')).toBe(NONE);
  });

  test('keeps one note a kind: the count grows, the first line stays', () => {
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

describe('appending', () => {
  const first = `
    app 1/1 | cycles 1 | main@/x;run@/y 3
    app 1/2 | faults 2 | main@/x;copy@[k] ^ 1
  `;
  const second = `
    app 1/1 | faults 3 | main@/x;run@/y 5
    new 2/2 | cycles 4 | main@/z;helper (inlined);py::f:/a.py 7
    app 1/1 | cycles 5 | [no stack] 2
  `;

  test('is as if all had been read at once', () => {
    expect(appended(profileOf(first), profileOf(second))).toEqual(profileOf(first + second));
  });

  test('changes nothing when there was nothing before', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const profile = syntheticProfile({ seed, samples: 100, depth: 20, events: ['a', 'b'] });
      expect(appended(profile)).toEqual(profile);
      expect(appended(profileOf(''), profile, profileOf(''))).toEqual(profile);
    }
  });

  test('the same again doubles the weights and nothing else', () => {
    const profile = profileOf(first);
    const twice = appended(profile, profile);
    expect(twice.stacks).toEqual(profile.stacks);
    expect(twice.funcs).toEqual(profile.funcs);
    expect(samplesOf(twice)).toEqual([...samplesOf(profile), ...samplesOf(profile)]);
    expect(textOf(twice)).toBe(
      drawn(`
        app 1/1 | cycles | main@/x;run@/y 6
        app 1/2 | faults | main@/x;copy@[k] ^ 2
      `).replace('app 1/1 | cycles | ', 'app 1/1 | '),
    );
  });

  test('places notes behind the lines that were read before, and adds up their counts', () => {
    const noted = (lines: number, ...notes: readonly number[]) => {
      const builder = new ProfileBuilder();
      for (const line of notes) builder.note('odd', 'Odd lines', line);
      builder.note('whole', 'No place', NONE);
      return builder.finish(lines);
    };
    const { notes, lines } = appended(noted(10), noted(5, 2, 4), noted(7, 1));
    expect(notes).toEqual([
      { kind: 'whole', text: 'No place', count: 3, line: NONE },
      { kind: 'odd', text: 'Odd lines', count: 3, line: 12 },
    ]);
    expect(lines).toBe(22);
  });

  test('counts the samples of events that have no room', () => {
    const events = (from: number) =>
      profileOf(Array.from({ length: 200 }, (_, i) => `e${from + i} | main 1`.replace(/^/, '| ')).join('\n'));
    const { samples, notes } = appended(events(0), events(100));
    expect(samples.length).toBe(256 + 100);
    expect(notes.map(({ kind, count }) => [kind, count])).toEqual([['event', 44]]);
  });
});
