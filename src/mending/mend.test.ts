// Compares mending with a second implementation of its contract, on random stacks of few functions.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mendNaively } from '../../fixtures/naive-mending.ts';
import { createRandom } from '../../fixtures/synthetic.ts';
import { profileOf } from '../../fixtures/text.ts';
import { NONE, samplesAt, type Profile } from '../model/profile.ts';
import { nameFacts } from './root-functions.ts';
import { mend } from './mend.ts';
import { mendedProfile } from '../../fixtures/mended-profile.ts';
import '../../fixtures/seed.ts';

const UNNAMED = '[unknown]@/lib/libc.so.6';
const ROOTS = ['_start', '_start', 'start_thread', UNNAMED, '[unknown]@;_start'];
const SHORT = [[UNNAMED], ['[unknown]@', UNNAMED]];
const BODY = 'abcdefgh';

/** Samples of a program: each stack continues a part of an earlier one, as if it had been cut or called from elsewhere. */
function samplesOfProgram(seed: number): string {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const functions = 3 + below(BODY.length - 2);
  const frames = (most: number) => Array.from({ length: below(most + 1) }, () => BODY[below(functions)]);
  const stacks: string[][] = [[ROOTS[below(ROOTS.length)], ...frames(10)]];
  const count = 2 + below(12);
  while (stacks.length < count) {
    const earlier = stacks[below(stacks.length)];
    const from = random() < 0.4 ? 0 : below(earlier.length);
    const part = earlier.slice(from, from + 1 + below(earlier.length));
    const beginning = [[], [], [], [ROOTS[below(ROOTS.length)]], ['[unknown]@'], frames(3)][below(6)];
    const isShort = random() < 0.2;
    stacks.push(isShort ? [...SHORT[below(2)], part[0]] : [...beginning, ...part, ...frames(4)]);
  }
  return [...stacks.map((stack) => `${stack.join(';')} 1`), '[no stack] 1'].join('\n');
}

/** Per sample: its stack after mending, without junk; undefined if it was not re-attached. */
function mendedStacks(profile: Profile, margin: number): (string | undefined)[] {
  const mending = mend(profile, margin);
  const { isJunk } = nameFacts(profile);
  const { stacks } = mendedProfile(profile, mending);
  return Array.from(mending.stack, (end) => {
    if (end < 0) return undefined;
    const frames: number[] = [];
    for (let at = end; at !== NONE; at = stacks.parent[at]) frames.unshift(stacks.func[at]);
    while (isJunk[frames[0]] === 1) frames.shift();
    return frames.join(' ');
  });
}

/** The root of `…;a;b;c;x`, with which `a;b;c;y` has three frames in common. */
const [NAMED, OTHER] = ['_start;m', '[unknown]@/lib/ld-linux-x86-64.so.2'];

test.each([
  ['another caller in a short stack is evidence against the only context', NAMED, [`${UNNAMED};a`], false],
  ['the same caller is not', UNNAMED, [`${UNNAMED};a`], true],
  ['one of two callers in short stacks is another one', UNNAMED, [`${OTHER};a`, `${UNNAMED};a`], false],
  ['a short stack with junk is no evidence', NAMED, [`[unknown]@;${UNNAMED};a`], true],
])('%s', (_, root, others, isMended) => {
  const stacks = [`${root};a;b;c;x`, 'a;b;c;y', ...others];
  const profile = profileOf(stacks.map((each) => `${each} 1`).join('\n'));
  expect(mendedStacks(profile, 3)[1] !== undefined).toBe(isMended);
  expect(mendNaively(profile, 3)[1] !== undefined).toBe(isMended);
});

test('mends what the contract says', () => {
  let mended = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const profile = profileOf(samplesOfProgram(seed));
      const expected = mendNaively(profile, 3).map((each) => each?.join(' '));
      mended += expected.filter((each) => each !== undefined).length;
      expect(mendedStacks(profile, 3)).toEqual(expected);
    }),
    { numRuns: 700 },
  );
  expect(mended).toBeGreaterThan(40);
});

test('mending keeps all weight, ignores the order of samples, and changes nothing the second time', () => {
  let mended = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const profile = profileOf(samplesOfProgram(seed));
      const { samples } = profile;
      const mending = mend(profile, 3);
      const once = mendedProfile(profile, mending);
      mended += mending.counts.mended;
      expect(once.samples.weight).toEqual(samples.weight);
      const reversed = samplesAt(samples, Int32Array.from(samples.stack.keys()).reverse());
      expect(mendedStacks({ ...profile, samples: reversed }, 3).toReversed()).toEqual(
        mendedStacks(profile, 3),
      );
      const again = mend(once, 3);
      expect(again.counts.mended).toBe(0);
    }),
    { numRuns: 400 },
  );
  expect(mended).toBeGreaterThan(20);
});
