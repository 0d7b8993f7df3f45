import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { buildTree } from '../../src/calltree/build/build.ts';
import { tableOf } from '../../src/calltree/table.ts';
import { ALL_SAMPLES, type Table } from '../../src/model/session.ts';
import { NONE, type Profile } from '../../src/model/profile.ts';
import { classify } from '../../src/python/classify.ts';
import { atLevel } from '../../src/python/levels.ts';
import { mostSampled, variantIn } from './views.ts';

const EVAL = '_PyEval_EvalFrameDefault';
const classified = classify(
  profileOf(`
    main;py::a:/a.py;${EVAL};py::f:/a.py;${EVAL};memcpy.cold 2
    main;py::a:/a.py;${EVAL};memcpy 5
  `),
);

function functionsAt(profile: Profile): Table {
  const rows = tableOf(buildTree(profile, 0).tree, profile.funcs, 'function');
  return { options: { level: 'raw', event: 0, foldImports: true, ...ALL_SAMPLES }, ...rows };
}

function funcNamed(profile: Profile, name: string): number {
  return profile.funcs.name.findIndex((each) => profile.strings[each] === name);
}

test('at another level, finds the function itself, a variant of it, or nothing', () => {
  const raw = atLevel(classified, 'raw');
  const merged = atLevel(classified, 'merged');
  const python = atLevel(classified, 'python');
  const cold = funcNamed(raw, 'memcpy.cold');
  expect(variantIn(functionsAt(raw), cold, raw.funcs)).toBe(cold);
  expect(variantIn(functionsAt(merged), cold, raw.funcs)).toBe(funcNamed(raw, 'memcpy'));
  expect(variantIn(functionsAt(python), cold, raw.funcs)).toBe(NONE);
  const f = funcNamed(raw, 'py::f:/a.py');
  expect(variantIn(functionsAt(python), f, raw.funcs)).toBe(f);
});

test('the most sampled function has the most self weight', () => {
  const raw = atLevel(classified, 'raw');
  expect(mostSampled(functionsAt(raw))).toBe(funcNamed(raw, 'memcpy'));
  expect(mostSampled(functionsAt(atLevel(classify(profileOf('')), 'raw')))).toBe(NONE);
});
