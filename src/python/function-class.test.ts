import { describe, expect, test } from 'vitest';
import { Kind, KIND_LABELS } from '../model/kinds.ts';
import { classOf } from './function-class.ts';

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
