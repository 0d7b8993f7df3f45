import { describe, expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { trimLines, profileOf, samplesOf, textOf } from '../../fixtures/text.ts';
import { ProfileBuilder } from './builder.ts';
import { joinProfiles } from './join.ts';
import { NONE, type Profile } from './profile.ts';

function joined(...profiles: readonly Profile[]): Profile {
  return joinProfiles(profiles);
}

describe('joinProfiles', () => {
  const first = `
    app 1/1 | cycles 1 | main@/x;run@/y 3
    app 1/2 | faults 2 | main@/x;copy@[k] ^ 1
  `;
  const second = `
    app 1/1 | faults 3 | main@/x;run@/y 5
    new 2/2 | cycles 4 | main@/z;helper (inlined);py::f:/a.py 7
    app 1/1 | cycles 5 | [no stack] 2
  `;

  test('gives the same result as reading the whole text', () => {
    const [joinedChunks, whole] = [joined(profileOf(first), profileOf(second)), profileOf(first + second)];
    expect(samplesOf(joinedChunks)).toEqual(samplesOf(whole));
    expect({ ...joinedChunks, stacks: {}, samples: {} }).toEqual({ ...whole, stacks: {}, samples: {} });
  });

  test('an empty profile changes nothing', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const profile = syntheticProfile({ seed, samples: 100, depth: 20, events: ['a', 'b'] });
      expect(joined(profile)).toEqual(profile);
      expect(joined(profileOf(''), profile, profileOf(''))).toEqual(profile);
    }
  });

  test('joins the facts about printed samples', () => {
    const profile = profileOf(first);
    const [complete, truncated] = [false, true].map((isTruncated) => ({
      ...profile,
      printed: { hasCpu: true, hasPeriods: true, isTruncated },
    }));
    expect(joined(complete, complete).printed).toEqual({
      hasCpu: true,
      hasPeriods: true,
      isTruncated: false,
    });
    expect(joined(complete, truncated).printed).toEqual({
      hasCpu: true,
      hasPeriods: true,
      isTruncated: true,
    });
    expect(joined(profile, profile).printed).toBeUndefined();
  });

  test('doubles the weights of a profile joined with itself, and changes nothing else', () => {
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

  test('offsets the line numbers of notes and adds up their counts', () => {
    const profileWithNotes = (lines: number, ...notes: readonly number[]) => {
      const builder = new ProfileBuilder();
      for (const line of notes) builder.note('skipped', 'Skipped lines', line);
      builder.note('whole', 'No line', NONE);
      return builder.finish(lines);
    };
    const { notes, lines } = joined(profileWithNotes(10), profileWithNotes(5, 2, 4), profileWithNotes(7, 1));
    expect(notes).toEqual([
      { kind: 'whole', text: 'No line', count: 3, line: NONE },
      { kind: 'skipped', text: 'Skipped lines', count: 3, line: 12 },
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
