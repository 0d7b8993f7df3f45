// Phases: what is done during one of them is done for it. Rank 1.

import type { CostRow } from './cost-row.ts';

export const PHASE_ROWS: readonly CostRow[] = [
  {
    rank: 1,
    cost: 'profiling',
    part: 'trampolines',
    place: 'interpreter',
    names: [
      'py_trampoline_evaluator|_Py_trampoline_func_\\w+|_?PyUnstable_Code_[GS]etExtra',
      'PyUnstable_(?:WritePerfMap|PerfMap|CopyPerfMap)\\w*|perf_(?:map|trampoline)_\\w+|_PyPerf\\w+',
      'compile_trampoline|new_code_arena',
    ],
    source:
      'Python/perf_trampoline.c, Python/perf_jit_trampoline.c; Objects/codeobject.c: PyUnstable_Code_GetExtra',
  },
  {
    rank: 1,
    cost: 'profiling',
    part: 'tracing',
    place: 'interpreter',
    names: [
      'call_(?:trace|profile|instrumentation)\\w*|_Py_call_instrumentation\\w*|_?Py_Instrument\\w*',
      'instrument_\\w+|(?:sys_)?(?:trace|profile)_\\w+|call_trampoline|_?PyTraceMalloc_\\w+|tracemalloc_\\w+',
      '_PyEval_Set(?:Trace|Profile)\\w*|(?:sys_)?monitoring_\\w+|_?PyMonitoring_\\w+',
    ],
    source:
      'Python/instrumentation.c, Python/legacy_tracing.c, Python/tracemalloc.c, Python/sysmodule.c: trace_trampoline',
  },
  {
    rank: 1,
    cost: 'gc',
    part: '',
    place: 'interpreter',
    names: [
      'gc_(?!alloc|dealloc)\\w+|_?PyGC_\\w+|_Py_(?:RunGC|ScheduleGC)',
      'visit_(?:decref|reachable|move|add|clear)\\w*|update_refs|subtract_refs|deduce_unreachable',
      'move_(?:unreachable|legacy_finalizers)\\w*|untrack_(?:tuples|dicts)',
      'handle_(?:weakrefs|legacy_finalizers|resurrected_objects)|(?:finalize|delete)_garbage',
      'clear_unreachable\\w*|mark_(?:all_reachable|at_start|stacks|global_roots)|\\w*traverse',
      '_PyFrame_Traverse|PyObject_VisitManagedDict|_?PyObject_Visit\\w+|_PyDict_MaybeUntrack',
      '_PyTuple_MaybeUntrack',
    ],
    source: 'Python/gc.c, Python/gc_free_threading.c (3.12: Modules/gcmodule.c); every tp_traverse',
  },
  {
    rank: 1,
    cost: 'locks',
    part: 'GIL',
    place: 'interpreter',
    names: [
      '(?:take|drop|create|recreate|destroy|init_own)_gil\\w*|_PyEval_\\w*GIL\\w*',
      '_PyEval_(?:Stop|Start)TheWorld\\w*|stop_the_world|start_the_world',
      'PyEval_(?:Save|Restore|Acquire|Release)Thread|_PyThreadState_(?:Attach|Detach)\\w*',
      'tstate_(?:activate|deactivate|set_|try_|wait_)\\w*|PyGILState_\\w+',
    ],
    source: 'Python/ceval_gil.c, Python/pystate.c',
  },
  {
    rank: 1,
    cost: 'locks',
    part: 'locks',
    place: 'interpreter',
    names: [
      '_?Py(?:Mutex|RWMutex|RecursiveMutex|RawMutex|Event|OnceFlag(?!_CallOnce)|CriticalSection2?|SeqLock|Semaphore|ParkingLot)_\\w+',
      '_Py_(?:brc|qsbr)_\\w+|_?PyThread_(?:acquire|release|allocate|free)_lock\\w*',
      '(?:r?lock|thread_PyThread|_thread_r?lock|_thread_RLock|_PyThread)_(?!dealloc|traverse)\\w*(?:acquire|release|enter|exit)\\w*',
      'acquire_timed',
    ],
    source:
      'Python/lock.c, Python/parking_lot.c, Python/critical_section.c, Python/thread_pthread.h, Modules/_threadmodule.c',
  },
  {
    rank: 1,
    cost: 'locks',
    part: 'locks',
    place: 'runtime library',
    names: [
      '_*(?:GI_)?_*pthread_(?:mutex|cond|rwlock|spin|timedjoin|clockjoin|join)\\w*|_*lll_\\w*lock\\w*',
      '_*(?:do_)?futex_\\w+|_*(?:new_)?sem_(?:\\w*wait|post)\\w*',
    ],
    source: 'glibc nptl, below Python/thread_pthread.h',
  },
  {
    rank: 1,
    cost: 'locks',
    part: 'locks',
    place: 'kernel',
    names: ['(?:\\w+_sys_|do_)?futex\\w*'],
    source: 'the futex system call',
  },
  {
    rank: 1,
    cost: 'exceptions',
    part: '',
    place: 'interpreter',
    names: [
      '_?PyErr_(?!Occurred|CheckSignals|SetInterrupt)\\w+|_?PyTraceBack_\\w+|(?:tb|traceback)_\\w+',
      '_?PyException(?:Group)?_\\w+|BaseException\\w*',
      '[A-Z]\\w*(?:Error|Exit|Iteration|Interrupt|Warning|Group)_\\w+|oserror_\\w+|_?PyUnicode\\w*Error_\\w+',
      '_PyObject_SetAttributeErrorContext|_PyGen_(?:Fetch|Set)StopIterationValue',
      '_PyEval_(?:FormatExc|FormatKw|FormatAwaitable|ExceptionGroup|CheckExcept)\\w*|exception_group_match',
      'do_raise|get_exception_handler|stopiteration_error|PyCode_(?:Addr2Line|NewEmpty)|_?PyWarn\\w+',
      'warn_\\w+|do_warn|already_warned|print_exception\\w*',
    ],
    source:
      'Python/errors.c, Objects/exceptions.c, Python/traceback.c, Python/_warnings.c, Python/pythonrun.c',
  },
  {
    rank: 1,
    cost: 'compile',
    part: 'parser',
    place: 'interpreter',
    names: [
      '_PyPegen_\\w+|\\w+_rule|_PyParser_\\w+|_Py(?:Tokenizer|Lexer)_\\w+|_Py_asdl_\\w+|tok_\\w+',
      'tokenizeriter_\\w+|_PyToken_\\w+|_PyArena_\\w+|_?PyAST_\\w+|ast2obj_\\w+|obj2ast_\\w+|astfold_\\w+',
      'validate_(?:expr|stmt)\\w*',
    ],
    source:
      'Parser/pegen.c, Parser/parser.c, Parser/tokenizer/, Python/Python-ast.c, Python/ast_preprocess.c, Python/pyarena.c',
  },
  {
    rank: 1,
    cost: 'compile',
    part: 'compiler',
    place: 'interpreter',
    names: [
      'Py_CompileString\\w*|builtin_compile\\w*|_PyCompile_\\w+|PyCompile_\\w+|compiler_\\w+|codegen_\\w+',
      '_PyCodegen_\\w+|_PySymtable_\\w+|symtable_\\w+|ste_\\w+|analyze_(?:block|cells|child_block|name)',
      '_PyCfg\\w*|cfg_\\w+|basicblock_\\w+|optimize_\\w+|_PyAssemble_\\w+|assemble_\\w+',
      '_PyInstructionSequence_\\w+|instr_\\w+|scan_block_for_locals|write_location\\w*',
      'remove_(?:unreachable|redundant)\\w*|propagate_line_numbers|_Py_Mangle|dictbytype',
    ],
    source: 'Python/compile.c, codegen.c, symtable.c, flowgraph.c, assemble.c, instruction_sequence.c',
  },
  {
    rank: 1,
    cost: 'compile',
    part: 'JIT',
    place: 'interpreter',
    names: [
      '_PyJIT_(?!Entry)\\w+|_?Py_(?:uop|Uop)\\w+|uop_\\w+|_PyOptimizer_\\w+|_PyJit_\\w+|make_executor_\\w+',
      'emit_\\w+|patch_\\w*(?:32|64)\\w*',
    ],
    source: 'Python/optimizer.c, optimizer_analysis.c, jit.c',
    since: '3.13',
  },
  {
    rank: 1,
    cost: 'classes',
    part: '',
    place: 'interpreter',
    names: [
      'builtin___build_class__',
      'type_(?:new|init|ready|mro|set|add|modified|update|dealloc_common|prepare)(?:_\\w+)?',
      'PyType_(?:Ready|From\\w+|Modified|Watch)|_PyType_(?:FromMetaclass|Modified)\\w*|type_setattro',
      '(?:update|fixup|recurse_down|add|inherit)_\\w*(?:slots?|subclass\\w*|operators|dispatchers)|mro_\\w+',
      'pmerge|best_base|_?PyStaticType_\\w+|init_static_type|PyStructSequence_(?:NewType|InitType)\\w*',
      '_PyStructSequence_\\w+',
    ],
    source:
      'Objects/typeobject.c: type_new, type_ready, update_one_slot; Python/bltinmodule.c: builtin___build_class__',
  },
  {
    rank: 1,
    cost: 'imports',
    part: 'import',
    place: 'python',
    names: ['py::[^:]*:<frozen (?:importlib|zipimport)\\b.*'],
    source: 'Lib/importlib/_bootstrap.py, _bootstrap_external.py, Lib/zipimport.py',
  },
  {
    rank: 1,
    cost: 'imports',
    part: 'import',
    place: 'interpreter',
    names: [
      'import_(?!\\w*_rule$)\\w+|_?PyImport_\\w+|_PyEval_(?:Lazy)?Import\\w*|builtin___(?:lazy_)?import__\\w*',
      'lazy_import_\\w+|_PyLazyImport_\\w+|_imp_\\w+',
      'PyModule_(?:ExecDef|FromDef\\w*|Create\\w*|Exec\\w*|FromSlots\\w*)|module_exec|run_exec_func|PyInit_\\w+',
      'find_frozen|unmarshal_frozen_code',
    ],
    source: 'Python/import.c, importdl.c, dynload_shlib.c, Objects/moduleobject.c: PyModule_ExecDef',
  },
  {
    rank: 1,
    cost: 'imports',
    part: 'import',
    place: 'interpreter',
    names: [
      'r_(?!emove)\\w+|w_(?:object|long|string|ref|complex_object)|read_object|_?PyMarshal_\\w+|marshal_\\w+',
    ],
    source: 'Python/marshal.c',
  },
  {
    rank: 1,
    cost: 'imports',
    part: 'loader',
    place: 'runtime library',
    names: [
      '_*(?:GI_)?_*dl_(?!tls_get_addr)\\w+|_*dl(?:m?open|sym|close|addr|error)\\w*|do_lookup_\\w+|check_match',
      'elf_\\w+|_?rtld_\\w+|call_init|do_sym',
    ],
    source: 'glibc elf/: dlopen and lazy binding',
  },
  {
    rank: 1,
    cost: 'imports',
    part: 'start and end',
    place: 'interpreter',
    names: [
      '_?Py_(?:Initialize|Finalize|PreInitialize|EndInterpreter|NewInterpreter)\\w*',
      '_?PyInterpreterState_(?:New|Clear|Delete)\\w*|(?:py|pycore)init\\w*|pycore_\\w+',
      'init_(?:interp|import|sys)\\w*|finalize_(?!garbage)\\w+|new_interpreter|_?PyConfig_\\w+',
      '_PyPathConfig_\\w+|config_\\w+|interpreter_clear|flush_std_files|_PyAtExit_\\w+|atexit_\\w+|create_stdio',
      '_PyModule_Clear\\w*|_PyUnicode_(?:Init|Fini)\\w*|_PyBuiltin_Init|_PySys_(?:Create|Update|Init)\\w*',
    ],
    source: 'Python/pylifecycle.c, Python/initconfig.c, Python/pystate.c',
  },
];
