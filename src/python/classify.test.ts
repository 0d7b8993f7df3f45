import { describe, expect, test } from 'vitest';
import { drawn, funcText, profileOf, textOf } from '../../fixtures/text.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import { classify, Role, type Classified } from './classify.ts';

const ROLES = new Map<number, string>(Object.entries(Role).map(([name, role]) => [role, name]));

/** The stack of the first sample: a line a frame, root first, with its kind, and its role unless that is plain. */
function frames({ profile, role }: Classified): string {
  const lines: string[] = [];
  const { stacks } = profile;
  for (let at = profile.samples.stack[0]; at !== NONE; at = stacks.parent[at]) {
    const func = profile.frames.func[stacks.frame[at]];
    const marked = role[at] === Role.plain ? '' : `, ${ROLES.get(role[at])}`;
    lines.push(`${funcText(profile, func)}: ${KIND_LABELS[profile.funcs.kind[func]]}${marked}`);
  }
  return lines.reverse().join('\n');
}

const P = '@/usr/bin/python3.13';
const EVAL = `_PyEval_EvalFrameDefault${P}`;

function classified(stack: string): string {
  return frames(classify(profileOf(`${stack} 1`)));
}

describe('an evaluator is', () => {
  test('merged with the Python function it runs, and so is one that it owns', () => {
    expect(classified(`main${P};py::f:/a.py@/tmp/perf-1.map;${EVAL};_PyEval_EvalFrameDefault.cold${P}`)).toBe(
      drawn(`
        main@/usr/bin/python3.13: entry
        py::f:/a.py: own code
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, merged
        _PyEval_EvalFrameDefault.cold@/usr/bin/python3.13: evaluator, merged
      `),
    );
  });

  test('untraced below anything that is no Python function, glue included', () => {
    expect(classified(`main${P};${EVAL};PyObject_Vectorcall${P};${EVAL}`)).toBe(
      drawn(`
        main@/usr/bin/python3.13: entry
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, untraced
        PyObject_Vectorcall@/usr/bin/python3.13: call glue
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, untraced
      `),
    );
  });

  test('cut at the root, and the one on it untraced', () => {
    expect(classified(`[unknown]@[unknown];${EVAL};${EVAL}`)).toBe(
      drawn(`
        [unknown]@[unknown]: unknown, pruned
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, cut
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, untraced
      `),
    );
  });

  test('any unknown function of the Python binary right on a Python function, and only there', () => {
    expect(classified(`[unknown]${P};py::f:/a.py@/tmp/x;[unknown]${P};[unknown]${P}`)).toBe(
      drawn(`
        [unknown]@/usr/bin/python3.13: unknown
        py::f:/a.py: own code
        [unknown]@/usr/bin/python3.13: evaluator, merged
        [unknown]@/usr/bin/python3.13: unknown
      `),
    );
  });
});

describe('a Python function is', () => {
  test('one with itself when nothing stands between, whatever process or file it ran in', () => {
    expect(classified(`py::f:/a.py@/tmp/jitted-1-2.so;py::f:/a.py@/tmp/jitted-9-9.so;${EVAL}`)).toBe(
      drawn(`
        py::f:/a.py: own code
        py::f:/a.py: own code, merged
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, merged
      `),
    );
  });

  test('another one when it calls itself through the evaluator', () => {
    expect(classified(`py::f:/a.py;_PyEval_EvalFrameDefault;py::f:/a.py`)).toBe(
      drawn(`
        py::f:/a.py: own code
        _PyEval_EvalFrameDefault: evaluator, merged
        py::f:/a.py: own code
      `),
    );
  });
});

describe('what is neither named nor placed', () => {
  test('is pruned from the root up to the first other frame', () => {
    expect(classified(`[unknown]@[unknown];[unknown]@;main${P};[unknown]@[unknown]`)).toBe(
      drawn(`
        [unknown]@[unknown]: unknown, pruned
        [unknown]: unknown, pruned
        main@/usr/bin/python3.13: entry
        [unknown]@[unknown]: unknown
      `),
    );
  });

  test('is no call of the interpreter where modules are told, though this one is empty', () => {
    expect(classified('main@')).toBe(drawn('main: native'));
  });

  test('is unknown in the upper half too', () => {
    expect(classified('[unknown]@[unknown] ^;main@/x')).toBe(
      drawn(`
        [unknown]@[unknown] ^: unknown, pruned
        main@/x: native
      `),
    );
  });
});

describe('an inlined frame', () => {
  test.each([
    ['_PyEval_EvalFrameDefault', 'evaluator, untraced'],
    ['PyObject_Vectorcall', 'call glue'],
    ['slot_tp_init', 'slots'],
    ['PyImport_ImportModule', 'import'],
    ['Py_RunMain', 'entry'],
  ])('takes the class of the machinery it lies in: %s', (name, kind) => {
    expect(classified(`main${P};${name}${P};list_append (inlined)`).split('\n').at(-1)).toBe(
      `list_append@/usr/bin/python3.13 (inlined): ${kind}`,
    );
  });

  test('is judged by its own name in the module of its physical frame', () => {
    expect(classified(`list_sort_impl${P};PyObject_Vectorcall (inlined);f (inlined)`)).toBe(
      drawn(`
        list_sort_impl@/usr/bin/python3.13: runtime
        PyObject_Vectorcall@/usr/bin/python3.13 (inlined): call glue
        f@/usr/bin/python3.13 (inlined): runtime
      `),
    );
  });

  test('without a physical frame is judged by its name alone', () => {
    expect(classified(`f (inlined);main${P}`)).toBe(
      drawn(`
        f (inlined): native
        main@/usr/bin/python3.13: entry
      `),
    );
  });

  test('that is a Python function is a Python function', () => {
    expect(classified(`PyObject_Vectorcall${P};py::f:/a.py (inlined);${EVAL}`)).toBe(
      drawn(`
        PyObject_Vectorcall@/usr/bin/python3.13: call glue
        py::f:/a.py (inlined): own code
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, merged
      `),
    );
  });
});

test('classifying changes no sample and no weight', () => {
  const profile = profileOf(`
    app 1/2 | cycles 1.5 | main@/x;py::f:/a.py 3
    other 3/4 | faults 2.5 | [no stack] 2
  `);
  const { profile: after } = classify(profile);
  expect(after.samples).toEqual(profile.samples);
  expect(textOf(after)).toBe(textOf(profile));
});

test('a function knows its file, its distribution and its clean name', () => {
  const { profile } = classify(
    profileOf('py::f:/v/site-packages/numpy/core.py;dot.part.0@/v/site-packages/numpy/core.so 1'),
  );
  const { funcs, strings } = profile;
  const text = (id: number) => (id === NONE ? undefined : strings[id]);
  const rows = [0, 1].map((func) => [text(funcs.file[func]), text(funcs.package[func])]);
  expect(rows).toEqual([
    ['/v/site-packages/numpy/core.py', 'numpy'],
    [undefined, 'numpy'],
  ]);
  expect(text(funcs.name[funcs.clean[1]])).toBe('dot');
  expect(funcs.clean[0]).toBe(0);
});
