import { describe, expect, test } from 'vitest';
import { trimLines, funcText, profileOf, textOf } from '../../fixtures/text.ts';
import { KIND_LABELS, Role, Kind } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import { classify, type Classified, classOf } from './classify.ts';

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

const PYTHON = '/usr/lib/libpython3.13.so.1.0';
const DYNLOAD = '/usr/lib/python3.13/lib-dynload/_asyncio.cpython-313-x86_64-linux-gnu.so';
const LIBC = '/usr/lib/x86_64-linux-gnu/libc.so.6';

describe('classOf uses name and module', () => {
  test.each<[string, string, Kind]>([
    ['py::jit:LOAD_FAST', '/tmp/perf-1.map', Kind.eval],
    ['py::jit:x y', '/tmp/perf-1.map', Kind.own],
    ['py::jit:/app/jit.py', '/tmp/perf-1.map', Kind.own],
    ['py::f:/app/a.py', '/tmp/perf-1.map', Kind.own],
    ['py::f:<frozen importlib._bootstrap>', '/tmp/perf-1.map', Kind.importlib],
    ['py::f:/v/site-packages/x/y.py', '/tmp/jitted-1-2.so', Kind.package],
    ['_PyEval_EvalFrameDefault', PYTHON, Kind.eval],
    ['_PyEval_EvalFrameDefault.cold', PYTHON, Kind.eval],
    ['_PyEval_EvalFrameDefault', LIBC, Kind.native],
    ['PyObject_Vectorcall', PYTHON, Kind.glue],
    ['PyObject_Vectorcall', `${PYTHON} (deleted)`, Kind.glue],
    ['PyObject_Vectorcall', '/app/libfoo.so', Kind.native],
    ['task_step', DYNLOAD, Kind.glue],
    ['slot_tp_init', PYTHON, Kind.slot],
    ['import_find_and_load', PYTHON, Kind.import],
    ['main', '/usr/bin/python3.13', Kind.entry],
    ['main', LIBC, Kind.entry],
    ['main', '/usr/lib/ld-linux-x86-64.so.2', Kind.entry],
    ['start_thread', '/usr/lib/libpthread-2.31.so', Kind.entry],
    ['__libc_start_main@@GLIBC_2.34', LIBC, Kind.entry],
    ['main', '/usr/bin/bash', Kind.native],
    ['PyObject_Vectorcall', '/usr/lib/libcrypto.so.3', Kind.native],
    ['do_syscall_64', '[kernel.kallsyms]', Kind.kernel],
    ['do_syscall_64', '[guest.kernel.kallsyms]', Kind.kernel],
    ['nf_hook', '/lib/modules/6.1/kernel/nf_tables.ko.xz', Kind.kernel],
    ['[unknown]', '[kernel.kallsyms]', Kind.kernel],
    ['[unknown]', LIBC, Kind.native],
    ['[unknown]', PYTHON, Kind.runtime],
    ['[unknown]', DYNLOAD, Kind.extension],
    ['[unknown]', '/v/site-packages/numpy.libs/libopenblas.so', Kind.extension],
    ['7f3c0a1b2c3d', '/v/dist-packages/numpy/core.so', Kind.extension],
    ['[unknown]', '[unknown]', Kind.unknown],
    ['7f3c0a1b2c3d', '[unknown]', Kind.unknown],
    ['[unknown]', '//anon', Kind.unknown],
    ['[unknown]', '[anon:heap]', Kind.unknown],
    ['[unknown]', '[heap]', Kind.unknown],
    ['[unknown]', '/memfd:jit (deleted)', Kind.unknown],
    ['[unknown]', '/tmp/perf-12.map', Kind.unknown],
    ['[unknown]', '/tmp/jitted-12-3.so', Kind.unknown],
    ['list_sort_impl', PYTHON, Kind.runtime],
    [
      'sha256_update',
      '/usr/lib/python3.13/lib-dynload/_sha2.cpython-313-x86_64-linux-gnu.so',
      Kind.extension,
    ],
    ['dot', '/v/site-packages/numpy/core.so', Kind.extension],
    ['dot', '/v/dist-packages/numpy/core.so', Kind.extension],
    ['dot', '/app/fast.abi3.so', Kind.extension],
    ['dot', '/app/fast.cpython-313-x86_64-linux-gnu.so', Kind.extension],
    ['malloc', LIBC, Kind.native],
    ['__vdso_clock_gettime', '[vdso]', Kind.native],
  ])('%s in %s', (name, module, kind) => {
    const found = classOf(name, { module, hasModules: true, upperHalf: false });
    expect(KIND_LABELS[found]).toBe(KIND_LABELS[kind]);
  });
});

describe('a function in the upper half is in the kernel unless its name and module are unknown', () => {
  test.each<[string, string, Kind]>([
    ['nf_hook', '[nf_tables]', Kind.kernel],
    ['[unknown]', '[nf_tables]', Kind.kernel],
    ['bpf_prog_1234_x', '[unknown]', Kind.kernel],
    ['[unknown]', '[unknown]', Kind.unknown],
    ['[unknown]', '', Kind.unknown],
  ])('%s in %j', (name, module, kind) => {
    const found = classOf(name, { module, hasModules: true, upperHalf: true });
    expect(KIND_LABELS[found]).toBe(KIND_LABELS[kind]);
  });
});

describe('without modules, classOf uses only names', () => {
  test.each<[string, Kind]>([
    ['PyObject_Vectorcall', Kind.glue],
    ['main', Kind.entry],
    ['list_sort_impl', Kind.native],
    ['[unknown]', Kind.unknown],
    ['[untraced Python]', Kind.untraced],
    ['[stack cut]', Kind.cut],
    ['[no stack]', Kind.empty],
    ['[hidden]', Kind.empty],
    ['[no Python frame]', Kind.empty],
  ])('%s', (name, kind) => {
    const found = classOf(name, { module: undefined, hasModules: false, upperHalf: false });
    expect(KIND_LABELS[found]).toBe(KIND_LABELS[kind]);
  });

  test('recognizes markers such as [stack cut] even if other functions have modules', () => {
    const found = classOf('[stack cut]', { module: undefined, hasModules: true, upperHalf: false });
    expect(found).toBe(Kind.cut);
  });

  test('a function without a module is native if other functions have one', () => {
    const found = classOf('PyObject_Vectorcall', { module: undefined, hasModules: true, upperHalf: false });
    expect(found).toBe(Kind.native);
  });
});
