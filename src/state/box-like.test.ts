import { expect, test } from 'vitest';
import { funcText, profileOf } from '../../fixtures/text.ts';
import { findBox } from '../../fixtures/tree.ts';
import { buildTree } from '../calltree/build.ts';
import { parentOf, type CallTree } from '../model/tree.ts';
import type { Profile } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { boxLike } from './box-like.ts';

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
