import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { funcText, profileOf } from '../../fixtures/text.ts';
import { findBox } from '../../fixtures/tree.ts';
import { buildTree } from '../calltree/build.ts';
import { invertedTree } from '../calltree/inverted.ts';
import { depthOf, parentOf, UNCUT, type CallTree } from '../model/tree.ts';
import { allOf } from '../model/stack-runs.ts';
import type { Profile } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { boxLike, pathOf as treePath, placeLike, sameInWhole } from './box-like.ts';

const EVAL = '_PyEval_EvalFrameDefault';
const classified = classify(
  profileOf(`
    main;py::a:/a.py;${EVAL};py::f:/a.py;${EVAL};memcpy 2
    main;py::b:/a.py;${EVAL};builtin_sum;py::f:/a.py;${EVAL};malloc 5
  `),
);
const raw = atLevel(classified, 'raw');
const python = atLevel(classified, 'python');

function pathOf(profile: Profile, tree: CallTree, box: number): string {
  const names: string[] = [];
  for (let at = box; at > 0; at = parentOf(tree, at)) names.push(funcText(profile, tree.func[at]));
  return names.toReversed().join(' > ');
}

test('a switch of level stays on the function under the same callers, not on its heaviest box', () => {
  const { tree } = buildTree(python, 0);
  const { tree: other } = buildTree(raw, 0);
  const box = findBox(tree, python, 'py::a:/a.py > py::f:/a.py');
  const like = boxLike(tree, box, other, raw.funcs);
  expect(pathOf(raw, other, like)).toBe(`main > py::a:/a.py > ${EVAL} > py::f:/a.py`);
  expect(boxLike(other, like, tree, raw.funcs)).toBe(box);
});

test('a function that the other level does not show leads to the root', () => {
  const { tree } = buildTree(raw, 0);
  const { tree: other } = buildTree(python, 0);
  const deepest = tree.length - 1;
  expect(boxLike(tree, deepest, other, raw.funcs)).toBe(0);
  expect(boxLike(tree, 0, other, raw.funcs)).toBe(0);
});

const INVERTED = profileOf(`
  main;a;f;leaf 5
  main;b;f 3
  main;b 2
`);

test('a switch to the tree of callers goes to where the function was sampled, a switch back to its heaviest box', () => {
  const { tree } = buildTree(INVERTED, 0);
  const calls = { shape: 'calls', tree } as const;
  const callers = { shape: 'callers', tree: invertedTree(allOf(tree)) } as const;
  const box = findBox(tree, INVERTED, 'main > a > f');
  const there = placeLike(calls, { zoomed: box, selected: box }, callers, INVERTED.funcs);
  expect(pathOf(INVERTED, callers.tree, there.zoomed)).toBe('f');
  expect(there.selected).toBe(there.zoomed);
  expect(placeLike(callers, there, calls, INVERTED.funcs)).toEqual({ zoomed: box, selected: box });
});

test('a function that nobody sampled is found as a caller, but then all is seen', () => {
  const { tree } = buildTree(INVERTED, 0);
  const calls = { shape: 'calls', tree } as const;
  const callers = { shape: 'callers', tree: invertedTree(allOf(tree)) } as const;
  const main = findBox(tree, INVERTED, 'main');
  const there = placeLike(calls, { zoomed: main, selected: main }, callers, INVERTED.funcs);
  expect(there.zoomed).toBe(0);
  // The nearest to what was sampled: `b` has weight of its own.
  expect(pathOf(INVERTED, callers.tree, there.selected)).toBe('b > main');
});

test('a box of the first rows is found again in the whole tree', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 2, max: 9 }), (seed, rows) => {
      const { tree } = buildTree(syntheticProfile({ seed, samples: 80, depth: 14 }), 0);
      const part = invertedTree(allOf(tree), { ...UNCUT, rows });
      const whole = invertedTree(allOf(tree));
      for (let box = 0; box < part.length; box++) {
        const same = sameInWhole(part, box, whole);
        expect(depthOf(whole, same)).toBe(depthOf(part, box));
        expect(treePath(whole, same)).toEqual(treePath(part, box));
      }
    }),
    { numRuns: 40, seed: 1 },
  );
});
