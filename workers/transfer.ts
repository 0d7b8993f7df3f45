// Transfers the buffers of tables between threads instead of copying them.

import * as Comlink from 'comlink';

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

/** Transfers these tables of a message instead of copying them, which is faster. The sender no longer uses them. */
export function withTransfer<T extends object>(message: T, ...tables: readonly object[]): T {
  return Comlink.transfer(message, transferablesOf(...tables));
}
