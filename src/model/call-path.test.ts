import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { profileOf } from '../../fixtures/text.ts';
import { findNode } from '../../fixtures/tree.ts';
import { buildTree } from '../calltree/build.ts';
import { atLevel } from '../python/levels.ts';
import { classify } from '../python/classify.ts';
import {
  findLinkedNode,
  linkedNodeOf,
  pathTo,
  resolvePath,
  ROOT_PATH,
  type LinkedNode,
  type PathNames,
} from './call-path.ts';
import { functionIdsOf } from './function-ids.ts';
import type { Level } from './levels.ts';
import { NONE, type Profile } from './profile.ts';
import { parentOf, type CallTree } from './tree.ts';

interface Built {
  readonly tree: CallTree;
  readonly profile: Profile;
  readonly names: PathNames;
}

function built(text: string, level: Level = 'raw'): Built {
  const profile = atLevel(classify(profileOf(text)), level);
  return {
    tree: buildTree(profile, 0).tree,
    profile,
    names: { ids: functionIdsOf(profile), funcs: profile.funcs },
  };
}

const at = ({ tree, profile }: Built, path: string) => findNode(tree, profile, path);

/** Resolves the path of a node in a different tree; returns the function names on the resolved path, and the kind of match. */
function resolvedIn(to: Built, from: Built, path: string): [string, string] {
  const { node, match } = resolvePath(to.tree, pathTo(from.tree, at(from, path), from.names), to.names);
  return [pathText(to, node), match];
}

function pathText({ tree, profile: { funcs, strings } }: Built, node: number): string {
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
  test('leads back to its node, even in a tree with a different order', () => {
    fc.assert(
      fc.property(
        stacks,
        fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 24, maxLength: 24 }),
        (each, weights) => {
          const first = built(textOf(each, weights));
          const other = built(textOf(each.toReversed(), weights.slice(12)));
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

  test('of the root is empty', () => {
    const { tree, names } = built('main;work 1');
    expect(pathTo(tree, 0, names)).toEqual(ROOT_PATH);
    expect(resolvePath(tree, ROOT_PATH, names)).toEqual({ node: 0, match: 'exact' });
  });

  test('leads to the same node after frames in between were removed', () => {
    const from = built('main;loop;step;work 1');
    expect(resolvedIn(built('main;work 1\nwork 9'), from, 'main > loop > step > work')).toEqual([
      'main > work',
      'similar',
    ]);
  });

  test('leads to the node that shares the most callers after frames were inserted', () => {
    const from = built('main;loop;work 1');
    const to = built('main;start;loop;step;work 1\nmain;other;work 9');
    expect(resolvedIn(to, from, 'main > loop > work')).toEqual([
      'main > start > loop > step > work',
      'similar',
    ]);
  });

  test('leads to the nearest caller after its function was removed', () => {
    const from = built('main;loop;work;leaf 1');
    expect(resolvedIn(built('main;loop;idle 1'), from, 'main > loop > work > leaf')).toEqual([
      'main > loop',
      'ancestor',
    ]);
    expect(resolvedIn(built('start 1'), from, 'main > loop')).toEqual(['', 'ancestor']);
  });

  test('leads to a different variant of its function', () => {
    const text = 'main;work.cold 1\nmain;work 2';
    expect(resolvedIn(built(text, 'merged'), built(text), 'main > work.cold')).toEqual([
      'main > work',
      'similar',
    ]);
  });
});

describe('a linked node', () => {
  const found = ({ tree, names }: Built, linked: LinkedNode) => findLinkedNode(tree, linked, names);

  test('is found in a tree with a different order', () => {
    fc.assert(
      fc.property(
        stacks,
        fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 24, maxLength: 24 }),
        (each, weights) => {
          const first = built(textOf(each, weights));
          const other = built(textOf(each.toReversed(), weights.slice(12)));
          for (let node = 1; node < first.tree.length; node++) {
            const linked = linkedNodeOf(first.tree, node, first.names);
            expect(pathText(other, found(other, linked))).toBe(pathText(first, node));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is found by its function and its Python callers if the rules of the levels have changed', () => {
    const python = 'py::main:/m.py;_PyEval_EvalFrameDefault;py::load:/l.py';
    const text = `${python};_PyEval_EvalFrameDefault;PyObject_Call;read 1\npy::main:/m.py;_PyEval_EvalFrameDefault;read 9`;
    const raw = built(text);
    const { tree } = raw;
    const read = [...tree.func].findIndex(
      (_, node) => pathText(raw, node).endsWith('read') && pathText(raw, node).includes('load'),
    );
    const linked = linkedNodeOf(tree, read, raw.names);
    const merged = built(text, 'python-leaf-c');
    const names = pathText(merged, found(merged, linked));
    expect(names).toContain('load');
    expect(names.endsWith('read')).toBe(true);
  });

  test('is missing if no node has its function', () => {
    const from = built('main;work 1');
    const linked = linkedNodeOf(from.tree, at(from, 'main > work'), from.names);
    expect(found(built('main;idle 1'), linked)).toBe(NONE);
  });

  test('in an old link is a node index in the complete tree', () => {
    const each = built('main;work 1');
    expect([found(each, { number: 2 }), found(each, { number: 3 })]).toEqual([2, NONE]);
  });
});
