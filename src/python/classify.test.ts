import { describe, expect, test } from 'vitest';
import { trimLines, funcText, profileOf, textOf } from '../../fixtures/text.ts';
import { KIND_LABELS, Role } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import { classify, type Classified } from './classify.ts';

const ROLES = new Map<number, string>(Object.entries(Role).map(([name, role]) => [role, name]));

/** The stack of the first sample, one line per frame, root first, with kind and role. Omits plain roles. */
function frames({ profile, role }: Classified): string {
  const lines: string[] = [];
  const { stacks } = profile;
  for (let at = profile.samples.stack[0]; at !== NONE; at = stacks.parent[at]) {
    const func = stacks.func[at];
    const roleText = role[at] === Role.plain ? '' : `, ${ROLES.get(role[at])}`;
    lines.push(`${funcText(profile, func)}: ${KIND_LABELS[profile.funcs.kind[func]]}${roleText}`);
  }
  return lines.reverse().join('\n');
}

const P = '@/usr/bin/python3.13';
const EVAL = `_PyEval_EvalFrameDefault${P}`;

function classified(stack: string): string {
  return frames(classify(profileOf(`${stack} 1`)));
}

describe('an evaluator', () => {
  test('is merged with the Python function it runs, as are evaluators that it calls directly', () => {
    expect(classified(`main${P};py::f:/a.py@/tmp/perf-1.map;${EVAL};_PyEval_EvalFrameDefault.cold${P}`)).toBe(
      trimLines(`
        main@/usr/bin/python3.13: entry
        py::f:/a.py: own code
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, merged
        _PyEval_EvalFrameDefault.cold@/usr/bin/python3.13: evaluator, merged
      `),
    );
  });

  test('is untraced if its caller is not a Python function, even if the caller is call glue', () => {
    expect(classified(`main${P};${EVAL};PyObject_Vectorcall${P};${EVAL}`)).toBe(
      trimLines(`
        main@/usr/bin/python3.13: entry
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, untraced
        PyObject_Vectorcall@/usr/bin/python3.13: call glue
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, untraced
      `),
    );
  });

  test('is cut if no known frame calls it, and untraced if a cut evaluator calls it', () => {
    expect(classified(`[unknown]@[unknown];${EVAL};${EVAL}`)).toBe(
      trimLines(`
        [unknown]@[unknown]: unknown, pruned
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, cut
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, untraced
      `),
    );
  });

  test('can be an unknown function of the Python binary that a Python function calls directly', () => {
    expect(classified(`[unknown]${P};py::f:/a.py@/tmp/x;[unknown]${P};[unknown]${P}`)).toBe(
      trimLines(`
        [unknown]@/usr/bin/python3.13: interpreter
        py::f:/a.py: own code
        [unknown]@/usr/bin/python3.13: evaluator, merged
        [unknown]@/usr/bin/python3.13: interpreter
      `),
    );
  });
});

describe('a Python function', () => {
  test('is merged with its direct caller if both are the same function, even in different JIT files', () => {
    expect(classified(`py::f:/a.py@/tmp/jitted-1-2.so;py::f:/a.py@/tmp/jitted-9-9.so;${EVAL}`)).toBe(
      trimLines(`
        py::f:/a.py: own code
        py::f:/a.py: own code, merged
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, merged
      `),
    );
  });

  test('is a separate frame if it calls itself through the evaluator', () => {
    expect(classified(`py::f:/a.py;_PyEval_EvalFrameDefault;py::f:/a.py`)).toBe(
      trimLines(`
        py::f:/a.py: own code
        _PyEval_EvalFrameDefault: evaluator, merged
        py::f:/a.py: own code
      `),
    );
  });
});

describe('a function without a known name or module', () => {
  test('is pruned between the root and the first known frame', () => {
    expect(classified(`[unknown]@[unknown];[unknown]@;main${P};[unknown]@[unknown]`)).toBe(
      trimLines(`
        [unknown]@[unknown]: unknown, pruned
        [unknown]: unknown, pruned
        main@/usr/bin/python3.13: entry
        [unknown]@[unknown]: unknown
      `),
    );
  });

  test('is not interpreter code if its module is empty and other functions have modules', () => {
    expect(classified('main@')).toBe(trimLines('main: native'));
  });

  test('is also unknown, rather than kernel, in the upper half of the address space', () => {
    expect(classified('[unknown]@[unknown] ^;main@/x')).toBe(
      trimLines(`
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
    ['PyImport_ImportModule', 'imports in C'],
    ['Py_RunMain', 'entry'],
  ])('has the same kind as a physical frame that is interpreter machinery: %s', (name, kind) => {
    expect(classified(`main${P};${name}${P};list_append (inlined)`).split('\n').at(-1)).toBe(
      `list_append@/usr/bin/python3.13 (inlined): ${kind}`,
    );
  });

  test('is otherwise classified by its name and the module of its physical frame', () => {
    expect(classified(`list_sort_impl${P};PyObject_Vectorcall (inlined);f (inlined)`)).toBe(
      trimLines(`
        list_sort_impl@/usr/bin/python3.13: interpreter
        PyObject_Vectorcall@/usr/bin/python3.13 (inlined): call glue
        f@/usr/bin/python3.13 (inlined): interpreter
      `),
    );
  });

  test('is classified by name alone without a physical frame', () => {
    expect(classified(`f (inlined);main${P}`)).toBe(
      trimLines(`
        f (inlined): native
        main@/usr/bin/python3.13: entry
      `),
    );
  });

  test('can be a Python function', () => {
    expect(classified(`PyObject_Vectorcall${P};py::f:/a.py (inlined);${EVAL}`)).toBe(
      trimLines(`
        PyObject_Vectorcall@/usr/bin/python3.13: call glue
        py::f:/a.py (inlined): own code
        _PyEval_EvalFrameDefault@/usr/bin/python3.13: evaluator, merged
      `),
    );
  });
});

test('classification changes neither samples nor weights', () => {
  const profile = profileOf(`
    app 1/2 | cycles 1.5 | main@/x;py::f:/a.py 3
    other 3/4 | faults 2.5 | [no stack] 2
  `);
  const { profile: after } = classify(profile);
  expect(after.samples).toEqual(profile.samples);
  expect(textOf(after)).toBe(textOf(profile));
});

test('functions get their file, package and canonical name', () => {
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
  expect(text(funcs.name[funcs.canonical[1]])).toBe('dot');
  expect(funcs.canonical[0]).toBe(0);
});
