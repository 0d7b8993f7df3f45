// Recognizes modules by their paths.

import { UNKNOWN } from '../model/profile.ts';
import { isUnknownModule } from '../model/function-names.ts';
import { baseName } from '../model/paths.ts';

/** Standard library modules in C. They contain functions of the machinery, as the Python binary and library do. */
export const LIB_DYNLOAD = /(?:^|\/)lib-dynload\//;
const EXTENSION_FILE = /\.cpython-|\.abi3\./;
const EXTENSION_PATH = /(?:^|\/)(?:site-packages|dist-packages|lib-dynload)\//;
/** The standard library's profiler, and coverage. */
export const TRACER_MODULE = /\/(?:_lsprof|tracer)\.(?:cpython|abi3)/;
/** Modules that mypyc generates next to those that it compiles. */
export const COMPILED_MODULE = /__mypyc\./;

const KERNEL_MODULE = /^\[(?:guest\.)?kernel|\.ko(?:\.(?:xz|zst|gz))?$/;
/** Modules that say nothing about unnamed code in them: memory without a file, and the maps of just-in-time compilers. */
export const ANONYMOUS_MODULE =
  /^(?:\/\/anon|\[?anon\b|\/anon_hugepage|\/memfd:|\/dev\/zero|\/SYSV|\[heap\]|\[stack)|(?:^|\/)(?:perf-\d+\.map|jitted-[\d-]+\.so)$/;

/** File names of the C library and the dynamic loader, as each contract has them. Folding looks for entry functions in these. */
export const ENTRY_LIBRARY = /^(?:libc\.so|libpthread|ld-linux)/;
/** The doctor takes unnamed code of these for the root of a deep stack. */
export const ROOTED_LIBRARY = /^(?:libc\.so|libpthread|ld-linux|libc-2)/;
/** To mending, unnamed functions of these may be roots: distributions strip the names of the functions in which threads begin. */
export const ROOT_LIBRARY = /^(?:libc|libpthread|ld|ld-linux[\w-]*|ld-musl-\w+)[-.][\w.-]*$/;
/** Costs: also the libraries that belong to the C library. */
export const RUNTIME_LIBRARY =
  /^(?:lib(?:c|m|pthread|dl|rt|util|gcc_s|stdc\+\+|c\+\+|c\+\+abi)[-.]|libc\+\+|ld-linux|ld-musl|ld\.so|libm-|\[vdso\]|\[vsyscall\]|linux-vdso)/;

/** True for a compiled extension module. */
export function isExtension(path: string): boolean {
  return EXTENSION_FILE.test(baseName(path)) || EXTENSION_PATH.test(path);
}

/** `path` is undefined without a module. Code in the upper half of the address space is the kernel's, unless nothing is known about it. */
export function isKernelCode(name: string, path: string | undefined, isUpperHalf: boolean): boolean {
  if (path !== undefined && KERNEL_MODULE.test(path)) return true;
  return isUpperHalf && !(name === UNKNOWN && isUnknownModule(path));
}
