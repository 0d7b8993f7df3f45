import { completeTree } from '../../fixtures/complete-tree.ts';
import { describe, expect, test } from 'vitest';
import { filteredProfile } from '../../fixtures/filtered-profile.ts';
import { trimLines, profileOf, textOf } from '../../fixtures/text.ts';
import { FILTER_ACTIONS, type FilterAction, type NamedTarget } from '../model/filter.ts';
import { Kind } from '../model/kinds.ts';
import type { Level } from '../model/levels.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { toStackChains } from '../model/trie.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { applyFilter } from './filter.ts';
import { withAggregateFunctions } from './aggregate-functions.ts';
import { matchTarget } from './targets.ts';

type Step = readonly [action: FilterAction, target?: NamedTarget | string];

/**
 * Applies filters at a level and returns the stacks as text. A string target means the function of that name without
 * a module.
 */
function textAfter(drawing: string, steps: readonly Step[], level: Level = 'merged'): string {
  return keptText(profileAfter(drawing, steps, level));
}

function profileAfter(drawing: string, steps: readonly Step[], level: Level = 'merged'): Profile {
  const classified = classify(profileOf(drawing));
  const { profile, aggregateOf } = withAggregateFunctions(classified.profile);
  return steps.reduce(
    (shown, [action, named]) => {
      const target =
        typeof named === 'string' ? ({ by: 'function', name: named, module: '' } as const) : named;
      const matches = matchTarget(profile, target);
      const aggregate = target ? aggregateOf(target) : NONE;
      return filteredProfile(shown, { action, matches, aggregate, hidden: classified.markers.hidden });
    },
    atLevel({ ...classified, profile }, level),
  );
}

/** The profile as text, without dropped samples. */
function keptText(profile: Profile): string {
  const { samples } = profile;
  const kept = [...samples.stack.keys()].filter((i) => samples.stack[i] !== NONE);
  const column = (values: Int32Array | Uint8Array | Float64Array) => kept.map((i) => values[i]);
  return textOf({
    ...profile,
    samples: {
      length: kept.length,
      stack: Int32Array.from(column(samples.stack)),
      thread: Int32Array.from(column(samples.thread)),
      event: Uint8Array.from(column(samples.event)),
      time: Float64Array.from(column(samples.time)),
      weight: Float64Array.from(column(samples.weight)),
    },
  });
}

describe('the table of model/filter.ts', () => {
  test.each<[FilterAction, string]>([
    ['focus', 'a;b;a;c 1'],
    ['callers', 'main;a 1'],
    ['hide', 'main;b;c 1'],
    ['keep', 'a;a 1'],
    ['drop', ''],
    ['only', 'main;a;b;a;c 1'],
    ['collapse', 'main;a;b;a;c 1'],
    ['recursion', 'main;a;b;a;c 1'],
  ])('%s', (action, expected) => {
    expect(textAfter('main;a;b;a;c 1', [[action, 'a']])).toBe(expected);
  });
});

describe('a recursive function', () => {
  test.each<[FilterAction, string]>([
    ['focus', 'a;a;b;a;a;a;c 1\na 2'],
    ['callers', 'main;a 3'],
    ['hide', 'main;b;c 1\nmain 2\nmain;b 4'],
    ['keep', 'a;a;a;a;a 1\na 2\n[hidden] 4'],
    ['drop', 'main;b 4'],
    ['only', 'main;a;a;b;a;a;a;c 1\nmain;a 2'],
    ['collapse', 'main;a;b;a;c 1\nmain;a 2\nmain;b 4'],
    ['recursion', 'main;a;b;a;c 1\nmain;a 2\nmain;b 4'],
  ])('%s', (action, expected) => {
    const drawing = 'main;a;a;b;a;a;a;c 1\nmain;a 2\nmain;b 4';
    expect(textAfter(drawing, [[action, 'a']])).toBe(expected);
  });

  test('is one frame everywhere if recursion applies to all functions', () => {
    expect(textAfter('a;a;b;b;b;a;b 1\na;b;a 2', [['recursion']])).toBe('a;b;a;b 1\na;b;a 2');
  });

  test('is not merged across a different function', () => {
    expect(textAfter('a;b;a;b 1', [['recursion']])).toBe('a;b;a;b 1');
  });
});

