import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { funcText, profileOf } from '../../fixtures/text.ts';
import { sampledPaths } from '../../fixtures/tree.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { childrenOf, chainOf, allStacksOf } from '../model/tree.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { buildTree } from './build/build.ts';
import { invertedTree } from './build/inverted.ts';
import { sandwichOf } from './sandwich.ts';
import { tableOf, threadTable, type CodeGrouping, type ComputedTable } from './table.ts';

/** Rows as `name self/samples total/samples`, sorted by name. */
function drawnRows(table: ComputedTable, nameOf: (id: number) => string): string[] {
  return Array.from({ length: table.length }, (_, row) => {
    const name = table.id[row] === NONE ? 'none' : nameOf(table.id[row]);
    const self = `${table.self[row]}/${table.selfSamples[row]}`;
    return `${name} ${self} ${table.total[row]}/${table.totalSamples[row]}`;
  }).sort();
}

function drawnTable(profile: Profile, by: CodeGrouping): string[] {
  const table = tableOf(buildTree(profile, 0).tree, profile.funcs, by);
  return drawnRows(table, (id) => {
    if (by === 'function') return funcText(profile, id);
    if (by === 'kind') return KIND_LABELS[id];
    return by === 'module' ? profile.modules[id] : profile.strings[id];
  });
}

describe('a table', () => {
  test('has the self and total weight of each function, counting each sample once', () => {
    const profile = profileOf('main;f;f;g 3\nmain;f;g;f 5\nmain 1\nmain;f 2');
    expect(drawnTable(profile, 'function')).toEqual(['f 7/2 10/3', 'g 3/1 8/2', 'main 1/1 11/4']);
    expect(tableOf(buildTree(profile, 0).tree, profile.funcs, 'function')).toMatchObject({
      by: 'function',
      length: 3,
      weight: 11,
      samples: 4,
    });
  });

  test('leaves out functions without samples', () => {
    const profile = profileOf('| x | main;f 3\n| y | main;g 4');
    expect(drawnTable(profile, 'function')).toEqual(['f 3/1 3/1', 'main 0/0 3/1']);
  });

  test('has no rows without samples', () => {
    const profile = { ...profileOf(''), events: ['x'] };
    expect(drawnTable(profile, 'function')).toEqual([]);
    expect(threadTable(profile, 0, {})).toMatchObject({ length: 0, weight: 0, samples: 0 });
  });

  test('keeps samples of weight 0', () => {
    expect(drawnTable(profileOf('main 0'), 'function')).toEqual(['main 0/1 0/1']);
  });

  const code = atLevel(
    classify(
      profileOf(`
        main@/usr/bin/python3.13;py::f:/app/a.py@/tmp/perf-1.map;py::g:/app/a.py@/tmp/perf-1.map 1
        main@/usr/bin/python3.13;py::f:/app/a.py@/tmp/perf-1.map;dot@/v/site-packages/numpy/core.so 2
        main@/usr/bin/python3.13;py::h:/v/site-packages/numpy/h.py@/tmp/perf-1.map;memcpy@/usr/lib/libc.so.6 4
        main@/usr/bin/python3.13;py::h:/v/site-packages/numpy/h.py@/tmp/perf-1.map;read@[kernel.kallsyms] ^ 8
      `),
    ),
    'raw',
  );

  test('groups by file, with a row for code without a file', () => {
    expect(drawnTable(code, 'file')).toEqual([
      '/app/a.py 1/1 3/2',
      '/v/site-packages/numpy/h.py 0/0 12/2',
      'none 14/3 15/4',
    ]);
  });

  test('groups both Python and C code by package', () => {
    expect(drawnTable(code, 'package')).toEqual(['none 13/3 15/4', 'numpy 2/1 14/3']);
  });

  test('groups by module, with a row for Python code, which has no module', () => {
    expect(drawnTable(code, 'module')).toEqual([
      '/usr/bin/python3.13 0/0 15/4',
      '/usr/lib/libc.so.6 4/1 4/1',
      '/v/site-packages/numpy/core.so 2/1 2/1',
      '[kernel.kallsyms] 8/1 8/1',
      'none 1/1 15/4',
    ]);
  });

  test('groups by kind', () => {
    expect(drawnTable(code, 'kind')).toEqual([
      'entry 0/0 15/4',
      'extension 2/1 2/1',
      'kernel 8/1 8/1',
      'native 4/1 4/1',
      'own code 1/1 3/2',
      'site-packages 0/0 12/2',
    ]);
  });

  test('groups by thread; total and self weight are the same', () => {
    const profile = profileOf('a 1/1 | main 1\nb 1/2 | main 2\nb 1/2 | main;f 4\nc 1/3 | x 5 | main 8');
    const named = (id: number) => profile.threads[id].comm;
    expect(drawnRows(threadTable(profile, 0, {}), named)).toEqual(['a 1/1 1/1', 'b 6/2 6/2']);
    expect(drawnRows(threadTable(profile, 0, { threads: [0] }), named)).toEqual(['a 1/1 1/1']);
  });
});

