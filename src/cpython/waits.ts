// What a thread waits for, by the functions on its stack: the rows of the waiting contract, which the rules in waiting/reason.ts use.

import type { WaitStateId } from '../model/wait-states.ts';
import { fact, type Functions } from './fact.ts';
import type { Place } from './place.ts';

interface WaitRow extends Functions {
  /** 1 to 6: the smallest rank among the frames decides. */
  readonly rank: number;
  readonly state: WaitStateId;
  readonly in: readonly Place[];
  /** The place of the next frame rootward. */
  readonly under?: Place;
}

/** For the C functions above the innermost Python function. The first row that matches a frame counts. */
export const WAIT_ROWS: readonly WaitRow[] = [
  fact({ rank: 2, state: 'gil', in: ['interpreter'] })`
    Python/ceval_gil.c, Python/pystate.c
    take_gil|drop_gil|_PyEval_(?:AcquireLock|TakeGIL)|PyEval_RestoreThread|_?PyThreadState_Attach|PyEval_AcquireThread
    PyGILState_Ensure`,
  fact({ rank: 2, state: 'gil', in: ['runtime library'], under: 'interpreter' })`
    take_gil of an interpreter without symbols: nothing else in CPython waits with a condition variable
    pthread_cond_(?:timed|clock)?wait`,
  fact({ rank: 1, state: 'page-fault', in: ['kernel'] })`
    arch/*/mm/fault.c, mm/memory.c
    (?:asm_)?exc_page_fault|do_(?:user_addr_|translation_|mem_abort|page_)fault|handle_mm_fault|do_swap_page|faultin_page`,
  fact({ rank: 2, state: 'disk', in: ['kernel'] })`
    block/, mm/filemap.c, fs/buffer.c
    io_schedule(?:_timeout)?|wait_on_page_\w+|folio_wait_\w+|wait_on_buffer|__wait_on_buffer|blkdev_issue_flush
    submit_bio_wait|blk_(?:execute_rq|mq_get_tag)|balance_dirty_pages\w*|rq_qos_wait|wbt_wait`,
  fact({ rank: 2, state: 'disk', in: ['kernel'] })`
    fs/
    (?:__x64_sys_|__arm64_sys_|__se_sys_|ksys_|do_)(?:fsync|fdatasync|sync_file_range|syncfs|sync)
    file_write_and_wait_range|jbd2_\w+|ext4_(?:sync|fsync|fc)_\w+|xfs_(?:file_fsync|log_force)\w*
    btrfs_(?:sync_file|wait_\w+)|nfs_\w+|fuse_(?:simple_request|\w*send\w*)|request_wait_answer|cifs_\w+|v9fs_\w+
    p9_client_\w+`,
  fact({ rank: 5, state: 'file-lock', in: ['kernel'] })`
    fs/locks.c
    (?:__x64_sys_|__arm64_sys_|__se_sys_|__do_sys_)?flock|locks_lock_inode_wait|flock_lock_inode_wait
    posix_lock_inode_wait|fcntl_setlk|do_lock_file_wait`,
  fact({ rank: 5, state: 'child', in: ['kernel'] })`
    kernel/exit.c, kernel/fork.c
    do_wait|kernel_wait4|kernel_waitid|wait_for_vfork_done|(?:__x64_sys_|__arm64_sys_|__do_sys_)(?:wait4|waitid|vfork)
    pidfd_poll`,
  fact({ rank: 5, state: 'stopped', in: ['kernel'] })`
    kernel/signal.c, kernel/freezer.c
    do_signal_stop|ptrace_stop|ptrace_notify|do_jobctl_trap|__refrigerator|do_freezer_trap|cgroup_freezer_\w+`,
  fact({ rank: 5, state: 'pipe', in: ['kernel'] })`
    fs/pipe.c, drivers/tty/
    (?:anon_)?pipe_(?:read|write|wait_readable|wait_writable|wait)|wait_for_partner|fifo_open|n_tty_(?:read|write)
    tty_(?:read|write)|eventfd_read`,
  fact({ rank: 5, state: 'connect', in: ['kernel'] })`
    net/
    (?:__)?inet_stream_connect|inet_wait_for_connect|unix_stream_connect|unix_wait_for_peer|__sys_connect`,
  fact({ rank: 5, state: 'idle', in: ['kernel'] })`
    net/: accept()
    inet_csk_accept|inet_csk_wait_for_connect|unix_accept|__sys_accept4`,
  fact({ rank: 5, state: 'network', in: ['kernel'] })`
    net/
    (?:tcp|udp|udpv6|raw|inet|inet6|unix_stream|unix_dgram|netlink|packet|sock|vsock)_(?:recvmsg|sendmsg|read_generic)\w*
    __sys_(?:recvfrom|sendto|recvmsg|sendmsg)|sk_wait_data|sk_stream_wait_memory|unix_stream_read_generic
    __skb_wait_for_more_packets|sock_(?:read|write)_iter|splice_to_socket`,
  fact({ rank: 5, state: 'device', in: ['kernel'] })`
    drivers/gpu/ and vendors' modules
    (?:nvidia|nv|uvm|kgsl|amdgpu|drm|i915|xe|dma_fence|dma_resv|kfd)_\w+`,
  fact({ rank: 5, state: 'connect', in: ['runtime library'] })`
    resolver of the C library
    getaddrinfo|gethostby\w+|getnameinfo|__?res_n\w+`,
  fact({ rank: 5, state: 'connect', in: ['interpreter', 'extension'] })`
    Modules/socketmodule.c, Modules/_ssl.c
    (?:_?socket|sock)_(?:getaddrinfo|gethost\w+|getnameinfo|connect\w*|internal_connect)|internal_connect
    _ssl__SSLSocket_(?:do_handshake|shutdown)\w*`,
  fact({ rank: 5, state: 'idle', in: ['interpreter', 'extension'] })`
    Modules/socketmodule.c
    sock_accept(?:_impl)?|_?socket_accept`,
  fact({ rank: 5, state: 'network', in: ['interpreter', 'extension'] })`
    Modules/socketmodule.c, Modules/_ssl.c
    sock_(?:recv|send|call)\w*|_ssl__SSLSocket_(?:read|write)\w*|PySSL_\w+`,
  fact({ rank: 5, state: 'sleep', in: ['interpreter', 'extension'] })`
    Modules/timemodule.c
    time_sleep|pysleep`,
  fact({ rank: 5, state: 'child', in: ['interpreter', 'extension'] })`
    Modules/posixmodule.c, Modules/_posixsubprocess.c
    os_wait\w*|posix_wait\w*|subprocess_fork_exec|_posixsubprocess_fork_exec\w*|do_fork_exec`,
  fact({ rank: 5, state: 'join', in: ['interpreter', 'extension'] })`
    Modules/_threadmodule.c, Python/pylifecycle.c
    ThreadHandle_join|PyThreadHandleObject_join|thread_PyThread_join\w*|wait_for_thread_shutdown
    _PyThread_(?:join\w*|Shutdown)|PyThread_join_thread|Py_Finalize(?:Ex)?`,
  fact({ rank: 5, state: 'join', in: ['runtime library'] })`
    the C library
    pthread_join|(?:__)?pthread_(?:timed|clock)join\w*`,
  fact({ rank: 5, state: 'condition', in: ['interpreter', 'extension'] })`
    Modules/_queuemodule.c, Modules/_multiprocessing/semaphore.c
    _?queue_SimpleQueue_get\w*|simplequeue_get\w*|_multiprocessing_SemLock_acquire\w*|SemLock_acquire\w*|semlock_acquire`,
  fact({ rank: 5, state: 'condition', in: ['interpreter'] })`
    Modules/_threadmodule.c: a new thread waits for its starter; Python/lock.c
    thread_run|PyEvent_Wait(?:Timed)?|_PyOnceFlag_CallOnceSlow`,
  fact({ rank: 5, state: 'lock', in: ['interpreter', 'extension'] })`
    Modules/_threadmodule.c, Python/lock.c, Python/thread_pthread.h
    (?:r?lock|thread)_PyThread_\w+|lock_acquire\w*|rlock_acquire\w*|acquire_timed|PyThread_acquire_lock\w*
    _PyMutex_Lock\w*|PyMutex_Lock|_PyRWMutex_\w+|_PyRecursiveMutex_Lock\w*|_?Py_BEGIN_CRITICAL_SECTION
    _PyCriticalSection\w*|_io__?Buffered\w*_enter|_enter_buffered_busy|_PyImport_AcquireLock`,
  fact({ rank: 5, state: 'lock', in: ['interpreter'] })`
    Python/parking_lot.c
    _PyParkingLot_Park|_PySemaphore_Wait`,
  fact({ rank: 5, state: 'poll', in: ['interpreter', 'extension'] })`
    Modules/selectmodule.c
    select_(?:select|poll|epoll|kqueue)\w*`,
  fact({ rank: 6, state: 'lock', in: ['runtime library'] })`
    the C library
    pthread_(?:mutex_(?:timed|clock)?lock|rwlock_\w+|cond_\w+|barrier_wait|spin_lock)|sem_(?:timed|clock)?wait|cnd_\w+
    mtx_lock|std::\w+.*(?:mutex|condition_variable).*`,
  fact({ rank: 6, state: 'kernel', in: ['kernel'] })`
    kernel/locking/, kernel/exit.c
    rwsem_down_\w+|(?:__)?mutex_lock\w*|down_(?:read|write)\w*|__?down\w*|percpu_(?:rwsem|down)_\w+
    synchronize_(?:rcu|srcu)\w*|wait_for_completion\w*|__wait_rcu_gp|wait_rcu_\w+|do_exit|do_group_exit|exit_mm
    zap_pid_ns_processes|cgroup_\w+|io_wq_\w+|membarrier_\w+|begin_new_exec|de_thread|bprm_execve`,
  fact({ rank: 6, state: 'poll', in: ['kernel'] })`
    fs/select.c, fs/eventpoll.c, io_uring/, fs/aio.c
    do_(?:sys_)?(?:p?poll|select)|do_epoll_(?:p?wait)|ep_poll|core_sys_select|io_cqring_wait|__do_sys_io_uring_enter
    read_events|do_io_getevents`,
  fact({ rank: 6, state: 'sleep', in: ['kernel'] })`
    kernel/time/, kernel/signal.c
    do_nanosleep|hrtimer_nanosleep|common_nsleep\w*|do_sys_pause
    (?:__x64_sys_|__arm64_sys_)(?:pause|clock_nanosleep|nanosleep)|do_sigtimedwait|sigsuspend
    __x64_sys_rt_sig(?:timedwait|suspend)`,
  fact({ rank: 6, state: 'lock', in: ['kernel'] })`
    kernel/futex/, ipc/
    futex_\w+|__futex_wait|do_futex|do_semtimedop|msg_(?:receive|send)|do_msg(?:rcv|snd)|do_mq_timed\w+|wq_sleep`,
  fact({ rank: 6, state: 'disk', in: ['kernel'] })`
    fs/
    vfs_(?:read|write|iter_read|iter_write|fsync_range)|iterate_dir|do_sys_openat2|filename_lookup|do_unlinkat
    do_renameat2|vfs_fallocate|ext4_\w+|xfs_\w+|btrfs_\w+|overlay_\w+|ovl_\w+|dquot_\w+`,
];

