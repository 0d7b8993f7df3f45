import { expect, test } from 'vitest';
import { MAX_LINK_LENGTH, type ShareChoice } from '../../model/exports.ts';
import type { SharedLink } from '../../state/links/share.ts';
import { findSmallerLink, reductionsOf } from './use-shared-link.ts';

const CHOICE: ShareChoice = { scope: 'all', includesThreads: true, hasShortPaths: true, minShare: 0 };

/** A link of this many characters; undefined: far too large. */
function linkOf(choice: ShareChoice, length: number | undefined): SharedLink {
  return {
    choice,
    link: length === undefined ? undefined : 'x'.repeat(length),
    shared: { text: undefined, samples: 1, merged: 0, moved: 0, ambiguousNames: 0, changedPatterns: [] },
    isSameView: false,
    lost: [],
  };
}

/** The choice that is suggested, and all that were tried, if links have these lengths. */
async function suggested(lengthOf: (choice: ShareChoice) => number | undefined) {
  const tried: ShareChoice[] = [];
  const found = await findSmallerLink(linkOf(CHOICE, lengthOf(CHOICE)), false, (choice) => {
    tried.push(choice);
    return Promise.resolve(linkOf(choice, lengthOf(choice)));
  });
  return { choice: found?.choice, tried };
}

test('each step leaves out more, and none is offered twice', () => {
  expect(reductionsOf(CHOICE, false).slice(0, 3)).toEqual([
    { includesThreads: false },
    { scope: 'visible' },
    { minShare: 0.0005 },
  ]);
  expect(reductionsOf(CHOICE, true)).not.toContainEqual({ scope: 'visible' });
  const smallest = { ...CHOICE, scope: 'visible', includesThreads: false, minShare: 0.03 } as const;
  expect(reductionsOf(smallest, false)).toEqual([]);
});

test('the first link within the limit is suggested, without steps that save little', async () => {
  // Threads take 15 characters, the other levels a tenth.
  const { choice, tried } = await suggested(
    ({ scope, includesThreads, minShare }) =>
      36_248 - (includesThreads ? 0 : 15) - (scope === 'all' ? 0 : 3600) - (minShare > 0 ? 1000 : 0),
  );
  expect(choice).toEqual({ ...CHOICE, scope: 'visible', minShare: 0.0005 });
  expect(tried).toHaveLength(3);
});

test('a small step is suggested if it is enough', async () => {
  const { choice } = await suggested(({ includesThreads }) => MAX_LINK_LENGTH + (includesThreads ? 1 : 0));
  expect(choice).toEqual({ ...CHOICE, includesThreads: false });
});

test('small steps are suggested together if only all of them are enough', async () => {
  const { choice } = await suggested(
    ({ scope, includesThreads, minShare }) =>
      32_900 - (includesThreads ? 0 : 500) - (scope === 'all' ? 0 : 500) - (minShare > 0.02 ? 100 : 0),
  );
  expect(choice).toEqual({ ...CHOICE, scope: 'visible', includesThreads: false, minShare: 0.03 });
});

test('steps whose effect is unknown are kept', async () => {
  const { choice } = await suggested(({ minShare }) => (minShare < 0.003 ? undefined : 20_000));
  expect(choice).toEqual({ ...CHOICE, scope: 'visible', includesThreads: false, minShare: 0.003 });
});

test('nothing is suggested if no smaller link fits', async () => {
  const { choice, tried } = await suggested(() => MAX_LINK_LENGTH + 1);
  expect(choice).toBeUndefined();
  expect(tried.at(-1)).toEqual({ ...CHOICE, scope: 'visible', includesThreads: false, minShare: 0.03 });
});
