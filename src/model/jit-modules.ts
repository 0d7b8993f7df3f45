// Recognizes, by their modules, code that was compiled while the program ran, such as CPython's trampolines.

/** The map after which perf names executable memory without a file. */
export const PERF_MAP = /(?:^|\/)perf-\d+\.map$/;
/** A file that perf inject wrote for one function: captures the process ID and the index (tools/perf/util/jitdump.c, Linux v6.12). */
export const INJECTED_FILE = /(?:^|\/)jitted-(\d+)-(\d+)\.so$/;
/** A jitdump, which a program announces by mapping it: captures the ID that the process has in its PID namespace. */
export const JITDUMP = /(?:^|\/)jit-(\d+)\.dump$/;
/** Memory without a file, which may hold such code. */
export const JIT_MEMORY = /^(?:\/\/anon|\[anon:|\/memfd:)/;

/** The process ID in the name of a jitdump; undefined for other paths. */
export function jitdumpPid(path: string): number | undefined {
  const [, pid] = JITDUMP.exec(path) ?? [];
  return pid === undefined ? undefined : Number(pid);
}
