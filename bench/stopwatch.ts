// Wrappers around a code library and a stack walker that measure the time spent in them.

import type { CodeFile, CodeLibrary, KernelCode, StackWalker, Symbols } from '../src/model/code.ts';

export class Stopwatch {
  seconds = 0;
  calls = 0;

  time<T>(run: () => T): T {
    this.calls++;
    const start = performance.now();
    const result = run();
    this.seconds += (performance.now() - start) / 1000;
    return result;
  }
}

/** Measures symbol lookup, including the first access to a file's symbols, which parses them. */
export function timedLibrary(library: CodeLibrary, watch: Stopwatch): CodeLibrary {
  const files = new Map<CodeFile, CodeFile>();
  const timed = (file: CodeFile) => {
    let known = files.get(file);
    if (!known) files.set(file, (known = timedFile(file, watch)));
    return known;
  };
  return {
    file: (path, pid, buildId, executable) => timed(library.file(path, pid, buildId, executable)),
    jitCode: (path, pid) => library.jitCode(path, pid)?.map((code) => ({ ...code, file: timed(code.file) })),
    kernel: library.kernel && timedKernel(library.kernel, watch),
  };
}

export function timedWalker(walker: StackWalker, watch: Stopwatch): StackWalker {
  return {
    get frames() {
      return walker.frames;
    },
    get isCut() {
      return walker.isCut;
    },
    walk: (...args) => watch.time(() => walker.walk(...args)),
  };
}

function timedFile(file: CodeFile, watch: Stopwatch): CodeFile {
  let symbols: Symbols | undefined;
  return {
    name: file.name,
    byAddress: file.byAddress,
    get symbols() {
      return (symbols ??= watch.time(() => file.symbols && timedSymbols(file.symbols, watch)));
    },
    get unwinding() {
      return file.unwinding;
    },
    addressOf: (offset) => file.addressOf(offset),
  };
}

function timedSymbols(symbols: Symbols, watch: Stopwatch): Symbols {
  return {
    length: symbols.length,
    find: (offset) => watch.time(() => symbols.find(offset)),
    name: (row) => watch.time(() => symbols.name(row)),
  };
}

function timedKernel(kernel: KernelCode, watch: Stopwatch): KernelCode {
  return {
    find: (address) => watch.time(() => kernel.find(address)),
    addressOf: (name) => watch.time(() => kernel.addressOf(name)),
  };
}
