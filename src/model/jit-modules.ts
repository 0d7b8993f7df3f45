// Recognizes, by their modules, code that was compiled while the program ran, such as CPython's trampolines.

/** The map after which perf names executable memory without a file. */
export const PERF_MAP = /(?:^|\/)perf-\d+\.map$/;
/** A file that perf inject wrote for one function: captures the process ID and the index (tools/perf/util/jitdump.c, Linux v6.12). */
export const INJECTED_FILE = /(?:^|\/)jitted-(\d+)-(\d+)\.so$/;
/** Memory without a file, which may hold such code. */
export const JIT_MEMORY = /^(?:\/\/anon|\[anon:|\/memfd:)/;
