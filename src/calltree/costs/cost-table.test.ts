import { expect, test } from 'vitest';
import { profileOf } from '../../../fixtures/text.ts';
import { COSTS, partId, type CostPart, type StackCosts } from '../../model/costs.ts';
import { classify } from '../../python/classify.ts';
import { buildTree, keepSamples, buildSelectedTree } from '../build/build.ts';
import { costTable, selfCostsIn } from './cost-table.ts';
import { tableOf, threadTable, type ComputedTable } from '../table.ts';

const { profile } = classify(
  profileOf(`
    main 7/7 | py::main:/a.py;py::work:/a.py 1
    main 7/7 | py::main:/a.py;py::work:/a.py;read 2
    pool 7/8 | py::main:/a.py;py::work:/a.py;scan 4
    pool 7/8 | py::main:/a.py;scan 8
    pool 7/8 | read 16
  `),
);
const FILES = { cost: 'system', part: 'files' } as const;
const JSON_PART = { cost: 'libraries', part: 'json' } as const;
/** The cost of each stack is that of its leaf function. Parts repeat, as they do if their rows have different ranks. */
const PARTS: readonly CostPart[] = [
  { cost: 'bytecode', part: '' },
  FILES,
  JSON_PART,
  FILES,
  { cost: 'unknown', part: 'no stack' },
];
const costs: StackCosts = {
  parts: PARTS,
  partOf: Uint8Array.from(profile.stacks.func, (func, stack) => {
    const leaf = ['read', 'scan'].indexOf(profile.strings[profile.funcs.name[func]]) + 1;
    return leaf === 1 && profile.stacks.parent[stack] < 0 ? 3 : leaf;
  }),
  noStack: 4,
};
const built = buildTree(profile, 0);

/** `cost part weight/samples`, heaviest first. */
function textOf({ id, parts, self, selfSamples, total }: ComputedTable): string[] {
  return [...id.keys()]
    .sort((a, b) => total[b] - total[a])
    .map((row) => {
      const name = parts ? `${parts[row].cost} ${parts[row].part}` : COSTS[id[row]].id;
      return `${name} ${self[row]}/${selfSamples[row]}`;
    });
}

test('groups samples by cost', () => {
  const table = costTable(built, profile, costs, 'cost');
  expect(textOf(table)).toEqual(['system 18/2', 'libraries 12/2', 'bytecode 1/1']);
  expect(table).toMatchObject({ by: 'cost', length: 3, weight: 31, samples: 5 });
});

test('groups samples by part, of which several may have the same name', () => {
  const table = costTable(built, profile, costs, 'part');
  expect(textOf(table)).toEqual(['system files 18/2', 'libraries json 12/2', 'bytecode  1/1']);
  expect(new Set(table.id)).toEqual(new Set([PARTS[0], FILES, JSON_PART].map(partId)));
});

test('leaves out costs that a filter removes', () => {
  const kept = buildSelectedTree(keepSamples(built, profile, (sample) => sample > 1));
  expect(textOf(costTable(kept, profile, costs, 'cost'))).toEqual(['system 16/1', 'libraries 12/2']);
});

/** `name cost weight …` of each row. */
function selfTexts(rows: ComputedTable, nameOf: (id: number) => string): string[] {
  const sums = selfCostsIn(rows, built, profile, costs);
  return Array.from(rows.id, (id, row) => {
    const own = sums.subarray(row * COSTS.length, (row + 1) * COSTS.length);
    const written = COSTS.flatMap((cost, i) => (own[i] > 0 ? [`${cost.id} ${own[i]}`] : []));
    return [nameOf(id), ...written].join(' ');
  });
}

test('splits the self weight of functions by cost', () => {
  const rows = tableOf(built.tree, profile.funcs, 'function');
  const texts = selfTexts(rows, (id) => profile.strings[profile.funcs.name[id]]);
  expect(texts.sort()).toEqual([
    'py::main:/a.py',
    'py::work:/a.py bytecode 1',
    'read system 18',
    'scan libraries 12',
  ]);
});

test('splits the self weight of files and threads by cost', () => {
  const files = tableOf(built.tree, profile.funcs, 'file');
  expect(selfTexts(files, (id) => profile.strings[id] ?? 'none').sort()).toEqual([
    '/a.py bytecode 1',
    'none libraries 12 system 18',
  ]);
  const threads = threadTable(profile, 0, {});
  expect(selfTexts(threads, (id) => profile.threads[id].comm)).toEqual([
    'main bytecode 1 system 2',
    'pool libraries 12 system 16',
  ]);
});