/** For functions of the standard library: the state, rank, pattern of the qualified name, and of the end of the file's path. */
export const PYTHON_WAIT_ROWS: readonly (readonly [WaitStateId | 'ends', number, string, string])[] = [
  ['idle', 3, '_worker', 'concurrent/futures/thread.py'],
  ['idle', 3, '_process_worker|_ExecutorManagerThread\\..*', 'concurrent/futures/process.py'],
  ['idle', 3, 'Pool\\._(?:handle_\\w+|wait_for_updates|help_stuff_finish)|worker', 'multiprocessing/pool.py'],
  ['idle', 3, 'Queue\\._feed|QueueFeederThread.*', 'multiprocessing/queues.py'],
  ['idle', 3, '(?:BaseEventLoop|.*EventLoop)\\._run_once', 'asyncio/base_events.py'],
  ['idle', 3, 'BaseServer\\.(?:serve_forever|handle_request)', 'socketserver.py'],
  [
    'idle',
    3,
    'Thread\\._do_waitpid|ThreadedChildWatcher\\._do_waitpid|_ThreadedChildWatcher\\._do_waitpid',
    'asyncio/unix_events.py',
  ],
  ['idle', 3, 'QueueListener\\._monitor|QueueListener\\.dequeue', 'logging/handlers.py'],
  ['join', 4, 'Thread\\.(?:join|_wait_for_tstate_lock)|_shutdown|_main_thread_shutdown\\w*', 'threading.py'],
  ['join', 4, 'ThreadPoolExecutor\\.shutdown|_python_exit', 'concurrent/futures/thread.py'],
  ['child', 4, 'Popen\\.(?:wait|_wait|_try_wait|_execute_child|poll|_internal_poll)', 'subprocess.py'],
  ['child', 4, 'Popen\\.(?:wait|poll|_launch)', 'multiprocessing/popen_(?:fork|spawn_posix|forkserver).py'],
  ['pipe', 4, 'Popen\\._?communicate', 'subprocess.py'],
  [
    'condition',
    4,
    'Condition\\.wait|Condition\\.wait_for|Event\\.wait|Barrier\\.\\w+|Semaphore\\.acquire',
    'threading.py',
  ],
  ['condition', 4, 'Queue\\.(?:get|put|join)', 'queue.py'],
  [
    'condition',
    4,
    'Future\\.(?:result|exception)|_?\\w*Waiter\\.\\w+|wait|as_completed',
    'concurrent/futures/_base.py',
  ],
  ['pipe', 4, 'Connection\\._(?:recv|send)|Connection\\._poll|wait', 'multiprocessing/connection.py'],
  ['connect', 4, 'create_connection|getaddrinfo|socket\\.connect', 'socket.py'],
  ['connect', 4, 'SSLSocket\\.(?:do_handshake|_real_connect|connect|_create|unwrap)', 'ssl.py'],
  ['network', 4, 'SocketIO\\.(?:readinto|write)|socket\\.(?:sendfile|_sendfile_\\w+)', 'socket.py'],
  ['network', 4, 'SSLSocket\\.(?:recv\\w*|send\\w*|read|write)', 'ssl.py'],
  [
    'lock',
    4,
    '_ModuleLock\\.acquire|_BlockingOnManager\\.\\w+|_ModuleLockManager\\.__enter__',
    '<frozen importlib\\._bootstrap>',
  ],
  ['ends', 0, 'Handle\\._run', 'asyncio/events.py'],
  ['ends', 0, '_WorkItem\\.run', 'concurrent/futures/thread.py'],
  ['ends', 0, '_process_chunk', 'concurrent/futures/process.py'],
  ['ends', 0, 'mapstar|starmapstar', 'multiprocessing/pool.py'],
  [
    'ends',
    0,
    'BaseServer\\._handle_request_noblock|ThreadingMixIn\\.process_request_thread',
    'socketserver.py',
  ],
  ['ends', 0, 'Thread\\.run|BaseProcess\\.run', '(?:threading|multiprocessing/process).py'],
];

