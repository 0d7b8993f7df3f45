// The first picture of something large, in whatever order views were looked at: what it has lies where the whole has it.

import { describe, expect, test } from 'vitest';
import { sourceOf } from '../fixtures/sources.ts';
import { boxesWithin } from '../fixtures/tree.ts';
import type { Filter, FilterAction } from '../src/model/filter.ts';
import { DEFAULT_LEVEL, LEVELS } from '../src/model/levels.ts';
import { ALL, type Shape, type ViewOptions } from '../src/model/session.ts';
import { isTooSlow } from '../src/model/too-slow.ts';
import { coversPlace, type Cut } from '../src/model/tree.ts';
import { openProfile } from './pipeline.ts';
import { Preparations } from './preparations.ts';
import { nobody } from './read-recording.ts';
import { Views } from './views.ts';

/** More runs than are made at once. */
const STACKS = Array.from({ length: 52_000 }, (_, i) =>
  i % 2 === 0
    ? `app;main;group${i % 40};leaf${i} ${1 + (i % 7)}`
    : `app;main;work;group${i % 40};twig${i} ${1 + (i % 5)}`,
);
const CUT: Cut = { rows: 64, places: 64 };
const BASE: ViewOptions = { ...ALL, level: DEFAULT_LEVEL, event: 0 };

async function opened(): Promise<Views> {
  const outcome = await openProfile([sourceOf(new TextEncoder().encode(STACKS.join('\n')))], nobody);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const nothing = () => Promise.reject(new Error('nothing is searched'));
  return new Views(outcome.value, { match: nothing, search: nothing });
}

function filtered(action: FilterAction): ViewOptions {
  const filter: Filter = { action, target: { by: 'function', name: 'work', module: '' }, isOn: true };
  return { ...BASE, filters: [filter] };
}

/** Boxes that cover a place, and those on the root of a tree of callers that do. */
async function expectAsInWhole(views: Views, options: ViewOptions, shape: Shape): Promise<void> {
  const first = await views.view(options, shape, CUT);
  const { tree } = await views.view(options, shape);
  const seen = (boxes: number[][]) =>
    boxes.filter(
      ([, depth, start, total]) => depth === 0 || coversPlace(start, total, tree.total[0], CUT.places),
    );
  expect(seen(boxesWithin(first.tree)), `${shape}, ${first.isWhole ? 'whole' : 'first'}`).toEqual(
    seen(boxesWithin(tree)),
  );
}

describe.each(['drop', 'hide', 'focus', 'only', 'recursion'] as const)('%s', (action) => {
  test('of which nothing is known yet', async () => {
    const views = await opened();
    await expectAsInWhole(views, filtered(action), 'calls');
    await expectAsInWhole(views, filtered(action), 'callers');
  });

  test('when the callers of everything were looked at before', async () => {
    const views = await opened();
    await views.view(BASE, 'callers');
    await expectAsInWhole(views, filtered(action), 'callers');
  });

  test('when those were, and what it leaves was looked at from the other end', async () => {
    const views = await opened();
    await views.view(BASE, 'callers');
    await views.view(filtered(action), 'calls');
    await expectAsInWhole(views, filtered(action), 'callers');
  });
});

test('what was made before anybody asked for it is what is asked for, at other levels too', async () => {
  const views = await opened();
  const preparations = new Preparations(views, () => Promise.resolve());
  await views.view(filtered('drop'), 'callers', CUT);
  while (preparations.isMore) await preparations.makeNext();
  for (const { name: level } of LEVELS)
    await expectAsInWhole(views, { ...filtered('drop'), level }, 'callers');
});

test('a filter whose expression takes too long is said, and changes nothing unsaid', async () => {
  const outcome = await openProfile([sourceOf(new TextEncoder().encode('app;main;work 1'))], nobody);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const { length } = outcome.value.classified.profile.funcs;
  const slow = () => Promise.resolve({ matches: new Uint8Array(length), taken: 'as too slow' as const });
  const views = new Views(outcome.value, { match: slow, search: slow });
  const filters = [{ action: 'drop', target: { by: 'pattern', query: '(a+)+$' }, isOn: true }] as const;
  const error: unknown = await views.view({ ...BASE, filters }, 'calls').catch((thrown: unknown) => thrown);
  expect(isTooSlow(error) && error.message).toBe(
    'The expression “(a+)+$” of a filter takes too long, and is not applied: make it simpler, or remove the filter.',
  );
});
