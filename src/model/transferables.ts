// The buffers of tables, to transfer them to another thread.

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
