// What functions say about a stack, also those outside the machinery. Only the doctor and mending need this.
//
// Sources were checked in CPython v3.13.5, in the debug information of v3.12.1 and v3.13.0, and in glibc 2.41. Those outside
// CPython and glibc were not checked at a pinned version, except that the wheel of coverage 7.6.12 has CTracer_ functions.

import { fact, namePattern, type Functions, type NamedTrait } from './fact.ts';
import { MACHINERY } from './machinery.ts';

interface TraitRow extends Functions {
  readonly traits?: readonly NamedTrait[];
}

const ROWS: readonly TraitRow[] = [
  ...MACHINERY,

  fact({ traits: ['rooted'] })`
    musl src/env/__libc_start_main.c: __libc_start_init
    __libc_start_\w+`,
  fact({ traits: ['root'] })`
    glibc sysdeps/unix/sysv/linux/aarch64/: clone.S, clone3.S; Go src/runtime/; Linux arch/x86/
    thread_start|runtime\.(?:goexit|mstart|rt0_go)\S*|ret_from_fork\w*|common_startup_64|secondary_startup_64\w*|x86_64_start_\w+`,
  fact({ traits: ['startup'] })`
    Python/pylifecycle.c; Objects/: object.c, obmalloc.c; Python/gc.c, Python/gc_free_threading.c: finalize_garbage
    Py_Initialize\w*|Py_NewInterpreter\w*|_?Py_Finalize\w*|Py_EndInterpreter|finalize_\w+`,
  fact({ traits: ['tracer'] })`
    Python/sysmodule.c, Python/legacy_tracing.c, Modules/_lsprof.c; until 3.11, Python/ceval.c: call_trace; coverage 7.6: coverage/ctracer/tracer.c
    call_trampoline|trace_trampoline|call_trace|call_trace_func|profile_trampoline|sys_trace_\w+|sys_profile_\w+
    ptrace_enter_call|profiler_callback|ccall_callback|pystart_callback|pyreturn_callback|creturn_callback|CTracer_\w+`,
  fact({ traits: ['compiled'] })`
    mypyc 1.14 and Cython: what they generate
    (CPyDef_|CPyPy_|__pyx_).*`,
];

/** Matches the canonical names of the functions with a trait. */
export function namesWith(trait: NamedTrait): RegExp {
  return namePattern(ROWS.filter(({ traits }) => traits?.includes(trait)));
}
