import { expect, test } from 'vitest';
import { trimLines, profileOf, textOf } from '../../fixtures/text.ts';
import { PairTable } from './numbering.ts';
import { NONE } from './profile.ts';
import { restack } from './stacks.ts';

test('samples get the rewritten stacks; everything else stays the same', () => {
  const profile = profileOf(`
    app 1/1 | cycles 1 | main;run;leaf 3
    app 1/2 | faults 2 | main;run 4
    app 1/2 | faults 2 | [no stack] 5
  `);
  // Keep only the outermost frame. Samples without a stack get function 2.
  const { stacks } = profile;
  const table = new PairTable();
  const at = new Int32Array(stacks.length);
  for (let i = 0; i < stacks.length; i++)
    at[i] = stacks.parent[i] < 0 ? table.intern(NONE, stacks.func[i]) : at[stacks.parent[i]];
  const after = restack(profile, { stacks: table, at, fallback: () => table.intern(NONE, 2) });
  expect(textOf(after)).toBe(
    trimLines(`
      app 1/1 | main 3
      app 1/2 | faults | main 4
      app 1/2 | faults | leaf 5
    `),
  );
  expect({ ...after.samples, stack: 0 }).toEqual({ ...profile.samples, stack: 0 });
  expect(after.threads).toBe(profile.threads);
});

test('the fallback receives each unmapped stack', () => {
  const profile = profileOf('main;run 3\n[no stack] 5');
  const asked: number[] = [];
  restack(profile, {
    stacks: new PairTable(),
    at: new Int32Array(profile.stacks.length).fill(NONE),
    fallback(stack) {
      asked.push(stack);
      return 0;
    },
  });
  expect(asked).toEqual([1, NONE]);
});

test('a sample stays in the table, without a stack, if the fallback returns NONE', () => {
  const profile = profileOf('main 3\nrun 5');
  const table = new PairTable();
  const at = Int32Array.of(table.intern(NONE, 0), NONE);
  const after = restack(profile, { stacks: table, at, fallback: () => NONE });
  expect([...after.samples.stack]).toEqual([0, NONE]);
  expect(after.samples.weight).toBe(profile.samples.weight);
});
