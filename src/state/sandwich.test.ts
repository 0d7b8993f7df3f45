import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { buildTree } from '../calltree/build.ts';
import { sandwichOf } from '../calltree/sandwich.ts';
import { tableOf } from '../calltree/table.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { standIn, suitableSplit } from './sandwich.ts';

const EVAL = '_PyEval_EvalFrameDefault';
const classified = classify(
  profileOf(`
    main;py::a:/a.py;${EVAL};py::f:/a.py;${EVAL};memcpy.cold 2
    main;py::a:/a.py;${EVAL};memcpy 5
  `),
);

function functionsAt(profile: Profile) {
  return tableOf(buildTree(profile, 0).tree, profile.funcs, 'function');
}

function funcCalled(profile: Profile, name: string): number {
  return profile.funcs.name.findIndex((each) => profile.strings[each] === name);
}

test('at another level a function is itself, or the one of its clean name; or it is not there', () => {
  const raw = atLevel(classified, 'raw');
  const merged = atLevel(classified, 'merged');
  const python = atLevel(classified, 'python');
  const cold = funcCalled(raw, 'memcpy.cold');
  expect(standIn(functionsAt(raw), cold, raw.funcs)).toBe(cold);
  expect(standIn(functionsAt(merged), cold, raw.funcs)).toBe(funcCalled(raw, 'memcpy'));
  expect(standIn(functionsAt(python), cold, raw.funcs)).toBe(NONE);
  const f = funcCalled(raw, 'py::f:/a.py');
  expect(standIn(functionsAt(python), f, raw.funcs)).toBe(f);
});

test('the callers take as much of the height as their rows want, but neither side is pressed flat', () => {
  const { tree } = buildTree(profileOf('a;b;c;d;e;f;g;h;i;j;k;l;m;n;o 1'), 0);
  const of = (func: number) => {
    const { callers, callees } = sandwichOf(tree, func);
    return suitableSplit(callers, callees);
  };
  expect(of(tree.func[1])).toBe(0.25);
  expect(of(tree.func[8])).toBeCloseTo(0.5, 1);
  expect(of(tree.func[15])).toBe(0.6);
});
