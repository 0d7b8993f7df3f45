import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { BLOCK_LENGTH, ChainPrefixCache } from './chain-prefix-cache.ts';

test('finds the longest cached prefix of the same owner', () => {
  // Each letter is a block of addresses. There are only three, so that many chains share a prefix.
  const chain = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 7 });
  const step = fc.record({ chain, owner: fc.integer({ min: 0, max: 1 }), adds: fc.integer({ max: 7 }) });
  let hits = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
      const cache = new ChainPrefixCache();
      const cached = new Map<string, number>();
      for (const { chain, owner, adds } of steps) {
        const words = wordsOf(chain);
        const found = cache.find(words, words.length - 2, chain.length, owner);
        let expected = chain.length;
        while (expected > 0 && !cached.has(keyOf(chain, expected, owner))) expected--;
        expect(found).toBe(expected);
        expect(cache.stack).toBe(expected > 0 ? cached.get(keyOf(chain, expected, owner)) : -1);
        hits += Number(expected > 0);
        for (let block = found; block < Math.min(adds, chain.length); block++) {
          cached.set(keyOf(chain, block + 1, owner), cached.size);
          cache.add(block, cached.size - 1);
        }
      }
    }),
    { numRuns: 50 },
  );
  expect(hits).toBeGreaterThan(500);
});

function keyOf(chain: readonly number[], blocks: number, owner: number): string {
  return `${owner} ${chain.slice(0, blocks).join('')}`;
}

/** One block of addresses per letter, two words per address, root last. */
function wordsOf(chain: readonly number[]): Int32Array {
  const addresses = chain.flatMap((letter) =>
    Array.from({ length: BLOCK_LENGTH }, (_, i) => letter * 64 + i),
  );
  return Int32Array.from(addresses.reverse().flatMap((address) => [address, 0x7f]));
}
