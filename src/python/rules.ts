// Facts about CPython 3.12 to 3.15: which C functions belong to the interpreter's own machinery. Patterns for functions match an entire canonical name. Sources: Python/ceval.c,
// Python/perf_trampoline.c, Objects/call.c, Objects/typeobject.c, Python/import.c, Modules/main.c of CPython v3.13.5
// and v3.15.2.

import { Kind } from '../model/kinds.ts';

/** Code of the copy-and-patch JIT. It is named like a Python function, but is part of the evaluator. */
export const JIT_NAME = /^py::jit:\w+$/;
/** Name of the functions that represent import machinery. If it leads to a module, a space and the module's name follow. */
export const IMPORT_NAME = 'import';
/** Modules to which the name sets apply, in addition to the Python binary and library. */
export const LIB_DYNLOAD = /(?:^|\/)lib-dynload\//;
/** File names of the C library and the dynamic loader, to which only the `entry` set applies. */
export const C_LIBRARY = /^(?:libc\.so|libpthread|ld-linux)/;
/** Modules that say nothing about unnamed code in them: memory without a file, and the maps of just-in-time compilers. */
export const ANONYMOUS_MODULE =
  /^(?:\/\/anon|\[?anon\b|\/anon_hugepage|\/memfd:|\/dev\/zero|\/SYSV|\[heap\]|\[stack)|(?:^|\/)(?:perf-\d+\.map|jitted-[\d-]+\.so)$/;
export const KERNEL_MODULE = /^\[(?:guest\.)?kernel|\.ko(?:\.(?:xz|zst|gz))?$/;
/** Compiled extension modules, by file name and by path. */
export const EXTENSION_FILE = /\.cpython-|\.abi3\./;
export const EXTENSION_PATH = /(?:^|\/)(?:site-packages|dist-packages|lib-dynload)\//;

/** Sets of C functions, tried in this order. */
export const NAME_SETS: readonly { readonly kind: Kind; readonly names: readonly string[] }[] = [
  { kind: Kind.eval, names: ['_PyEval_EvalFrameDefault', '_TAIL_CALL_\\w+', '_PyJIT_Entry'] },
  {
    kind: Kind.glue,
    names: [
      'py_trampoline_evaluator',
      '_Py_trampoline_func_(?:start|end)',
      'PyUnstable_Code_GetExtra',
      '_PyEval_EvalFrame',
      'PyEval_EvalFrame(?:Ex)?',
      '_PyEval_Vector',
      '_PyFunction_Vectorcall',
      '_?PyObject_Vectorcall\\w*',
      '_PyObject_Call',
      '_PyObject_Call_Prepend',
      '_PyObject_CallNoArgs\\w*',
      '_PyObject_CallFunction\\w*',
      '_PyObject_CallMethod\\w*',
      'PyObject_Call(?!oc)\\w*',
      '_PyObject_MakeTpCall',
      '_?PyVectorcall_Call',
      '_PyVectorcall_FunctionInline',
      '_Py_CallBuiltinClass_StackRef',
      'object_vacall',
      'method_vectorcall(?:_\\w+)?',
      'cfunction_vectorcall_\\w+',
      'cfunction_call',
      'vectorcall_(?:maybe|unbound|method)',
      '_Py_VectorCall\\w*',
      '_Py_BuiltinCall\\w*_StackRef\\w*',
      '_PyCallMethodDescriptor\\w*_StackRef\\w*',
      '_PyEvalFramePushAndInit(?:_Ex)?',
      '_Py_CheckFunctionResult',
      'call_function',
      'partial_(?:call|vectorcall)\\w*',
      'context_run',
      'task_(?:step|step_impl|wakeup)',
      'TaskStepMethWrapper_call',
    ],
  },
  {
    kind: Kind.slot,
    names: [
      'slot_(?:tp|nb|sq|mp|am|bf)_\\w+',
      '_Py_slot_tp_getattr\\w*',
      'type_call',
      'type_vectorcall',
      'tp_new_wrapper',
      'wrap_(?:init|call|new|del|next|hashfunc|richcmpfunc|descr_(?:get|set)|(?:unary|binary|ternary|inquiry|len|obj)\\w*|sq_\\w+|setattr|delattr|delitem|ssizeargfunc|indexargfunc)',
      'wrapperdescr_\\w+',
      'wrapper_call',
      '(?:property|func|cm|sm|method|classmethod|staticmethod)_descr_(?:get|set)',
      'property_\\w*call\\w*',
      'lookup_m\\w+',
      '_?PyObject_Generic[GS]etAttr\\w*',
      '_?PyObject_[GS]etAttr\\w*',
      '_PyObject_GetMethod\\w*',
      '_?PyObject_GetOptionalAttr\\w*',
      '_PyObject_LookupAttr\\w*',
      '_Py_module_getattro(?:_impl)?',
      'binary_op1?',
      'gen_(?:iternext|send|send_ex2?|close|throw)',
      '_gen_throw',
      'PyGen_am_send',
      'PyIter_(?:Next|NextItem|Send)',
      'iternext',
      '_PyForIter_VirtualIteratorNext',
      'coro_wrapper_\\w+',
      'async_gen_\\w+',
    ],
  },
  {
    kind: Kind.import,
    names: [
      'import_(?!\\w*_rule$)\\w+',
      '_?PyImport_\\w+',
      '_PyEval_(?:Lazy)?Import\\w*',
      'builtin___(?:lazy_)?import__\\w*',
      'lazy_import_\\w+',
      '_PyLazyImport_\\w+',
      '_imp_\\w+',
      'PyModule_ExecDef',
      'module_exec',
      'run_exec_func',
    ],
  },
  {
    kind: Kind.entry,
    names: [
      '_start',
      '__libc_start_main\\w*',
      '__libc_start_call_main',
      '_dl_start\\w*',
      '_dl_sysdep_start',
      'main',
      'Py_BytesMain',
      'Py_RunMain',
      'pymain_\\w+',
      'pyinit_\\w+',
      'pycore_\\w+',
      'init_interp_main',
      'init_import_site',
      '_?PyRun_\\w+',
      'pyrun_\\w+',
      'run_mod',
      'run_eval_code_obj',
      'PyEval_EvalCode\\w*',
      'builtin_(?:exec|eval)(?:_impl)?',
      'thread_run',
      'pythread_wrapper',
      'start_thread',
      '(?:__GI_)?_*clone3?',
      '__clone_internal',
    ],
  },
];
