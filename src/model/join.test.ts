import { describe, expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { trimLines, profileOf, samplesOf, textOf } from '../../fixtures/text.ts';
import { ProfileBuilder } from './builder.ts';
import { joinProfiles } from './join.ts';
import { NONE, type Profile } from './profile.ts';

function joined(...profiles: readonly Profile[]): Profile {
  return joinProfiles(profiles);
}

describe('joining', () => {
  const first = `
    app 1/1 | cycles 1 | main@/x;run@/y 3
    app 1/2 | faults 2 | main@/x;copy@[k] ^ 1
  `;
  const second = `
    app 1/1 | faults 3 | main@/x;run@/y 5
    new 2/2 | cycles 4 | main@/z;helper (inlined);py::f:/a.py 7
    app 1/1 | cycles 5 | [no stack] 2
  `;

  test('gives the same result as reading everything at once', () => {
    const [apart, together] = [joined(profileOf(first), profileOf(second)), profileOf(first + second)];
    expect(samplesOf(apart)).toEqual(samplesOf(together));
    expect({ ...apart, stacks: {}, samples: {} }).toEqual({ ...together, stacks: {}, samples: {} });
  });

  test('with an empty profile changes nothing', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const profile = syntheticProfile({ seed, samples: 100, depth: 20, events: ['a', 'b'] });
      expect(joined(profile)).toEqual(profile);
      expect(joined(profileOf(''), profile, profileOf(''))).toEqual(profile);
    }
  });

  test('a profile with itself doubles the weights and changes nothing else', () => {
    const profile = profileOf(first);
    const twice = joined(profile, profile);
    expect(twice.stacks.length).toBe(profile.stacks.length * 2);
    expect(twice.funcs).toEqual(profile.funcs);
    expect(samplesOf(twice)).toEqual([...samplesOf(profile), ...samplesOf(profile)]);
    expect(textOf(twice)).toBe(
      trimLines(`
        app 1/1 | cycles | main@/x;run@/y 6
        app 1/2 | faults | main@/x;copy@[k] ^ 2
      `).replace('app 1/1 | cycles | ', 'app 1/1 | '),
    );
  });

  test('shifts the lines of notes and adds up their counts', () => {
    const noted = (lines: number, ...notes: readonly number[]) => {
      const builder = new ProfileBuilder();
      for (const line of notes) builder.note('odd', 'Odd lines', line);
      builder.note('whole', 'No place', NONE);
      return builder.finish(lines);
    };
    const { notes, lines } = joined(noted(10), noted(5, 2, 4), noted(7, 1));
    expect(notes).toEqual([
      { kind: 'whole', text: 'No place', count: 3, line: NONE },
      { kind: 'odd', text: 'Odd lines', count: 3, line: 12 },
    ]);
    expect(lines).toBe(22);
  });

  test('counts samples of events beyond the limit', () => {
    const events = (from: number) =>
      profileOf(Array.from({ length: 200 }, (_, i) => `e${from + i} | main 1`.replace(/^/, '| ')).join('\n'));
    const { samples, notes } = joined(events(0), events(100));
    expect(samples.length).toBe(256 + 100);
    expect(notes.map(({ kind, count }) => [kind, count])).toEqual([['event', 44]]);
  });
});
