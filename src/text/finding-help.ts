// Explanations of the doctor's findings, for the page's help and docs/findings.md. Code is in backticks.

import type { FindingId } from '../model/findings.ts';
import { PACK_COMMAND } from './shell-command.ts';
import { PRINT_WALL_TIME } from './wait-help.ts';

interface FindingDescription {
  /** The title of the finding without numbers. */
  readonly title: string;
  readonly meaning: string;
  readonly detection: string;
  readonly cause: string;
  readonly remedy: string;
  /** Lines of shell or Python; empty if there is nothing to run. */
  readonly example: readonly string[];
}

const FRAME_POINTERS = 'perf record -F 999 -g -- python3.15 -X perf app.py';
const STACK_DUMPS = 'perf record -F 499 -z --call-graph dwarf,65528 -- python3 -X perf app.py';
const WITH_CLOCK = 'perf record -F 499 -z -k 1 --call-graph dwarf,65528 -- python3 -X perf_jit app.py';
const AS_TEXT = 'perf script -i perf.data --no-inline > out.perf';
const INJECT = [
  'perf inject -i perf.data --jit --output perf.jit.data',
  'perf script -i perf.jit.data --no-inline > out.perf',
];

export const FINDING_HELP: Readonly<Record<FindingId, FindingDescription>> = {
  'truncated-recording': {
    title: 'The recording is truncated',
    meaning:
      'The file ends in the middle of a record. Everything before that is shown; the rest of the run is missing.',
    detection:
      'A record or a section of `perf.data` ends beyond the end of the file, or perf never filled in its size. In text, the last sample is incomplete.',
    cause:
      'perf was killed before it had finished the file, the disk was full, or the file was not copied completely.',
    remedy:
      'Stop perf with Ctrl-C or SIGINT, never with SIGKILL. If the file is a copy, compare its size with the original.',
    example: ['kill -INT PID', 'ls -l perf.data'],
  },
  'no-samples': {
    title: 'The recording has no samples',
    meaning: 'perf ran, but never took a sample, so there is nothing to show.',
    detection: 'No event of the recording has a sample.',
    cause:
      'The program ended at once or slept all the time; the event does not work on this machine, as is the case for hardware events on many virtual machines; or perf ran in a container or chroot without `/sys`, where perf 6.12 records nothing and reports no error.',
    remedy:
      'Record the event `cpu-clock`, which works everywhere. In a container or chroot, check that `/sys` is mounted.',
    example: [
      'ls /sys/bus/event_source/devices',
      'perf record -e cpu-clock -F 999 -g -- python3.15 -X perf app.py',
    ],
  },
  'no-call-stacks': {
    title: 'No call stacks were recorded',
    meaning:
      'Each sample contains the function that ran, but not its callers, so the flame graph has only one row.',
    detection: 'The samples have neither call chains nor copies of the stack.',
    cause: 'perf records stacks only on request.',
    remedy: 'Record again with `-g`, or with `--call-graph dwarf` if your Python has no frame pointers.',
    example: [FRAME_POINTERS],
  },
  'lost-samples': {
    title: 'Samples were lost',
    meaning:
      'perf dropped samples that it could not write in time. Most of them are from when the machine was busiest, so busy phases look smaller than they were.',
    detection: 'perf counts the samples that it loses. At least 1% of all samples were lost.',
    cause:
      'The kernel filled the buffer faster than perf emptied it. Copies of the stack fill it quickly: 999 samples of 16 KB are 16 MB per second on each CPU.',
    remedy:
      'Use a larger buffer and a lower frequency. Without root, `kernel.perf_event_mlock_kb` limits the size of the buffer.',
    example: ['perf record -m 16M -F 249 -z --call-graph dwarf,65528 -- python3 -X perf app.py'],
  },
  'python-too-old': {
    title: 'This Python cannot show its functions to perf',
    meaning: 'All Python code appears as the C functions of the interpreter.',
    detection:
      'The file name of the interpreter or its library contains a version older than 3.12, or 3.12 together with `-X perf_jit`.',
    cause:
      '`-X perf` came with Python 3.12, and `-X perf_jit` with 3.13. Older versions ignore unknown `-X` options without a warning.',
    remedy:
      'Run the program with a newer Python, or record it with py-spy, whose output Pyrograph opens, too.',
    example: ['py-spy record -s -f raw -o out.folded -- python3 app.py'],
  },
  'perf-support-off': {
    title: 'No Python functions were recorded',
    meaning:
      'All Python code appears as the evaluation loop of the interpreter. Your functions ran in the boxes `[untraced Python]`.',
    detection:
      'Processes run bytecode, but none has trampolines: small pieces of code through which Python calls its functions when perf support is on. If the interpreter has no names, its code counts as bytecode.',
    cause:
      'Python was started without `-X perf`, and neither `PYTHONPERFSUPPORT` nor `sys.activate_stack_trampoline` turned it on.',
    remedy: 'Start Python with `-X perf`.',
    example: [STACK_DUMPS],
  },
  'interpreter-without-frame-pointers': {
    title: 'This Python was built without frame pointers',
    meaning:
      'Callers are missing or wrong: most stacks contain only the function that ran, or continue with an unrelated one.',
    detection:
      'Stacks were recorded with `-g`, and at least 10% of them end inside the interpreter instead of at the start of a thread.',
    cause:
      '`perf -g` follows the chain of frame pointers, which compilers omit unless `-fno-omit-frame-pointer` is set. Python 3.15 is built with them by default. Debian’s Python 3.13 and 3.14 have none.',
    remedy:
      'Have perf copy the stack instead, and open `perf.data` in Pyrograph. The text of `perf script` needs `-X perf_jit` for this, and therefore Python 3.13 or newer.',
    example: [STACK_DUMPS],
  },
  'trampolines-without-unwind-info': {
    title: 'Stacks end at the innermost Python function',
    meaning: 'Only the last Python function of each stack is shown, without its callers.',
    detection:
      'perf copied the stacks, and at least 10% of them end at a trampoline or, with perf 7, just before one.',
    cause:
      '`-X perf` writes no unwind tables for its trampolines, so `perf script` cannot get past them. `-X perf_jit` writes them to `jit-PID.dump`, which perf uses only after `perf inject --jit`.',
    remedy:
      'Open `perf.data` in Pyrograph, which unwinds trampolines without tables, together with `perf-PID.map` or `jit-PID.dump`. If you need text, use `-X perf_jit`, and run `perf inject` before `perf script`.',
    example: ['pyrograph open perf.data', ...INJECT],
  },
  'jit-not-injected': {
    title: 'The Python function names were not injected',
    meaning: 'Python functions appear as unnamed code, and stacks end at the innermost one.',
    detection:
      'The output of `perf script` contains unnamed trampolines, and at least 80% of the stacks with one end there.',
    cause:
      'With `-X perf_jit`, names and unwind tables are in `jit-PID.dump`. perf uses that file only after `perf inject --jit`.',
    remedy:
      'Run `perf inject` before `perf script`. Or open `perf.data` and `jit-PID.dump` in Pyrograph, which needs neither.',
    example: INJECT,
  },
  'jit-files-missing': {
    title: 'Function names are in files that are not open',
    meaning:
      'Python functions appear as unnamed code. Copied stacks may contain no Python function at all, because the tables that unwind them are missing, too.',
    detection:
      'Unnamed code is in `jitted-PID-N.so` files, or a process wrote a jitdump that is not open, and its stacks have unnamed code or do not reach their start.',
    cause:
      'A recording contains addresses, not names. With `-X perf_jit`, the names are in `jit-PID.dump`, and after `perf inject` also in one `jitted-PID-N.so` per function. These files are in `/tmp`, which is emptied at each reboot.',
    remedy:
      'Open the recording together with these files. `pyrograph pack` collects them on the recorded machine. If they are gone, record again.',
    example: [PACK_COMMAND],
  },
  'clock-mismatch': {
    title: 'Recorded without -k 1',
    meaning:
      '`perf inject --jit` refuses this recording. If the jitdump is open in Pyrograph, this does not matter, because Pyrograph ignores its times.',
    detection: 'A process wrote a jitdump, but the times of the samples are not from CLOCK_MONOTONIC.',
    cause:
      'The times in Python’s jitdump are from CLOCK_MONOTONIC. Without `-k 1`, perf uses another clock, and the two cannot be compared.',
    remedy: 'Open `perf.data` together with the jitdump in Pyrograph, or record again with `-k 1`.',
    example: [WITH_CLOCK],
  },
  'perf-map-missing': {
    title: 'The perf map is missing',
    meaning: 'Python functions appear as unnamed code.',
    detection: 'Trampolines have no names, and no open perf map belongs to their process.',
    cause:
      'Python writes the names to `/tmp/perf-PID.map`. That file is not open, or its name contains a different PID: Python in a container sees a different PID than perf does.',
    remedy:
      'Open the recording together with the map. For a program in a container, copy the map while the program runs: `M` is the PID in the container, `PID` the one outside. Rename it if several processes have code at the same addresses; otherwise Pyrograph recognizes its process by them.',
    example: [PACK_COMMAND, 'cp /proc/PID/root/tmp/perf-M.map /tmp/perf-PID.map'],
  },
  'children-without-perf-support': {
    title: 'Child processes ran without -X perf',
    meaning: 'The Python code of these processes appears as the evaluation loop of the interpreter.',
    detection: 'Some processes have trampolines, while others ran bytecode without any.',
    cause:
      'Programs that are newly executed, as by `subprocess` or by `multiprocessing` with `spawn` or `forkserver`, do not inherit the option. Python 3.14 and newer pass it on to processes that `multiprocessing` starts; 3.12 and 3.13 do not. Forked processes keep it.',
    remedy:
      'Set the environment variable, which all child processes inherit: `PYTHONPERFSUPPORT`, or `PYTHON_PERF_JIT_SUPPORT` for `-X perf_jit`.',
    example: [`PYTHONPERFSUPPORT=1 ${FRAME_POINTERS}`],
  },
  'stack-dump-too-small': {
    title: 'Stacks are cut: the stack dump is too small',
    meaning:
      'The outer callers are missing. The same function appears in several places, because its stacks are cut at different callers.',
    detection:
      'The copy of the stack is full, and unwinding reached its end before the start of the thread. If copies have the largest size, stacks whose missing callers can be inferred from other samples do not count.',
    cause:
      '`--call-graph dwarf` copies 8 KB of the stack by default. Python programs often need 10 to 31 KB, and up to 107 KB during imports.',
    remedy:
      'Copy more, at most 65,528 bytes, and lower the frequency so that perf keeps up. Larger stacks need a Python with frame pointers, such as 3.15, with `-g`, `-X perf` and a higher depth limit.',
    example: ['perf record -F 199 -z --call-graph dwarf,65528 -- python3 -X perf app.py'],
  },
  'stack-depth-limit': {
    title: 'Stacks are cut at the depth limit',
    meaning:
      'The outer callers are missing, so their totals are too small. `[stack cut]` appears only if the cut is between a trampoline and its evaluator; other cut stacks look complete.',
    detection:
      'Far more stacks have the maximum depth than the depths just below it, and they do not begin at the start of a thread.',
    cause:
      'The kernel records at most 127 frames of a stack, from the innermost one outwards. A Python call takes two or more of them.',
    remedy:
      'Raise the limit as root before recording. This takes about 33 KB per CPU, makes recordings larger, and lasts until the next reboot. The limit cannot be changed while a recording with call chains runs. With `--call-graph dwarf`, the limit is that of `perf script`: open `perf.data` in Pyrograph, which has none, or print it with `--max-stack 2000`.',
    example: ['sysctl kernel.perf_event_max_stack=1024', FRAME_POINTERS],
  },
  'unwinding-stopped': {
    title: 'Unwinding stopped in a library',
    meaning: 'Stacks that pass through this library end in it.',
    detection:
      'The stack copy is not full, but stacks end in a library whose file is open. In text: stacks consist of a single frame in a library.',
    cause:
      'The library has no unwind tables. In text, it may also be perf that cannot use them: perf 6.12 does not get out of PyPI’s NumPy, for example.',
    remedy:
      'If you opened text, open `perf.data` instead. If the library has no unwind tables, build it with `-fasynchronous-unwind-tables`.',
    example: ['pyrograph open perf.data'],
  },
  'library-without-frame-pointers': {
    title: 'A library was built without frame pointers',
    meaning: 'Samples in this library do not show which Python function called it.',
    detection:
      'Stacks were recorded with `-g`, and at least 10% of them end in the same library, whose file is open.',
    cause:
      'The library was built without frame pointers, which `perf -g` follows. This is common: Debian builds libc, OpenSSL and packages compiled by mypyc without them.',
    remedy: 'Have perf copy the stack instead.',
    example: [STACK_DUMPS],
  },
  'perf-too-old-for-jit': {
    title: 'This perf cannot unwind -X perf_jit',
    meaning: 'Stacks end at Python functions, although enough of the stack was copied.',
    detection:
      'The recording was rewritten by a `perf inject` older than 6.7.2, and at least 25% of the stacks end at a trampoline.',
    cause:
      'Older versions of `perf inject` write wrong addresses into the program headers of their files (tools/perf/util/genelf.c). This was fixed in perf 6.8 and 6.7.2; distributions may have the fix in older versions.',
    remedy:
      'Open `perf.data` together with `jit-PID.dump` instead of the injected recording: Pyrograph reads the tables itself.',
    example: ['pyrograph open perf.data'],
  },
  'perf-support-partial': {
    title: 'Tracing was on for part of the run only',
    meaning: 'Code that ran while tracing was off appears as `[untraced Python]`.',
    detection:
      'In processes with trampolines, the innermost Python call of at least 10% of the samples did not go through one. Start-up does not count.',
    cause:
      '`sys.activate_stack_trampoline` turned tracing on later, or `sys.deactivate_stack_trampoline` turned it off. Calls that are already running stay untraced.',
    remedy: 'If that was intended, ignore this. Otherwise, start Python with `-X perf`.',
    example: [FRAME_POINTERS],
  },
  'jitdump-incomplete': {
    title: 'Processes lost function names when they exited',
    meaning: 'Some Python functions of these processes appear as unnamed code.',
    detection: 'A jitdump is empty or ends in the middle of a record, at a multiple of 4,096 bytes.',
    cause:
      'Python writes its jitdump through a buffer. The buffer is lost if the process is killed by a signal or ends with `os._exit`, as forked `multiprocessing` workers do. A fork also copies the buffer, so that parent and child both write it, which makes `perf inject` fail.',
    remedy:
      'Flush the buffer before each fork and each `os._exit`, as below. Or use a Python with frame pointers and `-X perf`, whose map is written line by line.',
    example: [
      'import ctypes, os',
      'libc = ctypes.CDLL(None)',
      'os.register_at_fork(before=lambda: libc.fflush(None))',
      'libc.fflush(None)  # before os._exit',
    ],
  },
  'wrong-build': {
    title: 'A file is not the recorded build',
    meaning:
      'Pyrograph does not use the file, because it would give wrong names. Its functions stay unnamed.',
    detection: 'The build ID of an open file differs from the one that perf recorded for its path.',
    cause: 'The file was updated after the recording, or comes from another machine.',
    remedy: 'Open the recorded version of the file, from the recorded machine.',
    example: [PACK_COMMAND],
  },
  'debug-build': {
    title: 'This is a debug build of Python',
    meaning:
      'The checks of a debug build take a large part of the time. A release build spends its time elsewhere.',
    detection: 'The name of the interpreter ends in `d`, as in `python3.13d`.',
    cause: 'Python was built with `--with-pydebug`.',
    remedy: 'Record with a release build.',
    example: [STACK_DUMPS],
  },
  'tracer-active': {
    title: 'A profiler or tracer ran in the program',
    meaning: 'Calls of Python functions look slower than they are, because the tracer runs at each call.',
    detection:
      'Samples contain the callbacks of `sys.setprofile`, `sys.settrace`, `sys.monitoring`, cProfile or coverage.',
    cause: 'The program ran under cProfile, coverage or a debugger.',
    remedy: 'Record the program without it.',
    example: [FRAME_POINTERS],
  },
  'stripped-interpreter': {
    title: 'The interpreter’s functions have no names',
    meaning: 'C functions of the interpreter appear as unnamed code. Python functions are not affected.',
    detection: 'At least 20% of the frames in the interpreter have no name.',
    cause: 'Distributions strip most symbols from the interpreter and ship them separately.',
    remedy:
      'On the recorded machine, install the debug symbols or set `DEBUGINFOD_URLS`, and pack the recording.',
    example: ['apt install python3.13-dbg', 'dnf debuginfo-install python3', PACK_COMMAND],
  },
  'kernel-symbols-hidden': {
    title: 'Kernel functions have no names',
    meaning: 'Kernel functions appear as unnamed code.',
    detection: 'At least 90% of the stacks with kernel code contain no kernel function with a name.',
    cause: 'The kernel hides its addresses from unprivileged users.',
    remedy: 'Allow access to them before recording, or record as root.',
    example: ['sysctl kernel.kptr_restrict=0'],
  },
  throttled: {
    title: 'The kernel throttled sampling',
    meaning: 'Sampling paused several times, so some moments are missing.',
    detection: 'The kernel reported throttling at least ten times, and at least once per 100 samples.',
    cause:
      'The event fired more often than `kernel.perf_event_max_sample_rate` allows, or samples took too much time.',
    remedy: 'Record with a lower frequency.',
    example: [FRAME_POINTERS],
  },
  'text-fields-missing': {
    title: 'The text has no modules or no times',
    meaning:
      'Without modules, code of the interpreter cannot be distinguished from other C code. Without times, there is no timeline.',
    detection: 'The stacks have no modules, or the samples have no times.',
    cause: '`perf script -F` left these columns out, or another program wrote the text.',
    remedy: 'Print the recording again with all columns.',
    example: [AS_TEXT],
  },
  'waits-without-python': {
    title: 'Many waits have no Python function',
    meaning: 'It is known what the threads waited for, but not which Python function did.',
    detection:
      'More than 10% of the waits with a stack have no Python function on it, although the process has Python functions.',
    cause:
      'The copy of the stack was too small, or Python did not name its functions for perf. Threads that C libraries start have no Python function, either.',
    remedy: 'Copy more of each stack, and start Python with perf support.',
    example: ['pyrograph record --wall --stack-bytes 32768 -- python3 app.py'],
  },
  'time-not-recorded': {
    title: 'Part of the threads’ time was not recorded',
    meaning:
      'It is unknown whether these threads ran or waited, and for what. This time is hidden by default, like idle time.',
    detection: 'More than 5% of the time of all threads is in the state “Not recorded”.',
    cause:
      'The threads did not run while perf was attached, so their stacks were never recorded; or perf lost the records of their switches.',
    remedy:
      'Record from the start of the program. If records were lost, let perf lock more memory for its buffers.',
    example: ['pyrograph record --wall -- python3 app.py'],
  },
  'mostly-waiting': {
    title: 'The program mostly waits',
    meaning:
      'Only running code is sampled. What the program does most of the time, waiting, is not in the recording, and making its code faster saves little.',
    detection:
      'The CPU time of the recorded processes is less than 40% of the time between the first and the last sample, which is at least a second.',
    cause: 'The program waits for the network, a database, the disk, a lock, another process, or for work.',
    remedy: 'Record what it waits for, too.',
    example: ['pyrograph record --wall -- python3 app.py', 'pyrograph waits perf.data'],
  },
  'switches-without-times': {
    title: 'The recording does not say how long the threads waited',
    meaning:
      'Each sample is where a thread began to wait, with the same weight for a microsecond and a minute: counting them does not say what takes long.',
    detection: 'There are samples of context switches, but no records of when threads ran again.',
    cause:
      '`perf script` printed the recording without these records, or perf recorded without `--switch-events`.',
    remedy: 'Print the recording again with them, or record it again.',
    example: [PRINT_WALL_TIME, 'pyrograph record --wall -- python3 app.py'],
  },
  'kernel-not-recorded': {
    title: 'Time in the kernel was not recorded',
    meaning:
      'Only user code was sampled. Reading files, waking threads and page faults cost time that is not shown.',
    detection: 'The event excludes the kernel, although the command line did not ask for that.',
    cause: 'If perf may not sample the kernel, it records only user code.',
    remedy: 'Allow it before recording, or record as root.',
    example: ['sysctl kernel.perf_event_paranoid=1'],
  },
  'too-few-samples': {
    title: 'The recording has few samples',
    meaning: 'Shares are imprecise: with 15 samples, 10% may really be 3% or 30%.',
    detection: 'The recording has fewer than 100 samples.',
    cause: 'The program ran only briefly, or slept most of the time.',
    remedy: 'Record longer, or at a higher frequency.',
    example: ['perf record -F 4999 -g -- python3.15 -X perf app.py'],
  },
  'compiled-python': {
    title: 'Some Python code is compiled to C',
    meaning: 'Functions compiled by mypyc or Cython appear as C functions. Graphs and tables are correct.',
    detection:
      'At least 10% of the samples contain functions whose names begin with `CPyDef_`, `CPyPy_` or `__pyx_`, or a `__mypyc` module.',
    cause: 'Compiled functions run without trampolines, so Python does not report them to perf.',
    remedy:
      'There is nothing to fix. Read the names without their prefix: `CPyDef_lines___Line___append` is `append` of `Line` in `lines`.',
    example: [],
  },
};
