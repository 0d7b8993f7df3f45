// One drawn stack a rule of the folding contract, and what each level makes of it. Text without modules: there the
// names alone decide.

import { describe, expect, test } from 'vitest';
import { drawn, profileOf, textOf } from '../../fixtures/text.ts';
import type { Level } from '../model/levels.ts';
import { classify } from './classify.ts';
import { atLevel } from './levels.ts';

const EVAL = '_PyEval_EvalFrameDefault';

/** What a drawing becomes at a level, names only. */
function at(level: Level, drawing: string): string {
  return textOf(atLevel(classify(profileOf(drawing)), level), 'names');
}

interface Rule {
  readonly says: string;
  readonly stack: string;
  readonly merged: string;
  readonly 'python-c': string;
  readonly 'python-leaf-c': string;
  readonly python: string;
}

const RULES: readonly Rule[] = [
  {
    says: 'a Python function and the evaluator that runs it are one frame; entry and glue are hidden',
    stack: `_start;Py_BytesMain;PyEval_EvalCode;py::m:/a.py;${EVAL};PyObject_Vectorcall;py::f:/a.py;${EVAL}`,
    merged: '_start;Py_BytesMain;PyEval_EvalCode;py::m:/a.py;PyObject_Vectorcall;py::f:/a.py',
    'python-c': 'py::m:/a.py;py::f:/a.py',
    'python-leaf-c': 'py::m:/a.py;py::f:/a.py',
    python: 'py::m:/a.py;py::f:/a.py',
  },
  {
    says: 'several evaluators on one Python function are all its own',
    stack: `py::f:/a.py;${EVAL};${EVAL}.cold;builtin_sum.part.0`,
    merged: 'py::f:/a.py;builtin_sum',
    'python-c': 'py::f:/a.py;builtin_sum',
    'python-leaf-c': 'py::f:/a.py;builtin_sum',
    python: 'py::f:/a.py',
  },
  {
    says: 'the same function twice with nothing between is an artefact, through the evaluator it is recursion',
    stack: `py::f:/a.py;py::f:/a.py;${EVAL};py::f:/a.py;${EVAL}`,
    merged: 'py::f:/a.py;py::f:/a.py',
    'python-c': 'py::f:/a.py;py::f:/a.py',
    'python-leaf-c': 'py::f:/a.py;py::f:/a.py',
    python: 'py::f:/a.py;py::f:/a.py',
  },
  {
    says: 'junk at the root goes, junk elsewhere stays',
    stack: `[unknown];[unknown];py::m:/a.py;${EVAL};[unknown];py::f:/a.py`,
    merged: 'py::m:/a.py;[unknown];py::f:/a.py',
    'python-c': 'py::m:/a.py;[unknown];py::f:/a.py',
    'python-leaf-c': 'py::m:/a.py;py::f:/a.py',
    python: 'py::m:/a.py;py::f:/a.py',
  },
  {
    says: 'of nothing but junk the leafmost stays',
    stack: '[unknown];[unknown]',
    merged: '[unknown]',
    'python-c': '[unknown]',
    'python-leaf-c': '[unknown]',
    python: '[no Python frame]',
  },
  {
    says: 'a run of untraced evaluators is one frame, whatever hidden frame stands between',
    stack: `_start;${EVAL};PyObject_Vectorcall;${EVAL};list_sort_impl;${EVAL}`,
    merged: `_start;${EVAL};PyObject_Vectorcall;${EVAL};list_sort_impl;${EVAL}`,
    'python-c': '[untraced Python];list_sort_impl;[untraced Python]',
    'python-leaf-c': '[untraced Python];[untraced Python]',
    python: '[untraced Python];[untraced Python]',
  },
  {
    says: 'an evaluator at the root is a cut, the one on it is untraced',
    stack: `[unknown];${EVAL};${EVAL};list_sort_impl;py::key:/a.py;${EVAL}`,
    merged: `${EVAL};${EVAL};list_sort_impl;py::key:/a.py`,
    'python-c': '[stack cut];[untraced Python];list_sort_impl;py::key:/a.py',
    'python-leaf-c': '[stack cut];[untraced Python];py::key:/a.py',
    python: '[stack cut];[untraced Python];py::key:/a.py',
  },
  {
    says: 'C stays between Python functions at one level, and at the leaf at the next',
    stack: `py::m:/a.py;${EVAL};list_sort_impl;py::key:/a.py;${EVAL};long_add;malloc`,
    merged: 'py::m:/a.py;list_sort_impl;py::key:/a.py;long_add;malloc',
    'python-c': 'py::m:/a.py;list_sort_impl;py::key:/a.py;long_add;malloc',
    'python-leaf-c': 'py::m:/a.py;py::key:/a.py;long_add;malloc',
    python: 'py::m:/a.py;py::key:/a.py',
  },
  {
    says: 'slots and imports are hidden too',
    stack: `py::m:/a.py;${EVAL};type_call;slot_tp_init;py::C.__init__:/a.py;${EVAL};import_find_and_load;stat`,
    merged: 'py::m:/a.py;type_call;slot_tp_init;py::C.__init__:/a.py;import_find_and_load;stat',
    'python-c': 'py::m:/a.py;py::C.__init__:/a.py;stat',
    'python-leaf-c': 'py::m:/a.py;py::C.__init__:/a.py;stat',
    python: 'py::m:/a.py;py::C.__init__:/a.py',
  },
  {
    says: 'what is all hidden is counted under one frame',
    stack: '_start;main;Py_RunMain',
    merged: '_start;main;Py_RunMain',
    'python-c': '[hidden]',
    'python-leaf-c': '[hidden]',
    python: '[no Python frame]',
  },
  {
    says: 'a program without Python keeps its C',
    stack: '_start;work;memcpy',
    merged: '_start;work;memcpy',
    'python-c': 'work;memcpy',
    'python-leaf-c': 'work;memcpy',
    python: '[no Python frame]',
  },
  {
    says: 'the just-in-time compiler’s code is the evaluator',
    stack: `py::f:/a.py;py::jit:LOAD_FAST;long_add`,
    merged: 'py::f:/a.py;long_add',
    'python-c': 'py::f:/a.py;long_add',
    'python-leaf-c': 'py::f:/a.py;long_add',
    python: 'py::f:/a.py',
  },
  {
    says: 'names are clean, Python names untouched',
    stack: `py::f.cold:/a.py;${EVAL}.cold;memcpy@plt;memcpy@@GLIBC_2.14;f.lto_priv.0`,
    merged: 'py::f.cold:/a.py;memcpy@plt;memcpy;f',
    'python-c': 'py::f.cold:/a.py;memcpy@plt;memcpy;f',
    'python-leaf-c': 'py::f.cold:/a.py;memcpy@plt;memcpy;f',
    python: 'py::f.cold:/a.py',
  },
  {
    says: 'a sample without any frame says so at every level',
    stack: '[no stack]',
    merged: '[no stack]',
    'python-c': '[no stack]',
    'python-leaf-c': '[no stack]',
    python: '[no stack]',
  },
];