/** For libraries without a row: the state, the pattern of the path, and whether only stacks without Python frames count. */
export const LIBRARY_WAIT_ROWS: readonly (readonly [WaitStateId, string, 'native'?])[] = [
  // PostgreSQL
  ['database', 'libpq\\.so|libpq-[0-9a-f]+\\.so|_psycopg\\.cpython|psycopg_binary/|psycopg_c/|asyncpg/'],
  // MySQL
  ['database', 'libmysqlclient|libmariadb|_mysql\\.cpython|MySQLdb/|_mysql_connector'],
  // SQLite
  ['database', 'libsqlite3|_sqlite3\\.cpython|sqlcipher'],
  // ODBC
  ['database', 'libodbc|libtdsodbc|libmsodbcsql|pyodbc\\.cpython|libsybdb|_mssql'],
  // Oracle
  ['database', 'libclntsh|oracledb/|cx_Oracle'],
  // DuckDB
  ['database', 'libduckdb|duckdb\\.cpython|_duckdb'],
  // embedded store
  ['database', 'librocksdb|libleveldb|liblmdb|lmdb/cpython'],
  // NoSQL client
  ['database', 'libmongoc|_cmessage\\.cpython|libhiredis|hiredis\\.cpython|libmemcached|libcassandra'],
  // network library
  ['network', 'libcurl|pycurl\\.cpython|libssh2?|libnghttp|libldap|libsmbclient|librabbitmq|libpaho'],
  // TLS library
  ['network', 'libssl|libgnutls|libnss3|libtls'],
  // gRPC
  ['network', 'grpc/_cython/|cygrpc|libgrpc'],
  // message queue
  ['network', 'librdkafka|libzmq|zmq/backend/|libnanomsg|libnng'],
  // MPI and collectives
  ['network', 'libmpi|libopen-(?:pal|rte)|libucp|libucs|libuct|libfabric|libpsm2|mpi4py/|libnccl|libgloo'],
  // uvloop
  ['idle', 'libuv|uvloop/loop'],
  // worker threads of a math library
  ['idle', 'libgomp|libiomp5|libomp|libtbb|libopenblas|libmkl_\\w+_thread|libblis', 'native'],
  // a math library's own threads
  ['condition', 'libgomp|libiomp5|libomp|libtbb|libopenblas|libmkl_\\w+_thread|libblis'],
  // worker threads of a data library
  ['idle', 'polars/|libarrow|libtokio', 'native'],
  // a data library's own threads
  ['condition', 'polars/|libarrow|libtokio'],
  // GPU library
  [
    'device',
    'libcuda|libcudart|libnvrtc|libcublas|libcudnn|libhip|libamdhip|libhsa-runtime|libze_|libOpenCL|libtpu',
  ],
  // event loop of a user interface
  ['idle', 'libQt[56]\\w*|libgtk|libgdk|libglib|libwx|libtcl|libtk|libSDL|libX11|libxcb'],
  // resolver
  ['connect', 'libnss_|libresolv|libcares|libunbound'],
];

export const LIBRARY_RANK = 5;

/** Number of Python functions, from the leaf, that PYTHON_WAIT_ROWS are tried on. */
export const PYTHON_WINDOW = 8;

export const STANDARD_LIBRARY_FILE =
  /(?:^|\/)lib(?:64)?\/python3\.\d+t?\/(?!(?:site|dist)-packages\/)|^<frozen /;
