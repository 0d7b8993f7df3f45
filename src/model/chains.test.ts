import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { Chains } from './chains.ts';
import { NONE } from './profile.ts';

test('every stack is made once, and ends where a run does', () => {
  const path = fc.array(fc.nat(2), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(path, { maxLength: 20 }), (paths) => {
      const chains = new Chains(200);
      const ends = paths.map((funcs) => chains.intern(NONE, Int32Array.from(funcs), 0, funcs.length));
      const at = Int32Array.from(ends);
      const { length, parent, from, to, func } = chains.finish(at);
      const written: number[][] = [[]];
      for (let run = 1; run < length; run++) {
        expect(parent[run]).toBeLessThan(run);
        written.push([...written[parent[run]], ...func.subarray(from[run], to[run])]);
      }
      expect(paths.map((_, i) => written[at[i]])).toEqual(paths);
      const stacks = new Set(paths.flatMap((funcs) => funcs.map((_, i) => funcs.slice(0, i + 1).join())));
      expect(func.length).toBe(stacks.size);
    }),
  );
});
