// Prepares the levels of a small comparison.

import { expect, test } from 'vitest';
import { comparedOptions, slowProgram, viewsOfComparison } from '../../fixtures/compared-views.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import { LEVELS } from '../../src/model/levels.ts';
import { NONE } from '../../src/model/profile.ts';
import { comparedBackgroundWork } from './compared-background.ts';
import type { BackgroundSteps } from '../scheduler.ts';

const viewsOfPrograms = () => viewsOfComparison(sourceOf(slowProgram(0.2)), sourceOf(slowProgram(0.5)));
const noPause = () => Promise.resolve();

test('nothing is prepared before the first question', async () => {
  expect(comparedBackgroundWork(await viewsOfPrograms()).next().value).toBeUndefined();
});

test('filters, a sandwich and all levels are prepared once, and again after the sides were swapped', async () => {
  const views = await viewsOfPrograms();
  const background = comparedBackgroundWork(views);
  const options = comparedOptions(views);
  await views.comparison(options);
  expect(await runAll(background)).toBe(2 + LEVELS.length);
  const { a, b } = options.comparison;
  await views.comparison({ ...options, comparison: { ...options.comparison, a: b, b: a } });
  expect(await runAll(background)).toBe(1 + LEVELS.length);
});

test('the sandwich of a selected function is prepared, and gives the same result', async () => {
  const [views, others] = [await viewsOfPrograms(), await viewsOfPrograms()];
  const options = comparedOptions(views);
  const { functions } = (await others.sandwich({ options, func: NONE })).value;
  const background = comparedBackgroundWork(views);
  await views.comparison(options);
  await runAll(background);
  for (const func of functions.id) {
    await views.neighbors({ options, func });
    expect(await runAll(background)).toBe(1);
    const question = { options, func };
    expect(await views.sandwich(question)).toEqual(await others.sandwich(question));
  }
});

test('prepared levels give the same results', async () => {
  const views = await viewsOfPrograms();
  const options = comparedOptions(views);
  await views.comparison(options);
  await runAll(comparedBackgroundWork(views));
  for (const { name: level } of LEVELS) {
    const prepared = await views.comparison({ ...options, level });
    expect(prepared).toEqual(await (await viewsOfPrograms()).comparison({ ...options, level }));
  }
});

/** Returns the number of steps. */
async function runAll(background: BackgroundSteps): Promise<number> {
  let steps = 0;
  for (let step = background.next().value; step; step = background.next().value) {
    await step(noPause);
    steps++;
  }
  return steps;
}
