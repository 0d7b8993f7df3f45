// CPython's perf trampolines, which have no unwind rules. There is one for each Python function, and all are copies of the same
// code (Python/asm_trampoline.S, v3.12 to v3.15):
//
//   x86-64, up to 3.13  [endbr64]  sub $8,%rsp                     call *%rcx  add $8,%rsp           ret
//   x86-64, since 3.14  [endbr64]  push %rbp; mov %rsp,%rbp        call *%rcx  pop %rbp              ret
//   arm64               [paciasp]  stp x29,x30,[sp,#-16]!; mov x29,sp  blr x3  ldp x29,x30,[sp],#16  [autiasp]  ret
//
// During the call, each has the same frame:
//
//   stack pointer
//        [ padding, or the caller's frame pointer | return address ][ caller's frame …      addresses rise →

import type { CodeMap, Unwinding } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import type { SymbolTable } from './symbol-table.ts';

/** `unnamed` may be a trampoline or any other code that was generated at run time. */
type JitCodeKind = 'trampoline' | 'unnamed' | 'other';

const PYTHON = 'py::';
/** arm64: offsets of the instructions without a frame, by the size of the trampoline. */
const FRAMELESS_ARM64: ReadonlyMap<number, readonly number[]> = new Map([
  [20, [0, 16]],
  [28, [0, 4, 20, 24]],
]);

/** Memory for code that is generated at run time. */
export class JitMemory implements Unwinding {
  private readonly symbols: SymbolTable | undefined;
  /** By symbol. */
  private readonly isTrampoline: (boolean | undefined)[] = [];

  /** `symbols` names the code; undefined if its names are not available. */
  constructor(symbols?: SymbolTable) {
    this.symbols = symbols;
  }

  rowAt(): number {
    return NONE;
  }

  /** What the code is at this address, in the address space of the symbols. */
  kindAt(address: number): JitCodeKind {
    const { symbols } = this;
    const row = symbols?.find(address) ?? NONE;
    if (!symbols || row === NONE) return 'unnamed';
    const isTrampoline = (this.isTrampoline[row] ??= symbols.name(row).startsWith(PYTHON));
    return isTrampoline ? 'trampoline' : 'other';
  }

  /** arm64: true if the instruction runs before the trampoline has its frame, or after it. */
  isFrameless(address: number): boolean {
    const { symbols } = this;
    const row = symbols?.find(address) ?? NONE;
    if (!symbols || row === NONE) return false;
    const start = symbols.start(row);
    return FRAMELESS_ARM64.get(symbols.end(row) - start)?.includes(address - start) ?? false;
  }
}

const UNNAMED = new JitMemory();

/** What may be where nothing is mapped; undefined if nothing is known to be. */
export function unmappedCode(map: CodeMap): Unwinding | undefined {
  return map.hidesJitCode ? UNNAMED : undefined;
}
