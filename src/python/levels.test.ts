// Tests one stack per rule of the folding contract at each level. The text has no modules, so functions are classified by name.

import { describe, expect, test } from 'vitest';
import { trimLines, profileOf, textOf } from '../../fixtures/text.ts';
import type { Level } from '../model/levels.ts';
import { classify } from './classify.ts';
import { atLevel } from './levels.ts';

const EVAL = '_PyEval_EvalFrameDefault';

/** The text at a level, without modules. */
function at(level: Level, drawing: string): string {
  return textOf(atLevel(classify(profileOf(drawing)), level), 'names');
}

interface Rule {
  readonly title: string;
  readonly stack: string;
  readonly merged: string;
  readonly 'python-c': string;
  readonly 'python-leaf-c': string;
  readonly python: string;
}

const RULES: readonly Rule[] = [
  {
    title: 'merges a Python function with its evaluator; hides entry and glue',
    stack: `_start;Py_BytesMain;PyEval_EvalCode;py::m:/a.py;${EVAL};PyObject_Vectorcall;py::f:/a.py;${EVAL}`,
    merged: '_start;Py_BytesMain;PyEval_EvalCode;py::m:/a.py;PyObject_Vectorcall;py::f:/a.py',
    'python-c': 'py::m:/a.py;py::f:/a.py',
    'python-leaf-c': 'py::m:/a.py;py::f:/a.py',
    python: 'py::m:/a.py;py::f:/a.py',
  },
  {
    title: 'merges several evaluators with one Python function',
    stack: `py::f:/a.py;${EVAL};${EVAL}.cold;builtin_sum.part.0`,
    merged: 'py::f:/a.py;builtin_sum',
    'python-c': 'py::f:/a.py;builtin_sum',
    'python-leaf-c': 'py::f:/a.py;builtin_sum',
    python: 'py::f:/a.py',
  },
  {
    title: 'merges a directly repeated function, but keeps recursion through the evaluator',
    stack: `py::f:/a.py;py::f:/a.py;${EVAL};py::f:/a.py;${EVAL}`,
    merged: 'py::f:/a.py;py::f:/a.py',
    'python-c': 'py::f:/a.py;py::f:/a.py',
    'python-leaf-c': 'py::f:/a.py;py::f:/a.py',
    python: 'py::f:/a.py;py::f:/a.py',
  },
  {
    title: 'prunes junk only at the root end',
    stack: `[unknown];[unknown];py::m:/a.py;${EVAL};[unknown];py::f:/a.py`,
    merged: 'py::m:/a.py;[unknown];py::f:/a.py',
    'python-c': 'py::m:/a.py;[unknown];py::f:/a.py',
    'python-leaf-c': 'py::m:/a.py;py::f:/a.py',
    python: 'py::m:/a.py;py::f:/a.py',
  },
  {
    title: 'keeps the leaf frame of a stack that is entirely junk',
    stack: '[unknown];[unknown]',
    merged: '[unknown]',
    'python-c': '[unknown]',
    'python-leaf-c': '[unknown]',
    python: '[no Python frame]',
  },
  {
    title: 'merges untraced evaluators that only hidden frames separate',
    stack: `_start;${EVAL};PyObject_Vectorcall;${EVAL};list_sort_impl;${EVAL}`,
    merged: `_start;${EVAL};PyObject_Vectorcall;${EVAL};list_sort_impl;${EVAL}`,
    'python-c': '[untraced Python];list_sort_impl;[untraced Python]',
    'python-leaf-c': '[untraced Python];[untraced Python]',
    python: '[untraced Python];[untraced Python]',
  },
  {
    title: 'marks an evaluator at the root as cut, and the next one as untraced',
    stack: `[unknown];${EVAL};${EVAL};list_sort_impl;py::key:/a.py;${EVAL}`,
    merged: `${EVAL};${EVAL};list_sort_impl;py::key:/a.py`,
    'python-c': '[stack cut];[untraced Python];list_sort_impl;py::key:/a.py',
    'python-leaf-c': '[stack cut];[untraced Python];py::key:/a.py',
    python: '[stack cut];[untraced Python];py::key:/a.py',
  },
  {
    title: 'keeps all working C frames at python-c, but only those at the leaf end at python-leaf-c',
    stack: `py::m:/a.py;${EVAL};list_sort_impl;py::key:/a.py;${EVAL};long_add;malloc`,
    merged: 'py::m:/a.py;list_sort_impl;py::key:/a.py;long_add;malloc',
    'python-c': 'py::m:/a.py;list_sort_impl;py::key:/a.py;long_add;malloc',
    'python-leaf-c': 'py::m:/a.py;py::key:/a.py;long_add;malloc',
    python: 'py::m:/a.py;py::key:/a.py',
  },
  {
    title: 'hides slots and imports',
    stack: `py::m:/a.py;${EVAL};type_call;slot_tp_init;py::C.__init__:/a.py;${EVAL};import_find_and_load;stat`,
    merged: 'py::m:/a.py;type_call;slot_tp_init;py::C.__init__:/a.py;import_find_and_load;stat',
    'python-c': 'py::m:/a.py;py::C.__init__:/a.py;stat',
    'python-leaf-c': 'py::m:/a.py;py::C.__init__:/a.py;stat',
    python: 'py::m:/a.py;py::C.__init__:/a.py',
  },
  {
    title: 'replaces a stack whose frames are all hidden with one frame',
    stack: '_start;main;Py_RunMain',
    merged: '_start;main;Py_RunMain',
    'python-c': '[hidden]',
    'python-leaf-c': '[hidden]',
    python: '[no Python frame]',
  },
  {
    title: 'keeps the C frames of a program without Python',
    stack: '_start;work;memcpy',
    merged: '_start;work;memcpy',
    'python-c': 'work;memcpy',
    'python-leaf-c': 'work;memcpy',
    python: '[no Python frame]',
  },
  {
    title: 'treats the JIT compiler’s code as the evaluator',
    stack: `py::f:/a.py;py::jit:LOAD_FAST;long_add`,
    merged: 'py::f:/a.py;long_add',
    'python-c': 'py::f:/a.py;long_add',
    'python-leaf-c': 'py::f:/a.py;long_add',
    python: 'py::f:/a.py',
  },
  {
    title: 'uses canonical names for C functions, but not for Python functions',
    stack: `py::f.cold:/a.py;${EVAL}.cold;memcpy@plt;memcpy@@GLIBC_2.14;f.lto_priv.0`,
    merged: 'py::f.cold:/a.py;memcpy@plt;memcpy;f',
    'python-c': 'py::f.cold:/a.py;memcpy@plt;memcpy;f',
    'python-leaf-c': 'py::f.cold:/a.py;memcpy@plt;memcpy;f',
    python: 'py::f.cold:/a.py',
  },
  {
    title: 'marks a sample without a stack at every level',
    stack: '[no stack]',
    merged: '[no stack]',
    'python-c': '[no stack]',
    'python-leaf-c': '[no stack]',
    python: '[no stack]',
  },
];

