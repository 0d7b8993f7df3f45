import { describe, expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { funcText, profileOf } from '../../fixtures/text.ts';
import { findNode } from '../../fixtures/tree.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { NONE, type Profile, type WeightById } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { buildTree } from './build/build.ts';
import { detailsOf, functionDetailsOf } from './details.ts';

/** The details of a node, with function names instead of row numbers. */
function detailsAt(profile: Profile, path: string, event = 0) {
  const built = buildTree(profile, event);
  const { tree } = built;
  const node = path === '' ? 0 : findNode(tree, profile, path);
  const { callers, callees, funcTotal, funcSelf } = detailsOf(built, node, profile);
  const named = (parts: readonly WeightById[]) =>
    parts.map(({ id, weight }) => `${id === NONE ? 'root' : funcText(profile, id)} ${weight}`);
  return { callers: named(callers), callees: named(callees), funcTotal, funcSelf };
}

describe('the totals of a function', () => {
  const profile = profileOf(`
    main;a;f;g 1
    main;b;f;h 2
    main;b;f 4
    f 8
  `);

  test('are sums over all of its nodes', () => {
    expect(detailsAt(profile, 'main > b > f')).toEqual({
      funcTotal: 15,
      funcSelf: 12,
      callers: ['root 8', 'b 6', 'a 1'],
      callees: ['h 2', 'g 1'],
    });
  });

  test('are the same for each of its nodes', () => {
    for (const path of ['main > a > f', 'f'])
      expect(detailsAt(profile, path)).toEqual(detailsAt(profile, 'main > b > f'));
  });

  test('count each stack once, with the caller of the outermost call, even if it contains the function repeatedly', () => {
    expect(detailsAt(profileOf('main;f;f;f;g 3\nmain;f;g;f 5'), 'main > f')).toEqual({
      funcTotal: 8,
      funcSelf: 5,
      callers: ['main 8'],
      callees: ['g 8', 'f 3'],
    });
  });

  test('include everything for the root, which has no callers', () => {
    expect(detailsAt(profile, '')).toEqual({
      funcTotal: 15,
      funcSelf: 0,
      callers: [],
      callees: ['f 8', 'main 7'],
    });
  });

  test('include the ten heaviest callers and callees', () => {
    const text = Array.from({ length: 15 }, (_, i) => `main;f${i} ${i + 1}`).join('\n');
    expect(detailsAt(profileOf(text), 'main').callees).toEqual(
      Array.from({ length: 10 }, (_, i) => `f${14 - i} ${15 - i}`),
    );
  });

  test('count only the samples of one event', () => {
    const both = profileOf('| x | main;f 1\n| y | main;f 2\n| y | main;f;g 4');
    expect(detailsAt(both, 'main > f', 0)).toEqual({
      funcTotal: 1,
      funcSelf: 1,
      callers: ['main 1'],
      callees: [],
    });
    expect(detailsAt(both, 'main > f', 1)).toEqual({
      funcTotal: 6,
      funcSelf: 2,
      callers: ['main 6'],
      callees: ['g 4'],
    });
  });

  test('equal a simple sum over the samples', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const frames = ['a', 'b', 'c', 'd'];
      const generated = syntheticProfile({ seed, samples: 40, depth: 7, frames });
      const profile = {
        ...generated,
        samples: { ...generated.samples, stack: generated.samples.stack.map((s) => Math.max(0, s)) },
      };
      const built = buildTree(profile, 0);
      const { tree } = built;
      for (let node = 1; node < tree.length; node++) {
        const { funcTotal, funcSelf, callers, callees } = detailsOf(built, node, profile);
        expect({ funcTotal, funcSelf, callers: byId(callers), callees: byId(callees) }).toEqual(
          naive(profile, tree.func[node]),
        );
      }
    }
  });
});

function byId(parts: readonly WeightById[]): WeightById[] {
  return parts.toSorted((a, b) => a.id - b.id);
}

/** Sums over the samples, one by one. */
function naive({ samples, stacks }: Profile, func: number) {
  const callers = new Map<number, number>();
  const callees = new Map<number, number>();
  let funcTotal = 0;
  let funcSelf = 0;
  const add = (sums: Map<number, number>, ids: Set<number>, weight: number) => {
    for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + weight);
  };
  for (let i = 0; i < samples.length; i++) {
    const path: number[] = [];
    for (let at = samples.stack[i]; at !== NONE; at = stacks.parent[at]) path.unshift(stacks.func[at]);
    const positions = path.flatMap((each, position) => (each === func ? [position] : []));
    const weight = samples.weight[i];
    if (positions.length > 0) funcTotal += weight;
    if (path.at(-1) === func) funcSelf += weight;
    add(callers, new Set(positions.slice(0, 1).map((position) => path[position - 1] ?? NONE)), weight);
    add(callees, new Set(positions.flatMap((position) => path.slice(position + 1, position + 2))), weight);
  }
  const parts = (sums: Map<number, number>) => byId([...sums].map(([id, weight]) => ({ id, weight })));
  return { funcTotal, funcSelf, callers: parts(callers), callees: parts(callees) };
}

describe('the self weight of a node', () => {
  const EVAL = '_PyEval_EvalFrameDefault';
  const classified = classify(
    profileOf(`
      main;py::f:/a.py;${EVAL} 1
      main;py::f:/a.py;${EVAL};PyObject_Vectorcall 2
      main;py::f:/a.py;${EVAL};long_add 4
      main;py::f:/a.py;${EVAL};py::g:/a.py 8
      [no stack] 16
    `),
  );

  function selfAt(level: 'python' | 'python-c' | 'raw', path: string): string[] {
    const shown = atLevel(classified, level);
    const built = buildTree(shown, 0);
    const { tree } = built;
    const { selfKinds } = detailsOf(built, findNode(tree, shown, path), classified.profile);
    return selfKinds.map(({ id, weight }) => `${KIND_LABELS[id]} ${weight}`);
  }

  test('is split by the kind of the sampled function', () => {
    expect(selfAt('python', 'py::f:/a.py')).toEqual(['native 4', 'call glue 2', 'evaluator 1']);
    expect(selfAt('python-c', 'py::f:/a.py')).toEqual(['call glue 2', 'evaluator 1']);
    expect(selfAt('python', 'py::f:/a.py > py::g:/a.py')).toEqual(['own code 8']);
  });

  test('has no parts if no samples end in the node', () => {
    expect(selfAt('raw', 'main')).toEqual([]);
  });

  test('excludes other nodes of the same function', () => {
    const twice = classify(profileOf('a;f 1\nb;f;leaf 2\nb;f 4'));
    const shown = atLevel(twice, 'raw');
    const built = buildTree(shown, 0);
    const { tree } = built;
    const at = (path: string) => detailsOf(built, findNode(tree, shown, path), twice.profile).selfKinds;
    expect(at('a > f').map(({ weight }) => weight)).toEqual([1]);
    expect(at('b > f').map(({ weight }) => weight)).toEqual([4]);
  });

  test('of a function includes all of its nodes', () => {
    const twice = classify(profileOf('a;f 1\nb;f;leaf 2\nb;f 4'));
    const shown = atLevel(twice, 'raw');
    const built = buildTree(shown, 0);
    const func = built.tree.func[findNode(built.tree, shown, 'a > f')];
    const { selfKinds, funcSelf } = functionDetailsOf(built, func, twice.profile);
    expect([selfKinds.map(({ weight }) => weight), funcSelf]).toEqual([[5], 5]);
  });

  test('has the kind of the marker for samples without frames', () => {
    expect(selfAt('python', '[no stack]')).toEqual(['no frame 16']);
  });
});
