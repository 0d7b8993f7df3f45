// What the frames of functions cost. The rows are tried in this order.

import type { CostId } from '../model/costs.ts';
import { fact, type Functions } from './fact.ts';
import type { Place } from './place.ts';

interface CostRow extends Functions {
  /** 1 to 6: the smallest rank among the frames of a Python function's C code decides. */
  readonly rank: number;
  readonly cost: CostId;
  /**
   * What within the cost. Empty for none; `$1` is the first group of `names`; `<module>` and `<library>` are derived from the
   * module's path.
   */
  readonly part: string;
  readonly place: Place;
  /** The first version of CPython that has them, if later than 3.12. */
  readonly since?: string;
}

export const COST_ROWS: readonly CostRow[] = [
  // Phases: what is done during one of them is done for it. Rank 1.
  fact({ rank: 1, cost: 'profiling', part: 'trampolines', place: 'interpreter' })`
    Python/perf_trampoline.c, Python/perf_jit_trampoline.c; Objects/codeobject.c: PyUnstable_Code_GetExtra
    py_trampoline_evaluator|_Py_trampoline_func_\w+|_?PyUnstable_Code_[GS]etExtra
    PyUnstable_(?:WritePerfMap|PerfMap|CopyPerfMap)\w*|perf_(?:map|trampoline)_\w+|_PyPerf\w+|compile_trampoline|new_code_arena`,
  fact({ rank: 1, cost: 'profiling', part: 'tracing', place: 'interpreter' })`
    Python/instrumentation.c, Python/legacy_tracing.c, Python/tracemalloc.c, Python/sysmodule.c: trace_trampoline
    call_(?:trace|profile|instrumentation)\w*|_Py_call_instrumentation\w*|_?Py_Instrument\w*|instrument_\w+
    (?:sys_)?(?:trace|profile)_\w+|call_trampoline|_?PyTraceMalloc_\w+|tracemalloc_\w+|_PyEval_Set(?:Trace|Profile)\w*
    (?:sys_)?monitoring_\w+|_?PyMonitoring_\w+`,
  fact({ rank: 1, cost: 'gc', part: '', place: 'interpreter' })`
    Python/gc.c, Python/gc_free_threading.c (3.12: Modules/gcmodule.c); every tp_traverse
    gc_(?!alloc|dealloc)\w+|_?PyGC_\w+|_Py_(?:RunGC|ScheduleGC)|visit_(?:decref|reachable|move|add|clear)\w*|update_refs
    subtract_refs|deduce_unreachable|move_(?:unreachable|legacy_finalizers)\w*|untrack_(?:tuples|dicts)
    handle_(?:weakrefs|legacy_finalizers|resurrected_objects)|(?:finalize|delete)_garbage|clear_unreachable\w*
    mark_(?:all_reachable|at_start|stacks|global_roots)|\w*traverse|_PyFrame_Traverse|PyObject_VisitManagedDict
    _?PyObject_Visit\w+|_PyDict_MaybeUntrack|_PyTuple_MaybeUntrack`,
  fact({ rank: 1, cost: 'locks', part: 'GIL', place: 'interpreter' })`
    Python/ceval_gil.c, Python/pystate.c
    (?:take|drop|create|recreate|destroy|init_own)_gil\w*|_PyEval_\w*GIL\w*|_PyEval_(?:Stop|Start)TheWorld\w*|stop_the_world
    start_the_world|PyEval_(?:Save|Restore|Acquire|Release)Thread|_PyThreadState_(?:Attach|Detach)\w*
    tstate_(?:activate|deactivate|set_|try_|wait_)\w*|PyGILState_\w+`,
  fact({ rank: 1, cost: 'locks', part: 'locks', place: 'interpreter' })`
    Python/lock.c, Python/parking_lot.c, Python/critical_section.c, Python/thread_pthread.h, Modules/_threadmodule.c
    _?Py(?:Mutex|RWMutex|RecursiveMutex|RawMutex|Event|OnceFlag(?!_CallOnce)|CriticalSection2?|SeqLock|Semaphore|ParkingLot)_\w+
    _Py_(?:brc|qsbr)_\w+|_?PyThread_(?:acquire|release|allocate|free)_lock\w*
    (?:r?lock|thread_PyThread|_thread_r?lock|_thread_RLock|_PyThread)_(?!dealloc|traverse)\w*(?:acquire|release|enter|exit)\w*
    acquire_timed`,
  fact({ rank: 1, cost: 'locks', part: 'locks', place: 'runtime library' })`
    glibc nptl, below Python/thread_pthread.h
    _*(?:GI_)?_*pthread_(?:mutex|cond|rwlock|spin|timedjoin|clockjoin|join)\w*|_*lll_\w*lock\w*|_*(?:do_)?futex_\w+
    _*(?:new_)?sem_(?:\w*wait|post)\w*`,
  fact({ rank: 1, cost: 'locks', part: 'locks', place: 'kernel' })`
    the futex system call
    (?:\w+_sys_|do_)?futex\w*`,
  fact({ rank: 1, cost: 'exceptions', part: '', place: 'interpreter' })`
    Python/errors.c, Objects/exceptions.c, Python/traceback.c, Python/_warnings.c, Python/pythonrun.c
    _?PyErr_(?!Occurred|CheckSignals|SetInterrupt)\w+|_?PyTraceBack_\w+|(?:tb|traceback)_\w+|_?PyException(?:Group)?_\w+
    BaseException\w*|[A-Z]\w*(?:Error|Exit|Iteration|Interrupt|Warning|Group)_\w+|oserror_\w+|_?PyUnicode\w*Error_\w+
    _PyObject_SetAttributeErrorContext|_PyGen_(?:Fetch|Set)StopIterationValue
    _PyEval_(?:FormatExc|FormatKw|FormatAwaitable|ExceptionGroup|CheckExcept)\w*|exception_group_match|do_raise
    get_exception_handler|stopiteration_error|PyCode_(?:Addr2Line|NewEmpty)|_?PyWarn\w+|warn_\w+|do_warn|already_warned
    print_exception\w*`,
  fact({ rank: 1, cost: 'compile', part: 'parser', place: 'interpreter' })`
    Parser/pegen.c, Parser/parser.c, Parser/tokenizer/, Python/Python-ast.c, Python/ast_preprocess.c, Python/pyarena.c
    _PyPegen_\w+|\w+_rule|_PyParser_\w+|_Py(?:Tokenizer|Lexer)_\w+|_Py_asdl_\w+|tok_\w+|tokenizeriter_\w+|_PyToken_\w+
    _PyArena_\w+|_?PyAST_\w+|ast2obj_\w+|obj2ast_\w+|astfold_\w+|validate_(?:expr|stmt)\w*`,
  fact({ rank: 1, cost: 'compile', part: 'compiler', place: 'interpreter' })`
    Python/compile.c, codegen.c, symtable.c, flowgraph.c, assemble.c, instruction_sequence.c
    Py_CompileString\w*|builtin_compile\w*|_PyCompile_\w+|PyCompile_\w+|compiler_\w+|codegen_\w+|_PyCodegen_\w+|_PySymtable_\w+
    symtable_\w+|ste_\w+|analyze_(?:block|cells|child_block|name)|_PyCfg\w*|cfg_\w+|basicblock_\w+|optimize_\w+|_PyAssemble_\w+
    assemble_\w+|_PyInstructionSequence_\w+|instr_\w+|scan_block_for_locals|write_location\w*
    remove_(?:unreachable|redundant)\w*|propagate_line_numbers|_Py_Mangle|dictbytype`,
  fact({ rank: 1, cost: 'compile', part: 'JIT', place: 'interpreter', since: '3.13' })`
    Python/optimizer.c, optimizer_analysis.c, jit.c
    _PyJIT_(?!Entry)\w+|_?Py_(?:uop|Uop)\w+|uop_\w+|_PyOptimizer_\w+|_PyJit_\w+|make_executor_\w+|emit_\w+|patch_\w*(?:32|64)\w*`,
  fact({ rank: 1, cost: 'classes', part: '', place: 'interpreter' })`
    Objects/typeobject.c: type_new, type_ready, update_one_slot; Python/bltinmodule.c: builtin___build_class__
    builtin___build_class__|type_(?:new|init|ready|mro|set|add|modified|update|dealloc_common|prepare)(?:_\w+)?
    PyType_(?:Ready|From\w+|Modified|Watch)|_PyType_(?:FromMetaclass|Modified)\w*|type_setattro
    (?:update|fixup|recurse_down|add|inherit)_\w*(?:slots?|subclass\w*|operators|dispatchers)|mro_\w+|pmerge|best_base
    _?PyStaticType_\w+|init_static_type|PyStructSequence_(?:NewType|InitType)\w*|_PyStructSequence_\w+`,
  fact({ rank: 1, cost: 'imports', part: 'import', place: 'python' })`
    Lib/importlib/_bootstrap.py, _bootstrap_external.py, Lib/zipimport.py
    py::[^:]*:<frozen (?:importlib|zipimport)\b.*`,
  fact({ rank: 1, cost: 'imports', part: 'import', place: 'interpreter' })`
    Python/import.c, importdl.c, dynload_shlib.c, Objects/moduleobject.c: PyModule_ExecDef
    import_(?!\w*_rule$)\w+|_?PyImport_\w+|_PyEval_(?:Lazy)?Import\w*|builtin___(?:lazy_)?import__\w*|lazy_import_\w+
    _PyLazyImport_\w+|_imp_\w+|PyModule_(?:ExecDef|FromDef\w*|Create\w*|Exec\w*|FromSlots\w*)|module_exec|run_exec_func
    PyInit_\w+|find_frozen|unmarshal_frozen_code`,
  fact({ rank: 1, cost: 'imports', part: 'import', place: 'interpreter' })`
    Python/marshal.c
    r_(?!emove)\w+|w_(?:object|long|string|ref|complex_object)|read_object|_?PyMarshal_\w+|marshal_\w+`,
  fact({ rank: 1, cost: 'imports', part: 'loader', place: 'runtime library' })`
    glibc elf/: dlopen and lazy binding
    _*(?:GI_)?_*dl_(?!tls_get_addr)\w+|_*dl(?:m?open|sym|close|addr|error)\w*|do_lookup_\w+|check_match|elf_\w+|_?rtld_\w+
    call_init|do_sym`,
  fact({ rank: 1, cost: 'imports', part: 'start and end', place: 'interpreter' })`
    Python/pylifecycle.c, Python/initconfig.c, Python/pystate.c
    _?Py_(?:Initialize|Finalize|PreInitialize|EndInterpreter|NewInterpreter)\w*|_?PyInterpreterState_(?:New|Clear|Delete)\w*
    (?:py|pycore)init\w*|pycore_\w+|init_(?:interp|import|sys)\w*|finalize_(?!garbage)\w+|new_interpreter|_?PyConfig_\w+
    _PyPathConfig_\w+|config_\w+|interpreter_clear|flush_std_files|_PyAtExit_\w+|atexit_\w+|create_stdio|_PyModule_Clear\w*
    _PyUnicode_(?:Init|Fini)\w*|_PyBuiltin_Init|_PySys_(?:Create|Update|Init)\w*`,

  // Memory and the system, which count wherever they occur. Rank 2; rank 3 for the rest of the kernel.
  fact({ rank: 2, cost: 'memory', part: 'page faults', place: 'kernel' })`
    the kernel's page faults
    (?:asm_)?exc_page_fault|do_user_addr_fault|(?:__)?handle_mm_fault
    do_(?:anonymous_page|wp_page|fault|swap_page|page_fault|mem_abort|translation_fault)|el0_[di]a`,
  fact({ rank: 2, cost: 'memory', part: 'mapping', place: 'kernel' })`
    mmap, munmap, mremap, brk, madvise, mprotect
    (?:\w+_sys_|ksys_)(?:mmap\w*|munmap|mremap|brk|madvise|mprotect\w*)|vm_mmap_pgoff|__vm_munmap
    do_(?:mmap|munmap|vmi_munmap|mremap|madvise)`,
  fact({ rank: 2, cost: 'memory', part: 'release', place: 'interpreter' })`
    Objects/obmalloc.c, Objects/object.c: _Py_Dealloc, every tp_dealloc
    _?PyObject_Free\w*|_?PyMem_(?:\w*)Free\w*|pymalloc_free|\w*dealloc|_?Py_Dealloc\w*|_?Py_(?:Dec|X?Dec)Ref\w*|_Py_DECREF\w*
    PyObject_GC_(?:Del|UnTrack)|_PyTrash_\w+|_PyObject_Clear\w+|PyObject_Clear\w+|_?Py_\w*MergeZero\w*|subtype_clear
    func_clear\w*|_PyFunction_ClearCode\w*|PyObject_CallFinalizer\w*|free_(?!tool)\w+|clear_weakref\w*|_PyLong_ExactDealloc
    (?:dict|list|tuple|set|cell|gen|frame|method|module|partial|subtype|type)_?(?:tp_)?clear`,
  fact({ rank: 2, cost: 'memory', part: 'allocation', place: 'interpreter' })`
    Objects/obmalloc.c, Objects/mimalloc/, Objects/typeobject.c: PyType_GenericAlloc, Objects/object.c, Python/gc.c: _PyObject_GC_New
    _?PyObject_(?:Malloc|Calloc|Realloc)|_?PyMem_(?:\w*)(?:Malloc|Calloc|Realloc|Strdup|Wcsdup)\w*|pymalloc_alloc
    (?:allocate_from_)?new_(?:pool|arena)|_?PyObject_GC_(?:New|Resize|Link|Track|Alloc)\w*|gc_alloc|PyType_Generic(?:Alloc|New)
    _PyType_(?:Alloc|NewManaged)\w*|_?PyObject_(?:New|Init|VarInit)\w*|_Py_NewReference\w*|new_reference
    _PyObject_InitInlineValues|PyTuple_New|tuple_alloc|_PyFreeList_\w+|PyList_New|PyDict_New|new_(?:keys_object|dict|values)\w*
    PyUnicode_New|long_alloc|_PyLong_New|_?mi_\w+|_PyMem_\w+`,
  fact({ rank: 2, cost: 'memory', part: 'malloc', place: 'runtime library' })`
    glibc malloc
    _*(?:GI_)?_*(?:libc_)?(?:malloc|calloc|realloc|reallocarray|c?free|memalign|aligned_alloc|posix_memalign|valloc)\w*|_int_\w+
    _?int_free\w*|unlink_chunk\w*|sys(?:malloc|trim|mem)\w*|tcache_\w+|m(?:trim|top)\w*|(?:arena|heap)_\w+|alloc_perturb
    _*(?:s?brk|mmap|munmap|mremap|madvise|mprotect|morecore)(?:64)?|_mid_memalign\w*|operator (?:new|delete).*
    _Z(?:n[wa]|d[la])\w*`,
  fact({ rank: 2, cost: 'memory', part: 'malloc', place: 'native' })`
    jemalloc, tcmalloc, mimalloc
    je_\w+|arena_\w+|tc_\w+|tcmalloc.*|_?mi_\w+|operator (?:new|delete).*|_Z(?:n[wa]|d[la])\w*`,
  fact({ rank: 2, cost: 'system', part: 'waiting', place: 'kernel' })`
    epoll, poll, select, sleep, wait
    (?:\w+_sys_)(?:epoll_\w+|poll|ppoll\w*|select|pselect6\w*|nanosleep|clock_nanosleep\w*|wait4|waitid|pause|rt_sigtimedwait\w*|sched_yield|io_uring_enter)
    kernel_wait4`,
  fact({ rank: 2, cost: 'system', part: 'network', place: 'kernel' })`
    socket calls
    (?:\w+_sys_|__sys_)(?:socket\w*|connect|accept4?|bind|listen|send(?:to|msg|mmsg)\w*|recv\w*|shutdown|[gs]etsockopt|get(?:sock|peer)name)
    sock_(?:read|write|send|recv|close)\w*|net_rx_action|____sys_\w+`,
  fact({ rank: 2, cost: 'system', part: 'files', place: 'kernel' })`
    read, write, open, stat and other calls on files and pipes
    (?:\w+_sys_|ksys_)(?:read\w*|write\w*|p?(?:read|write)v?2?(?:64)?|open\w*|creat|close\w*|new\w*stat\w*|[fl]?stat\w*|l?l?seek|getdents\w*|\w*access\w*|unlink\w*|r(?:ename|eadlink)\w*|mkdir\w*|rmdir|f(?:data)?sync|fcntl|ioctl|chdir|getcwd|\w*truncate\w*|fallocate|sendfile\w*|splice|copy_file_range|dup[23]?|pipe2?|\w*xattr\w*|ch(?:mod|own)\w*|f?chmod\w*|link\w*|symlink\w*|utimensat|flock|inotify\w*|umask)
    vfs_(?:read|write|fstatat|fstat)|do_sys_openat2`,
  fact({ rank: 2, cost: 'system', part: 'processes', place: 'kernel' })`
    fork, exec, exit
    (?:\w+_sys_)(?:clone3?|v?fork|execve\w*|exit\w*|t?g?kill|prctl|rseq|set_robust_list|set_tid_address|arch_prctl)|kernel_clone
    do_(?:exit|group_exit)|bprm_execve|ret_from_fork\w*|kthread`,
  fact({ rank: 2, cost: 'system', part: 'idle', place: 'kernel' })`
    a processor without work (perf record -a)
    do_idle|cpu_startup_entry|cpuidle_\w+|default_idle\w*|\w+_safe_halt|\w*_idle|start_secondary`,
  fact({ rank: 2, cost: 'system', part: 'interrupts', place: 'kernel' })`
    interrupts, and switches to another task after them
    asm_(?:sysvec_\w+|common_interrupt|exc_nmi)|sysvec_\w+|common_interrupt|irqentry_\w+|__irq_exit_rcu|handle_softirqs
    exit_to_user_mode_loop|el0_irq|el1_irq`,
  fact({ rank: 3, cost: 'system', part: 'other', place: 'kernel' })`
    what else the kernel does
    .*`,

  // Compiled libraries, by name. Rank 2.
  fact({ rank: 2, cost: 'libraries', part: 're', place: 'interpreter' })`
    Modules/_sre/
    _?sre_\w+|(?:pattern|match|template)_(?!class|keys)\w+|data_stack_\w+|state_(?:init|fini|reset|getslice)|getslice|getstring
    expand_template`,
  fact({ rank: 2, cost: 'libraries', part: 'io', place: 'interpreter' })`
    Modules/_io/, Python/fileutils.c
    _io\w*|_?textiowrapper_\w+|_?buffered\w+|bytesio_\w+|stringio_\w+|fileio_\w+|iobase_\w+|_?PyFile_\w+|_PyIO\w+
    _?incrementalnewlinedecoder_\w+|_Py_(?:read|write|w?fopen|open|fstat|stat|dup)\w*|PyOS_Readline|Py_UniversalNewline\w*
    _PyFileIO_\w+`,
  fact({ rank: 2, cost: 'libraries', part: 'os', place: 'interpreter' })`
    Modules/posixmodule.c
    os_\w+|posix_\w+|_?path_\w+|DirEntry_\w+|Scandir\w+|_pystat_\w+|parse_(?:envlist|arglist)|_posix\w+
    _Py_(?:normpath|join_relfile|get_osfhandle)\w*|run_at_forkers|PyOS_(?:AfterFork|BeforeFork|FSPath)\w*|fill_time`,
  fact({ rank: 2, cost: 'libraries', part: 'functools', place: 'interpreter' })`
    Modules/_functoolsmodule.c
    (?:bounded|infinite|uncached)_lru_cache\w*|lru_(?:cache|list)\w*|keyobject_\w+|_functools_\w+|partial_(?!vectorcall|call)\w+`,
  fact({ rank: 2, cost: 'libraries', part: 'collections', place: 'interpreter' })`
    Modules/_collectionsmodule.c, Objects/odictobject.c
    _?(?:deque|dequeiter|defdict|tuplegetter)_\w+|new_defdict|newblock|freeblock|_collections_\w+|_?PyODict\w*|_?odict\w+`,
  fact({ rank: 2, cost: 'libraries', part: 'itertools', place: 'interpreter' })`
    Modules/itertoolsmodule.c
    itertools_\w+
    (?:chain|islice|cycle|count|repeat|product|combinations|cwr|permutations|accumulate|compress|starmap|takewhile|dropwhile|filterfalse|groupby|_grouper|pairwise|zip_longest|batched|tee)_(?:next|new|step|create|fromiterable|repr|lock_held)\w*`,
  fact({ rank: 2, cost: 'libraries', part: 'operator', place: 'interpreter' })`
    Modules/_operator.c
    (?:itemgetter|attrgetter|methodcaller)_\w+|_operator_\w+|dotted_getattr`,
  fact({ rank: 2, cost: 'libraries', part: 'asyncio', place: 'interpreter' })`
    Modules/_asynciomodule.c
    _asyncio_\w+|(?:task|future|futureobj|FutureIter|FutureObj|TaskObj|TaskStepMethWrapper)_\w+
    (?:enter|leave|register|unregister|swap_current)_task|call_soon|get_future_loop`,
  fact({ rank: 2, cost: 'libraries', part: 'contextvars', place: 'interpreter' })`
    Python/context.c, Python/hamt.c
    _?contextvar_\w+|_?PyContext\w*|_?_?PyHamt\w*|hamt_\w+|context_(?!run)\w+|_contextvars_\w+`,
  fact({ rank: 2, cost: 'libraries', part: 'weakref', place: 'interpreter' })`
    Objects/weakrefobject.c
    _?PyWeakref_\w+|weakref_\w+|proxy_\w+|_weakref_\w+|(?:get_or_create|allocate|new|insert)_weakref\w*`,
  fact({ rank: 2, cost: 'libraries', part: 'json', place: 'interpreter' })`
    Modules/_json.c, where it is built in
    (?:scan_once|scanstring|_match_number|_parse_(?:object|array|constant))\w*|encoder_\w+|scanner_\w+|py_encode_basestring\w*
    py_scanstring|(?:ascii_)?escape_unicode|ascii_escape\w*`,
  fact({ rank: 2, cost: 'libraries', part: 'datetime', place: 'interpreter' })`
    Modules/_datetimemodule.c
    _?(?:datetime|date|delta|timedelta|timezone)_\w+|new_(?:date|time|delta|datetime|timezone)\w*|add_date(?:time)?_\w+
    normalize_(?:datetime|date|pair|d_s_us)|wrap_strftime|call_tzinfo_method|ymd_to_ord|ord_to_ymd`,
  fact({ rank: 2, cost: 'libraries', part: 'time', place: 'interpreter' })`
    Modules/timemodule.c, Python/pytime.c
    time_\w+|_?PyTime_\w+|pysleep|py_(?:get_)?\w*clock\w*|gettmarg|_PyTimeFraction_\w+`,
  fact({ rank: 2, cost: 'libraries', part: 'pickle', place: 'interpreter' })`
    Modules/_pickle.c
    save(?:_\w+)?|load(?:_\w+)?|dump|batch_\w+|_P(?:ickler|yMemoTable)_\w+|_Unpickler_\w+|memo_\w+|_pickle_\w+|Pdata_\w+
    object___reduce\w*`,
  fact({ rank: 2, cost: 'libraries', part: 'hashlib', place: 'interpreter' })`
    Modules/_hacl/, md5module.c, sha2module.c, blake2module.c
    _?(?:md5|sha1|sha2|sha3|sha224|sha256|sha384|sha512|blake2\w?|hmac)_\w+|(?:\w+_)?Hacl_\w+|_Py_hashlib_\w+|EVP_?\w+
    _hashlib_\w+`,
  fact({ rank: 2, cost: 'libraries', part: 'math', place: 'interpreter' })`
    Modules/mathmodule.c, _randommodule.c
    math_\w+|m_(?:log\w*|atan2|remainder|sinpi|tgamma|lgamma)|vector_norm|cmath_\w+|_random_\w+|random_\w+|genrand_\w+
    init_by_array|_statistics_\w+`,
  fact({ rank: 2, cost: 'libraries', part: 'socket', place: 'interpreter' })`
    Modules/socketmodule.c, selectmodule.c, _ssl.c
    _?sock_\w+|_?socket_\w+|sock_call\w*|_?ssl_\w+|select_\w+|pyepoll\w*|internal_(?:connect|select)|getsockaddrarg|_ssl\w+`,
  fact({ rank: 2, cost: 'libraries', part: '$1', place: 'interpreter' })`
    Modules/: functions of built-in modules have the module's name in front (Argument Clinic)
    _?(array|binascii|bisect|blake2|bz2|codecs|csv|ctypes|curses|decimal|elementtree|errno|faulthandler|fcntl|grp|heapq|interp\w+|locale|lsprof|lzma|mmap|multiprocessing|opcode|posixshmem|pwd|pyexpat|queue|resource|signal|sqlite|sqlite3|stat|string|struct|symtable|syslog|termios|thread|unicodedata|uuid|zlib|zoneinfo|zstd)_\w+`,
  fact({ rank: 2, cost: 'libraries', part: 'struct', place: 'interpreter' })`
    Modules/_struct.c
    s_(?:pack|unpack)\w*|Struct_\w+|cache_struct\w*|[bln]p?_(?:int|uint|longlong|ulonglong|float|double)`,
  fact({ rank: 2, cost: 'libraries', part: 'xml', place: 'interpreter' })`
    Modules/_elementtree.c, Modules/pyexpat.c, Modules/expat/
    (?:xmlparse|xmlparser|treebuilder|element|elementiter|expat)_\w+|XML_\w+`,
  fact({ rank: 2, cost: 'libraries', part: '<module>', place: 'extension' })`
    compiled modules: of the standard library by module, of packages by distribution
    .*`,
  fact({ rank: 2, cost: 'libraries', part: '<library>', place: 'native' })`
    native libraries and other programs, by file
    .*`,

  // Work on objects (rank 3 and 4), and what counts only if nothing else does (rank 5, and 6 for calls of classes).
  fact({ rank: 3, cost: 'bytecode', part: 'specialising', place: 'interpreter' })`
    Python/specialize.c
    _?Py_Specialize_\w+|specialize_\w+|analyze_descriptor\w*|unspecialize|_PyCode_Quicken`,
  fact({ rank: 3, cost: 'compile', part: 'code objects', place: 'interpreter' })`
    Objects/codeobject.c: _PyCode_New
    _?PyCode_\w+|PyUnstable_Code_New\w*|code_(?:new|init|replace|hash|richcompare)\w*|init_code
    intern_(?:constants|strings|one_constant)|all_name_chars`,
  fact({ rank: 3, cost: 'attributes', part: 'lookup', place: 'interpreter' })`
    Objects/object.c, Objects/typeobject.c, Objects/moduleobject.c
    _?PyObject_(?:Generic)?(?:Get|Set|Lookup|Has|Del)(?:Optional)?(?:Attr|Special|Dict)\w*
    _?PyObject_(?:GetMethod|TryGet|StoreInstance|SetManaged|Materialize|GetState|IsInstanceDict|GetOptional)\w*
    store_instance_attr\w*|make_dict_from_\w+|_PyType_\w+|PyType_Get\w+|find_name_in_mro|type_(?:getattro|get_\w+)
    _Py_type_getattro\w*|_?(?:Py_)?module_getattro\w*|_PyModule_\w+|PyModule_Get\w+|_?super_\w+|do_super_lookup|_PySuper_\w+
    supercheck|(?:_Py_)?slot_tp_[gs]etattr\w*|call_attribute|lookup_\w+|local_[gs]etattro|_ldict|_?PyMember_\w+|_?PyDescr_\w+
    builtin_(?:getattr|hasattr|setattr|delattr|dir|vars)\w*|_?PyObject_Dir|(?:assign|update)_version_tag|assign_type_version`,
  fact({ rank: 3, cost: 'attributes', part: 'descriptors', place: 'interpreter' })`
    Objects/descrobject.c, Objects/funcobject.c
    (?:property|func|cm|sm|method|member|getset|classmethod|staticmethod|slot_tp|wrapperdescr|mem)_(?:descr_)?(?:get|set)\w*
    property_\w+|descr_\w+|getset_\w+|cell_get\w*|\w+_get_(?:dict|name|qualname|doc|module|code|annotations)`,
  fact({ rank: 3, cost: 'attributes', part: 'type checks', place: 'interpreter' })`
    Objects/abstract.c: PyObject_IsInstance; Modules/_abc.c
    _?PyObject_(?:IsInstance|IsSubclass|RealIs\w+)|object_(?:recursive_)?is(?:instance|subclass)|PyType_IsSubtype\w*
    is_subtype_\w+|builtin_is(?:instance|subclass)\w*|(?:abstract|recursive)_\w+|check_class
    type___(?:instance|subclass)check__\w*|_?_abc_\w+|_in_weak_set|_Py_union_\w+`,
  fact({ rank: 4, cost: 'calls', part: 'frames', place: 'interpreter' })`
    Python/ceval.c: _PyEval_Vector, initialize_locals; Python/frame.c
    _PyEval_Vector|_PyFunction_Vectorcall|_?PyEval_EvalFrame\w*|_PyEvalFrame\w+|_PyEval_Frame\w+|clear_(?:thread|gen)_frame
    initialize_locals|_?PyFrame_\w+|frame(?:localsproxy)?_\w+|_PyThreadState_(?:Push|Pop)Frame|push_(?:data)?chunk
    _PyObject_Call_Prepend|too_many_positional
    (?:missing_arguments|format_missing|positional_only_passed_as_keyword|get_exception_unpack)\w*|_PyStack_\w+|_PyEval_Match\w+
    _Py_(?:Enter|Leave|Check)Recurs\w+|_Py_ReachedRecursion\w*|PyThreadState_Get\w*`,
  fact({ rank: 4, cost: 'calls', part: 'functions', place: 'interpreter' })`
    Objects/funcobject.c, Objects/methodobject.c: making functions and bound methods
    _?PyFunction_\w+|func_\w+|_?PyCell_\w+|PyMethod_\w+|method_new\w*|_?PyC(?:Method|Function)_\w+|PyStaticMethod\w*
    PyClassMethod\w*|meth_\w+`,
  fact({ rank: 4, cost: 'calls', part: 'from C to Python', place: 'interpreter' })`
    Objects/typeobject.c: slots, type_call
    slot_\w+|wrap_\w+|wrapper_\w+|wrapperdescr_\w+|vectorcall_(?:maybe|unbound|method)|call_(?:method|unbound)\w*|excess_args`,
  fact({ rank: 6, cost: 'calls', part: 'from C to Python', place: 'interpreter' })`
    Objects/typeobject.c: type_call; calling a class in C is no call of Python, so what it calls decides
    type_call|type_vectorcall|object_(?:new|init)|object___init\w*|tp_new_wrapper`,
  fact({ rank: 4, cost: 'calls', part: 'generators', place: 'interpreter' })`
    Objects/genobject.c
    _?gen_\w+|_?PyGen_\w+|make_gen\w*|_Py_MakeCoro|coro_\w+|_?PyCoro_\w+|_?async_gen_\w+|PyAsyncGen\w*|_PyAsyncGen\w*
    PyIter_Send\w*|_PyEval_GetA\w+`,
  fact({ rank: 4, cost: 'calls', part: 'arguments in C', place: 'interpreter' })`
    Python/getargs.c, Python/modsupport.c
    _?PyArg_\w+|vgetargs\w*|getargs_\w+|convert(?:item|simple|tuple|buffer)|_?Py_Va?BuildValue\w*|_?Py_BuildValue\w*
    _?va_build\w*|do_mk\w+|parser_init|find_keyword|skipitem|countformat`,
  fact({ rank: 4, cost: 'values', part: 'int', place: 'interpreter' })`
    Objects/longobject.c, Objects/boolobject.c
    _?PyLong_\w+|_PyCompactLong_\w+|compactlongs?_\w+|_?long_\w+
    (?:x|k|l|v|s)_(?:add|sub|mul|lopsided_mul|divrem1?|divmod|mod|lshift\w*|rshift\w*|isub|iadd|digits)|kmul_\w+|int_\w+
    bool_\w+|PyBool_\w+|divrem1|pylong_\w+|medium_\w+|_PyUnicode_ToDecimalDigit`,
  fact({ rank: 4, cost: 'values', part: 'float', place: 'interpreter' })`
    Objects/floatobject.c, Python/dtoa.c
    _?PyFloat_\w+|float_\w+|_?Py_dg_\w+|_Py_HashDouble|_?PyComplex_\w+|complex_\w+|_?Py_c_\w+
    PyOS_(?:string_to_double|double_to_string)|format_float_\w+|_Py_parse_inf_or_nan|_Py_string_to_number\w*|bigcomp|[bd]2[bd]
    (?:mult|pow5mult|lshift|multadd|quorem|Balloc|Bfree|diff|sulp|rv_alloc)`,
  fact({ rank: 4, cost: 'values', part: 'bytes', place: 'interpreter' })`
    Objects/bytesobject.c, bytearrayobject.c, memoryobject.c
    _?PyBytes\w*|bytes\w*|_?PyByteArray\w*|bytearray\w*|PyBuffer_\w+|PyObject_GetBuffer|memory_\w+|memoryview\w*|memoryiter\w*
    _?PyMemoryView_\w+|mbuf_\w+|_Py_bytes_\w+|striter_\w+|_Py_strhex\w*`,
  fact({ rank: 4, cost: 'values', part: 'str', place: 'interpreter' })`
    Objects/unicodeobject.c, Objects/stringlib/, Python/codecs.c
    _?PyUnicode\w*|_?unicode(?!keys)\w*|(?:asciilib|ucs[124]lib|stringlib)_\w+|ascii_\w+|utf\d*_\w+|(?:latin1|charmap)_\w+
    (?:default|adaptive|preprocess|fastsearch|two_way)\w*_?(?:find|search)\w*|resize_\w+|_copy_characters
    (?:find_maxchar|findchar|anylib_find|anylib_count|replace|split|rsplit|any_find_slice|tailmatch|do_strip|do_argstrip|case_operation|handle_capital_sigma|to_decimal|convert_uc)\w*
    build_string|Markup\w+|do_string_format\w*|output_markup|fill_number|parse_internal_render\w*|intern_\w+
    hashtable_unicode_\w+|_PyCodec\w*|PyCodec_\w+|codec_\w+|PyOS_snprintf|PyOS_vsnprintf|_Py_normalize_encoding|formatteriter\w*
    templateiter\w*|_?[Ii]nterpolation\w*|_PyTemplate\w*`,
  fact({ rank: 4, cost: 'values', part: 'hashing', place: 'interpreter' })`
    Python/pyhash.c, Python/hashtable.c
    PyObject_Hash\w*|siphash\w+|pysiphash|fnv|_?Py_Hash\w+|_Py_hashtable_\w+|hashtable_\w+`,
  fact({ rank: 4, cost: 'values', part: 'dict', place: 'interpreter' })`
    Objects/dictobject.c
    _?PyDict\w*|_?dict(?!_?bytype)\w*|_Py_dict_\w+|insert(?:dict|_\w*dict\w*|_split_\w+|ion_resize)|unicodekeys_\w+
    build_indices\w*|find_empty_slot|clone_combined_dict\w*|mappingproxy_\w+|compare_(?:unicode|generic)\w*|setitem_\w+
    all_contained_in|delitem_\w+|copy_values|(?:copy|keys|values|items)_lock_held|_Py_BuildMap\w*|_PyEval_LoadGlobal\w*
    _PyEval_LoadName|PyFrozenDict\w*|frozendict\w*`,
  fact({ rank: 4, cost: 'values', part: 'set', place: 'interpreter' })`
    Objects/setobject.c
    _?PySet_\w+|_?PyFrozenSet_\w+|(?:frozen)?set_\w+|setiter_\w+|make_new_set\w*`,
  fact({ rank: 4, cost: 'values', part: 'list', place: 'interpreter' })`
    Objects/listobject.c
    _?PyList_\w+|_?(?:py_)?list(?!ener)\w*|_Py_Build(?:List|String)\w*|binarysort|merge_(?!maybe)\w+|gallop_\w+|count_run
    (?:safe|unsafe)_\w+_compare|sortslice_\w+|ins1|minrun|powerloop|found_new_run`,
  fact({ rank: 4, cost: 'values', part: 'tuple', place: 'interpreter' })`
    Objects/tupleobject.c, structseq.c
    _?PyTuple_\w+|_?tuple\w*|structseq_\w+|PyStructSequence_\w+`,
  fact({ rank: 4, cost: 'values', part: 'operators and functions', place: 'interpreter' })`
    Objects/abstract.c, Objects/object.c, Python/bltinmodule.c, Objects/iterobject.c, enumobject.c, rangeobject.c
    PyObject_(?:RichCompare\w*|IsTrue|Not|Repr|Str|ASCII|Bytes|Size|Length\w*|[GSD]e[tl]Item\w*|GetIter|GetAIter|SelfIter|Format|Print|CheckBuffer|Type|Generic\w+)
    _PyObject_(?:HasLen|NextNotImplemented|FunctionStr|LengthHint)|_?PyNumber_\w+|_?PySequence_\w+|_?PyMapping_\w+|PyIndex_\w+
    binary_i?op1?|ternary_i?op|do_richcompare|_?PyIter_\w+|_?PyForIter\w*|iternext|iter_\w+|seqiter_\w+|PySeqIter\w*
    calliter_\w+|(?:reversed|enum|map|zip|filter|range|rangeiter|longrangeiter|range_iterator|slice)_\w+|compute_\w+
    _?Py(?:Build)?Slice_\w+|builtin_\w+|min_max|sequence_\w+|object_\w+|[Nn]one\w*_\w+|notimplemented_\w+|ellipsis_\w+
    _PyEval_(?:BinarySlice|StoreSubscr|UnpackIterable\w*|SliceIndex\w*|Load\w+|GetBuiltin\w*)|unpack_iterable|sys_\w+
    _?PySys_\w+|ga_\w+|union_\w+|_Py_(?:make|subs)_parameters|namespace_\w+|_PyNamespace\w*|PyCapsule_\w+|code_\w+|module_\w+
    PyModule_\w+|typevar\w*|_typing_\w+|cm_\w+|sm_\w+|type_\w+|PyType_\w+|cell_\w+|Py_ReprEnter|Py_ReprLeave`,
  fact({ rank: 5, cost: 'bytecode', part: '', place: 'interpreter' })`
    Python/ceval.c, Python/ceval_gil.c: the eval breaker and helpers of instructions
    _Py_HandlePending|_?Py_MakePendingCalls|handle_(?:signals|eval_breaker)|make_pending_calls|_?PyErr_CheckSignals\w*
    PyErr_Occurred|_PyEval_\w+|_Py_FatalError\w*|_PyOpcode_\w+|_Py_GetBaseOpcode|_PyExecutor\w*`,
  fact({ rank: 5, cost: 'calls', part: 'dispatch', place: 'interpreter' })`
    Objects/call.c, Objects/methodobject.c, Objects/descrobject.c
    _?PyObject_(?:Vector[Cc]all|Call(?!able|oc|Final))\w*|_?PyVectorcall_\w+|_PyObject_MakeTpCall|cfunction_\w+
    method_vectorcall\w*|object_vacall|_Py_VectorCall\w*|_Py_BuiltinCall\w*|_Py_Call\w+|_PyCallMethodDescriptor\w*|_PyCall_\w+
    _Py_CheckFunctionResult|partial_(?:vectorcall|call)\w*|context_run\w*|PyEval_Call\w*|PyCallable_Check|vectorcall_\w+
    instancemethod_call`,
  fact({ rank: 5, cost: 'imports', part: 'start and end', place: 'interpreter' })`
    Modules/main.c, Python/pythonrun.c
    _start|main|Py_(?:Bytes)?Main|Py_RunMain|pymain_\w+|_?PyRun_\w+|pyrun_\w+|run_(?:mod|eval_code_obj)|PyEval_EvalCode\w*
    builtin_(?:exec|eval)\w*|thread_run|pythread_wrapper|Py_Exit|_?PyThreadState_\w+`,
  fact({ rank: 5, cost: 'unknown', part: 'no row', place: 'interpreter' })`
    a function of the interpreter that this table does not know
    (?!\[unknown\]$).*`,
  fact({ rank: 5, cost: 'libraries', part: '<library>', place: 'runtime library' })`
    libc and its like, where no frame before the nearest Python function says for whom
    .*`,
];