describe.each(RULES)('$title', (rule) => {
  test('raw', () => expect(at('raw', `${rule.stack} 7`)).toBe(`${rule.stack} 7`));
  test.each(['merged', 'python-c', 'python-leaf-c', 'python'] as const)('%s', (level) => {
    expect(at(level, `${rule.stack} 7`)).toBe(`${rule[level]} 7`);
  });
});

test('weights of samples whose stacks become equal are added up', () => {
  const drawing = `
    py::m:/a.py;${EVAL};memcpy 1
    py::m:/a.py;${EVAL};PyObject_Vectorcall;memcpy.part.0 2
    py::m:/a.py 4
  `;
  expect(at('python-c', drawing)).toBe('py::m:/a.py;memcpy 3\npy::m:/a.py 4');
  expect(at('python', drawing)).toBe('py::m:/a.py 7');
});

test('a Python function is the same in every process and JIT file', () => {
  const profile = profileOf(`
    a 1/1 | py::f:/a.py@/tmp/jitted-1-1.so;dot@/x.so 1
    a 1/1 | py::f:/a.py@/tmp/perf-2.map;dot@/y.so 2
  `);
  expect(textOf(atLevel(classify(profile), 'python'))).toBe('a 1/1 | py::f:/a.py 3');
  expect(textOf(atLevel(classify(profile), 'raw'))).toBe(
    trimLines(`
      a 1/1 | py::f:/a.py;dot@/x.so 1
      a 1/1 | py::f:/a.py;dot@/y.so 2
    `),
  );
});

test('folded text that was exported at a level is unchanged at that level', () => {
  const written = '[stack cut];[untraced Python];py::f:/a.py;memcpy';
  expect(at('python-c', `${written} 3`)).toBe(`${written} 3`);
  expect(at('python', '[hidden] 1\n[no Python frame] 2')).toBe('[no Python frame] 3');
});
