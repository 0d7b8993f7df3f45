// What is known about a return address in the evaluator, and thereby about the calls that return there.

import { NONE } from '../model/profile.ts';
import type { CodeObject } from './code-object.ts';

export interface ReturnAddress {
  /** Where the pointer to the next instruction is; NONE if the evaluator no longer needs it here, as while it returns. */
  readonly place: number;
  /** True if the pointer is to the instruction at work instead of the next one. */
  readonly isAtWork: boolean;
  /** The operations that call from here; undefined if too few were seen to say. */
  readonly operations: ReadonlySet<number> | undefined;
}

/** Bytes from an instruction at work to a pointer that has its line. */
const AT_WORK_SHIFT = 2;

/** The operation that a pointer at this offset tells; NONE if it does not point to an instruction. */
export function operationOf({ isAtWork }: ReturnAddress, code: CodeObject, offset: number): number {
  return isAtWork ? code.operationAt(offset) : code.operationBefore(offset);
}

/** True if a pointer at this offset may be the one that the evaluator has at the return address. */
export function isPossible(address: ReturnAddress, code: CodeObject, offset: number): boolean {
  const operation = operationOf(address, code, offset);
  return operation !== NONE && (address.operations?.has(operation) ?? true);
}

export function lineOf({ isAtWork }: ReturnAddress, code: CodeObject, offset: number): number {
  return code.lineAt(isAtWork ? offset + AT_WORK_SHIFT : offset);
}
