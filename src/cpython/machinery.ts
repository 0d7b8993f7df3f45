// The interpreter's own machinery: the kind of code that its functions are.
//
// Sources were checked in CPython v3.13.5, in the debug information of v3.12.1 and v3.13.0, and in glibc 2.41. For what
// CPython added later, only single files could be read: Python/ceval.c at 00c9eb30f2b1, Objects/lazyimportobject.c at
// 0090e4bb0548 and Python/asm_trampoline_x86_64.S at 184f050352d6. Not checked: that _PyJIT_Entry is in Tools/jit/shim.c,
// and that builtin___lazy_import__ is in Python/bltinmodule.c.

import { Kind } from '../model/kinds.ts';
import { fact, namePattern, type Functions, type NamedTrait } from './fact.ts';

interface MachineryRow extends Functions {
  readonly kind: Kind;
  readonly traits?: readonly NamedTrait[];
}

export const MACHINERY: readonly MachineryRow[] = [
  fact({ kind: Kind.eval })`
    Python/ceval.c, Python/generated_cases.c.h, Tools/jit/shim.c
    _PyEval_EvalFrameDefault|_TAIL_CALL_\w+|_PyJIT_Entry`,

  fact({ kind: Kind.glue })`
    Python/perf_trampoline.c, Python/asm_trampoline*.S; Objects/codeobject.c: PyUnstable_Code_GetExtra
    py_trampoline_evaluator|_Py_trampoline_func_(?:start|end)|PyUnstable_Code_GetExtra`,
  fact({ kind: Kind.glue })`
    Python/ceval.c; Objects/: call.c, methodobject.c, classobject.c, descrobject.c, typeobject.c, object.c; Include/: internal/pycore_call.h, internal/pycore_ceval.h, cpython/abstract.h; Modules/_ctypes/callproc.c: call_function
    _PyEval_EvalFrame|PyEval_EvalFrame(?:Ex)?|_PyEval_Vector|_PyFunction_Vectorcall|_?PyObject_Vectorcall\w*
    _PyObject_Call|_PyObject_Call_Prepend|_PyObject_CallNoArgs\w*|_PyObject_CallFunction\w*|_PyObject_CallMethod\w*
    PyObject_Call(?!oc)\w*|_PyObject_MakeTpCall|_?PyVectorcall_Call|_PyVectorcall_FunctionInline
    _Py_CallBuiltinClass_StackRef|object_vacall|method_vectorcall(?:_\w+)?|cfunction_vectorcall_\w+|cfunction_call
    vectorcall_(?:maybe|unbound|method)|_Py_VectorCall\w*|_Py_BuiltinCall\w*_StackRef\w*
    _PyCallMethodDescriptor\w*_StackRef\w*|_PyEvalFramePushAndInit(?:_Ex)?|_Py_CheckFunctionResult|call_function`,
  fact({ kind: Kind.glue })`
    Modules/_functoolsmodule.c, Python/context.c, Modules/_asynciomodule.c
    partial_(?:call|vectorcall)\w*|context_run|task_(?:step|step_impl|wakeup)|TaskStepMethWrapper_call`,

  fact({ kind: Kind.slot })`
    Objects/: typeobject.c, descrobject.c, funcobject.c, classobject.c
    slot_(?:tp|nb|sq|mp|am|bf)_\w+|_Py_slot_tp_getattr\w*|type_call|type_vectorcall|tp_new_wrapper
    wrap_(?:init|call|new|del|next|hashfunc|richcmpfunc|descr_(?:get|set)|(?:unary|binary|ternary|inquiry|len|obj)\w*|sq_\w+|setattr|delattr|delitem|ssizeargfunc|indexargfunc)
    wrapperdescr_\w+|wrapper_call|(?:property|func|cm|sm|method|classmethod|staticmethod)_descr_(?:get|set)
    property_\w*call\w*|lookup_m\w+`,
  fact({ kind: Kind.slot })`
    Objects/object.c, Objects/moduleobject.c; Objects/abstract.c: binary_op, binary_op1
    _?PyObject_Generic[GS]etAttr\w*|_?PyObject_[GS]etAttr\w*|_PyObject_GetMethod\w*|_?PyObject_GetOptionalAttr\w*
    _PyObject_LookupAttr\w*|_Py_module_getattro(?:_impl)?|binary_op1?`,
  fact({ kind: Kind.slot })`
    Objects/genobject.c; Objects/abstract.c: PyIter_*, iternext; Python/ceval.c: _PyForIter_VirtualIteratorNext
    gen_(?:iternext|send|send_ex2?|close|throw)|_gen_throw|PyGen_am_send|PyIter_(?:Next|NextItem|Send)|iternext
    _PyForIter_VirtualIteratorNext|coro_wrapper_\w+|async_gen_\w+`,

  fact({ kind: Kind.import })`
    Python/: import.c, importdl.c, dynload_shlib.c, ceval.c, intrinsics.c, bltinmodule.c, clinic/; Objects/: moduleobject.c, lazyimportobject.c, typeobject.c; Modules/: module_exec of several
    import_(?!\w*_rule$)\w+|_?PyImport_\w+|_PyEval_(?:Lazy)?Import\w*|builtin___(?:lazy_)?import__\w*|lazy_import_\w+
    _PyLazyImport_\w+|_imp_\w+|PyModule_ExecDef|module_exec|run_exec_func`,

  fact({ kind: Kind.entry, traits: ['rooted', 'root'] })`
    glibc sysdeps/{x86_64,aarch64}/start.S, csu/libc-start.c, sysdeps/nptl/libc_start_call_main.h; its loader: elf/rtld.c, sysdeps/x86_64/dl-machine.h, sysdeps/aarch64/dl-start.S
    _start|__libc_start_main\w*|__libc_start_call_main|_dl_start\w*`,
  fact({ kind: Kind.entry, traits: ['rooted'] })`
    glibc sysdeps/unix/sysv/linux/dl-sysdep.c; Programs/python.c, Modules/main.c
    _dl_sysdep_start|main|Py_BytesMain|Py_RunMain|pymain_\w+`,
  fact({ kind: Kind.entry, traits: ['startup'] })`
    Python/pylifecycle.c
    pyinit_\w+`,
  fact({ kind: Kind.entry })`
    Python/pylifecycle.c
    pycore_\w+`,
  fact({ kind: Kind.entry, traits: ['startup'] })`
    Python/pylifecycle.c
    init_interp_main|init_import_site`,
  fact({ kind: Kind.entry })`
    Python/pythonrun.c; Python/ceval.c: PyEval_EvalCode*; Python/bltinmodule.c, Python/clinic/bltinmodule.c.h
    _?PyRun_\w+|pyrun_\w+|run_mod|run_eval_code_obj|PyEval_EvalCode\w*|builtin_(?:exec|eval)(?:_impl)?`,
  fact({ kind: Kind.entry, traits: ['rooted'] })`
    Modules/_threadmodule.c, Python/thread_pthread.h
    thread_run|pythread_wrapper`,
  fact({ kind: Kind.entry, traits: ['rooted', 'root'] })`
    glibc nptl/pthread_create.c, sysdeps/unix/sysv/linux/{x86_64,aarch64}/: clone.S, clone3.S
    start_thread|(?:__GI_)?_*clone3?`,
  fact({ kind: Kind.entry, traits: ['rooted'] })`
    glibc sysdeps/unix/sysv/linux/clone-internal.c
    __clone_internal`,
];

/** Sets of C functions of a kind, tried in this order. */
export const NAME_SETS = [Kind.eval, Kind.glue, Kind.slot, Kind.import, Kind.entry].map((kind) => ({
  kind,
  pattern: namePattern(MACHINERY.filter((row) => row.kind === kind)),
}));

/** Code of the copy-and-patch JIT. It is named like a Python function, but is part of the evaluator. */
export const JIT_NAME = /^py::jit:\w+$/;
