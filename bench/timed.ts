// A library of code and a walker of stacks that do what others do and count the time it takes.

import type { CodeFile, CodeLibrary, KernelCode, StackWalker, Symbols } from '../src/model/code.ts';

export class Stopwatch {
  seconds = 0;
  /** How often something was timed. */
  times = 0;

  time<T>(run: () => T): T {
    this.times++;
    const start = performance.now();
    const result = run();
    this.seconds += (performance.now() - start) / 1000;
    return result;
  }
}

/** Names are looked up in time of `watch`; what a file's symbols are read from when they are first asked for too. */
export function timedLibrary(library: CodeLibrary, watch: Stopwatch): CodeLibrary {
  const files = new Map<CodeFile, CodeFile>();
  const timed = (file: CodeFile) => {
    let known = files.get(file);
    if (!known) files.set(file, (known = timedFile(file, watch)));
    return known;
  };
  return {
    file: (path, pid, buildId, executable) => timed(library.file(path, pid, buildId, executable)),
    madeCode: (path, pid) =>
      library.madeCode(path, pid)?.map((made) => ({ ...made, file: timed(made.file) })),
    kernel: library.kernel && timedKernel(library.kernel, watch),
  };
}

/** The walker, with all its walks in time of `watch`. */
export function timedWalker(walker: StackWalker, watch: Stopwatch): StackWalker {
  return {
    get frames() {
      return walker.frames;
    },
    walk: (...given) => watch.time(() => walker.walk(...given)),
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