describe('samples', () => {
  test('keep their rows when dropped, and share all columns except stacks', () => {
    const drawing = 'main;a 1\nmain;b 2\n[no stack] 3';
    for (const action of FILTER_ACTIONS) {
      const before = profileAfter(drawing, []);
      const { samples } = filteredProfile(before, {
        action,
        matches: new Uint8Array(99),
        aggregate: NONE,
        hidden: 0,
      });
      expect(samples.length).toBe(3);
      for (const column of ['thread', 'event', 'time', 'weight'] as const)
        expect(samples[column]).toBe(before.samples[column]);
    }
    expect([...profileAfter(drawing, [['drop', 'a']]).samples.stack].map((stack) => stack < 0)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('stay dropped in later filters', () => {
    for (const action of ['hide', 'collapse', 'recursion', 'drop'] as const)
      expect(
        textAfter('main;a 1\nmain;b 2', [
          ['drop', 'a'],
          [action, 'x'],
        ]),
      ).toBe('main;b 2');
    for (const action of ['focus', 'callers', 'only'] as const)
      expect(
        textAfter('b;a 1\nb 2', [
          ['drop', 'a'],
          [action, 'b'],
        ]),
      ).toBe('b 2');
  });

  test('move to [hidden] when they lose every frame', () => {
    expect(textAfter('a;a 1\na;b 2\nb 4', [['hide', 'a']])).toBe('[hidden] 1\nb 6');
    expect(textAfter('a 1\nb 4', [['hide']])).toBe('[hidden] 5');
    expect(textAfter('a;b 1\nb 2\nc;d 4', [['keep', 'a']])).toBe('a 1\n[hidden] 6');
    expect(textAfter('a 1\nb 4', [['keep']])).toBe('a 1\nb 4');
  });

  test('count for the nearest kept caller', () => {
    const drawing =
      'py::main:/shop/app.py;py::load:/usr/lib/python3.13/json/decoder.py;py::hook:/shop/api.py;memcpy 1\n' +
      'py::main:/shop/app.py;py::load:/usr/lib/python3.13/json/decoder.py;scan 2\nkworker 4';
    expect(textAfter(drawing, [['keep', { by: 'folder', path: '/shop' }]])).toBe(
      'py::main:/shop/app.py;py::hook:/shop/api.py 1\npy::main:/shop/app.py 2\n[hidden] 4',
    );
  });

  test('belong to [no stack] if they have no stack', () => {
    const drawing = 'main 1\n[no stack] 2';
    expect(textAfter(drawing, [['drop', '[no stack]']])).toBe('main 1');
    expect(textAfter(drawing, [['hide', '[no stack]']])).toBe('main 1\n[hidden] 2');
    expect(textAfter(drawing, [['focus', { by: 'kind', kind: Kind.empty }]])).toBe('[no stack] 2');
  });

  test('keep their threads and events', () => {
    const drawing = 'app 1/1 | main;a;b 1\napp 1/2 | faults | main;b 2\napp 1/2 | faults | main;c 4';
    expect(
      textAfter(drawing, [
        ['hide', 'a'],
        ['only', 'b'],
      ]),
    ).toBe('app 1/1 | main;b 1\napp 1/2 | faults | main;b 2');
  });
});

describe('stacks', () => {
  test('are merged if they differ only in hidden frames', () => {
    const { stacks } = profileAfter('main;a;c;d 1\nmain;c;d;e 2\nmain;b;c;d 4', [
      ['hide', 'a'],
      ['hide', 'b'],
    ]);
    expect(stacks.length).toBe(4);
  });

  test('are merged if they are equal from the focus on', () => {
    expect(textAfter('x;a;b 1\ny;a;b 2\na 4', [['focus', 'a']])).toBe('a;b 3\na 4');
    expect(profileAfter('x;a;b 1\ny;a;b 2\na 4', [['focus', 'a']]).stacks.length).toBe(2);
  });

  test('are shared if only samples change', () => {
    const profile = profileAfter('main;a;b 1\nmain;c 2', []);
    const before = completeTree(toStackChains(profile));
    for (const action of ['drop', 'only', 'callers'] as const) {
      const rule = { action, matches: matchTarget(profile, undefined), aggregate: NONE, hidden: NONE };
      expect(applyFilter(before.tree, rule, profile).chains.func).toBe(before.tree.func);
    }
  });

  test('are removed if they have no samples', () => {
    const drawing = 'main;a;b;c 1\nmain;d 2';
    for (const action of ['hide', 'collapse', 'recursion'] as const)
      expect(
        profileAfter(drawing, [
          ['drop', 'a'],
          [action, 'x'],
        ]).stacks.length,
      ).toBe(2);
    expect(
      profileAfter(drawing, [
        ['callers', 'a'],
        ['focus', 'main'],
      ]).stacks.length,
    ).toBe(2);
  });
});

describe('collapse', () => {
  const numpy = '/v/site-packages/numpy';
  const drawing = trimLines(`
    py::main:/app/a.py;py::dot:${numpy}/core.py;dot@${numpy}/core.so;gemm@/usr/lib/libblas.so 1
    py::main:/app/a.py;py::ones:${numpy}/init.py 2
    py::main:/app/a.py;py::dot:${numpy}/core.py;py::call:/app/a.py;py::ones:${numpy}/init.py 4
  `);

  test('merges the Python and C frames of a package', () => {
    expect(textAfter(drawing, [['collapse', { by: 'package', path: 'numpy' }]])).toBe(
      trimLines(`
        py::main:/app/a.py;numpy;gemm@/usr/lib/libblas.so 1
        py::main:/app/a.py;numpy 2
        py::main:/app/a.py;numpy;py::call:/app/a.py;numpy 4
      `),
    );
    expect(profileAfter(drawing, [['collapse', { by: 'package', path: 'numpy' }]]).stacks.length).toBe(5);
  });

  test('merges files, modules and kinds', () => {
    const line = `py::f:/app/a.py;py::g:/app/a.py;strlen@/lib/libc.so.6;memcpy@/lib/libc.so.6 1`;
    expect(textAfter(line, [['collapse', { by: 'file', path: '/app/a.py' }]])).toBe(
      'py::a.py:/app/a.py;strlen@/lib/libc.so.6;memcpy@/lib/libc.so.6 1',
    );
    expect(textAfter(line, [['collapse', { by: 'module', path: '/lib/libc.so.6' }]])).toBe(
      'py::f:/app/a.py;py::g:/app/a.py;libc.so.6@/lib/libc.so.6 1',
    );
    expect(textAfter(line, [['collapse', { by: 'kind', kind: Kind.native }]])).toBe(
      'py::f:/app/a.py;py::g:/app/a.py;native 1',
    );
  });

  test('produces a function that later filters treat as part of the package', () => {
    const collapse: Step = ['collapse', { by: 'package', path: 'numpy' }];
    expect(textAfter(drawing, [collapse, ['hide', { by: 'package', path: 'numpy' }]])).toBe(
      trimLines(`
        py::main:/app/a.py;gemm@/usr/lib/libblas.so 1
        py::main:/app/a.py 2
        py::main:/app/a.py;py::call:/app/a.py 4
      `),
    );
    expect(textAfter(drawing, [collapse, collapse])).toBe(textAfter(drawing, [collapse]));
  });

  test('merges neighbors into the outermost one if there is no aggregate function', () => {
    const before = profileAfter('main;a;b;c 1\nmain;b;a 2\nmain;b;a;b;c 4', []);
    const matches = Uint8Array.from(
      matchTarget(before, { by: 'function', name: 'a', module: '' }),
      (is, func) => (is === 1 || before.strings[before.funcs.name[func]] === 'b' ? 1 : 0),
    );
    const rule = { action: 'collapse', matches, aggregate: NONE, hidden: NONE } as const;
    expect(keptText(filteredProfile(before, rule))).toBe('main;a;c 1\nmain;b 2\nmain;b;c 4');
  });
});

describe('successive filters', () => {
  test('each apply to the result of the previous one', () => {
    const drawing = 'main;a;b;a;c 1\nmain;b;c 2\nidle 4';
    expect(
      textAfter(drawing, [
        ['hide', 'b'],
        ['recursion', 'a'],
      ]),
    ).toBe('main;a;c 1\nmain;c 2\nidle 4');
    expect(
      textAfter(drawing, [
        ['focus', 'b'],
        ['callers', 'a'],
      ]),
    ).toBe('b;a 1');
    expect(
      textAfter(drawing, [
        ['callers', 'b'],
        ['focus', 'a'],
      ]),
    ).toBe('a;b 1');
    expect(
      textAfter(drawing, [
        ['only', 'a'],
        ['drop', 'c'],
      ]),
    ).toBe('');
  });

  test('depend on their order', () => {
    const drawing = 'main;a;b 1\nmain;b 2';
    expect(
      textAfter(drawing, [
        ['drop', 'a'],
        ['hide', 'a'],
      ]),
    ).toBe('main;b 2');
    expect(
      textAfter(drawing, [
        ['hide', 'a'],
        ['drop', 'a'],
      ]),
    ).toBe('main;b 3');
  });
});

describe('variants of a function', () => {
  const python = '@/usr/lib/libpython3.13.so.1.0';
  const drawing = `main;sort_impl.part.0${python};sort_impl${python};cmp 1\nmain;sort_impl${python} 2`;
  const target: NamedTarget = { by: 'function', name: 'sort_impl', module: python.slice(1) };

  test('match the same filter even at the level that shows them separately', () => {
    expect(textAfter(drawing, [['hide', target]], 'raw')).toBe('main;cmp 1\nmain 2');
    expect(textAfter(drawing, [['hide', target]])).toBe('main;cmp 1\nmain 2');
    expect(textAfter(drawing, [['recursion', target]], 'raw')).toBe(
      `main;sort_impl.part.0${python};cmp 1\nmain;sort_impl${python} 2`,
    );
    expect(textAfter(drawing, [['recursion', target]])).toBe(
      `main;sort_impl${python};cmp 1\nmain;sort_impl${python} 2`,
    );
  });

  test('belong to the module they are inlined into', () => {
    const inlined = `list_sort${python};list_append (inlined) 1\nwork@/app/x;list_append (inlined) 2`;
    const of = (module: string): NamedTarget => ({ by: 'function', name: 'list_append', module });
    expect(textAfter(inlined, [['only', of('/app/x')]])).toBe('work@/app/x;list_append@/app/x (inlined) 2');
    expect(textAfter(inlined, [['only', of('')]])).toBe('');
  });

  test('are one function with an empty module and without a module', () => {
    expect(textAfter('main;a;a@;b 1', [['recursion', 'a']])).toBe('main;a;b 1');
  });

  test('are one recursive function even if their kinds differ', () => {
    // `incref` counts as call glue when it is inlined into call glue, and as runtime otherwise.
    const both = `PyObject_Vectorcall${python};incref (inlined);incref${python};x 1`;
    const shown = `PyObject_Vectorcall${python};incref${python} (inlined);x 1`;
    expect(textAfter(both, [['recursion']], 'raw')).toBe(shown);
    expect(textAfter(both, [['hide', { by: 'kind', kind: Kind.glue }]], 'raw')).toBe(`incref${python};x 1`);
  });
});
