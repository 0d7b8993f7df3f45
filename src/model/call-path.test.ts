import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { profileOf } from '../../fixtures/text.ts';
import { findNode } from '../../fixtures/tree.ts';
import { buildTree } from '../calltree/build/build.ts';
import { atLevel } from '../python/levels.ts';
import { classify } from '../python/classify.ts';
import {
  findLinkedNode,
  hashPathTo,
  pathTo,
  resolvePath,
  ROOT_PATH,
  type PathHashes,
  type PathNames,
  functionIdsOf,
} from './call-path.ts';
import type { Level } from './levels.ts';
import { NONE, type Profile } from './profile.ts';
import { parentOf, type CallTree } from './tree.ts';

interface BuiltText {
  readonly tree: CallTree;
  readonly profile: Profile;
  readonly names: PathNames;
}

function buildText(text: string, level: Level = 'raw'): BuiltText {
  const profile = atLevel(classify(profileOf(text)), level);
  return {
    tree: buildTree(profile, 0).tree,
    profile,
    names: { ids: functionIdsOf(profile), funcs: profile.funcs },
  };
}

const at = ({ tree, profile }: BuiltText, path: string) => findNode(tree, profile, path);

/** Resolves the path of a node in another tree. Returns the function names on the resolved path and the kind of match. */
function resolvedIn(to: BuiltText, from: BuiltText, path: string): [string, string] {
  const { node, match } = resolvePath(to.tree, pathTo(from.tree, at(from, path), from.names), to.names);
  return [pathText(to, node), match];
}

function pathText({ tree, profile: { funcs, strings } }: BuiltText, node: number): string {
  const names: string[] = [];
  for (let each = node; each > 0; each = parentOf(tree, each))
    names.unshift(strings[funcs.name[tree.func[each]]]);
  return names.join(' > ');
}

const stack = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'a.cold', 'py::f:/f.py'), {
  minLength: 1,
  maxLength: 6,
});
const stacks = fc.uniqueArray(stack, { minLength: 1, maxLength: 12, selector: (each) => each.join(';') });

const textOf = (each: readonly (readonly string[])[], weights: readonly number[]) =>
  each.map((frames, i) => `${frames.join(';')} ${weights[i]}`).join('\n');

describe('a call path', () => {
  test('resolves to its node, even in a tree with a different order', () => {
    fc.assert(
      fc.property(
        stacks,
        fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 24, maxLength: 24 }),
        (each, weights) => {
          const first = buildText(textOf(each, weights));
          const other = buildText(textOf(each.toReversed(), weights.slice(12)));
          for (let node = 0; node < first.tree.length; node++) {
            const path = pathTo(first.tree, node, first.names);
            expect(resolvePath(first.tree, path, first.names)).toEqual({ node, match: 'exact' });
            const { node: found, match } = resolvePath(other.tree, path, other.names);
            expect([pathText(other, found), match]).toEqual([pathText(first, node), 'exact']);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is empty for the root', () => {
    const { tree, names } = buildText('main;work 1');
    expect(pathTo(tree, 0, names)).toEqual(ROOT_PATH);
    expect(resolvePath(tree, ROOT_PATH, names)).toEqual({ node: 0, match: 'exact' });
  });

  test('resolves to the same function after frames between its callers were removed', () => {
    const from = buildText('main;loop;step;work 1');
    expect(resolvedIn(buildText('main;work 1\nwork 9'), from, 'main > loop > step > work')).toEqual([
      'main > work',
      'similar',
    ]);
  });

  test('resolves to the node that shares the most callers after frames were inserted', () => {
    const from = buildText('main;loop;work 1');
    const to = buildText('main;start;loop;step;work 1\nmain;other;work 9');
    expect(resolvedIn(to, from, 'main > loop > work')).toEqual([
      'main > start > loop > step > work',
      'similar',
    ]);
  });

  test('resolves to the nearest caller after its function was removed', () => {
    const from = buildText('main;loop;work;leaf 1');
    expect(resolvedIn(buildText('main;loop;idle 1'), from, 'main > loop > work > leaf')).toEqual([
      'main > loop',
      'ancestor',
    ]);
    expect(resolvedIn(buildText('start 1'), from, 'main > loop')).toEqual(['', 'ancestor']);
  });

  test('resolves to another variant of its function', () => {
    const text = 'main;work.cold 1\nmain;work 2';
    expect(resolvedIn(buildText(text, 'merged'), buildText(text), 'main > work.cold')).toEqual([
      'main > work',
      'similar',
    ]);
  });
});

describe('a linked node', () => {
  const found = ({ tree, names }: BuiltText, linked: PathHashes) => findLinkedNode(tree, linked, names);

  test('is found in a tree with a different order', () => {
    fc.assert(
      fc.property(
        stacks,
        fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 24, maxLength: 24 }),
        (each, weights) => {
          const first = buildText(textOf(each, weights));
          const other = buildText(textOf(each.toReversed(), weights.slice(12)));
          for (let node = 1; node < first.tree.length; node++) {
            const linked = hashPathTo(first.tree, node, first.names);
            expect(pathText(other, found(other, linked))).toBe(pathText(first, node));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is found by its function and its Python callers after the rules of the levels changed', () => {
    const python = 'py::main:/m.py;_PyEval_EvalFrameDefault;py::load:/l.py';
    const text = `${python};_PyEval_EvalFrameDefault;PyObject_Call;read 1\npy::main:/m.py;_PyEval_EvalFrameDefault;read 9`;
    const raw = buildText(text);
    const { tree } = raw;
    const read = [...tree.func].findIndex(
      (_, node) => pathText(raw, node).endsWith('read') && pathText(raw, node).includes('load'),
    );
    const linked = hashPathTo(tree, read, raw.names);
    const merged = buildText(text, 'python-leaf-c');
    const names = pathText(merged, found(merged, linked));
    expect(names).toContain('load');
    expect(names.endsWith('read')).toBe(true);
  });

  test('is not found if no node has its function', () => {
    const from = buildText('main;work 1');
    const linked = hashPathTo(from.tree, at(from, 'main > work'), from.names);
    expect(found(buildText('main;idle 1'), linked)).toBe(NONE);
  });
});