describe('for each random profile', () => {
  const profiles = fc
    .record({
      seed: fc.integer(),
      samples: fc.integer({ min: 0, max: 100 }),
      depth: fc.integer({ min: 1, max: 10 }),
    })
    .map((size) => syntheticProfile({ ...size, frames: ['a', 'b', 'c', 'd@/x', 'd@/y'] }));
  const byFunc = (profile: Profile) => tableOf(treeOf(profile), profile.funcs, 'function');
  const treeOf = (profile: Profile) => buildTree({ ...profile, events: ['cycles'] }, 0).tree;

  test('self weights add up to the selected weight', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const weight = sampledPaths(profile, 0).reduce((sum, [, each]) => sum + each, 0);
        for (const by of ['function', 'module', 'kind', 'file'] as const) {
          const table = tableOf(treeOf(profile), profile.funcs, by);
          expect(table.weight).toBe(weight);
          expect(table.self.reduce((sum, each) => sum + each, 0)).toBe(weight);
          expect(table.selfSamples.reduce((sum, each) => sum + each, 0)).toBe(table.samples);
        }
      }),
    );
  });

  test('totals equal a simple sum over the samples', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const totals = new Map<string, [number, number]>();
        for (const [path, weight] of sampledPaths(profile, 0)) {
          for (const name of new Set(path)) {
            const [sum, samples] = totals.get(name) ?? [0, 0];
            totals.set(name, [sum + weight, samples + 1]);
          }
        }
        const { id, total, totalSamples } = byFunc(profile);
        const found = [...id].map(
          (func, row) => [funcText(profile, func), [total[row], totalSamples[row]]] as const,
        );
        expect(new Map(found)).toEqual(totals);
      }),
    );
  });

  test('self weights equal the weights of the root’s children in the inverted tree', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const inverted = invertedTree(allStacksOf(treeOf(profile)));
        const rootChildren = childrenOf(inverted, 0).map(
          (node) => [inverted.func[node], inverted.total[chainOf(inverted, node)]] as const,
        );
        const { id, self, selfSamples } = byFunc(profile);
        const rows = [...id].map((func, row) => [func, self[row]] as const);
        expect(new Map(rootChildren)).toEqual(new Map(rows.filter((_, row) => selfSamples[row] > 0)));
      }),
    );
  });

  test('the total of a function equals the total of both trees of its sandwich', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const tree = treeOf(profile);
        const { id, total, totalSamples } = byFunc(profile);
        for (const [row, func] of id.entries()) {
          const { callers, callees } = sandwichOf(tree, func);
          expect([callers.total[0], callers.samples[0]]).toEqual([total[row], totalSamples[row]]);
          expect([callees.total[0], callees.samples[0]]).toEqual([total[row], totalSamples[row]]);
        }
      }),
    );
  });
});
