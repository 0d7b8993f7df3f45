// Memory and the system, which count wherever they occur. Rank 2; rank 3 for the rest of the kernel.

import type { CostRow } from './cost-row.ts';

export const RESOURCE_ROWS: readonly CostRow[] = [
  {
    rank: 2,
    cost: 'memory',
    part: 'page faults',
    place: 'kernel',
    names: [
      '(?:asm_)?exc_page_fault|do_user_addr_fault|(?:__)?handle_mm_fault',
      'do_(?:anonymous_page|wp_page|fault|swap_page|page_fault|mem_abort|translation_fault)|el0_[di]a',
    ],
    source: "the kernel's page faults",
  },
  {
    rank: 2,
    cost: 'memory',
    part: 'mapping',
    place: 'kernel',
    names: [
      '(?:\\w+_sys_|ksys_)(?:mmap\\w*|munmap|mremap|brk|madvise|mprotect\\w*)|vm_mmap_pgoff|__vm_munmap',
      'do_(?:mmap|munmap|vmi_munmap|mremap|madvise)',
    ],
    source: 'mmap, munmap, mremap, brk, madvise, mprotect',
  },
  {
    rank: 2,
    cost: 'memory',
    part: 'release',
    place: 'interpreter',
    names: [
      '_?PyObject_Free\\w*|_?PyMem_(?:\\w*)Free\\w*|pymalloc_free|\\w*dealloc|_?Py_Dealloc\\w*',
      '_?Py_(?:Dec|X?Dec)Ref\\w*|_Py_DECREF\\w*|PyObject_GC_(?:Del|UnTrack)|_PyTrash_\\w+|_PyObject_Clear\\w+',
      'PyObject_Clear\\w+|_?Py_\\w*MergeZero\\w*|subtype_clear|func_clear\\w*|_PyFunction_ClearCode\\w*',
      'PyObject_CallFinalizer\\w*|free_(?!tool)\\w+|clear_weakref\\w*|_PyLong_ExactDealloc',
      '(?:dict|list|tuple|set|cell|gen|frame|method|module|partial|subtype|type)_?(?:tp_)?clear',
    ],
    source: 'Objects/obmalloc.c, Objects/object.c: _Py_Dealloc, every tp_dealloc',
  },
  {
    rank: 2,
    cost: 'memory',
    part: 'allocation',
    place: 'interpreter',
    names: [
      '_?PyObject_(?:Malloc|Calloc|Realloc)|_?PyMem_(?:\\w*)(?:Malloc|Calloc|Realloc|Strdup|Wcsdup)\\w*',
      'pymalloc_alloc|(?:allocate_from_)?new_(?:pool|arena)',
      '_?PyObject_GC_(?:New|Resize|Link|Track|Alloc)\\w*|gc_alloc|PyType_Generic(?:Alloc|New)',
      '_PyType_(?:Alloc|NewManaged)\\w*|_?PyObject_(?:New|Init|VarInit)\\w*|_Py_NewReference\\w*|new_reference',
      '_PyObject_InitInlineValues|PyTuple_New|tuple_alloc|_PyFreeList_\\w+|PyList_New|PyDict_New',
      'new_(?:keys_object|dict|values)\\w*|PyUnicode_New|long_alloc|_PyLong_New|_?mi_\\w+|_PyMem_\\w+',
    ],
    source:
      'Objects/obmalloc.c, Objects/mimalloc/, Objects/typeobject.c: PyType_GenericAlloc, Objects/object.c, Python/gc.c: _PyObject_GC_New',
  },
  {
    rank: 2,
    cost: 'memory',
    part: 'malloc',
    place: 'runtime library',
    names: [
      '_*(?:GI_)?_*(?:libc_)?(?:malloc|calloc|realloc|reallocarray|c?free|memalign|aligned_alloc|posix_memalign|valloc)\\w*',
      '_int_\\w+|_?int_free\\w*|unlink_chunk\\w*|sys(?:malloc|trim|mem)\\w*|tcache_\\w+|m(?:trim|top)\\w*',
      '(?:arena|heap)_\\w+|alloc_perturb|_*(?:s?brk|mmap|munmap|mremap|madvise|mprotect|morecore)(?:64)?',
      '_mid_memalign\\w*|operator (?:new|delete).*|_Z(?:n[wa]|d[la])\\w*',
    ],
    source: 'glibc malloc',
  },
  {
    rank: 2,
    cost: 'memory',
    part: 'malloc',
    place: 'native',
    names: [
      'je_\\w+|arena_\\w+|tc_\\w+|tcmalloc.*|_?mi_\\w+|operator (?:new|delete).*|_Z(?:n[wa]|d[la])\\w*',
    ],
    source: 'jemalloc, tcmalloc, mimalloc',
  },
  {
    rank: 2,
    cost: 'system',
    part: 'waiting',
    place: 'kernel',
    names: [
      '(?:\\w+_sys_)(?:epoll_\\w+|poll|ppoll\\w*|select|pselect6\\w*|nanosleep|clock_nanosleep\\w*|wait4|waitid|pause|rt_sigtimedwait\\w*|sched_yield|io_uring_enter)',
      'kernel_wait4',
    ],
    source: 'epoll, poll, select, sleep, wait',
  },
  {
    rank: 2,
    cost: 'system',
    part: 'network',
    place: 'kernel',
    names: [
      '(?:\\w+_sys_|__sys_)(?:socket\\w*|connect|accept4?|bind|listen|send(?:to|msg|mmsg)\\w*|recv\\w*|shutdown|[gs]etsockopt|get(?:sock|peer)name)',
      'sock_(?:read|write|send|recv|close)\\w*|net_rx_action|____sys_\\w+',
    ],
    source: 'socket calls',
  },
  {
    rank: 2,
    cost: 'system',
    part: 'files',
    place: 'kernel',
    names: [
      '(?:\\w+_sys_|ksys_)(?:read\\w*|write\\w*|p?(?:read|write)v?2?(?:64)?|open\\w*|creat|close\\w*|new\\w*stat\\w*|[fl]?stat\\w*|l?l?seek|getdents\\w*|\\w*access\\w*|unlink\\w*|r(?:ename|eadlink)\\w*|mkdir\\w*|rmdir|f(?:data)?sync|fcntl|ioctl|chdir|getcwd|\\w*truncate\\w*|fallocate|sendfile\\w*|splice|copy_file_range|dup[23]?|pipe2?|\\w*xattr\\w*|ch(?:mod|own)\\w*|f?chmod\\w*|link\\w*|symlink\\w*|utimensat|flock|inotify\\w*|umask)',
      'vfs_(?:read|write|fstatat|fstat)|do_sys_openat2',
    ],
    source: 'read, write, open, stat and other calls on files and pipes',
  },
  {
    rank: 2,
    cost: 'system',
    part: 'processes',
    place: 'kernel',
    names: [
      '(?:\\w+_sys_)(?:clone3?|v?fork|execve\\w*|exit\\w*|t?g?kill|prctl|rseq|set_robust_list|set_tid_address|arch_prctl)',
      'kernel_clone|do_(?:exit|group_exit)|bprm_execve|ret_from_fork\\w*|kthread',
    ],
    source: 'fork, exec, exit',
  },
  {
    rank: 2,
    cost: 'system',
    part: 'idle',
    place: 'kernel',
    names: [
      'do_idle|cpu_startup_entry|cpuidle_\\w+|default_idle\\w*|\\w+_safe_halt|\\w*_idle|start_secondary',
    ],
    source: 'a processor without work (perf record -a)',
  },
  {
    rank: 2,
    cost: 'system',
    part: 'interrupts',
    place: 'kernel',
    names: [
      'asm_(?:sysvec_\\w+|common_interrupt|exc_nmi)|sysvec_\\w+|common_interrupt|irqentry_\\w+|__irq_exit_rcu',
      'handle_softirqs|exit_to_user_mode_loop|el0_irq|el1_irq',
    ],
    source: 'interrupts, and switches to another task after them',
  },
  {
    rank: 3,
    cost: 'system',
    part: 'other',
    place: 'kernel',
    names: ['.*'],
    source: 'what else the kernel does',
  },
];
