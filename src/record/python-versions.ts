// The first versions of CPython that can be recorded in each way.

/** `-X perf`. */
export const PERF_VERSION = '3.12';
/** `-X perf_jit`. */
export const JIT_VERSION = '3.13';
/** Built with frame pointers by default. */
export const FRAME_POINTER_VERSION = '3.15';

/** The usual name of the interpreter. */
export function pythonOf(version: string): string {
  return `python${version}`;
}