describe.each(RULES)('$says', (rule) => {
  test('raw', () => expect(at('raw', `${rule.stack} 7`)).toBe(`${rule.stack} 7`));
  test.each(['merged', 'python-c', 'python-leaf-c', 'python'] as const)('%s', (level) => {
    expect(at(level, `${rule.stack} 7`)).toBe(`${rule[level]} 7`);
  });
});

test('samples whose stacks become alike are counted together', () => {
  const drawing = `
    py::m:/a.py;${EVAL};memcpy 1
    py::m:/a.py;${EVAL};PyObject_Vectorcall;memcpy.part.0 2
    py::m:/a.py 4
  `;
  expect(at('python-c', drawing)).toBe('py::m:/a.py;memcpy 3\npy::m:/a.py 4');
  expect(at('python', drawing)).toBe('py::m:/a.py 7');
});

test('a Python function is one, whatever process or jitted file it ran in', () => {
  const profile = profileOf(`
    a 1/1 | py::f:/a.py@/tmp/jitted-1-1.so;dot@/x.so 1
    a 1/1 | py::f:/a.py@/tmp/perf-2.map;dot@/y.so 2
  `);
  expect(textOf(atLevel(classify(profile), 'python'))).toBe('a 1/1 | py::f:/a.py 3');
  expect(textOf(atLevel(classify(profile), 'raw'))).toBe(
    drawn(`
      a 1/1 | py::f:/a.py;dot@/x.so 1
      a 1/1 | py::f:/a.py;dot@/y.so 2
    `),
  );
});

test('folded text made at a level is read back as that level', () => {
  const made = '[stack cut];[untraced Python];py::f:/a.py;memcpy';
  expect(at('python-c', `${made} 3`)).toBe(`${made} 3`);
  expect(at('python', '[hidden] 1\n[no Python frame] 2')).toBe('[no Python frame] 3');
});
