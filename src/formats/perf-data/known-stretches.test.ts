import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { KnownStretches, STRETCH } from './known-stretches.ts';

test('the longest beginning that was learned is found, of the same owner', () => {
  // Few letters, so that chains begin alike.
  const chain = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 7 });
  const step = fc.record({ chain, owner: fc.integer({ min: 0, max: 1 }), learns: fc.integer({ max: 7 }) });
  let known = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
      const stretches = new KnownStretches();
      const learned = new Map<string, number>();
      for (const { chain, owner, learns } of steps) {
        const words = wordsOf(chain);
        const found = stretches.find(words, words.length - 2, chain.length, owner);
        let expected = chain.length;
        while (expected > 0 && !learned.has(keyOf(chain, expected, owner))) expected--;
        expect(found).toBe(expected);
        expect(stretches.stack).toBe(expected > 0 ? learned.get(keyOf(chain, expected, owner)) : -1);
        known += Number(expected > 0);
        for (let stretch = found; stretch < Math.min(learns, chain.length); stretch++) {
          learned.set(keyOf(chain, stretch + 1, owner), learned.size);
          stretches.learn(stretch, learned.size - 1);
        }
      }
    }),
    { numRuns: 50 },
  );
  expect(known).toBeGreaterThan(500);
});

function keyOf(chain: readonly number[], stretches: number, owner: number): string {
  return `${owner} ${chain.slice(0, stretches).join('')}`;
}

/** Sixteen addresses a letter, the root's at the end, two words each. */
function wordsOf(chain: readonly number[]): Int32Array {
  const addresses = chain.flatMap((letter) => Array.from({ length: STRETCH }, (_, i) => letter * 64 + i));
  return Int32Array.from(addresses.reverse().flatMap((address) => [address, 0x7f]));
}
