// Compares the levels with a second implementation of the folding contract, on random stacks built from the kinds of frames that
// the contract treats differently.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../fixtures/fuzz.ts';
import { foldNaively, stacksOf } from '../../fixtures/naive-levels.ts';
import { CONTRACT_FRAMES, syntheticProfile } from '../../fixtures/synthetic.ts';
import { profileOf } from '../../fixtures/text.ts';
import { LEVELS } from '../model/levels.ts';
import { classify } from './classify.ts';
import { atLevel } from './levels.ts';
import '../../fixtures/seed.ts';

const stack = fc
  .array(fc.constantFrom(...CONTRACT_FRAMES), { minLength: 1, maxLength: 12 })
  .map((frames) => frames.join(';'));
const sample = fc
  .tuple(fc.oneof({ weight: 9, arbitrary: stack }, fc.constant('[no stack]')), fc.integer({ min: 1, max: 9 }))
  .map(([frames, weight]) => `${frames} ${weight}`);
const text = fc.array(sample, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));

function withoutModules(drawing: string): string {
  return drawing.replace(/(?<!@)@(?:[/[][^;]*?)?(?=;| \d+$| \^)/gm, '').replaceAll(' (inlined)', '');
}

function expectContract(drawing: string): void {
  const profile = profileOf(drawing);
  const classified = classify(profile);
  for (const { name } of LEVELS)
    expect(stacksOf(atLevel(classified, name)), name).toEqual(foldNaively(profile, name));
}

test('every level matches the contract', () => {
  fc.assert(fc.property(text, expectContract), { numRuns: fuzzRuns(1100) });
});

test('every level matches the contract for text without modules', () => {
  fc.assert(fc.property(text.map(withoutModules), expectContract), { numRuns: fuzzRuns(1100) });
});

test('every level matches the contract for deep stacks that share their root frames', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const profile = syntheticProfile({ seed, samples: 50, depth: 40 });
    const classified = classify(profile);
    for (const { name } of LEVELS) {
      expect(stacksOf(atLevel(classified, name)), `${name}, seed ${seed}`).toEqual(
        foldNaively(profile, name),
      );
    }
  }
});

test('every level keeps the weight, thread, event and time of all samples', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const profile = syntheticProfile({ seed, samples: 100, depth: 12, events: ['cycles', 'faults'] });
    const classified = classify(profile);
    for (const { name } of LEVELS) {
      const { samples, threads, events } = atLevel(classified, name);
      expect({ ...samples, stack: 0 }).toEqual({ ...profile.samples, stack: 0 });
      expect(samples.stack.every((each) => each >= 0)).toBe(true);
      expect([threads, events]).toEqual([profile.threads, profile.events]);
    }
  }
});

test('at every level, stacks are unique and follow their parents', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const classified = classify(syntheticProfile({ seed, samples: 100, depth: 20 }));
    for (const { name } of LEVELS) {
      const { stacks } = atLevel(classified, name);
      const pairs = Array.from(stacks.parent, (parent, i) => `${parent} ${stacks.func[i]}`);
      expect(new Set(pairs).size).toBe(stacks.length);
      expect(stacks.parent.every((parent, i) => parent < i)).toBe(true);
    }
  }
});

test('functions are unique by name, module and kind', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { funcs } = classify(syntheticProfile({ seed, samples: 200, depth: 20 })).profile;
    const keys = Array.from(funcs.name, (name, i) => `${name} ${funcs.module[i]} ${funcs.kind[i]}`);
    expect(new Set(keys).size).toBe(funcs.length);
  }
});
