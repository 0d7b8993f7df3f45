// Compares the costs in the views of some recordings with their goldens; recordings.test.ts compares those of all recordings.

import { describe, expect, test } from 'vitest';
import { goldenAt } from '../fixtures/goldens.ts';
import { openText } from '../fixtures/opened.ts';
import { HAS_PROFILES, SKIP_NOTE } from '../fixtures/profiles.ts';
import { buildTree } from '../src/calltree/build/build.ts';
import { costWeights, functionCosts } from '../src/calltree/costs/cost-weights.ts';
import { COSTS } from '../src/model/costs.ts';
import { LEVELS } from '../src/model/levels.ts';
import { ALL_SAMPLES, type Table } from '../src/model/session.ts';
import { stackCosts } from '../src/python/costs/stack-costs.ts';
import { costRows } from './costs.ts';
import { profileAtLevel } from './pipeline.ts';
import { localViews } from './views/views.ts';

test.skipIf(!HAS_PROFILES).each(['fp-workers', 'jit-aio', 'fp-deep'])(
  'the own costs of each function of %s in its call tree are those of the golden',
  async (folder) => {
    const open = await openText(folder);
    const { profile } = open.classified;
    const costs = stackCosts(open.classified);
    const event = 0;
    const built = buildTree(profileAtLevel(open, 'python-c'), event);
    const rows = costRows(open, { by: 'function', event });
    for (const name of new Set(rows.map(({ group }) => group))) {
      const func = profile.funcs.name.findIndex((each) => profile.strings[each] === name);
      if (name === '[no Python frame]' || name === '[no stack]') continue;
      const own = new Map<string, number>();
      for (const { cost, own: weight } of functionCosts(built, func, profile, costs))
        if (weight > 0) own.set(cost, (own.get(cost) ?? 0) + weight);
      const expected = rows.filter(({ group }) => group === name);
      expect(own, name).toEqual(new Map(expected.map(({ cost, weight }) => [cost, weight])));
    }
    const all = costWeights(built, profile, costs);
    expect(all.reduce((total, { own }) => total + own, 0)).toBe(open.recording.events[event].weight);
  },
);

describe.skipIf(!HAS_PROFILES)(`the table has the costs of the golden${SKIP_NOTE}`, () => {
  test.each(['fp-workers', 'jit-aio', 'fp-events'])('%s', async (folder) => {
    const open = await openText(folder);
    const views = localViews(open);
    const { funcs, strings } = open.classified.profile;
    const lines = {
      'costs.tsv.gz': [] as string[],
      'costs.parts.tsv.gz': [] as string[],
      'costs.functions.tsv.gz': [] as string[],
    };
    for (const [event, { name }] of open.recording.events.entries()) {
      const options = { ...ALL_SAMPLES, level: 'python', event, foldImports: false } as const;
      const costs = await views.table({ options, by: 'cost' });
      for (const [row, id] of costs.id.entries())
        lines['costs.tsv.gz'].push([name, COSTS[id].id, ...weightsAt(costs, row)].join('\t'));
      const parts = await views.table({ options, by: 'part' });
      for (const [row, { cost, part }] of parts.parts!.entries())
        lines['costs.parts.tsv.gz'].push([name, cost, part, ...weightsAt(parts, row)].join('\t'));
      const { id: ids, selfCosts } = await views.table({ options, by: 'function', hasCosts: true });
      for (const [row, func] of ids.entries())
        for (const [i, { id }] of COSTS.entries()) {
          const weight = selfCosts![row * COSTS.length + i];
          if (weight > 0)
            lines['costs.functions.tsv.gz'].push([name, strings[funcs.name[func]], id, weight].join('\t'));
        }
    }
    for (const file of ['costs.tsv.gz', 'costs.parts.tsv.gz'] as const)
      expect(lines[file].sort(), file).toEqual(goldenAt(folder, file).trimEnd().split('\n').sort());
    const functions = goldenAt(folder, 'costs.functions.tsv.gz').trimEnd().split('\n');
    expect(lines['costs.functions.tsv.gz'].sort()).toEqual(
      functions.map((line) => line.slice(0, line.lastIndexOf('\t'))).sort(),
    );
  });
});

function weightsAt({ self, selfSamples }: Table, row: number): number[] {
  return [self[row], selfSamples[row]];
}

test.skipIf(!HAS_PROFILES)('a filter keeps the samples with a cost, at every level', async () => {
  const open = await openText('fp-workers');
  const views = localViews(open);
  const expected = new Map(costRows(open).map(({ cost, weight }) => [cost, weight]));
  for (const { name: level } of LEVELS)
    for (const { id: cost } of COSTS) {
      const filters = [{ action: 'only', target: { by: 'cost', cost }, isOn: true }] as const;
      const options = { level, event: 0, foldImports: true, threads: undefined, range: undefined, filters };
      const { costs, weight } = await views.overview({ options });
      expect(weight).toBe(expected.get(cost) ?? 0);
      expect(costs.every((each) => each.cost === cost)).toBe(true);
    }
});
