// Compares the costs of each recording with its golden files: by cost, by part, and by Python function.

import { describe, expect, test } from 'vitest';
import { bytesAt, filesIn, folders, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { buildTree } from '../src/calltree/build.ts';
import { costWeights, functionCosts } from '../src/calltree/cost-weights.ts';
import { COSTS } from '../src/model/costs.ts';
import { LEVELS } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import { ALL_SAMPLES, type Table } from '../src/model/session.ts';
import { stackCosts } from '../src/python/costs/stack-costs.ts';
import { atLevel } from '../src/python/levels.ts';
import { costLines, costRows, type CostRow } from './costs.ts';
import { openProfile, profileAtLevel, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';
import { localMatcher } from './local-matcher.ts';
import type { Source } from './sniff.ts';
import { Views } from './views.ts';

const GOLDENS = {
  'costs.tsv.gz': {},
  'costs.parts.tsv.gz': { parts: true },
  'costs.functions.tsv.gz': { by: 'function' },
} as const;
const recorded = folders().filter((folder) => filesIn(folder).includes('costs.tsv.gz'));

describe.skipIf(recorded.length === 0)(`costs are exactly as specified${SKIP_NOTE}`, () => {
  test.each(recorded)('%s', async (folder) => {
    const open = await openText(folder);
    for (const [file, options] of Object.entries(GOLDENS))
      expect(costLines(open, options), file).toBe(goldenOf(folder, file));
  });
});

describe.skipIf(recorded.length === 0)(`the costs of all groups add up${SKIP_NOTE}`, () => {
  test.each(recorded)('%s', async (folder) => {
    const open = await openText(folder);
    const { recording, classified } = open;
    const own = atLevel(classified, 'python');
    for (const [event, { weight, samples }] of recording.events.entries()) {
      for (const by of [undefined, 'function', 'file', 'package', 'thread'] as const) {
        const rows = costRows(open, { by, event, parts: true });
        expect(sum(rows, 'weight')).toBeCloseTo(weight, 0);
        expect(sum(rows, 'samples')).toBe(samples);
      }
      const weights = new Map<string, number>();
      for (const { group, weight: part } of costRows(open, { by: 'function', event }))
        weights.set(group, (weights.get(group) ?? 0) + part);
      expect(weights).toEqual(selfWeights(own, event));
    }
  });
});

test.skipIf(recorded.length === 0).each(['fp-workers', 'jit-aio', 'fp-deep'])(
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

describe.skipIf(recorded.length === 0)(`the table has the costs of the golden${SKIP_NOTE}`, () => {
  test.each(['fp-workers', 'jit-aio', 'fp-events'])('%s', async (folder) => {
    const open = await openText(folder);
    const views = new Views(open, localMatcher(open.recording));
    const { funcs, strings } = open.classified.profile;
    const lines: Record<keyof typeof GOLDENS, string[]> = {
      'costs.tsv.gz': [],
      'costs.parts.tsv.gz': [],
      'costs.functions.tsv.gz': [],
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
      expect(lines[file].sort(), file).toEqual(goldenOf(folder, file).trimEnd().split('\n').sort());
    const functions = goldenOf(folder, 'costs.functions.tsv.gz').trimEnd().split('\n');
    expect(lines['costs.functions.tsv.gz'].sort()).toEqual(
      functions.map((line) => line.slice(0, line.lastIndexOf('\t'))).sort(),
    );
  });
});

function weightsAt({ self, selfSamples }: Table, row: number): number[] {
  return [self[row], selfSamples[row]];
}

test.skipIf(recorded.length === 0)('a filter keeps the samples with a cost, at every level', async () => {
  const open = await openText('fp-workers');
  const views = new Views(open, localMatcher(open.recording));
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

/** Self weights of the functions at a level. */
function selfWeights({ samples, stacks, funcs, strings }: Profile, event: number): Map<string, number> {
  const weights = new Map<string, number>();
  for (let i = 0; i < samples.length; i++) {
    if (samples.event[i] !== event) continue;
    const name = strings[funcs.name[stacks.func[samples.stack[i]]]];
    weights.set(name, (weights.get(name) ?? 0) + samples.weight[i]);
  }
  return weights;
}

function sum(rows: readonly CostRow[], column: 'weight' | 'samples'): number {
  return rows.reduce((total, row) => total + row[column], 0);
}

function goldenOf(folder: string, file: string): string {
  return new TextDecoder().decode(plainAt(folder, file));
}

function openText(folder: string): Promise<OpenProfile> {
  const text = filesIn(folder).find((file) => /^expected\.perf\.(?:gz|zst)$/.test(file))!;
  return openOrThrow([sourceOf(bytesAt(folder, text), text)]);
}

async function openOrThrow(sources: readonly Source[]): Promise<OpenProfile> {
  const outcome = await openProfile(sources, NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return outcome.value;
}
