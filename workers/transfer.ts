// Transfers the buffers of tables between threads instead of copying them.

import * as Comlink from 'comlink';
import type { CallTree } from '../src/model/tree.ts';

/** The distinct buffers of all typed-array columns. They become detached when transferred. */
export function transferablesOf(...tables: readonly object[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const table of tables) {
    for (const column of Object.values(table)) {
      if (ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer) buffers.add(column.buffer);
    }
  }
  return [...buffers];
}

export function completeAnswer<T>(value: T) {
  return { value, isComplete: true };
}

/** Transfers the trees to the page instead of copying them, since the worker no longer uses them. */
export function transferTrees<T extends object>(answer: T, trees: readonly CallTree[]): T {
  return Comlink.transfer(answer, transferablesOf(...trees));
}
